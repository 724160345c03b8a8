-- Up Migration
-- E-mails under the name that everybody looks for.

alter table letter rename to email;
alter index letter_waiting rename to email_waiting;
alter index letter_by_recipient rename to email_by_recipient;
alter table email rename constraint letter_pkey to email_pkey;
