-- Up Migration
-- What people write on the time axis of charts, such as that a nozzle was changed (N-13).

create table timeline_note (
  company_id text not null references company (id),
  id uuid not null default uuidv7(),
  -- ms UTC; end_at null = of an instant
  start_at bigint not null,
  end_at bigint check (end_at > start_at),
  text text not null check (char_length(text) between 1 and 200),
  -- what it is about: a work center, a group of them, or null and null = all of the company
  work_center_id integer,
  group_id integer check (num_nonnulls(work_center_id, group_id) <= 1),
  -- null = no reason in particular
  reason_id integer,
  created_by uuid not null,
  created_on timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade,
  foreign key (company_id, group_id) references work_center_group (company_id, id) on delete cascade,
  foreign key (company_id, reason_id) references loss_reason (company_id, id) on delete cascade
);
create index timeline_note_by_start on timeline_note (company_id, start_at);

alter table timeline_note enable row level security;
create policy tenant on timeline_note to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on timeline_note to trueline_system using (true);
grant select, insert, update, delete on timeline_note to trueline_app, trueline_system;
