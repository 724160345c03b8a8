-- Up Migration

-- The text as searches compare it: lower case, without accents and apostrophes, so that lodz finds Łódź.
create function folded(given text) returns text language sql immutable parallel safe
  return regexp_replace(normalize(translate(lower(given), 'łёїґ''ʻʼ‘’`', 'lеіг'), NFD), '[\u0300-\u036f]', '', 'g');

-- ---------------------------------------------------------------- what is made
create table item (
  company_id text not null references company (id),
  id integer generated always as identity,
  name text not null check (char_length(name) between 1 and 200),
  sku text not null check (char_length(sku) between 1 and 64),
  external_code text,
  -- the code of a unit
  measurement_unit text not null,
  -- alike products, between which a changeover is short
  family text,
  is_batch_tracked boolean not null default false,
  container_quantity numeric check (container_quantity > 0),
  is_archived boolean not null default false,
  version integer not null default 1,
  created_by uuid,
  created_on timestamptz not null default now(),
  updated_by uuid,
  updated_on timestamptz not null default now(),
  -- what a search looks through
  search_text text generated always as (folded(name || ' ' || sku || ' ' || coalesce(external_code, '') || ' ' || coalesce(family, ''))) stored,
  primary key (company_id, id)
);
create unique index item_by_sku on item (company_id, lower(sku));

-- How fast an item is made at a work center: what an order takes over.
create table item_standard (
  company_id text not null,
  item_id integer not null,
  work_center_id integer not null,
  performance_by text not null default 'CYCLE_TIME' check (performance_by in ('CYCLE_TIME', 'SPEED')),
  plan_cycle_time_ms numeric check (plan_cycle_time_ms > 0),
  target_speed_quantity numeric check (target_speed_quantity > 0),
  target_speed_time_ms numeric check (target_speed_time_ms > 0),
  scrap_percent numeric check (scrap_percent >= 0 and scrap_percent < 100),
  primary key (company_id, item_id, work_center_id),
  foreign key (company_id, item_id) references item (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

-- ---------------------------------------------------------------- orders as people keep them
alter table job_order
  add column external_code text,
  add column description text,
  add column notes text,
  add column item_id integer,
  add column due_date bigint,
  -- of a window that was entered; null = it follows from output and speed
  add column plan_duration_ms bigint check (plan_duration_ms > 0),
  -- whether people said when it ends; else that follows from when it starts and how long it takes
  add column is_plan_end_entered boolean not null default true,
  -- in which units of time people entered them
  add column plan_duration_unit text not null default 'min',
  add column plan_cycle_time_unit text not null default 's',
  add column target_speed_time_unit text not null default 's',
  -- its place in the queue of its work center, with room between neighbours; a move writes one row and raises no version
  add column queue_rank bigint,
  add column source text not null default 'SCREEN' check (source in ('API', 'IMPORT', 'INTEGRATION', 'SCREEN')),
  add column created_by uuid,
  add column updated_by uuid,
  add column updated_on timestamptz not null default now(),
  add column canceled_by uuid,
  add column canceled_on timestamptz,
  add column closed_on timestamptz,
  -- what searches look through
  add column code_text text generated always as (folded(order_code || ' ' || coalesce(external_code, ''))) stored,
  add column search_text text generated always as (folded(order_code || ' ' || coalesce(external_code, '') || ' ' || coalesce(description, ''))) stored,
  add constraint job_order_item foreign key (company_id, item_id) references item (company_id, id);
update job_order set updated_on = created_on, queue_rank = id::bigint * 1048576;

create unique index job_order_by_code on job_order (company_id, lower(order_code));
-- Two open orders of a work center never have one external code.
create unique index job_order_by_external_code on job_order (company_id, work_center_id, lower(external_code)) nulls not distinct
  where external_code is not null and status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS');
create index job_order_queue on job_order (company_id, work_center_id, queue_rank, id) where status in ('DRAFT', 'PLANNED', 'ON_HOLD');
create index job_order_by_status on job_order (company_id, status, created_on desc, id desc);
create index job_order_by_age on job_order (company_id, created_on desc, id desc);
create index job_order_by_due_date on job_order (company_id, due_date, id);
create index job_order_by_item on job_order (company_id, item_id) where item_id is not null;
create index job_order_by_work_center on job_order (company_id, work_center_id, status);

-- The last number that the product gave an order of the company.
create table job_order_number (
  company_id text primary key references company (id),
  last integer not null
);

alter table job_order_run
  add column started_by uuid,
  add column started_via uuid,
  add column ended_by uuid,
  add column ended_via uuid;

-- What was done with an order, added to and never rewritten; what was taken back is marked so.
create table job_order_event (
  company_id text not null,
  id bigint generated always as identity,
  job_order_id integer not null,
  -- what was done in one gesture is taken back as one
  act uuid not null,
  kind text not null check (kind in ('CANCELLED', 'CHANGED', 'CLOSED', 'COPIED', 'CREATED', 'MOVED', 'PLANNED', 'RESTORED', 'STARTED', 'STOPPED', 'UNDONE')),
  from_status text,
  to_status text,
  -- when it holds from, by the tap or as people dated it back
  at bigint not null,
  created_on timestamptz not null,
  created_by uuid,
  via_station uuid,
  source text not null check (source in ('API', 'IMPORT', 'INTEGRATION', 'OFFLINE', 'SCREEN', 'SYSTEM')),
  comment text,
  details jsonb not null default '{}',
  -- the order's version and runs before the act, as far as it can be taken back
  undo jsonb,
  undone_on timestamptz,
  undone_by uuid,
  primary key (company_id, id),
  foreign key (company_id, job_order_id) references job_order (company_id, id) on delete cascade
);
create index job_order_event_by_order on job_order_event (company_id, job_order_id, id desc);
create index job_order_event_by_act on job_order_event (company_id, act);

create table job_order_link (
  company_id text not null,
  id integer generated always as identity,
  job_order_id integer not null,
  file_name text not null check (char_length(file_name) between 1 and 200),
  link_group text not null default '' check (char_length(link_group) <= 60),
  url text not null check (char_length(url) <= 2000),
  primary key (company_id, id),
  foreign key (company_id, job_order_id) references job_order (company_id, id) on delete cascade
);
create index job_order_link_by_order on job_order_link (company_id, job_order_id, id);

alter table work_center add column max_parallel_orders smallint check (max_parallel_orders between 1 and 20);

do $$
declare
  name text;
begin
  foreach name in array array['item', 'item_standard', 'job_order_number', 'job_order_event', 'job_order_link']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
revoke update, delete on job_order_event from trueline_app;
grant update (undone_on, undone_by) on job_order_event to trueline_app;
