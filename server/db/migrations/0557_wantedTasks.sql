-- Up Migration
-- Whether somebody wants a task of a work center by a time is asked each time that its notifications are worked out.
create index operational_task_wanted on operational_task (company_id, work_center_id) where wanted_by is not null;
