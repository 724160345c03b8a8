-- Up Migration

-- Since when output is confirmed by the product (ms UTC): what ended before waits for people, as it did.
alter table work_center add column auto_confirm_from bigint;
update work_center set auto_confirm_from = (extract(epoch from now()) * 1000)::int8 where auto_confirm <> 'OFF';

-- Output segments that the product confirmed, or tried to: once for what was counted.
create table automatic_confirmation (
  company_id text not null,
  work_center_id integer not null,
  segment_start_at bigint not null,
  -- 0 = without an order
  job_order_id integer not null default 0,
  -- what its device had counted then
  counted numeric not null,
  -- the code of the refusal; null = confirmed, or nothing waited
  problem text,
  tried_on timestamptz not null default now(),
  primary key (company_id, work_center_id, segment_start_at, job_order_id),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);
create index automatic_confirmation_by_age on automatic_confirmation (tried_on);

alter table automatic_confirmation enable row level security;
create policy tenant on automatic_confirmation to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on automatic_confirmation to trueline_system using (true);
grant select, insert, update, delete on automatic_confirmation to trueline_app, trueline_system;
