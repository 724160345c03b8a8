-- Up Migration
-- The runs that may overlap a stretch although they began long before it: the few that go on or took more than a week. All others lie by their start.
create index job_order_run_long on job_order_run (company_id, work_center_id, start_at) where end_at is null or end_at - start_at > 604800000;
