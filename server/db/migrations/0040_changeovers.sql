-- Up Migration

-- Each run of an order, and what changing to it took: measured once its first units are there.
create table changeover (
  company_id text not null,
  work_center_id integer not null,
  -- The run that it leads to.
  job_order_id integer not null,
  run_start_at bigint not null,
  -- What was made before; null = nothing, or not measured yet.
  from_order_id integer,
  -- Scheduled ms that are not excluded; null = it could not be measured.
  duration_ms double precision check (duration_ms >= 0),
  -- The part of them that lies in the run.
  own_ms double precision check (own_ms >= 0),
  measured_on timestamptz,
  primary key (company_id, work_center_id, job_order_id, run_start_at),
  foreign key (company_id, job_order_id, work_center_id, run_start_at)
    references job_order_run (company_id, job_order_id, work_center_id, start_at) on delete cascade on update cascade
);
create index changeover_of_place on changeover (company_id, work_center_id, run_start_at desc) where duration_ms is not null;
create index changeover_not_measured on changeover (run_start_at) where measured_on is null;
create index changeover_by_age on changeover (run_start_at);

-- Whatever begins a run says here that the changeover to it is to be measured.
create function note_changeover() returns trigger language plpgsql as $$
begin
  insert into changeover (company_id, work_center_id, job_order_id, run_start_at)
  values (new.company_id, new.work_center_id, new.job_order_id, new.start_at) on conflict do nothing;
  return null;
end $$;
create trigger changeover_of_run after insert on job_order_run for each row execute function note_changeover();
insert into changeover (company_id, work_center_id, job_order_id, run_start_at)
  select company_id, work_center_id, job_order_id, start_at from job_order_run
  where start_at > (extract(epoch from now()) * 1000)::int8 - 120 * 86400000::int8;

alter table changeover enable row level security;
create policy tenant on changeover to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on changeover to trueline_system using (true);
grant select, insert, update, delete on changeover to trueline_app, trueline_system;
