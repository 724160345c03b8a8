-- What a kWh costs from a date on; the prices of its hours are few and are read and written together.
create table energy_tariff (
  company_id text not null references company (id) on delete cascade,
  valid_from date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  price_per_kwh numeric(16, 6) not null check (price_per_kwh >= 0),
  zones jsonb not null default '[]',
  changed_by uuid references app_user (id) on delete set null,
  changed_on timestamptz not null default now(),
  primary key (company_id, valid_from)
);
alter table energy_tariff enable row level security;
create policy tenant on energy_tariff to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on energy_tariff to trueline_system using (true);
grant select, insert, update, delete on energy_tariff to trueline_app, trueline_system;
