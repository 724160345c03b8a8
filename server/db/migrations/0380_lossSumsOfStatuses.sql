-- Up Migration
-- The same losses once more, divided by the status in which the machine stood.
alter table loss_sum drop constraint loss_sum_cut_check;
alter table loss_sum add constraint loss_sum_cut_check check (cut in ('COMPANY', 'HOUR', 'PERSON', 'STATUS', 'WORK_CENTER'));
alter table loss_sum_kept drop constraint loss_sum_kept_cut_check;
alter table loss_sum_kept add constraint loss_sum_kept_cut_check check (cut in ('COMPANY', 'HOUR', 'PERSON', 'STATUS', 'WORK_CENTER'));
-- null where they are not divided by statuses
alter table loss_sum add column kind text;
alter table loss_sum add column status_rule_id integer;
