-- Up Migration
-- Everything that decides figures beside samples: reasons, tracking rules, what people said about losses, orders, manual statuses, versions of
-- constants; what the engine derives from them; and the marks that ask for a recalculation.

-- ---------------------------------------------------------------- settings of a work center and their versions
-- Kept and used as any other, and left out of what people choose from.
alter table sensor add column is_ui_hidden boolean not null default false;

alter table work_center
  add column dead_band_percent numeric not null default 0 check (dead_band_percent between 0 and 50),
  add column parallel_mode text not null default 'ALTERNATING' check (parallel_mode in ('ALTERNATING', 'SIMULTANEOUS')),
  add column target_output_calculation_type text not null default 'BY_WORK_CENTER_CYCLE_TIME'
    check (target_output_calculation_type in ('BY_CURRENT_JOB_ORDER_CYCLE_TIME', 'BY_JOB_ORDERS_CYCLE_TIME', 'BY_WORK_CENTER_CYCLE_TIME')),
  add column target_output numeric check (target_output >= 0),
  add column target_output_period text check (target_output_period in ('HOUR', 'SHIFT', 'DAY')),
  add column allow_multiple_output_confirmation boolean not null default false,
  add column allow_past_period_confirmations boolean not null default true,
  add column is_output_required_on_confirmation boolean not null default false,
  add column is_job_order_required_for_confirmation boolean not null default false,
  add column quality_reason_required_on_confirmation boolean not null default false,
  add column track_scraps boolean not null default false,
  add column rejection_amount integer not null default 1 check (rejection_amount > 0),
  add column require_reason_for_each_rejection boolean not null default false,
  add column auto_reset_on_shift_finish boolean not null default false,
  add column is_job_order_required boolean not null default false,
  add column is_calibrated boolean not null default false,
  add column calibration_start bigint,
  add column calibration_state text check (calibration_state in ('RUNNING', 'DONE', 'FAILED')),
  add column calibration_failure text,
  -- samples before it are deleted (retention, a purged sensor): what is derived of them is never recalculated
  add column recalculable_from bigint not null default 0;

