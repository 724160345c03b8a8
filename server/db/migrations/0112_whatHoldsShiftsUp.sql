-- Up Migration
-- Plans and checklists that say so hold the confirmation of a shift up.
alter table operational_plan add column blocks_shift boolean not null default false;
alter table checklist add column blocks_shift boolean not null default false;
