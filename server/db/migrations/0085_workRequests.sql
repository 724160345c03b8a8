-- Up Migration

-- Requests for work, such as a repair. Where each stands follows the graph of engine/workRequest.
create table work_request (
  company_id text not null references company (id),
  id integer generated always as identity,
  content text not null check (char_length(content) between 1 and 5000),
  status text not null check (status in ('NONE', 'ARCHIVE', 'CANCELED', 'DONE', 'EXECUTION', 'PREPARATION', 'RESPONSIBLE', 'DISPATCHER', 'CREATION')),
  -- null = of no work center
  work_center_id integer,
  source text not null check (source in ('PERSON', 'LOSS', 'CHECKLIST_ANSWER', 'NOTIFICATION')),
  -- what it is about, such as loss/7/STATUS/1760000000000; null = only what its text says
  subject text check ((subject is null) = (source = 'PERSON')),
  -- how often the same was reported while it was open
  reported integer not null default 1 check (reported > 0),
  created_by uuid not null,
  via_station uuid,
  -- by the clock of the device that it was written on
  created_at timestamptz not null,
  responsible_id uuid,
  due_at timestamptz,
  minutes_worked integer check (minutes_worked between 0 and 100000),
  status_since timestamptz not null,
  done_at timestamptz,
  updated_on timestamptz not null,
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade
);
create unique index work_request_open_by_subject on work_request (company_id, source, subject)
  where subject is not null and status not in ('DONE', 'CANCELED', 'ARCHIVE');
create index work_request_by_status on work_request (company_id, status, due_at);
create index work_request_by_place on work_request (company_id, work_center_id);

-- What became of each, oldest first.
create table work_request_event (
  company_id text not null,
  work_request_id integer not null,
  id bigint generated always as identity,
  at timestamptz not null,
  user_id uuid not null,
  via_station uuid,
  -- null = it began
  from_status text,
  to_status text not null,
  comment text check (char_length(comment) <= 5000),
  primary key (company_id, work_request_id, id),
  foreign key (company_id, work_request_id) references work_request (company_id, id) on delete cascade
);

-- People write beside a request as they do beside an order.
alter table conversation
  alter column job_order_id drop not null,
  add column work_request_id integer,
  add constraint conversation_of_one check (num_nonnulls(job_order_id, work_request_id) = 1),
  add constraint conversation_of_request foreign key (company_id, work_request_id) references work_request (company_id, id) on delete cascade;
create unique index conversation_by_request on conversation (company_id, work_request_id) where work_request_id is not null;

do $$
declare
  name text;
begin
  foreach name in array array['work_request', 'work_request_event']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