create table electrical_version (
  company_id text not null,
  work_center_id integer not null,
  valid_from bigint not null,
  cos_phi numeric check (cos_phi > 0 and cos_phi <= 1),
  voltage numeric check (voltage > 0),
  transformation_ratio_code text check (transformation_ratio_code ~ '^[0-9]+/[0-9]+$'),
  nominal_power numeric check (nominal_power > 0),
  idle_load_threshold numeric not null check (idle_load_threshold >= 0),
  primary key (company_id, work_center_id, valid_from),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

create table status_source_version (
  company_id text not null,
  work_center_id integer not null,
  valid_from bigint not null,
  source text not null check (source in ('CURRENT', 'LOAD', 'POWER', 'SPEED')),
  primary key (company_id, work_center_id, valid_from),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

-- The unit in which a work center counts; without a version, that of the work center since ever (E-55).
create table measurement_unit_version (
  company_id text not null,
  work_center_id integer not null,
  valid_from bigint not null,
  unit text not null,
  primary key (company_id, work_center_id, valid_from),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

create table manual_status (
  company_id text not null,
  id bigint generated always as identity,
  work_center_id integer not null,
  start_at bigint not null,
  end_at bigint check (end_at > start_at),
  status_rule_id integer not null,
  created_by uuid,
  created_on timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id),
  foreign key (company_id, status_rule_id) references status_rule (company_id, id),
  exclude using gist (company_id with =, work_center_id with =, int8range(start_at, end_at) with &&)
);

-- ---------------------------------------------------------------- loss reasons and rules
create table loss_reason_group (
  company_id text not null references company (id),
  id integer generated always as identity,
  name text not null check (length(name) between 1 and 200),
  color text not null default '#76828F' check (color ~ '^#[0-9a-fA-F]{6}$'),
  deleted_on timestamptz,
  version integer not null default 1,
  primary key (company_id, id)
);

alter table loss_reason
  add column group_id integer,
  add column denied_for_manual_enter boolean not null default false,
  add column require_extra_notes boolean not null default false,
  add column has_maximum_allowed_duration boolean not null default false,
  add column maximum_allowed_duration_ms bigint check (maximum_allowed_duration_ms > 0),
  add column maximum_allowed_duration_unit text not null default 'min',
  add column link_type text not null default 'COMPANY' check (link_type in ('COMPANY', 'WORK_CENTER', 'WORK_CENTER_GROUP')),
  add column identifiers text[] not null default '{}',
  add column deleted_on timestamptz,
  add column version integer not null default 1,
  add constraint loss_reason_group_of foreign key (company_id, group_id) references loss_reason_group (company_id, id);

-- The engine reads the default planned reason itself.
drop function counts_scheduled_loss(text);

-- Where a reason is offered when it is not offered in the whole company (S-24).
create table loss_reason_link (
  company_id text not null,
  id integer generated always as identity,
  loss_reason_id integer not null,
  work_center_group_id integer,
  work_center_id integer,
  identifier text,
  primary key (company_id, id),
  check (num_nonnulls(work_center_group_id, work_center_id) = 1),
  unique nulls not distinct (company_id, loss_reason_id, work_center_group_id, work_center_id),
  foreign key (company_id, loss_reason_id) references loss_reason (company_id, id) on delete cascade,
  foreign key (company_id, work_center_group_id) references work_center_group (company_id, id) on delete cascade,
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade
);

create table loss_reason_translation (
  company_id text not null,
  loss_reason_id integer not null,
  language text not null check (language in ('en', 'uk', 'pl', 'ru', 'es', 'uz')),
  name text not null,
  primary key (company_id, loss_reason_id, language),
  foreign key (company_id, loss_reason_id) references loss_reason (company_id, id) on delete cascade
);

create table loss_reason_group_translation (
  company_id text not null,
  loss_reason_group_id integer not null,
  language text not null check (language in ('en', 'uk', 'pl', 'ru', 'es', 'uz')),
  name text not null,
  primary key (company_id, loss_reason_group_id, language),
  foreign key (company_id, loss_reason_group_id) references loss_reason_group (company_id, id) on delete cascade
);

-- A stop takes the version in force at its start; status_rule_id null is for stops without a rule (S-23).
create table loss_tracking_rule (
  company_id text not null,
  id integer generated always as identity,
  work_center_id integer not null,
  status_rule_id integer,
  valid_from bigint not null,
  valid_to bigint check (valid_to > valid_from),
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id),
  foreign key (company_id, status_rule_id) references status_rule (company_id, id),
  exclude using gist (company_id with =, work_center_id with =, (coalesce(status_rule_id, 0)) with =, int8range(valid_from, valid_to) with &&)
);

create table loss_tracking_row (
  company_id text not null,
  loss_tracking_rule_id integer not null,
  from_ms bigint not null check (from_ms >= 0),
  to_ms bigint check (to_ms > from_ms),
  from_unit text not null default 'min',
  to_unit text not null default 'min',
  loss_reason_id integer not null,
  primary key (company_id, loss_tracking_rule_id, from_ms),
  foreign key (company_id, loss_tracking_rule_id) references loss_tracking_rule (company_id, id) on delete cascade,
  foreign key (company_id, loss_reason_id) references loss_reason (company_id, id),
  exclude using gist (company_id with =, loss_tracking_rule_id with =, int8range(from_ms, to_ms) with &&)
);

-- ---------------------------------------------------------------- what people said about losses (S-28): never derived, never overwritten by a recalculation
create table loss_annotation (
  company_id text not null,
  id bigint generated always as identity,
  work_center_id integer not null,
  source text not null default 'STATUS' check (source in ('OUTPUT', 'SPEED', 'STATUS')),
  start_at bigint not null,
  end_at bigint check (end_at > start_at),
  starts_with_stop boolean not null default true,
  ends_with_stop boolean not null default true,
  reason_id integer,
  comment text,
  is_approved boolean not null default false,
  is_manual boolean not null default false,
  share_ms bigint check (share_ms > 0),
  share_units numeric check (share_units > 0),
  -- false = no ineffective time is left under it: listed for review, in no sum
  is_valid boolean not null default true,
  version integer not null default 1,
  created_by uuid,
  created_on timestamptz not null default now(),
  updated_by uuid,
  updated_on timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id),
  foreign key (company_id, reason_id) references loss_reason (company_id, id),
  exclude using gist (company_id with =, work_center_id with =, int8range(start_at, end_at) with &&) where (source = 'STATUS' and is_valid)
);
create index loss_annotation_by_time on loss_annotation (company_id, work_center_id, start_at);

