-- Up Migration
-- The last requests of each integration to its system: never a query, a body or a secret. Each writing leaves the last 50.
create table integration_request (
  company_id text not null,
  integration_id uuid not null,
  id bigint generated always as identity,
  -- null = of a setup, or of messages that go out
  run_id uuid,
  asked_on timestamptz not null,
  -- method, path and what is called
  asked text not null,
  -- null = no answer came
  status integer,
  ms integer not null,
  answer text check (length(answer) <= 200),
  problem text,
  primary key (company_id, integration_id, id),
  foreign key (company_id, integration_id) references integration (company_id, id) on delete cascade
);

alter table integration_request enable row level security;
create policy tenant on integration_request to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on integration_request to trueline_system using (true);
grant select, insert, update, delete on integration_request to trueline_app, trueline_system;
