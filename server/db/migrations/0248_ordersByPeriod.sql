-- Up Migration
-- Orders of a period, beside those that begin in it or shortly before it: planned for more than two days, for more than a month, planned without a start,
-- and without any date.
create index job_order_of_days on job_order (company_id, plan_start) where plan_end - plan_start > 172800000;
create index job_order_of_months on job_order (company_id, plan_end) where plan_end - plan_start > 2678400000;
create index job_order_by_end_alone on job_order (company_id, plan_end) where plan_start is null and plan_end is not null;
create index job_order_by_due_date_alone on job_order (company_id, due_date) where plan_start is null and plan_end is null;
create index job_order_undated on job_order (company_id, created_on) where plan_start is null and plan_end is null and due_date is null;
