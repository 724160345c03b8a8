-- Up Migration

-- A report of the work centers that are in a group when it is made; it ends with its group.
alter table report_subscription
  add column group_id integer,
  add foreign key (company_id, group_id) references work_center_group (company_id, id) on delete cascade,
  add check (work_center_id is null or group_id is null);
create index report_subscription_of_group on report_subscription (company_id, group_id);
