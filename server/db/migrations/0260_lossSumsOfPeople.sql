-- Up Migration
-- The same losses once more, divided by who said something of them last.
alter table loss_sum drop constraint loss_sum_cut_check;
alter table loss_sum add constraint loss_sum_cut_check check (cut in ('COMPANY', 'HOUR', 'PERSON', 'WORK_CENTER'));
alter table loss_sum_kept drop constraint loss_sum_kept_cut_check;
alter table loss_sum_kept add constraint loss_sum_kept_cut_check check (cut in ('COMPANY', 'HOUR', 'PERSON', 'WORK_CENTER'));
-- null = nobody, and where they are not divided by people
alter table loss_sum add column person_id uuid;
