-- Up Migration
-- Checklists with their versions, when they were due, and what was answered.

create table checklist (
  company_id text not null references company (id),
  id integer generated always as identity,
  name text not null check (length(name) between 1 and 200),
  group_name text check (length(group_name) between 1 and 100),
  -- empty = all
  work_center_ids integer[] not null default '{}',
  item_ids integer[] not null default '{}',
  is_active boolean not null default false,
  -- since when it is active with this frequency
  active_from bigint not null,
  archived_on timestamptz,
  version integer not null default 1,
  primary key (company_id, id)
);
create index checklist_at_work on checklist (company_id) where is_active and archived_on is null;

-- What is asked and when; never changed, so that an answer keeps the questions that it was given to.
create table checklist_version (
  company_id text not null,
  checklist_id integer not null,
  version integer not null,
  definition jsonb not null,
  created_by uuid,
  created_on timestamptz not null,
  primary key (company_id, checklist_id, version),
  foreign key (company_id, checklist_id) references checklist (company_id, id) on delete cascade
);

-- How far counted time and units are at an instant that lies far enough back for late data.
create table checklist_clock (
  company_id text not null,
  checklist_id integer not null,
  work_center_id integer not null,
  active_from bigint not null,
  at bigint not null,
  anchor bigint not null,
  counted double precision not null,
  fired integer not null,
  primary key (company_id, checklist_id, work_center_id),
  foreign key (company_id, checklist_id) references checklist (company_id, id) on delete cascade,
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);

create table checklist_occurrence (
  company_id text not null,
  id bigint generated always as identity,
  checklist_id integer not null,
  checklist_version integer not null,
  work_center_id integer not null,
  -- the product that was made when it was due
  item_id integer,
  -- null = a person started it
  source text check (source in ('STATUS', 'REASON', 'REGULAR_INTERVALS', 'LOSS_REASON', 'QUANTITY_PRODUCED', 'DAILY_SCHEDULE')),
  anchor bigint not null,
  number integer not null,
  subject_start bigint,
  subject_end bigint,
  due_at bigint not null,
  closes_at bigint not null check (closes_at > due_at),
  shift_start_at bigint,
  state text not null check (state in ('PENDING', 'STARTED', 'DONE', 'MISSED', 'CANCELLED', 'SKIPPED')),
  merged_count integer not null default 1,
  merged_until bigint not null,
  is_found_late boolean not null default false,
  is_reason_gone boolean not null default false,
  -- what is answered so far, until it is handed in
  draft jsonb not null default '[]',
  started_by uuid,
  started_at bigint,
  seen_at bigint,
  skipped_by uuid,
  skip_reason text,
  created_on timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, checklist_id, checklist_version) references checklist_version (company_id, checklist_id, version),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);
create unique index checklist_occurrence_trigger on checklist_occurrence (company_id, checklist_id, work_center_id, source, anchor, number)
  where source is not null;
create index checklist_occurrence_by_due on checklist_occurrence (company_id, due_at desc);
create index checklist_occurrence_of_place on checklist_occurrence (company_id, work_center_id, due_at desc);
create index checklist_occurrence_of_checklist on checklist_occurrence (company_id, checklist_id, due_at desc);
create index checklist_occurrence_open on checklist_occurrence (company_id, work_center_id) where state in ('PENDING', 'STARTED');

-- What was handed in; nothing of it is ever changed.
create table checklist_submission (
  company_id text not null,
  id bigint generated always as identity,
  occurrence_id bigint not null,
  -- FIRST counts; ALSO came after it, EXTRA outside the window, CORRECTION says why it differs
  kind text not null check (kind in ('FIRST', 'ALSO', 'EXTRA', 'CORRECTION')),
  answers jsonb not null,
  result text not null check (result in ('OK', 'DEVIATION')),
  deviations text[] not null default '{}',
  reason text,
  submitted_by uuid not null,
  via_station uuid,
  submitted_at bigint not null,
  received_at bigint not null,
  signature jsonb,
  answers_hash text not null,
  primary key (company_id, id),
  foreign key (company_id, occurrence_id) references checklist_occurrence (company_id, id) on delete cascade
);
create index checklist_submission_of on checklist_submission (company_id, occurrence_id, id);

-- Pictures and documents of answers: pictures as they were made anew.
create table checklist_file (
  company_id text not null references company (id),
  id uuid not null,
  occurrence_id bigint,
  name text not null check (char_length(name) between 1 and 200),
  content_type text not null check (content_type in ('application/pdf', 'image/webp')),
  size integer not null check (size > 0),
  width integer,
  height integer,
  bytes bytea not null,
  sha256 text not null,
  uploaded_by uuid not null,
  uploaded_on timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, occurrence_id) references checklist_occurrence (company_id, id) on delete cascade
);
create index checklist_file_of on checklist_file (company_id, occurrence_id) where occurrence_id is not null;
create index checklist_file_loose on checklist_file (company_id, uploaded_on) where occurrence_id is null;
alter table checklist_file alter column bytes set storage external;

do $$
declare
  name text;
begin
  foreach name in array array['checklist', 'checklist_version', 'checklist_clock', 'checklist_occurrence', 'checklist_submission', 'checklist_file']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
revoke update, delete on checklist_submission, checklist_version from trueline_app;
revoke delete on checklist, checklist_occurrence from trueline_app;
