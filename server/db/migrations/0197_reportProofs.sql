-- Up Migration
-- What the figures of a file were when it was made, so that a link from one of them shows it then and now (Y-8); gone with the list of reports.

create table report_proof (
  company_id text not null,
  rendering_id uuid not null,
  made_on timestamptz not null,
  -- by name: percent of a factor, ms of downtime
  figures jsonb not null,
  -- of each shift: [work center, start, revision, status, OEE in percent, accepted units]
  shifts jsonb not null,
  primary key (company_id, rendering_id),
  foreign key (company_id, rendering_id) references report_rendering (company_id, id) on delete cascade
);

alter table report_proof enable row level security;
create policy tenant on report_proof to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on report_proof to trueline_system using (true);
grant select, insert, update, delete on report_proof to trueline_app, trueline_system;
