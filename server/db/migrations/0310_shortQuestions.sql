-- Up Migration
-- The form counts a character beyond the first plane as two, this check as one: what the form takes must fit.
alter table faq_entry drop constraint faq_entry_question_check;
alter table faq_entry add constraint faq_entry_question_check check (char_length(question) between 1 and 200);
