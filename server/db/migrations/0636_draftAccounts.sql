-- Up Migration
-- Through which accounts the answers of a draft came beside the person's own: those of stations. Photos of them were sent up by these.
alter table checklist_occurrence add column draft_via uuid[] not null default '{}';
