-- Orders of the list: each is walked from its end. Those without a value come last both ways, so descending has an index of its own.
create index job_order_by_update on job_order (company_id, updated_on desc, id desc);
create index job_order_by_plan on job_order (company_id, plan_start, id);
create index job_order_by_plan_last on job_order (company_id, plan_start desc nulls last, id desc);
create index job_order_by_due_date_last on job_order (company_id, due_date desc nulls last, id desc);
create index job_order_by_description on job_order (company_id, lower(description), id);

-- The times of a finished order by the segments that were only its own, kept so that forecasts read one row of each.
create table order_course (
  company_id text not null,
  job_order_id integer not null,
  work_center_id integer not null,
  item_id integer,
  closed_on timestamptz not null,
  -- ms of each segment: planned, and the part of it that made accepted units at the order's own speed
  planned double precision[] not null default '{}',
  valuable double precision[] not null default '{}',
  -- null = not added up yet
  kept_on timestamptz,
  primary key (company_id, job_order_id),
  foreign key (company_id, job_order_id) references job_order (company_id, id) on delete cascade
);
create index order_course_of_place on order_course (company_id, work_center_id, closed_on desc);
create index order_course_not_kept on order_course (closed_on) where kept_on is null;
create index order_course_by_age on order_course (closed_on);
drop index job_order_finished_at;
drop index job_order_finished_of_item;

-- Whatever closes an order, or opens it again, says here that its times are to be added up, or no longer stand.
create function note_order_course() returns trigger language plpgsql as $$
begin
  if new.closed_on is null or new.work_center_id is null then
    delete from order_course where company_id = new.company_id and job_order_id = new.id;
  else
    insert into order_course (company_id, job_order_id, work_center_id, item_id, closed_on)
    values (new.company_id, new.id, new.work_center_id, new.item_id, new.closed_on)
    on conflict (company_id, job_order_id) do update
      set work_center_id = excluded.work_center_id, item_id = excluded.item_id, closed_on = excluded.closed_on, kept_on = null;
  end if;
  return null;
end $$;
create trigger order_course_of_insert after insert on job_order for each row when (new.closed_on is not null) execute function note_order_course();
create trigger order_course_of_update after update of closed_on, work_center_id on job_order for each row
  when (new.closed_on is distinct from old.closed_on or (new.closed_on is not null and new.work_center_id is distinct from old.work_center_id))
  execute function note_order_course();
insert into order_course (company_id, job_order_id, work_center_id, item_id, closed_on)
  select company_id, id, work_center_id, item_id, closed_on from job_order where closed_on is not null and work_center_id is not null;

alter table order_course enable row level security;
create policy tenant on order_course to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on order_course to trueline_system using (true);
grant select, insert, update, delete on order_course to trueline_app, trueline_system;
