-- Up Migration

-- What goes with a question to support asks for the newest failed jobs of a company, among all that it ever had.
create index job_run_failed on job_run (company_id, ended_on desc, id) where state = 'FAILED';
