-- Up Migration
-- What happened in a company, for those who act on it: added to, never changed.

create table domain_event (
  company_id text not null,
  id bigint generated always as identity,
  -- readers take events in the order of transactions: those of a transaction that is still open have a larger number than every one that is read
  txid xid8 not null default pg_current_xact_id(),
  -- when it was written, UTC ms; decides the partition
  recorded_at bigint not null default (extract(epoch from now()) * 1000)::bigint,
  -- when it happened, UTC ms
  at bigint not null,
  kind text not null,
  -- null = of the whole company
  work_center_id integer,
  -- what it follows from, such as `stop/1760000000000`: with kind and work center the name of the event for ever
  fact_key text not null,
  change text not null check (change in ('CORRECTED', 'HAPPENED', 'WITHDRAWN')),
  payload jsonb not null default '{}',
  -- the person who did it; null = it follows from samples, rules or the clock
  actor uuid,
  primary key (company_id, recorded_at, id)
) partition by range (recorded_at);
create table domain_event_default partition of domain_event default;
create index domain_event_in_order on domain_event (txid, id);

-- Up to where a consumer has taken events.
create table event_position (
  consumer text primary key,
  txid xid8 not null,
  id bigint not null,
  moved_on timestamptz not null default now()
);

alter table domain_event enable row level security;
create policy tenant on domain_event to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on domain_event to trueline_system using (true);
grant select, insert on domain_event to trueline_app, trueline_system;
grant select, insert, update, delete on event_position to trueline_system;
