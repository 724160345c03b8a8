-- Up Migration

-- A message that is on its way is no trouble: only one that a push service did not take, or not answer, waits to be tried again.
alter table push_delivery add column failed_tries smallint not null default 0;
-- Databases that ran a version between two releases have one of another condition.
drop index if exists push_delivery_tried;
create index push_delivery_tried on push_delivery (company_id, user_id) where state = 'QUEUED' and failed_tries > 0;