-- A loss row is derived; id is stable as long as it starts at the same instant or carries the same annotation. What people said is mirrored from its annotation.
alter table loss
  add column part smallint not null default 0,
  add column annotation_id bigint,
  add column reason_source text check (reason_source in ('MANUAL', 'RULE', 'STATUS')),
  add column is_provisional boolean not null default false,
  add column level smallint not null default 2 check (level between 1 and 3),
  add column duration_ms bigint,
  -- How long it lasts or is worth, null while it goes on. A column, since an index over an expression is no use to a role with row-level security.
  add column length_ms bigint generated always as (coalesce(duration_ms, end_at - start_at)) stored,
  drop constraint loss_company_id_work_center_id_source_start_at_key,
  add constraint loss_identity unique (company_id, work_center_id, source, start_at, part);
create index loss_by_shift on loss (company_id, work_center_id, shift_start_at);
-- Lists of losses, whatever narrows them, out of a million.
create index loss_by_length on loss (company_id, length_ms desc, id desc);
create index loss_by_reason on loss (company_id, reason_id, start_at desc);
create index loss_by_source on loss (company_id, source, start_at desc);
create index loss_approved on loss (company_id, start_at desc) where is_approved;
create index loss_by_annotation on loss (company_id, annotation_id) where annotation_id is not null;

-- ---------------------------------------------------------------- orders, as far as they decide figures
create table job_order (
  company_id text not null references company (id),
  id integer generated always as identity,
  order_code text not null,
  work_center_id integer,
  status text not null default 'DRAFT' check (status in ('CANCELLED', 'COMPLETED', 'DRAFT', 'ON_HOLD', 'PLANNED', 'PROGRESS', 'TECHNICALLY_COMPLETED')),
  performance_by text not null default 'CYCLE_TIME' check (performance_by in ('CYCLE_TIME', 'SPEED')),
  plan_cycle_time_ms numeric check (plan_cycle_time_ms > 0),
  target_speed_quantity numeric check (target_speed_quantity > 0),
  target_speed_time_ms numeric check (target_speed_time_ms > 0),
  plan_output numeric check (plan_output > 0),
  plan_start bigint,
  plan_end bigint check (plan_end > plan_start),
  accepted_output numeric not null default 0,
  rejected_output numeric not null default 0,
  version integer not null default 1,
  created_on timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, order_code),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

create table job_order_run (
  company_id text not null,
  job_order_id integer not null,
  work_center_id integer not null,
  start_at bigint not null,
  end_at bigint check (end_at > start_at),
  primary key (company_id, job_order_id, work_center_id, start_at),
  foreign key (company_id, job_order_id) references job_order (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id),
  exclude using gist (company_id with =, job_order_id with =, work_center_id with =, int8range(start_at, end_at) with &&)
);
create index job_order_run_by_work_center on job_order_run (company_id, work_center_id, start_at);

create table output_confirmation (
  company_id text not null,
  id integer generated always as identity,
  work_center_id integer not null,
  job_order_id integer,
  start_at bigint not null,
  end_at bigint check (end_at > start_at),
  accepted numeric not null default 0 check (accepted >= 0),
  rejected numeric not null default 0 check (rejected >= 0),
  type text not null default 'CONFIRMED' check (type in ('CANCELED', 'CONFIRMED', 'PROCESSING')),
  is_closing boolean not null default false,
  batch_code text,
  comment text,
  created_by uuid,
  created_on timestamptz not null default now(),
  primary key (company_id, id),
  check (accepted + rejected > 0),
  foreign key (company_id, work_center_id) references work_center (company_id, id),
  foreign key (company_id, job_order_id) references job_order (company_id, id)
);
create index output_confirmation_by_time on output_confirmation (company_id, work_center_id, start_at);
create index output_confirmation_by_order on output_confirmation (company_id, job_order_id) where job_order_id is not null;

-- ---------------------------------------------------------------- derived facts
alter table status_interval add column cause text check (cause in ('BATTERY_EMPTY', 'DEVICE_OFF', 'SILENT', 'UNAVAILABLE'));

alter table output_segment
  -- stable as long as the segment starts at the same instant
  add column id bigint generated always as identity,
  add column job_order_ids integer[] not null default '{}',
  add column effective_total numeric not null default 0,
  add column effective_accepted numeric not null default 0,
  add column effective_rejected numeric not null default 0,
  add column is_confirmed boolean not null default false,
  -- confirmed less counted units (S-62)
  add column difference numeric not null default 0,
  add column unit text,
  add column net_operating_ms double precision,
  add column quality_loss_ms double precision,
  add column run_ms bigint not null default 0,
  add column planned_ms bigint not null default 0;

