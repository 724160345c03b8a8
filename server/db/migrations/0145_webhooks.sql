-- Up Migration
-- Addresses of other systems that are told what happens, and what they are sent.

create table webhook (
  company_id text not null references company (id) on delete cascade,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 100),
  url text not null check (length(url) between 1 and 2000),
  -- the secret that messages are signed with, and until when the one before it signs, too
  sealed text not null,
  sealed_before text,
  before_until timestamptz,
  is_active boolean not null default true,
  -- why it was switched off by itself
  disabled_because text check (disabled_because in ('GONE', 'DEAD')),
  fails_since timestamptz,
  last_ok_on timestamptz,
  version integer not null default 1,
  updated_by uuid references app_user (id) on delete set null,
  primary key (company_id, id)
);

create table webhook_delivery (
  company_id text not null,
  id uuid not null default uuidv7(),
  webhook_id uuid not null,
  -- messages of one subject are sent in their order
  subject text not null,
  type text not null,
  occurred_at bigint not null,
  data jsonb not null,
  -- the path of the page that shows it
  link text not null,
  -- of what it tells, where that is a notification
  notification_id uuid,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'FAILED', 'CANCELLED')),
  due_on timestamptz not null,
  tries integer not null default 0,
  last_status integer,
  last_problem text,
  settled_on timestamptz,
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhook (company_id, id) on delete cascade,
  foreign key (company_id, notification_id) references notification (company_id, id) on delete cascade
);
create index webhook_delivery_queued on webhook_delivery (company_id, webhook_id, subject, id) where state = 'QUEUED';
create index webhook_delivery_left on webhook_delivery (due_on) where state = 'QUEUED';
create index webhook_delivery_of_webhook on webhook_delivery (company_id, webhook_id, id);
create index webhook_delivery_of_notification on webhook_delivery (company_id, notification_id) where notification_id is not null;
create index webhook_delivery_settled on webhook_delivery (settled_on) where settled_on is not null;

-- Which of them a rule tells.
alter table notification_config add column webhook_ids uuid[] not null default '{}';

do $$
declare
  name text;
begin
  foreach name in array array['webhook', 'webhook_delivery']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
