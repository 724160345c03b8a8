-- Up Migration
-- The type of a notification stands on each person's copy, so that an inbox is read by type without reading all that the person ever had.

alter table notification_receipt add column type text;
update notification_receipt r set type = n.type from notification n where n.company_id = r.company_id and n.id = r.notification_id;
alter table notification_receipt alter column type set not null;
create index notification_receipt_by_type on notification_receipt (company_id, user_id, type, fired_at desc, notification_id);
