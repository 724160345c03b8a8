-- Up Migration
-- Browsers that show push messages, what is sent to them, and how fast it goes to one person.

create table push_subscription (
  company_id text not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  -- the same browser twice is one
  endpoint_hash text not null,
  -- address and keys
  sealed text not null,
  label text not null check (length(label) between 1 and 100),
  created_on timestamptz not null default now(),
  last_ok_on timestamptz,
  primary key (company_id, id),
  unique (company_id, endpoint_hash),
  foreign key (company_id, user_id) references membership (company_id, user_id) on delete cascade
);
create index push_subscription_of_user on push_subscription (company_id, user_id);

create table push_delivery (
  company_id text not null,
  id uuid not null default uuidv7(),
  notification_id uuid not null,
  user_id uuid not null,
  subscription_id uuid not null,
  step smallint not null,
  state text not null check (state in ('QUEUED', 'SENT', 'CANCELLED', 'WITHHELD', 'FAILED', 'EXPIRED')),
  queued_at bigint not null,
  due_on timestamptz not null,
  tries integer not null default 0,
  last_status integer,
  settled_on timestamptz,
  primary key (company_id, id),
  unique (company_id, notification_id, subscription_id, step),
  foreign key (company_id, user_id, notification_id) references notification_receipt (company_id, user_id, notification_id) on delete cascade,
  foreign key (company_id, subscription_id) references push_subscription (company_id, id) on delete cascade
);
create index push_delivery_queued on push_delivery (company_id, user_id, due_on) where state = 'QUEUED';
create index push_delivery_of_subscription on push_delivery (company_id, subscription_id);

-- When somebody was sent a message last, and what was held back since.
create table push_pace (
  company_id text not null,
  user_id uuid not null,
  sent_at bigint,
  window_ms integer not null default 0,
  sounds bigint[] not null default '{}',
  withheld integer not null default 0,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references membership (company_id, user_id) on delete cascade
);

-- Severities that are told by push, by type; what is not named has its usual ones.
alter table notification_preference add column pushes jsonb not null default '{}';

do $$
declare
  name text;
begin
  foreach name in array array['push_subscription', 'push_delivery', 'push_pace']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
