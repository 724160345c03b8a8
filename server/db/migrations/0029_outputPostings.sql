-- Up Migration

-- ---------------------------------------------------------------- what people say was made
-- One act of confirming output. Its rows are confirmations: of one output segment and one type of output each.
create table output_posting (
  company_id text not null,
  id integer generated always as identity,
  work_center_id integer not null,
  job_order_id integer,
  -- when it was said (ms UTC)
  at bigint not null,
  comment text,
  is_automatic boolean not null default false,
  is_closing boolean not null default false,
  -- run time of its segments and what their device had counted then, from which speeds follow
  run_ms bigint not null default 0,
  sensor_total numeric not null default 0,
  warnings text[] not null default '{}',
  created_by uuid,
  created_via uuid,
  created_on timestamptz not null default now(),
  -- the posting that this one stands for, and the one that stands for this
  corrects integer,
  corrected_by integer,
  canceled_by uuid,
  canceled_via uuid,
  canceled_on timestamptz,
  cancel_comment text,
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id),
  foreign key (company_id, job_order_id) references job_order (company_id, id)
);
create index output_posting_by_order on output_posting (company_id, job_order_id, id desc) where job_order_id is not null;

alter table output_confirmation
  add column posting_id integer,
  -- end of its segment, or as given (ms UTC)
  add column batch_time bigint,
  -- a row that named no segment does not use it up
  add column has_segment boolean not null default true,
  -- what the device had counted of its type when it was posted, less what was confirmed before
  add column sensor_value numeric not null default 0,
  add column batch_id integer,
  add column container_id integer,
  add column container_code text;

-- Rows of before become a posting each; those of both types become two rows.
alter table output_posting add column of_row integer;
insert into output_posting (company_id, work_center_id, job_order_id, at, comment, is_closing, created_by, created_on, of_row)
  select company_id, work_center_id, job_order_id, coalesce(end_at, start_at), comment, is_closing, created_by, created_on, id from output_confirmation;
update output_confirmation c set posting_id = p.id, batch_time = coalesce(c.end_at, c.start_at)
  from output_posting p where p.company_id = c.company_id and p.of_row = c.id;
alter table output_posting drop column of_row;
insert into output_confirmation (company_id, work_center_id, job_order_id, start_at, end_at, rejected, type, is_closing, comment, created_by, created_on, posting_id, batch_time)
  select company_id, work_center_id, job_order_id, start_at, end_at, rejected, type, is_closing, comment, created_by, created_on, posting_id, batch_time
  from output_confirmation where accepted > 0 and rejected > 0;
update output_confirmation set rejected = 0 where accepted > 0 and rejected > 0;

alter table output_confirmation
  alter column posting_id set not null,
  alter column batch_time set not null,
  add column output_type text not null generated always as (case when rejected > 0 then 'REJECTED' else 'ACCEPTED' end) stored,
  -- a segment of which nothing more comes is closed by a row of nothing
  drop constraint output_confirmation_check1,
  add constraint output_confirmation_units check ((accepted > 0 or rejected > 0 or is_closing) and (accepted = 0 or rejected = 0)),
  add constraint output_confirmation_posting foreign key (company_id, posting_id) references output_posting (company_id, id);

create index output_confirmation_by_posting on output_confirmation (company_id, posting_id);
create index output_confirmation_by_batch_time on output_confirmation (company_id, batch_time desc, id desc);
create index output_confirmation_of_place on output_confirmation (company_id, work_center_id, batch_time desc, id desc);
create index output_confirmation_of_order on output_confirmation (company_id, job_order_id, batch_time desc, id desc) where job_order_id is not null;
create index output_confirmation_by_batch on output_confirmation (company_id, batch_code, batch_time desc) where batch_code is not null;
create index output_confirmation_by_container on output_confirmation (company_id, container_code, batch_time desc) where container_code is not null;

-- Instants at which people ended an output segment.
create table output_cut (
  company_id text not null,
  work_center_id integer not null,
  at bigint not null,
  created_by uuid,
  created_on timestamptz not null default now(),
  primary key (company_id, work_center_id, at),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

-- What a device counted too much or too little, added to its counts.
create table output_correction (
  company_id text not null,
  id integer generated always as identity,
  work_center_id integer not null,
  -- the range of its segment: the one that holds its middle is corrected
  start_at bigint not null,
  end_at bigint check (end_at > start_at),
  accepted numeric not null,
  rejected numeric not null,
  comment text not null,
  created_by uuid,
  created_via uuid,
  created_on timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);
create index output_correction_by_time on output_correction (company_id, work_center_id, start_at);

alter table output_segment
  -- what the device counted, where people corrected it
  add column counted_accepted numeric,
  add column counted_rejected numeric,
  -- where each stroke made a piece of every one of several orders
  add column strokes numeric;

-- A reason of rejects goes with the posting that said it.
alter table loss_annotation add column output_posting_id integer;
create index loss_annotation_by_posting on loss_annotation (company_id, output_posting_id) where output_posting_id is not null;

alter table job_order_event drop constraint job_order_event_kind_check,
  add constraint job_order_event_kind_check check (kind in ('ASSIGNED', 'CANCELLED', 'CHANGED', 'CLOSED', 'CONFIRMED', 'CONFIRMATION_CANCELLED', 'CONFIRMATION_CORRECTED',
    'COPIED', 'CREATED', 'MOVED', 'PLANNED', 'REOPENED', 'RESTORED', 'STARTED', 'STOPPED', 'UNDONE'));

alter table work_center add column auto_confirm text not null default 'OFF' check (auto_confirm in ('OFF', 'ON_CLOSE', 'ON_SHIFT_END'));

do $$
declare
  name text;
begin
  foreach name in array array['output_posting', 'output_cut', 'output_correction']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
