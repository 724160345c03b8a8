-- Up Migration
-- Whether operators confirm the shifts of their work centers; until somebody says so they only comment on them.
alter table company add column operators_may_confirm boolean not null default false;
