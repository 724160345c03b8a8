-- Up Migration
-- What people answered of a checklist before somebody else took it over, as theirs: who, when last, and the answers.
alter table checklist_occurrence add column left_drafts jsonb not null default '[]';
