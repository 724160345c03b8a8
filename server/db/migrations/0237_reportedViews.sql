-- Up Migration
-- A saved view of analytics as a report: what it asks is kept beside the subscription, so that the report goes on when the view is deleted.

alter table report_subscription
  drop constraint report_subscription_type_check,
  add constraint report_subscription_type_check check (type in ('GENERAL', 'DOWNTIME', 'LOSSES', 'SHIFT', 'VIEW')),
  add column view_id uuid,
  add column view_name text check (length(view_name) between 1 and 80),
  add column view_search text check (length(view_search) <= 2000),
  add foreign key (company_id, view_id) references saved_view (company_id, id) on delete set null (view_id),
  add check ((type = 'VIEW') = (view_search is not null)),
  add check ((view_name is null) = (view_search is null)),
  add check (view_id is null or view_search is not null);
create index report_subscription_of_view on report_subscription (company_id, view_id) where view_id is not null;

alter table report_run
  drop constraint report_run_type_check,
  add constraint report_run_type_check check (type in ('GENERAL', 'DOWNTIME', 'LOSSES', 'SHIFT', 'VIEW'));