alter table hour_record
  add column planned_included_ms bigint not null default 0,
  add column unplanned_included_ms bigint not null default 0,
  add column order_loss_ms bigint not null default 0;

alter table shift
  add column planned_included_ms bigint not null default 0,
  add column unplanned_included_ms bigint not null default 0,
  add column order_loss_ms bigint not null default 0,
  add column version integer not null default 1,
  -- 0 until it is confirmed for the first time; each confirmation is one more (S-46)
  add column revision integer not null default 0,
  add column confirmed_by uuid,
  add column confirmed_on timestamptz;

-- Days of the week on which a shift starts, 1 Monday to 7 Sunday (S-48), and which local date it belongs to (S-41): parts of a version of a schedule.
alter table shift_schedule
  add column weekdays smallint[] not null default '{1,2,3,4,5,6,7}' check (cardinality(weekdays) > 0 and weekdays <@ '{1,2,3,4,5,6,7}'),
  add column shift_date_rule text not null default 'START' check (shift_date_rule in ('END', 'START'));
alter table company add column shift_date_rule text not null default 'START' check (shift_date_rule in ('END', 'START'));

-- A version without shifts: from then on a work center has those of its company again, the company (0) has none (E-34).
create table shift_schedule_end (
  company_id text not null references company (id),
  work_center_id integer not null default 0,
  valid_from bigint not null,
  time_zone text not null,
  primary key (company_id, work_center_id, valid_from)
);

-- Holidays and extra working days by local date (S-48); only those to come are ever changed.
create table shift_exception (
  company_id text not null references company (id),
  work_center_id integer not null default 0,
  exception_date date not null,
  is_working boolean not null,
  name text not null default '',
  primary key (company_id, work_center_id, exception_date)
);

