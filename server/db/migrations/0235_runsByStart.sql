-- Up Migration
-- The orders of a company that were worked on last.
create index job_order_run_by_start on job_order_run (company_id, start_at desc, job_order_id);
