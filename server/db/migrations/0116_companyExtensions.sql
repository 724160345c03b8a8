-- Up Migration
-- What a company has switched on or off of what the store offers; without a row it is as the store has it at first.

create table company_extension (
  company_id text not null references company (id) on delete cascade,
  extension text not null,
  is_active boolean not null,
  changed_on timestamptz not null default now(),
  primary key (company_id, extension)
);

alter table company_extension enable row level security;
create policy tenant on company_extension to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on company_extension to trueline_system using (true);
grant select, insert, update, delete on company_extension to trueline_app, trueline_system;
