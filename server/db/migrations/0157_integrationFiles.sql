-- Up Migration
-- Orders of other systems that come as files (IN-14).

alter table integration drop constraint integration_service_check;
alter table integration add constraint integration_service_check check (service in ('CSV', 'FACTORY_ONLINE', 'ODOO', 'REST'));
alter table integration drop constraint integration_service_url_check;
alter table integration add constraint integration_service_url_check
  check (length(service_url) between (case when service = 'CSV' then 0 else 1 end) and 500);

-- A file that was put in: it lies as an import that nobody applies, so that it is read as files of people are.
create table integration_file (
  company_id text not null,
  integration_id uuid not null,
  import_id integer not null,
  -- the order in which files were put in, which need not be that in which they came
  no bigint not null generated always as identity,
  put_on timestamptz not null,
  put_by uuid references app_user (id) on delete set null,
  primary key (company_id, integration_id, import_id),
  foreign key (company_id, integration_id) references integration (company_id, id) on delete cascade,
  foreign key (company_id, import_id) references job_orders_import (company_id, id) on delete cascade
);
create index integration_file_of_import on integration_file (company_id, import_id);

alter table integration_file enable row level security;
create policy tenant on integration_file to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on integration_file to trueline_system using (true);
grant select, insert, update, delete on integration_file to trueline_app, trueline_system;
