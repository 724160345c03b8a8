-- Up Migration
-- What some work centers of a large company lost by day, without the days of all others.
create index loss_sum_of_place on loss_sum (company_id, grain, work_center_id, first_date) where cut = 'WORK_CENTER';
