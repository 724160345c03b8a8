-- Up Migration

-- ---------------------------------------------------------------- sums of losses
-- Number and time of the losses of each day, week (from Monday) and month that is over, so that a year is answered without reading its losses. The
-- same losses are kept several times, each time divided by something else: the company alone, its work centers, or the hours in which they begin.
-- What a reason means is decided when the sums are read.
create table loss_sum (
  company_id text not null references company (id),
  id bigint generated always as identity,
  grain text not null check (grain in ('DAY', 'MONTH', 'WEEK')),
  cut text not null check (cut in ('COMPANY', 'HOUR', 'WORK_CENTER')),
  first_date date not null,
  -- 0 where they are not divided by work centers, -1 where not by hours
  work_center_id integer not null,
  hour smallint not null,
  shift_code text not null,
  source text not null,
  reason_id integer,
  is_scheduled_loss boolean not null,
  classification text not null,
  loss_count integer not null,
  length_ms bigint not null,
  primary key (company_id, id)
);
create index loss_sum_by_period on loss_sum (company_id, grain, cut, first_date);

-- Which periods the sums above are kept of; rows of others are left over and mean nothing. `clock` is the zone of the hours.
create table loss_sum_kept (
  company_id text not null references company (id),
  grain text not null check (grain in ('DAY', 'MONTH', 'WEEK')),
  cut text not null check (cut in ('COMPANY', 'HOUR', 'WORK_CENTER')),
  first_date date not null,
  clock text not null default '',
  primary key (company_id, grain, cut, first_date)
);

-- Sums are of dates that are over for two days, so live ingest never waits for them. A reader fills them under the exclusive lock of the company, a
-- writer of older losses holds it shared until it commits.
create function forget_loss_sums(owner text, past date[]) returns void language plpgsql as $$
declare
  months constant date[] := array(select distinct date_trunc('month', one)::date from unnest(past) one);
  weeks constant date[] := array(select distinct date_trunc('week', one)::date from unnest(past) one);
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('loss_sum/' || owner, 0));
  -- Always in this order, so that two writers of the same month wait for each other instead of dying of it.
  perform from loss_sum_kept where company_id = owner
    and (grain = 'DAY' and first_date = any(past) or grain = 'MONTH' and first_date = any(months) or grain = 'WEEK' and first_date = any(weeks))
    order by grain, cut, first_date for update;
  delete from loss_sum_kept where company_id = owner
    and (grain = 'DAY' and first_date = any(past) or grain = 'MONTH' and first_date = any(months) or grain = 'WEEK' and first_date = any(weeks));
end $$;

create function forget_sums_of_losses() returns trigger language plpgsql as $$
declare
  -- No shift of a date before yesterday starts later.
  reach constant bigint := extract(epoch from current_date) * 1000;
  one record;
begin
  if not exists (select from changed where shift_start_at < reach) then
    return null;
  end if;
  for one in select changed.company_id, array_agg(distinct shift.shift_date) as dates from changed
    join shift on shift.company_id = changed.company_id and shift.work_center_id = changed.work_center_id and shift.start_at = changed.shift_start_at
    where changed.shift_start_at < reach and shift.shift_date < current_date - 1
    group by 1 order by 1
  loop
    perform forget_loss_sums(one.company_id, one.dates);
  end loop;
  return null;
end $$;
create trigger loss_sums_on_insert after insert on loss referencing new table as changed for each statement execute function forget_sums_of_losses();
create trigger loss_sums_on_update after update on loss referencing new table as changed for each statement execute function forget_sums_of_losses();
create trigger loss_sums_on_move after update on loss referencing old table as changed for each statement execute function forget_sums_of_losses();
create trigger loss_sums_on_delete after delete on loss referencing old table as changed for each statement execute function forget_sums_of_losses();

-- The losses of a shift belong to its date and its code.
create function forget_sums_of_shifts() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in select company_id, array_agg(distinct shift_date) as dates from changed where shift_date < current_date - 1 group by 1 order by 1 loop
    perform forget_loss_sums(one.company_id, one.dates);
  end loop;
  return null;
end $$;
create function forget_sums_of_moved_shifts() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in select was.company_id, array_agg(distinct moved.shift_date) as dates from was join changed on (changed.company_id, changed.id) = (was.company_id, was.id)
    cross join lateral (values (was.shift_date), (changed.shift_date)) as moved (shift_date)
    where (was.shift_date, was.code) is distinct from (changed.shift_date, changed.code) and moved.shift_date < current_date - 1
    group by 1 order by 1
  loop
    perform forget_loss_sums(one.company_id, one.dates);
  end loop;
  return null;
end $$;
create trigger loss_sums_on_shift after insert on shift referencing new table as changed for each statement execute function forget_sums_of_shifts();
create trigger loss_sums_on_moved_shift after update on shift referencing old table as was new table as changed for each statement execute function forget_sums_of_moved_shifts();
create trigger loss_sums_on_gone_shift after delete on shift referencing old table as changed for each statement execute function forget_sums_of_shifts();

do $$
declare
  name text;
begin
  foreach name in array array['loss_sum', 'loss_sum_kept'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
