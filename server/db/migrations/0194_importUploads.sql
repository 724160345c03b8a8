-- Up Migration
-- A workbook of several sheets is kept until it is applied, so that another of them can be read.

create table import_upload (
  company_id text not null,
  import_id integer not null,
  content bytea not null check (octet_length(content) <= 5242880),
  primary key (company_id, import_id),
  foreign key (company_id, import_id) references job_orders_import (company_id, id) on delete cascade
);

alter table import_upload enable row level security;
create policy tenant on import_upload to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on import_upload to trueline_system using (true);
grant select, insert, update, delete on import_upload to trueline_app, trueline_system;
