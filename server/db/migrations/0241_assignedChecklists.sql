-- Up Migration
-- Whom an occurrence was given to; others may still answer it.
alter table checklist_occurrence add column assigned_to uuid references app_user (id) on delete set null;
