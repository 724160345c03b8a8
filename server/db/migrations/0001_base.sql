-- Up Migration
-- The first schema. Instants of machine facts are bigint milliseconds in UTC, exact and half-open; administrative instants are timestamptz.
-- Every tenant table has company_id first in its keys, row-level security and a policy for the app role (set app.tenant) and one for the system role.

create extension if not exists btree_gist;
create extension if not exists citext;
create extension if not exists pgcrypto;

-- PostgreSQL 18 brings uuidv7(); for 16 and 17 the same by RFC 9562: 48 bits of Unix milliseconds, version 7, the rest random.
do $$
begin
  if not exists (select from pg_proc where proname = 'uuidv7') then
    execute $body$
      create function uuidv7() returns uuid language sql volatile parallel safe as $sql$
        select encode(
          set_byte(
            overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
            6,
            (get_byte(uuid_send(gen_random_uuid()), 6) & 15) | 112
          ), 'hex')::uuid
      $sql$
    $body$;
  end if;
end $$;

-- ---------------------------------------------------------------- people and companies
create table company (
  id text primary key check (id ~ '^[A-Z0-9]{5}$'),
  name text not null check (length(name) between 1 and 200),
  country text not null check (country ~ '^[a-z]{2}$'),
  email citext,
  language text not null default 'en' check (language in ('en', 'uk', 'pl', 'ru', 'es', 'uz')),
  time_zone text not null default 'UTC',
  photo_url text,
  cap_performance boolean not null default false,
  no_data_policy text not null default 'EXCLUDE' check (no_data_policy in ('EXCLUDE', 'UNCLASSIFIED_DOWNTIME')),
  created_on timestamptz not null default now()
);

create table app_user (
  id uuid primary key default uuidv7(),
  email citext not null unique,
  first_name text not null default '',
  last_name text not null default '',
  phone text,
  country text,
  photo text,
  language text not null default 'en',
  time_zone text,
  password_hash text,
  email_verified_on timestamptz,
  failed_sign_ins integer not null default 0,
  locked_until timestamptz,
  created_on timestamptz not null default now()
);

create table team (
  company_id text not null references company (id),
  id uuid not null default uuidv7(),
  name text not null,
  color text not null default '#76828F',
  primary key (company_id, id)
);

create table membership (
  company_id text not null references company (id),
  user_id uuid not null references app_user (id),
  role text not null check (role in ('ADMIN', 'USER', 'OPERATOR', 'GUEST', 'PROVIDER_ADMIN', 'PROVIDER_SUPPORT', 'PROVIDER_USER')),
  team_id uuid,
  sort integer not null default 0,
  created_on timestamptz not null default now(),
  primary key (company_id, user_id),
  foreign key (company_id, team_id) references team (company_id, id)
);
create index membership_user on membership (user_id);

create table audit_log (
  company_id text not null references company (id),
  id bigint generated always as identity,
  at timestamptz not null default now(),
  user_id uuid,
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  primary key (company_id, id)
);

-- ---------------------------------------------------------------- work centers and devices
create table work_center_group (
  company_id text not null references company (id),
  id integer generated always as identity,
  name text not null,
  color text not null,
  primary key (company_id, id)
);

create table work_center (
  company_id text not null references company (id),
  id integer generated always as identity,
  device_id uuid,
  sort_number integer not null default 0,
  name text not null check (length(name) between 1 and 200),
  comment text,
  description text,
  external_code text,
  group_id integer,
  responsible_id uuid,
  model text,
  model_code text,
  serial_number text,
  launch_date date,
  type text not null default 'DISCRETE' check (type in ('DISCRETE', 'CONTINUOUS')),
  is_public boolean not null default false,
  device_status text not null default 'ACTIVE' check (device_status in ('ACTIVE', 'ARCHIVE', 'TEMPORARY_SHUTDOWN')),
  status_source text not null default 'POWER' check (status_source in ('CURRENT', 'LOAD', 'POWER', 'SPEED')),
  cos_phi numeric check (cos_phi > 0 and cos_phi <= 1),
  voltage numeric check (voltage > 0),
  transformer_code text,
  transformation_ratio_code text check (transformation_ratio_code ~ '^[0-9]+/[0-9]+$'),
  nominal_power numeric check (nominal_power > 0),
  idle_load_threshold numeric not null default 20 check (idle_load_threshold >= 0),
  calculation_type text not null default 'TOTAL_AND_REJECTED' check (calculation_type in ('ACCEPTED_AND_REJECTED', 'TOTAL_AND_ACCEPTED', 'TOTAL_AND_REJECTED')),
  target_speed numeric check (target_speed > 0),
  counter_range bigint,
  measurement_unit text not null default 'pcs',
  calculate_availability boolean not null default true,
  calculate_performance boolean not null default true,
  calculate_quality boolean not null default true,
  target_availability numeric,
  target_performance numeric,
  target_quality numeric,
  target_oee numeric,
  auto_downtime_tracking boolean not null default true,
  auto_output_tracking boolean not null default true,
  time_zone text,
  setup_version bigint not null default 1,
  version integer not null default 1,
  created_on timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, group_id) references work_center_group (company_id, id)
);
create unique index work_center_device on work_center (device_id) where device_id is not null;

