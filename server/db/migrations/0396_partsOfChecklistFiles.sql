-- Up Migration
-- Parts of a photo or document that is being sent, until all of them are there: after a break it goes on where it was.
create table checklist_file_part (
  company_id text not null references company (id),
  uploaded_by uuid not null,
  file_id uuid not null,
  -- offset of its first byte; size = total size
  at integer not null check (at >= 0),
  size integer not null check (size > 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 262144),
  uploaded_on timestamptz not null,
  primary key (company_id, uploaded_by, file_id, at)
);
create index checklist_file_part_old on checklist_file_part (company_id, uploaded_on);
alter table checklist_file_part alter column bytes set storage external;

alter table checklist_file_part enable row level security;
create policy tenant on checklist_file_part to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on checklist_file_part to trueline_system using (true);
grant select, insert, update, delete on checklist_file_part to trueline_app, trueline_system;
