-- The last finished orders of a work center, and of a product there: what new ones are forecast from.
create index job_order_finished_at on job_order (company_id, work_center_id, closed_on desc) where closed_on is not null;
create index job_order_finished_of_item on job_order (company_id, work_center_id, item_id, closed_on desc) where closed_on is not null;
