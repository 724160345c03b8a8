-- Up Migration
-- When an e-mail was queued: what was acknowledged before, and goes on, is told further.
alter table notification_delivery add column queued_at bigint;
-- Marks are taken by company in turn.
create index notification_mark_in_turn on notification_mark (company_id, check_at);
