-- Up Migration
-- Energy of each hour by the status of the machine and the orders that ran, so that a month of a plant is answered from records. Follows from the
-- samples and from the statuses and segments. Time without energy stands there too: coverage is a share of it.
create table energy_share (
  company_id text not null,
  work_center_id integer not null,
  -- the start of an hour of the zone's clock
  hour_at bigint not null,
  number smallint not null,
  -- null = no status is known
  status_kind text check (status_kind in ('RULE', 'OFF', 'UNDEFINED', 'NO_DATA')),
  status_rule_id integer,
  is_effective boolean,
  -- null = no segment of output, empty = one without an order
  job_order_ids integer[],
  -- from the first instant of the share in the hour to the last; other shares may lie in between
  start_at bigint not null,
  end_at bigint not null,
  elapsed_ms integer not null,
  covered_ms integer not null,
  kwh double precision,
  -- prices change on quarter hours; null = no energy
  quarter_kwh double precision[],
  is_assumed_balanced boolean not null,
  primary key (company_id, work_center_id, hour_at, number),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);
alter table energy_share enable row level security;
create policy tenant on energy_share to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on energy_share to trueline_system using (true);
grant select, insert, update, delete on energy_share to trueline_app, trueline_system;

-- Shares are never further than the hours. Changed facts move them back alone, what moves the hours back moves both.
alter table energy_progress add column shared_until bigint not null default 0;
alter table energy_progress add column share_rewinds integer not null default 0;
create function rewind_energy_shares() returns trigger language plpgsql as $$
begin
  new.shared_until := case when new.zone = old.zone then least(new.shared_until, new.derived_until) else 0 end;
  new.share_rewinds := new.share_rewinds + 1;
  return new;
end $$;
create trigger energy_shares_follow before update on energy_progress for each row
  when (new.rewinds <> old.rewinds or new.zone <> old.zone or new.derived_until < old.derived_until) execute function rewind_energy_shares();
