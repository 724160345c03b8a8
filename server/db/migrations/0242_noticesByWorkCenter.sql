-- Up Migration
-- What stands in the tables is read of one work center when it is worked out: only what is so there now, however long its history.
create index order_reach_standing on order_reach (company_id, work_center_id) where reached_at is not null and ended_at is null;
create index shift_late_of_work_center on shift (company_id, work_center_id, end_at) where late_samples > 0;
create index notification_late on notification (company_id, work_center_id, (params ->> 'mode')) where type = 'LATE_DATA';
