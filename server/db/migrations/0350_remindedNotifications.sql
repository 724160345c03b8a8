-- Up Migration
-- How often somebody was told again at the end of putting off: each time is a step of its own.
alter table notification_receipt add column reminded smallint not null default 0;
