-- Up Migration
-- What one shift leaves for the next: notes, open items with an owner and a shift by which they are due, and who has seen them.

create table shift_note (
  company_id text not null references company (id),
  id bigint generated always as identity,
  -- one work center or several, as those of a group were when it was written
  work_center_ids integer[] not null check (cardinality(work_center_ids) between 1 and 100),
  kind text not null check (kind in ('NOTE', 'OPEN_ITEM', 'SAFETY')),
  text text not null check (length(text) between 1 and 1000),
  -- the shift that it was written in
  shift_id smallint not null,
  shift_date date not null,
  shift_start_at bigint not null,
  shift_name text not null,
  -- what it is about; losses come and go with recalculations, so by where and when
  loss_source text check (loss_source in ('OUTPUT', 'SPEED', 'STATUS')),
  loss_start_at bigint,
  -- of open items
  owner text check (owner in ('NEXT_SHIFT', 'PERSON', 'TEAM')),
  owner_id uuid,
  team text check (length(team) between 1 and 100),
  due_shift_id smallint,
  due_shift_date date,
  due_shift_name text,
  due_end_at bigint,
  created_by uuid not null,
  created_on timestamptz not null,
  corrected_on timestamptz,
  closed_by uuid,
  closed_on timestamptz,
  version integer not null default 1,
  primary key (company_id, id),
  check ((kind = 'OPEN_ITEM') = (owner is not null and due_end_at is not null)),
  check ((closed_by is null) = (closed_on is null))
);
create index shift_note_by_shift on shift_note (company_id, shift_start_at);
create index shift_note_open on shift_note (company_id, due_end_at) where kind = 'OPEN_ITEM' and closed_on is null;

-- The first person of a shift who has read what the one before left.
create table handover_seen (
  company_id text not null references company (id),
  work_center_id integer not null,
  shift_start_at bigint not null,
  seen_by uuid not null,
  seen_on timestamptz not null,
  primary key (company_id, work_center_id, shift_start_at),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

alter table shift_note enable row level security;
create policy tenant on shift_note to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on shift_note to trueline_system using (true);
grant select, insert, delete on shift_note to trueline_app;
grant update (text, corrected_on, closed_by, closed_on, version) on shift_note to trueline_app;
grant select, insert, update, delete on shift_note to trueline_system;

alter table handover_seen enable row level security;
create policy tenant on handover_seen to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on handover_seen to trueline_system using (true);
grant select, insert, update, delete on handover_seen to trueline_app, trueline_system;
