-- Up Migration
-- What a company was told is read by when it was told.
create index notification_fired on notification (company_id, fired_at desc, id desc) where fired_at is not null;
