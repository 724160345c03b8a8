-- Up Migration

-- What was asked with a key is done once: a repetition gets the first answer. Written in the transaction of the act, kept 30 days.
create table request_key (
  company_id text not null references company (id),
  key uuid not null,
  user_id uuid not null,
  operation text not null,
  content_hash text not null,
  -- null only while the act is on its way, which no other transaction sees
  answer jsonb,
  created_on timestamptz not null default now(),
  primary key (company_id, key)
);
create index request_key_by_age on request_key (company_id, created_on);

do $$
begin
  alter table request_key enable row level security;
  create policy tenant on request_key to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
  create policy everything on request_key to trueline_system using (true);
  grant select, insert, update, delete on request_key to trueline_app, trueline_system;
end $$;