-- The restatement log: what each confirmation of a shift said, and why it was opened again (S-46).
create table shift_revision (
  company_id text not null,
  work_center_id integer not null,
  shift_start_at bigint not null,
  revision integer not null check (revision > 0),
  confirmed_by uuid,
  confirmed_on timestamptz not null,
  comment text,
  issues jsonb not null default '[]',
  -- the OEE record as it was confirmed: terms, figures and output
  record jsonb not null,
  reopened_by uuid,
  reopened_on timestamptz,
  reopen_reason text,
  -- samples that came after the confirmation and were applied when it was opened again
  late_samples integer,
  primary key (company_id, work_center_id, shift_start_at, revision),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

-- ---------------------------------------------------------------- recalculation: a mark is a stretch of a work center whose records no longer follow from their inputs
create table recalculation (
  company_id text not null,
  id bigint generated always as identity,
  work_center_id integer not null,
  from_at bigint not null,
  -- null = to the present
  to_at bigint check (to_at >= from_at),
  cause text not null,
  requested_by uuid,
  requested_on timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);
create index recalculation_by_work_center on recalculation (company_id, work_center_id, id);

-- ---------------------------------------------------------------- sums of shift records
-- The terms of all shifts of a work center in a week or month that is over, so that a year is answered from 12 rows instead of 1095. Filled by the
-- first reader; work_center_id 0 says that the period is filled for the whole company. Which factors count is decided when they are read.
create table shift_sum (
  company_id text not null references company (id),
  grain text not null check (grain in ('MONTH', 'WEEK')),
  first_date date not null,
  work_center_id integer not null,
  records integer not null,
  confirmed_records integer not null,
  last_end_at bigint,
  as_of bigint,
  issues text,
  elapsed_ms bigint not null,
  excluded_ms bigint not null,
  no_data_ms bigint not null,
  availability_loss_ms bigint not null,
  small_stop_ms bigint not null,
  planned_downtime_ms bigint not null,
  unplanned_downtime_ms bigint not null,
  unclassified_downtime_ms bigint not null,
  planned_included_ms bigint not null,
  unplanned_included_ms bigint not null,
  order_loss_ms bigint not null,
  setup_ms bigint not null,
  failure_ms bigint not null,
  failure_count integer not null,
  total_output numeric not null,
  accepted_output numeric not null,
  rejected_output numeric not null,
  uncounted_total numeric not null,
  uncounted_accepted numeric not null,
  uncounted_rejected numeric not null,
  -- of the records that have a reference speed (D-43)
  priced_records integer not null,
  priced_elapsed_ms bigint not null,
  priced_planned_ms bigint not null,
  priced_run_ms bigint not null,
  net_operating_ms double precision not null,
  quality_loss_ms double precision not null,
  -- run time x quality of each record: what is valuable where performance is switched off
  good_run_ms double precision not null,
  primary key (company_id, grain, first_date, work_center_id)
);

-- Sums are of dates that are at least six days old; so writing the shifts of the last days, as live ingest does, never waits for them. A reader fills
-- them under the exclusive lock, a writer of older shifts holds it shared until it commits.
create function forget_shift_sums() returns trigger language plpgsql as $$
declare
  owner text;
begin
  for owner in select distinct company_id from changed where shift_date < current_date - 4 loop
    perform pg_advisory_xact_lock_shared(hashtextextended('shift_sum/' || owner, 0));
  end loop;
  if found then
    delete from shift_sum using (select distinct company_id, shift_date from changed where shift_date < current_date - 4) past
    where shift_sum.company_id = past.company_id
      and (grain, first_date) in (('MONTH', date_trunc('month', past.shift_date)::date), ('WEEK', date_trunc('week', past.shift_date)::date));
  end if;
  return null;
end $$;
create trigger shift_sums_on_insert after insert on shift referencing new table as changed for each statement execute function forget_shift_sums();
create trigger shift_sums_on_update after update on shift referencing new table as changed for each statement execute function forget_shift_sums();
create trigger shift_sums_on_move after update on shift referencing old table as changed for each statement execute function forget_shift_sums();
create trigger shift_sums_on_delete after delete on shift referencing old table as changed for each statement execute function forget_shift_sums();

-- ---------------------------------------------------------------- energy
-- Energy of each hour with its quarters, worked out once from samples so that long periods are answered from records; an hour without any is absent.
create table energy_hour (
  company_id text not null,
  work_center_id integer not null,
  -- the start of an hour of the zone's clock
  hour_at bigint not null,
  kwh double precision,
  covered_ms integer not null,
  max_kw double precision,
  source text check (source in ('METER', 'MIXED', 'POWER')),
  is_assumed_balanced boolean not null,
  quarter_kwh double precision[] not null,
  quarter_covered_ms integer[] not null,
  quarter_max_kw double precision[] not null,
  quarter_source text[] not null,
  primary key (company_id, work_center_id, hour_at),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

-- The hours before derived_until follow from the samples; a late sample and a changed constant move it back.
create table energy_progress (
  company_id text not null,
  work_center_id integer not null,
  derived_until bigint not null,
  -- the zone of the hours
  zone text not null,
  -- a sample that is older than derived_until plus the margin is late; hours change as far as the reach before it
  margin_ms bigint not null,
  reach_ms bigint not null,
  rewinds integer not null default 0,
  primary key (company_id, work_center_id),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

-- ---------------------------------------------------------------- row-level security
do $$
declare
  name text;
begin
  foreach name in array array['electrical_version', 'status_source_version', 'measurement_unit_version', 'manual_status', 'loss_reason_group', 'loss_reason_link',
    'loss_reason_translation', 'loss_reason_group_translation', 'loss_tracking_rule', 'loss_tracking_row', 'loss_annotation', 'job_order',
    'job_order_run', 'output_confirmation', 'shift_revision', 'shift_schedule_end', 'shift_exception', 'recalculation', 'shift_sum', 'energy_hour', 'energy_progress']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;

-- What was done and what was confirmed is added to, never rewritten: a revision is only told of its reopening.
revoke update, delete on audit_log from trueline_app;
revoke update, delete on shift_revision from trueline_app;
grant update (reopened_by, reopened_on, reopen_reason, late_samples) on shift_revision to trueline_app;
-- What ingest derives is written by ingest alone; requests read it. They change of a shift what people decide, and of a loss what they said.
revoke insert, update, delete on status_interval, hour_record, output_segment, engine_state, engine_checkpoint, sample_chunk from trueline_app;
create index loss_annotation_invalid on loss_annotation (company_id, work_center_id) where not is_valid;
create index shift_unconfirmed on shift (company_id, shift_date, work_center_id) where status <> 'CONFIRMED';
