-- Up Migration

-- ---------------------------------------------------------------- files of job orders, from their upload until they are taken back
create table job_orders_import (
  company_id text not null references company (id),
  id integer generated always as identity,
  file_name text not null check (char_length(file_name) between 1 and 200),
  -- SHA-256 of the file: the same one was imported before
  file_hash text not null,
  source text not null check (source in ('API', 'INTEGRATION', 'SCREEN')),
  -- what was recognised; null for rows that a program sent
  encoding text,
  delimiter text,
  sheet text,
  sheets text[] not null default '{}',
  headers text[] not null,
  row_count integer not null,
  state text not null check (state in ('UPLOADED', 'MAPPED', 'CHECKED', 'APPLYING', 'APPLIED', 'UNDONE', 'FAILED', 'EXPIRED')),
  mapping jsonb not null,
  questions jsonb not null default '[]',
  -- null = what each work center is set to
  import_type text check (import_type in ('RECREATE_AND_UPDATE', 'REPLACE', 'UPDATE')),
  scope text not null default 'FILE' check (scope in ('COMPANY', 'FILE')),
  may_create_items boolean not null default false,
  skips_refused boolean not null default false,
  -- of the last check
  counts jsonb,
  ended jsonb not null default '[]',
  places jsonb not null default '[]',
  check_token text,
  -- how far applying is
  done integer not null default 0,
  created_by uuid not null,
  created_on timestamptz not null,
  applied_by uuid,
  applied_on timestamptz,
  undo_until timestamptz,
  undone_by uuid,
  undone_on timestamptz,
  -- what stayed when it was taken back, and why
  kept jsonb not null default '[]',
  -- all that it did has this act in the history of the orders
  act uuid,
  item_ids integer[] not null default '{}',
  primary key (company_id, id)
);
create index job_orders_import_by_age on job_orders_import (company_id, created_on desc, id desc);
create index job_orders_import_by_hash on job_orders_import (company_id, file_hash);

create table job_orders_import_row (
  company_id text not null,
  import_id integer not null,
  -- its line in the file
  no integer not null,
  cells jsonb not null,
  is_left_out boolean not null default false,
  outcome text check (outcome in ('CREATE', 'LEFT_OUT', 'RECREATE', 'REFUSED', 'UNCHANGED', 'UPDATE')),
  job_order_id integer,
  order_code text,
  changes jsonb not null default '[]',
  problems jsonb not null default '[]',
  primary key (company_id, import_id, no),
  foreign key (company_id, import_id) references job_orders_import (company_id, id) on delete cascade
);

-- What an import did with each order, and what that was before.
create table job_orders_import_change (
  company_id text not null,
  import_id integer not null,
  job_order_id integer not null,
  order_code text not null,
  kind text not null check (kind in ('CANCEL', 'CLOSE', 'CREATE', 'RECREATE', 'UPDATE')),
  -- the version that it left
  version integer not null,
  -- the row of the order; null = it was not there
  before jsonb,
  primary key (company_id, import_id, job_order_id),
  foreign key (company_id, import_id) references job_orders_import (company_id, id) on delete cascade
);

create table import_mapping (
  company_id text not null references company (id),
  id integer generated always as identity,
  name text not null check (char_length(name) between 1 and 100),
  content jsonb not null,
  updated_by uuid not null,
  updated_on timestamptz not null,
  primary key (company_id, id)
);
create unique index import_mapping_by_name on import_mapping (company_id, lower(name));

alter table job_order add column import_id integer;

do $$
declare
  name text;
begin
  foreach name in array array['job_orders_import', 'job_orders_import_row', 'job_orders_import_change', 'import_mapping']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
