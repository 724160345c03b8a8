-- Up Migration
-- What people are asked to do after an event, and the plans that say so.

create table operational_plan (
  company_id text not null references company (id) on delete cascade,
  event text not null check (event in ('COUNTER_RESET', 'LOSS_APPEARED')),
  is_active boolean not null,
  -- since when it is active, ms UTC: what ended before asks nobody
  active_from bigint not null,
  delay_seconds integer not null default 60 check (delay_seconds between 0 and 3600),
  -- empty = all
  work_center_ids integer[] not null default '{}',
  -- null = the operators of the work center
  team_id uuid,
  version integer not null default 1,
  primary key (company_id, event)
);
-- A company without a row has the plans of the beginning; those that are there ask from now on.
insert into operational_plan (company_id, event, is_active, active_from)
  select id, 'LOSS_APPEARED', true, (extract(epoch from now()) * 1000)::bigint from company;

create table operational_task (
  company_id text not null references company (id) on delete cascade,
  id bigint generated always as identity,
  work_center_id integer not null,
  event text not null check (event in ('COUNTER_RESET', 'LOSS_APPEARED')),
  -- null = out of schedule
  shift_start_at bigint,
  subject_start bigint not null,
  subject_end bigint,
  due_at bigint not null,
  assignee_id uuid,
  closed_cause text check (closed_cause in ('CONDITION', 'CONFIRMATION', 'GONE', 'PERSON')),
  closed_at bigint,
  closed_by uuid,
  comment text check (char_length(comment) <= 1000),
  version integer not null default 1,
  primary key (company_id, id),
  check ((closed_cause is null) = (closed_at is null)),
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade
);
-- Rows of one work center may change places within a transaction.
alter table operational_task add constraint operational_task_subject
  unique nulls not distinct (company_id, work_center_id, event, shift_start_at, subject_start) deferrable initially deferred;
create index operational_task_pending on operational_task (company_id, work_center_id, due_at) where closed_cause is null;
create index operational_task_by_due on operational_task (company_id, due_at desc);

-- Each time it was closed, or asked again.
create table operational_task_change (
  company_id text not null,
  task_id bigint not null,
  id bigint generated always as identity,
  at bigint not null,
  -- null = it asks again
  closed_cause text check (closed_cause in ('CONDITION', 'CONFIRMATION', 'GONE', 'PERSON')),
  by_user uuid,
  comment text,
  primary key (company_id, task_id, id),
  foreign key (company_id, task_id) references operational_task (company_id, id) on delete cascade
);

-- The work centers whose tasks are to be worked out anew, and when.
create table operational_task_mark (
  company_id text not null references company (id) on delete cascade,
  work_center_id integer not null,
  -- facts from here on may have changed
  from_at bigint not null,
  check_at bigint not null,
  primary key (company_id, work_center_id),
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade
);
create index operational_task_mark_due on operational_task_mark (check_at);

do $$
declare
  name text;
begin
  foreach name in array array['operational_plan', 'operational_task', 'operational_task_change', 'operational_task_mark']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
