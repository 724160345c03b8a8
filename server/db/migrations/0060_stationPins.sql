-- Up Migration
-- PINs of people at stations, and who proved at which station that they work there. A process that knows neither goes on as before.

alter table company add column station_pins boolean not null default false;

create table station_pin (
  company_id text not null references company (id),
  user_id uuid not null,
  -- argon2id, as of passwords
  hash text not null,
  -- wrong tries in a row
  failures integer not null default 0 check (failures >= 0),
  locked_until timestamptz,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references membership (company_id, user_id) on delete cascade
);

-- From when until when a station may name the person: proven by PIN.
create table station_work (
  company_id text not null references company (id),
  station_id uuid not null,
  user_id uuid not null,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  primary key (company_id, station_id, user_id, from_at),
  foreign key (company_id, station_id) references membership (company_id, user_id) on delete cascade,
  foreign key (company_id, user_id) references membership (company_id, user_id) on delete cascade
);
create index station_work_of_person on station_work (company_id, user_id);

alter table station_pin enable row level security;
create policy tenant on station_pin to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on station_pin to trueline_system using (true);
grant select, insert, update, delete on station_pin to trueline_app, trueline_system;

alter table station_work enable row level security;
create policy tenant on station_work to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on station_work to trueline_system using (true);
grant select, insert, update, delete on station_work to trueline_app, trueline_system;
