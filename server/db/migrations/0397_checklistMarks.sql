-- Up Migration
-- The work centers at which stops may have made checklists due, and when they are looked at.
create table checklist_mark (
  company_id text not null references company (id) on delete cascade,
  work_center_id integer not null,
  -- facts from here on may have changed
  from_at bigint not null,
  check_at bigint not null,
  primary key (company_id, work_center_id),
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade
);
create index checklist_mark_in_turn on checklist_mark (company_id, check_at);

alter table checklist_mark enable row level security;
create policy tenant on checklist_mark to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on checklist_mark to trueline_system using (true);
grant select, insert, update, delete on checklist_mark to trueline_app, trueline_system;
