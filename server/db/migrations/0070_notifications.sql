-- Up Migration
-- Rules of notifications, their episodes, and who was told.

create table notification_config (
  company_id text not null references company (id) on delete cascade,
  id uuid not null default uuidv7(),
  work_center_id integer not null,
  type text not null check (type in ('STATUS_DURATION', 'WORK_CENTER_OFF', 'WORK_IN_NON_WORK_TIME', 'TARGET_VALUE')),
  name text check (length(name) between 1 and 100),
  -- null = any stop
  status_rule_id integer,
  mode text not null check (mode in ('STATUS', 'STOP', 'OEE', 'AVAILABILITY', 'PERFORMANCE', 'QUALITY')),
  unless_planned boolean not null default true,
  target_value double precision check (target_value > 0 and target_value <= 200),
  comparison_type text not null default 'LOWER' check (comparison_type in ('GREATER', 'LOWER')),
  duration_minutes integer not null default 0 check (duration_minutes between 0 and 1440),
  target_audience text not null check (target_audience in ('ROLES', 'TEAMS', 'USERS')),
  -- null = all of that kind, now and later
  identifiers text[] check (cardinality(identifiers) > 0),
  severity text not null default 'WARNING' check (severity in ('INFO', 'WARNING', 'URGENT')),
  fresh_minutes integer not null default 15 check (fresh_minutes between 1 and 1440),
  ack_timeout_minutes integer not null default 60 check (ack_timeout_minutes between 5 and 1440),
  -- what is told after firing, as long as nobody acknowledges
  steps jsonb not null default '[]',
  is_active boolean not null default true,
  version integer not null default 1,
  created_on timestamptz not null default now(),
  -- from when on time counts: a rule that was switched on again begins anew
  counts_from bigint not null,
  updated_by uuid references app_user (id) on delete set null,
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade
);
create index notification_config_of_work_center on notification_config (company_id, work_center_id);

create table notification (
  company_id text not null references company (id) on delete cascade,
  id uuid not null default uuidv7(),
  work_center_id integer not null,
  type text not null check (type in ('STATUS_DURATION', 'WORK_CENTER_OFF', 'WORK_IN_NON_WORK_TIME', 'TARGET_VALUE', 'CONNECTION_LOST')),
  condition_key text not null,
  since bigint not null,
  until bigint,
  due_at bigint not null,
  fired_at bigint,
  state text not null check (state in ('PENDING', 'OPEN', 'RESOLVED', 'RETRACTED')),
  is_found_late boolean not null default false,
  severity text not null check (severity in ('INFO', 'WARNING', 'URGENT')),
  -- what the sentence tells: the status, the reason, the figure and its target
  params jsonb not null default '{}',
  -- who is told when, as it was in force at firing
  steps jsonb not null default '[]',
  told_steps integer not null default 0,
  ack_timeout_minutes integer not null default 60,
  acknowledged_by uuid references app_user (id) on delete set null,
  acknowledged_at bigint,
  acknowledge_comment text check (length(acknowledge_comment) <= 1000),
  version integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade
);
create index notification_of_work_center on notification (company_id, work_center_id, condition_key, since);
create index notification_going_on on notification (company_id, work_center_id) where state in ('PENDING', 'OPEN');

-- One person's copy.
create table notification_receipt (
  company_id text not null,
  user_id uuid not null,
  notification_id uuid not null,
  fired_at bigint not null,
  step smallint not null,
  -- why it was not told at once
  held_by text check (held_by in ('QUIET', 'PAUSED', 'CAP', 'LATE')),
  read_at bigint,
  archived_at bigint,
  snoozed_until bigint,
  primary key (company_id, user_id, notification_id),
  foreign key (company_id, notification_id) references notification (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references membership (company_id, user_id) on delete cascade
);
create index notification_receipt_of_user on notification_receipt (company_id, user_id, fired_at desc, notification_id);
create index notification_receipt_of_notification on notification_receipt (company_id, notification_id);

-- One road over one channel.
create table notification_delivery (
  company_id text not null,
  id uuid not null default uuidv7(),
  notification_id uuid not null,
  user_id uuid not null,
  channel text not null check (channel in ('EMAIL')),
  step smallint not null,
  state text not null check (state in ('QUEUED', 'SENT', 'CANCELLED')),
  due_on timestamptz not null,
  settled_on timestamptz,
  primary key (company_id, id),
  unique (company_id, notification_id, user_id, channel, step),
  foreign key (company_id, user_id, notification_id) references notification_receipt (company_id, user_id, notification_id) on delete cascade
);
create index notification_delivery_queued on notification_delivery (company_id, user_id, due_on) where state = 'QUEUED';

create table notification_preference (
  company_id text not null,
  user_id uuid not null,
  -- severities that are told by e-mail, by type; what is not named has its usual ones
  emails jsonb not null default '{}',
  quiet jsonb,
  urgent_pierces boolean not null default true,
  paused_until timestamptz,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references membership (company_id, user_id) on delete cascade
);

-- The work centers whose episodes are to be worked out anew, and when.
create table notification_mark (
  company_id text not null references company (id) on delete cascade,
  work_center_id integer not null,
  -- facts from here on may have changed
  from_at bigint not null,
  check_at bigint not null,
  primary key (company_id, work_center_id),
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade
);
create index notification_mark_due on notification_mark (check_at);

do $$
declare
  name text;
begin
  foreach name in array array['notification_config', 'notification', 'notification_receipt', 'notification_delivery', 'notification_preference',
    'notification_mark']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
