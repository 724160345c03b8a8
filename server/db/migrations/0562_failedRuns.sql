-- Up Migration
-- Failed runs are listed alone, and what the last of them asked is kept however many come after it.
create index integration_run_failed on integration_run (company_id, integration_id, id desc) where error is not null;
