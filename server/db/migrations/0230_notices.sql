-- Up Migration
-- Orders that reached their plan, late data of confirmed shifts, integrations that need somebody, prepaid time that ends and unknown sensors are told (AL-21).

alter table notification
  drop constraint notification_type_check,
  add constraint notification_type_check check (type in ('BATTERY_LOW', 'CHECKLIST_DEVIATION', 'CHECKLIST_MISSED', 'CONNECTION_ERROR', 'CONNECTION_LOST',
    'DE_PHASING', 'FLOW_ERROR', 'INTEGRATION_ATTENTION', 'LATE_DATA', 'ORDER_REACHED', 'PREPAID_ENDING', 'STATUS_DURATION', 'TARGET_VALUE',
    'TASK_WAITING', 'UNKNOWN', 'WORK_CENTER_OFF', 'WORK_IN_NON_WORK_TIME'));

-- When an order in progress was found to have reached its plan, and when it is looked at next.
create table order_reach (
  company_id text not null,
  job_order_id integer not null,
  work_center_id integer not null,
  look_at bigint not null,
  -- the plan by which it was judged
  plan numeric not null,
  reached_at bigint,
  -- when it went on no longer, or its plan was raised
  ended_at bigint,
  primary key (company_id, job_order_id),
  foreign key (company_id, job_order_id) references job_order (company_id, id) on delete cascade,
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade
);
create index order_reach_of_work_center on order_reach (company_id, work_center_id, reached_at) where reached_at is not null;
create index order_reach_going_on on order_reach (company_id, job_order_id) where reached_at is not null and ended_at is null;
alter table order_reach enable row level security;
create policy tenant on order_reach to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on order_reach to trueline_system using (true);
grant select, insert, update, delete on order_reach to trueline_app, trueline_system;

create index job_order_in_progress on job_order (company_id, id) where status = 'PROGRESS' and plan_output is not null;
create index shift_late on shift (end_at) where late_samples > 0;
create index quarantine_unknown on quarantine (received_at) where reason = 'UNKNOWN_SENSOR';
create index integration_order_ended on integration_order (company_id, job_order_id) where has_ended;
create index integration_outbox_heard on integration_outbox (company_id, integration_id, external_id) where operation = 'OUTPUT' and state = 'SENT';
create index integration_outbox_of_person on integration_outbox (company_id, integration_id) where state in ('CONFLICT', 'NEEDS_PERSON');
