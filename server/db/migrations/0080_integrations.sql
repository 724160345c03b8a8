-- Up Migration
-- Other systems that orders come from and figures go to (IN-1 to IN-8).

create table integration (
  company_id text not null references company (id) on delete cascade,
  id uuid not null default uuidv7(),
  service text not null check (service in ('FACTORY_ONLINE', 'ODOO', 'REST')),
  name text not null check (length(name) between 1 and 100),
  service_url text not null check (length(service_url) between 1 and 500),
  -- what is no secret: database, login, mapping, paging, what goes out
  settings jsonb not null default '{}',
  -- by their names: sealed text, and when it was set
  secrets jsonb not null default '{}',
  key_ends_on date,
  status text not null default 'SETTING_UP' check (status in ('CONNECTED', 'DISABLED', 'FAILED', 'PROCESSING', 'SETTING_UP')),
  work text check (work in ('RUN', 'SETUP')),
  failures integer not null default 0,
  is_checked boolean not null default true,
  deleted_on timestamptz,
  -- the last failure: code and params
  error jsonb,
  -- the last check
  probe jsonb,
  probed_on timestamptz,
  -- who works with it, and until when they count as alive
  busy_since timestamptz,
  busy_until timestamptz,
  busy_by uuid references app_user (id) on delete set null,
  -- which orders come in
  import_type text check (import_type in ('RECREATE_AND_UPDATE', 'REPLACE', 'UPDATE')),
  meanings text[] not null default '{DRAFT,RELEASED}',
  start_day date,
  every_minutes integer not null default 15 check (every_minutes between 5 and 1440),
  -- which acts go out
  sends text[] not null default '{OUTPUT}',
  -- the newest change that was read
  read_until text,
  read_all_on timestamptz,
  next_run_on timestamptz,
  version integer not null default 1,
  created_by uuid references app_user (id) on delete set null,
  created_on timestamptz not null,
  updated_by uuid references app_user (id) on delete set null,
  updated_on timestamptz not null,
  primary key (company_id, id)
);
create index integration_due on integration (next_run_on) where status = 'CONNECTED' and deleted_on is null;

-- A work center of the other system, and which of ours it is.
create table integration_link (
  company_id text not null,
  integration_id uuid not null,
  external_id text not null check (length(external_id) between 1 and 200),
  external_code text,
  external_name text not null,
  action text not null check (action in ('EXISTING', 'IGNORE')),
  work_center_id integer,
  -- the other system has it no longer
  vanished_on timestamptz,
  primary key (company_id, integration_id, external_id),
  unique (company_id, integration_id, work_center_id),
  foreign key (company_id, integration_id) references integration (company_id, id) on delete cascade,
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade,
  check ((action = 'EXISTING') = (work_center_id is not null))
);
create index integration_link_of_work_center on integration_link (company_id, work_center_id);

-- An order of the other system that became one of ours.
create table integration_order (
  company_id text not null,
  integration_id uuid not null,
  external_id text not null,
  external_code text not null,
  job_order_id integer not null,
  -- as the other system said it last
  external_status text not null,
  has_ended boolean not null default false,
  -- the figure that stands over there as far as we know: said by us, or there at the first reading
  said numeric,
  seen_on timestamptz not null,
  primary key (company_id, integration_id, external_id),
  foreign key (company_id, integration_id) references integration (company_id, id) on delete cascade,
  foreign key (company_id, job_order_id) references job_order (company_id, id) on delete cascade
);
create index integration_order_of_job_order on integration_order (company_id, job_order_id);

-- What was read and what became of it.
create table integration_run (
  company_id text not null,
  id uuid not null default uuidv7(),
  integration_id uuid not null,
  kind text not null check (kind in ('PREVIEW', 'RUN')),
  is_full boolean not null,
  started_on timestamptz not null,
  ended_on timestamptz,
  -- null = by the schedule
  user_id uuid references app_user (id) on delete set null,
  import_id integer,
  counts jsonb,
  refused jsonb not null default '[]',
  error jsonb,
  check_token text,
  -- of a preview: what was read, row by row, until it is applied
  orders jsonb,
  primary key (company_id, id),
  foreign key (company_id, integration_id) references integration (company_id, id) on delete cascade
);
create index integration_run_of_integration on integration_run (company_id, integration_id, id desc);

-- What the other system is to be told: absolute figures, so that saying them again changes nothing.
create table integration_outbox (
  company_id text not null,
  id bigint generated always as identity,
  integration_id uuid not null,
  external_id text not null,
  job_order_id integer not null,
  -- the act that it tells
  event_id bigint not null,
  operation text not null check (operation in ('CLOSED', 'OUTPUT', 'STARTED', 'STOPPED')),
  accepted numeric not null,
  rejected numeric not null,
  state text not null default 'WAITING' check (state in ('CONFLICT', 'NEEDS_PERSON', 'SENT', 'SKIPPED', 'WAITING')),
  tries integer not null default 0,
  next_try_on timestamptz not null,
  error jsonb,
  -- what stood over there at a conflict
  theirs numeric,
  created_on timestamptz not null,
  answered_on timestamptz,
  decided_by uuid references app_user (id) on delete set null,
  primary key (company_id, id),
  unique (company_id, integration_id, event_id),
  foreign key (company_id, integration_id, external_id) references integration_order (company_id, integration_id, external_id) on delete cascade
);
create index integration_outbox_open on integration_outbox (company_id, integration_id, external_id, id) where state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING');
create index integration_outbox_due on integration_outbox (next_try_on) where state = 'WAITING';

-- At the end of the transaction of the act, when the order's figures stand.
create function tell_integrations() returns trigger language plpgsql as $$
begin
  insert into integration_outbox (company_id, integration_id, external_id, job_order_id, event_id, operation, accepted, rejected,
    next_try_on, created_on)
  select o.company_id, o.integration_id, o.external_id, o.job_order_id, new.id, what.operation, j.accepted_output, j.rejected_output,
    new.created_on, new.created_on
  from integration_order o
  join integration i on i.company_id = o.company_id and i.id = o.integration_id and i.deleted_on is null
  join job_order j on j.company_id = o.company_id and j.id = o.job_order_id
  cross join (select case when new.kind like 'CONFIRM%' then 'OUTPUT' else new.kind end as operation) what
  where o.company_id = new.company_id and o.job_order_id = new.job_order_id and what.operation = any(i.sends);
  return null;
end $$;
create constraint trigger job_order_event_for_integrations after insert on job_order_event deferrable initially deferred
  for each row when (new.kind in ('CONFIRMED', 'CONFIRMATION_CANCELLED', 'CONFIRMATION_CORRECTED', 'STARTED', 'STOPPED', 'CLOSED'))
  execute function tell_integrations();

do $$
declare
  name text;
begin
  foreach name in array array['integration', 'integration_link', 'integration_order', 'integration_run', 'integration_outbox']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
