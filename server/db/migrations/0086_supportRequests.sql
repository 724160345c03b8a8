-- Up Migration

-- Questions of people to the provider; what the clock makes of their status follows from engine/support.
create table support_request (
  company_id text not null references company (id),
  id integer generated always as identity,
  content text not null check (char_length(content) between 1 and 5000),
  direction text not null check (direction in ('SUPPORT', 'SALES')),
  severity text not null check (severity in ('LOW', 'NORMAL', 'URGENT')),
  status text not null check (status in ('NEW', 'OPEN', 'WAITING', 'SOLVED', 'CLOSED')),
  status_since timestamptz not null,
  work_center_id integer,
  -- what the person saw and let go with it
  diagnostics text check (char_length(diagnostics) <= 20000),
  language text not null,
  created_by uuid not null,
  created_on timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete set null (work_center_id)
);
create index support_request_of_person on support_request (company_id, created_by, created_on);
-- The inbox of the provider asks by number.
create unique index support_request_by_id on support_request (id);

create table support_message (
  company_id text not null,
  support_request_id integer not null,
  id bigint generated always as identity,
  content text not null check (char_length(content) between 1 and 5000),
  is_provider boolean not null,
  author_id uuid not null,
  created_on timestamptz not null,
  primary key (company_id, support_request_id, id),
  foreign key (company_id, support_request_id) references support_request (company_id, id) on delete cascade
);
create index support_message_of_person on support_message (company_id, author_id, created_on);

do $$
declare
  name text;
begin
  foreach name in array array['support_request', 'support_message']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;

-- To whom a reply goes; null = nobody reads one.
alter table email add column reply_to text;
