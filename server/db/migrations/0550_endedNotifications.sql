-- Up Migration

-- What ended since an instant at a work center is read each time its facts change, however much was told there before.
create index notification_ended on notification (company_id, work_center_id, until) where state = 'RESOLVED';
