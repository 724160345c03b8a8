-- Up Migration

-- How a person came to a reason: by which tile and how soon, when (a device may send it hours later), and at which station.
alter table loss_annotation
  add column via text check (via in ('BULK', 'SEARCH', 'TILE')),
  add column tile_place smallint check (tile_place >= 0),
  add column shown_ms integer check (shown_ms >= 0),
  add column said_at bigint,
  -- the account of the station; updated_by is the person who worked there
  add column via_station uuid;

-- Everything that was said of losses, in the order in which it arrived; added to, never rewritten.
create table loss_history (
  company_id text not null references company (id),
  id bigint generated always as identity,
  work_center_id integer not null,
  source text not null check (source in ('OUTPUT', 'SPEED', 'STATUS')),
  annotation_id bigint not null,
  start_at bigint not null,
  end_at bigint,
  reason_id integer,
  comment text,
  is_approved boolean not null,
  is_removed boolean not null default false,
  version integer not null,
  via text,
  tile_place smallint,
  shown_ms integer,
  said_by uuid,
  via_station uuid,
  said_at bigint not null,
  received_on timestamptz not null default now(),
  -- what one gesture said of many losses; `before` is the annotation as it was, null where there was none
  batch_id uuid,
  before jsonb,
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id),
  foreign key (company_id, reason_id) references loss_reason (company_id, id)
);
create index loss_history_by_time on loss_history (company_id, work_center_id, source, start_at);
create index loss_history_by_batch on loss_history (company_id, batch_id) where batch_id is not null;

alter table loss_history enable row level security;
create policy tenant on loss_history to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on loss_history to trueline_system using (true);
grant select, insert on loss_history to trueline_app;
grant select, insert, update, delete on loss_history to trueline_system;

insert into loss_history (company_id, work_center_id, source, annotation_id, start_at, end_at, reason_id, comment, is_approved, version, said_by, said_at, received_on)
select company_id, work_center_id, source, id, start_at, end_at, reason_id, comment, is_approved, version, updated_by,
  (extract(epoch from updated_on) * 1000)::bigint, updated_on
from loss_annotation order by updated_on;
