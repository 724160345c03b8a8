-- Up Migration
-- Reports that come by themselves: subscriptions with their recipients, what each recipient got, and which period a run is of.

create table report_subscription (
  company_id text not null references company (id) on delete cascade,
  id integer not null generated always as identity,
  type text not null check (type in ('GENERAL', 'DOWNTIME', 'LOSSES', 'SHIFT')),
  periodicity text not null check (periodicity in ('BY_SHIFTS', 'DAILY', 'MONTHLY', 'WEEKLY')),
  hours integer not null check (hours between 0 and 23),
  minutes integer not null check (minutes between 0 and 59),
  -- null = that of each recipient
  language text check (language in ('en', 'uk', 'pl', 'ru', 'es', 'uz')),
  format text not null default 'PDF' check (format in ('PDF', 'XLSX', 'CSV')),
  -- null = all that each recipient may see
  work_center_id integer,
  waits_for_confirmation boolean not null default false,
  owner_id uuid references app_user (id) on delete set null,
  -- periods that came due up to here are planned, ms UTC
  considered_until bigint not null,
  -- when the schedule looks at it next
  look_on timestamptz not null default now(),
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade
);
create index report_subscription_look on report_subscription (look_on);
create index report_subscription_of_work_center on report_subscription (company_id, work_center_id);

create table report_recipient (
  company_id text not null,
  subscription_id integer not null,
  user_id uuid not null,
  -- since when the person wants none
  left_on timestamptz,
  primary key (company_id, subscription_id, user_id),
  foreign key (company_id, subscription_id) references report_subscription (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references membership (company_id, user_id) on delete cascade
);
create index report_recipient_of_user on report_recipient (company_id, user_id);

alter table report_run
  add column subscription_id integer,
  add column period_key text,
  add column due_on timestamptz,
  -- HELD until its shifts are confirmed, PLANNED until its files are asked for
  add column state text not null default 'DONE' check (state in ('HELD', 'PLANNED', 'DONE')),
  add column is_mailed boolean not null default false,
  -- dates of periods made with it, and of those that were too long ago
  add column late text[] not null default '{}',
  add column named text[] not null default '{}',
  add foreign key (company_id, subscription_id) references report_subscription (company_id, id) on delete set null (subscription_id);
create unique index report_run_of_period on report_run (company_id, subscription_id, period_key) where subscription_id is not null;
create index report_run_held on report_run (due_on) where state = 'HELD';

-- What a person gets of a run.
create table report_delivery (
  company_id text not null,
  run_id uuid not null,
  user_id uuid not null references app_user (id) on delete cascade,
  rendering_id uuid,
  -- WAITING for its file, MAILED, FILED without an e-mail, NO_RIGHT to read it, EMPTY where there is nothing to tell
  state text not null check (state in ('WAITING', 'MAILED', 'FILED', 'NO_RIGHT', 'EMPTY')),
  email_id uuid,
  primary key (company_id, run_id, user_id),
  foreign key (company_id, run_id) references report_run (company_id, id) on delete cascade,
  foreign key (company_id, rendering_id) references report_rendering (company_id, id) on delete cascade
);
create index report_delivery_of_user on report_delivery (company_id, user_id, run_id);
create index report_delivery_of_rendering on report_delivery (company_id, rendering_id);

do $$
declare
  name text;
begin
  foreach name in array array['report_subscription', 'report_recipient', 'report_delivery']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
