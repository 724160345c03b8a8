-- Up Migration
-- Which notice administrators were given of the prepaid time of a work center, by its days; another end is told of anew (ST-2).

create table prepaid_notice (
  company_id text not null,
  work_center_id integer not null,
  prepaid_until date not null,
  days_told integer not null,
  told_on timestamptz not null,
  primary key (company_id, work_center_id),
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade
);
create index work_center_prepaid on work_center (prepaid_until) where prepaid_until is not null;

alter table prepaid_notice enable row level security;
create policy tenant on prepaid_notice to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on prepaid_notice to trueline_system using (true);
grant select, insert, update, delete on prepaid_notice to trueline_app, trueline_system;
