-- Up Migration

-- Commands to devices to start their counters at 0: at the end of a shift where the work center is set so, or asked by a person (domain.md O-21).
create table counter_reset (
  company_id text not null,
  id uuid not null default uuidv7(),
  work_center_id integer not null,
  device_id uuid not null references device (id) on delete cascade,
  -- the end of the shift that it is for (ms UTC); null = a person asked
  shift_end_at bigint,
  asked_by uuid,
  created_on timestamptz not null,
  expires_on timestamptz not null,
  -- first and last handed to a connection of the device
  sent_on timestamptz,
  last_sent_on timestamptz,
  answered_on timestamptz,
  answer text check (answer in ('DONE', 'REFUSED')),
  detail text,
  primary key (company_id, id),
  unique (company_id, device_id, shift_end_at),
  foreign key (company_id, work_center_id) references work_center (company_id, id),
  check ((answer is null) = (answered_on is null))
);
create index counter_reset_of_work_center on counter_reset (company_id, work_center_id, created_on desc);
create index counter_reset_waiting on counter_reset (device_id, expires_on) where answer is null;
create index counter_reset_by_age on counter_reset (created_on);

alter table counter_reset enable row level security;
create policy tenant on counter_reset to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on counter_reset to trueline_system using (true);
grant select, insert, update, delete on counter_reset to trueline_app, trueline_system;
