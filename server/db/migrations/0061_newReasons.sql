-- Up Migration

-- When a reason was made: a new one takes no other's place before the next shift. Null where nobody wrote it down, which is long ago.
alter table loss_reason add column created_on timestamptz;
alter table loss_reason alter column created_on set default now();
