-- Up Migration

-- What people said to a proposal that another order began (domain.md F-4): each is asked once, and after No the order not again in that shift.
create table order_start_answer (
  company_id text not null,
  work_center_id integer not null,
  -- Since when it seemed to have begun.
  at bigint not null,
  job_order_id integer not null,
  is_accepted boolean not null,
  answered_by uuid,
  answered_via uuid,
  answered_on timestamptz not null,
  primary key (company_id, work_center_id, at, job_order_id),
  foreign key (company_id, work_center_id) references work_center (company_id, id),
  foreign key (company_id, job_order_id) references job_order (company_id, id) on delete cascade
);
create index order_start_answer_newest on order_start_answer (company_id, work_center_id, answered_on desc);
create index order_start_answer_of_order on order_start_answer (company_id, job_order_id);
alter table order_start_answer enable row level security;
create policy tenant on order_start_answer to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on order_start_answer to trueline_system using (true);
grant select, insert, update, delete on order_start_answer to trueline_app, trueline_system;
