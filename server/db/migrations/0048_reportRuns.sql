-- Up Migration
-- Reports as files that people asked for.

-- One period of a report.
create table report_run (
  company_id text not null references company (id) on delete cascade,
  id uuid not null default uuidv7(),
  type text not null check (type in ('GENERAL', 'DOWNTIME', 'LOSSES', 'SHIFT')),
  date_from date not null,
  date_to date not null,
  -- of a single shift the instant at which it starts
  shift_start_at bigint,
  -- who asked for it
  user_id uuid references app_user (id) on delete set null,
  created_on timestamptz not null default now(),
  primary key (company_id, id),
  check (date_from < date_to)
);
create index report_run_of_user on report_run (company_id, user_id, created_on desc);
create index report_run_age on report_run (created_on);

-- A file of a run, in one language and of one set of work centers, which the class names.
create table report_rendering (
  company_id text not null,
  id uuid not null default uuidv7(),
  run_id uuid not null,
  class text not null,
  -- all that the report is made from
  request jsonb not null,
  job_id uuid,
  file_id uuid,
  primary key (company_id, id),
  unique (company_id, run_id, class),
  foreign key (company_id, run_id) references report_run (company_id, id) on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['report_run', 'report_rendering']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