create table operator_work_center (
  company_id text not null,
  user_id uuid not null,
  work_center_id integer not null,
  primary key (company_id, user_id, work_center_id),
  foreign key (company_id, user_id) references membership (company_id, user_id) on delete cascade,
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade
);

-- The registry of devices belongs to the provider: a device is unclaimed until a company adds it.
create table device (
  id uuid primary key default uuidv7(),
  code text not null unique check (code ~ '^[a-z]{2}-[a-z0-9]{4}$'),
  secret_hash text not null,
  partition smallint not null check (partition between 0 and 63),
  company_id text references company (id),
  work_center_id integer,
  report_mode text not null default 'PERIODIC' check (report_mode in ('PERIODIC', 'ON_CHANGE')),
  nominal_period_ms integer not null default 10000 check (nominal_period_ms > 0),
  -- Samples older than this many days are refused as too late (S-1); an import of recorded data sets it higher.
  accept_days_back integer not null default 31 check (accept_days_back > 0),
  created_on timestamptz not null default now(),
  claimed_on timestamptz,
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

create table sensor (
  company_id text not null,
  id integer generated always as identity,
  work_center_id integer not null,
  sensor_guid uuid not null default uuidv7(),
  type text not null,
  number smallint not null default 1,
  name text,
  color text,
  created_on timestamptz not null default now(),
  deleted_on timestamptz,
  primary key (company_id, id),
  unique (company_id, work_center_id, type, number),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

-- ---------------------------------------------------------------- rules: statuses, shifts, reasons
create table status_rule (
  company_id text not null,
  id integer generated always as identity,
  work_center_id integer not null,
  name text not null check (length(name) between 3 and 70),
  short_name text,
  color text not null check (color ~ '^#[0-9a-fA-F]{6}$'),
  range_type text not null check (range_type in ('CURRENT', 'LOAD', 'POWER', 'SPEED', 'MANUAL')),
  archived_on timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

create table status_rule_version (
  company_id text not null,
  status_rule_id integer not null,
  valid_from bigint not null,
  valid_to bigint check (valid_to > valid_from),
  min_value numeric,
  max_value numeric,
  current_a_min numeric, current_a_max numeric,
  current_b_min numeric, current_b_max numeric,
  current_c_min numeric, current_c_max numeric,
  min_event_duration_seconds integer not null default 0 check (min_event_duration_seconds >= 0),
  need_generate_event_by_state boolean not null default true,
  is_effective boolean not null,
  is_scheduled_loss boolean not null default false,
  primary key (company_id, status_rule_id, valid_from),
  foreign key (company_id, status_rule_id) references status_rule (company_id, id)
);

-- work_center_id 0 is the company's schedule (S-40); a set of shifts is in force from valid_from until the next version.
create table shift_schedule (
  company_id text not null references company (id),
  work_center_id integer not null default 0,
  valid_from bigint not null,
  time_zone text not null,
  shift_id smallint not null check (shift_id > 0),
  code text not null check (length(code) = 1),
  name text not null,
  time_start text not null check (time_start ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_end text not null check (time_end ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  primary key (company_id, work_center_id, valid_from, shift_id)
);

create table loss_reason (
  company_id text not null references company (id),
  id integer generated always as identity,
  name text not null,
  category text not null default 'AVAILABILITY' check (category in ('AVAILABILITY', 'PERFORMANCE', 'QUALITY')),
  type text not null default 'UNPLANNED' check (type in ('PLANNED', 'UNPLANNED')),
  color text not null default '#76828F',
  activity_types text[] not null default '{}',
  include_in_oee_calculation boolean not null default true,
  is_small_stop boolean not null default false,
  is_hidden boolean not null default false,
  -- the reason that scheduled-loss statuses are classified by; the first one that is not hidden decides
  is_default_planned boolean not null default false check (not is_default_planned or type = 'PLANNED'),
  primary key (company_id, id)
);

-- Whether the time of scheduled-loss statuses counts in OEE, by the company's default planned reason; it does when there is none.
create function counts_scheduled_loss(company text) returns boolean language sql stable as $$
  select coalesce((
    select r.include_in_oee_calculation from loss_reason r
    where r.company_id = company and r.is_default_planned and not r.is_hidden
    order by r.id limit 1
  ), true)
$$;

-- ---------------------------------------------------------------- derived facts
create table shift (
  company_id text not null,
  id bigint generated always as identity,
  work_center_id integer not null,
  shift_id smallint not null,
  shift_date date not null,
  code text not null,
  name text not null,
  start_at bigint not null,
  end_at bigint not null check (end_at > start_at),
  status text not null default 'PROGRESS' check (status in ('CONFIRMED', 'PROGRESS', 'UNCONFIRMED')),
  comment text,
  late_samples integer not null default 0,
  -- the OEE record: additive terms in ms (facts.ts OeeTerms), as of an instant
  as_of bigint not null,
  elapsed_ms bigint not null,
  excluded_ms bigint not null,
  no_data_ms bigint not null,
  availability_loss_ms bigint not null,
  small_stop_ms bigint not null,
  planned_downtime_ms bigint not null,
  unplanned_downtime_ms bigint not null,
  unclassified_downtime_ms bigint not null,
  setup_ms bigint not null,
  failure_ms bigint not null,
  failure_count integer not null,
  net_operating_ms double precision,
  quality_loss_ms double precision,
  total_output numeric not null,
  accepted_output numeric not null,
  rejected_output numeric not null,
  uncounted_total numeric not null,
  uncounted_accepted numeric not null,
  uncounted_rejected numeric not null,
  ideal_cycle_ms double precision,
  issues text[] not null default '{}',
  primary key (company_id, id),
  unique (company_id, work_center_id, start_at),
  foreign key (company_id, work_center_id) references work_center (company_id, id),
  exclude using gist (company_id with =, work_center_id with =, int8range(start_at, end_at) with &&)
);
create index shift_by_date on shift (company_id, shift_date, work_center_id);

create table status_interval (
  company_id text not null,
  work_center_id integer not null,
  start_at bigint not null,
  end_at bigint check (end_at > start_at),
  kind text not null check (kind in ('RULE', 'OFF', 'UNDEFINED', 'NO_DATA')),
  status_rule_id integer,
  primary key (company_id, work_center_id, start_at),
  foreign key (company_id, work_center_id) references work_center (company_id, id),
  check ((kind = 'RULE') = (status_rule_id is not null)),
  exclude using gist (company_id with =, work_center_id with =, int8range(start_at, end_at) with &&)
);

create table loss (
  company_id text not null,
  id bigint generated always as identity,
  work_center_id integer not null,
  source text not null check (source in ('OUTPUT', 'SPEED', 'STATUS')),
  start_at bigint not null,
  end_at bigint check (end_at > start_at),
  chain_start_at bigint not null,
  shift_start_at bigint not null,
  kind text not null,
  status_rule_id integer,
  is_scheduled_loss boolean not null default false,
  reason_id integer,
  comment text,
  is_approved boolean not null default false,
  is_valid boolean not null default true,
  quantity numeric,
  version integer not null default 1,
  updated_by uuid,
  updated_on timestamptz,
  primary key (company_id, id),
  unique (company_id, work_center_id, source, start_at),
  foreign key (company_id, work_center_id) references work_center (company_id, id),
  foreign key (company_id, reason_id) references loss_reason (company_id, id)
);
create index loss_recent on loss (company_id, start_at desc);

create table output_segment (
  company_id text not null,
  work_center_id integer not null,
  start_at bigint not null,
  end_at bigint,
  shift_start_at bigint,
  total numeric not null,
  accepted numeric not null,
  rejected numeric not null,
  uncounted_total numeric not null,
  uncounted_accepted numeric not null,
  uncounted_rejected numeric not null,
  ideal_cycle_ms double precision,
  is_closed boolean not null default false,
  primary key (company_id, work_center_id, start_at),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

create table hour_record (
  company_id text not null,
  work_center_id integer not null,
  start_at bigint not null,
  shift_start_at bigint not null default 0,
  elapsed_ms bigint not null,
  excluded_ms bigint not null,
  no_data_ms bigint not null,
  availability_loss_ms bigint not null,
  small_stop_ms bigint not null,
  planned_downtime_ms bigint not null,
  unplanned_downtime_ms bigint not null,
  unclassified_downtime_ms bigint not null,
  setup_ms bigint not null,
  failure_ms bigint not null,
  failure_count integer not null,
  net_operating_ms double precision,
  quality_loss_ms double precision,
  total_output numeric not null,
  accepted_output numeric not null,
  rejected_output numeric not null,
  uncounted_total numeric not null,
  uncounted_accepted numeric not null,
  uncounted_rejected numeric not null,
  primary key (company_id, work_center_id, start_at, shift_start_at),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

-- ---------------------------------------------------------------- ingest: log, state, samples, quarantine
-- One row a batch; a row is committed before any message in it is acknowledged.
create table ingest_log (
  partition smallint not null,
  position bigint not null,
  received_at bigint not null,
  message_count integer not null,
  bytes bytea not null,
  crc32 bigint not null,
  primary key (partition, position)
);
-- it lives for seconds: compressing it would cost more than it saves
alter table ingest_log alter column bytes set storage external;

create table ingest_partition (
  partition smallint primary key check (partition between 0 and 63),
  -- everything up to here is in the derived state of every work center of the partition
  derived_position bigint not null default 0,
  -- everything up to here is in sample chunks: log rows at or below both positions may be dropped
  stored_position bigint not null default 0,
  -- the next owner's fencing token
  epoch bigint not null default 0
);
insert into ingest_partition (partition) select generate_series(0, 63);

create table engine_state (
  company_id text not null,
  work_center_id integer not null,
  -- log_position counts in this partition; of a work center whose device was replaced it means nothing any more
  device_partition smallint not null,
  log_position bigint not null,
  setup_version bigint not null,
  state jsonb not null,
  primary key (company_id, work_center_id),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

-- The state as it was before the first sample at or after start_at: where a late sample's recalculation begins.
create table engine_checkpoint (
  company_id text not null,
  work_center_id integer not null,
  start_at bigint not null,
  state jsonb not null,
  primary key (company_id, work_center_id, start_at),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

create table sample_chunk (
  company_id text not null,
  sensor_id integer not null,
  hour_at bigint not null,
  sample_count integer not null,
  bytes bytea not null,
  crc32 bigint not null,
  primary key (company_id, sensor_id, hour_at)
) partition by range (hour_at);
create table sample_chunk_default partition of sample_chunk default;

create table quarantine (
  id bigint generated always as identity primary key,
  company_id text,
  device_id uuid,
  received_at bigint not null,
  reason text not null,
  detail text not null,
  payload bytea
);
create index quarantine_by_device on quarantine (device_id, id desc);

-- ---------------------------------------------------------------- identity provider
create table oidc_payload (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  expires_on timestamptz,
  consumed_on timestamptz,
  primary key (model, id)
);
create index oidc_payload_grant on oidc_payload (grant_id) where grant_id is not null;
create index oidc_payload_uid on oidc_payload (uid) where uid is not null;

create table signing_key (
  kid text primary key,
  jwk jsonb not null,
  created_on timestamptz not null default now()
);

create table server_secret (
  name text primary key,
  value text not null
);

-- ---------------------------------------------------------------- row-level security
-- trueline_app: what requests run as, sees one company. trueline_system: sign-in, ingest and jobs, sees all. Neither owns a table.
do $$
begin
  if not exists (select from pg_roles where rolname = 'trueline_app') then create role trueline_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'trueline_system') then create role trueline_system nologin; end if;
end $$;
grant trueline_app, trueline_system to current_user;
grant usage on schema public to trueline_app, trueline_system;

do $$
declare
  name text;
begin
  foreach name in array array['team', 'membership', 'audit_log', 'work_center_group', 'work_center', 'operator_work_center', 'sensor', 'status_rule',
    'status_rule_version', 'shift_schedule', 'loss_reason', 'shift', 'status_interval', 'loss', 'output_segment', 'hour_record', 'engine_state',
    'engine_checkpoint', 'sample_chunk']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;

alter table company enable row level security;
create policy tenant on company to trueline_app using (id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on company to trueline_system using (true);
grant select, update on company to trueline_app;
grant select, insert, update, delete on company to trueline_system;

alter table device enable row level security;
create policy tenant on device to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on device to trueline_system using (true);
grant select on device to trueline_app;
grant select, insert, update, delete on device to trueline_system;

grant select, insert, update, delete on app_user, ingest_log, ingest_partition, quarantine, oidc_payload, signing_key, server_secret to trueline_system;
grant select on sample_chunk_default to trueline_system;
