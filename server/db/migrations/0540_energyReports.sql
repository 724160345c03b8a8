-- Up Migration
-- What was used and what it cost as a report: it comes by itself, too.

alter table report_subscription
  drop constraint report_subscription_type_check,
  add constraint report_subscription_type_check check (type in ('GENERAL', 'DOWNTIME', 'LOSSES', 'SHIFT', 'VIEW', 'ENERGY'));

alter table report_run
  drop constraint report_run_type_check,
  add constraint report_run_type_check check (type in ('GENERAL', 'DOWNTIME', 'LOSSES', 'SHIFT', 'VIEW', 'ENERGY'));
