-- Up Migration
-- Background jobs as people see them, and files. The queue itself is pg-boss's schema, which the product installs beside the migrations.

alter table letter rename to email;
alter index letter_waiting rename to email_waiting;
alter index letter_by_recipient rename to email_by_recipient;
alter table email rename constraint letter_pkey to email_pkey;

-- ---------------------------------------------------------------- jobs
-- One row a job; a schedule has one row, which tells its last run. Rows of no company are the system's own and no request sees them.
create table job_run (
  id uuid primary key,
  company_id text references company (id) on delete cascade,
  kind text not null,
  -- what it is about, for people: an address, a work center
  subject text,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  progress smallint check (progress between 0 and 100),
  attempts integer not null default 0,
  -- place in the queue: companies take turns
  turn integer not null default 0,
  error_id uuid,
  error text,
  created_on timestamptz not null default now(),
  due_on timestamptz not null default now(),
  started_on timestamptz,
  ended_on timestamptz,
  -- who asked for it, and the file that it made
  user_id uuid references app_user (id) on delete set null,
  file_id uuid
);
create index job_run_of_company on job_run (company_id, created_on desc, id desc);
create index job_run_turn on job_run (kind, company_id, turn) where state in ('WAITING', 'RUNNING');
create index job_run_ended on job_run (ended_on) where ended_on is not null;

-- How far each queue has come with the turns of companies.
create table job_turn (
  queue text primary key,
  turn integer not null default 0
);

alter table job_run enable row level security;
create policy tenant on job_run to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')))
  with check (company_id is not distinct from (select nullif(current_setting('app.tenant', true), '')));
create policy everything on job_run to trueline_system using (true);
-- A request asks for jobs and sees them; only the system runs them.
grant select, insert on job_run to trueline_app;
grant select on job_turn to trueline_app;
grant select, insert, update, delete on job_run, job_turn to trueline_system;

-- ---------------------------------------------------------------- files
-- What jobs make and people fetch, or people bring. The bytes lie in parts of 1 MiB, in a table for each week in which files expire, so that a week of
-- files goes at once; the row stays for a while, to tell that there was a file.
create table file (
  company_id text not null references company (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('EXPORT', 'REPORT', 'PRINT', 'IMPORT')),
  state text not null default 'WRITING' check (state in ('WRITING', 'READY', 'GONE')),
  name text not null check (length(name) between 1 and 200),
  content_type text not null,
  size bigint not null default 0,
  sha256 bytea,
  -- whose it is; null = of everybody in the company with the right below
  user_id uuid references app_user (id) on delete cascade,
  needs_action text not null,
  needs_subject text not null,
  created_on timestamptz not null default now(),
  expires_on timestamptz not null,
  expires_week date not null,
  primary key (company_id, id)
);
create index file_oldest on file (company_id, created_on) where state <> 'GONE';
create index file_expiry on file (expires_on);

create table file_part (
  expires_week date not null,
  company_id text not null,
  file_id uuid not null,
  no integer not null,
  bytes bytea not null check (length(bytes) <= 1048576),
  primary key (expires_week, company_id, file_id, no)
) partition by range (expires_week);
-- Most files are compressed already.
alter table file_part alter column bytes set storage external;
create table file_part_default partition of file_part default;
alter table file_part_default alter column bytes set storage external;
grant select, delete on file_part_default to trueline_system;

do $$
declare
  name text;
begin
  foreach name in array array['file', 'file_part']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
