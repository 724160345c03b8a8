-- Up Migration
-- Until when that was put off of which its person was told again: a job that is run once more tells nothing.
alter table notification_receipt add column reminded_until bigint;
-- What is put off is found at the start, so that nothing of it waits without a job.
create index notification_receipt_snoozed on notification_receipt (snoozed_until) where snoozed_until is not null;
