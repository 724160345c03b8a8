-- Up Migration
-- How many addresses outside the company were asked to agree to a report, and when. It outlives the report, unlike the address (R-7).
create table report_address_ask (
  company_id text not null references company (id) on delete cascade,
  id uuid not null default uuidv7(),
  asked_on timestamptz not null,
  addresses integer not null,
  primary key (company_id, id)
);
alter table report_address_ask enable row level security;
create policy tenant on report_address_ask to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on report_address_ask to trueline_system using (true);
grant select, insert, update, delete on report_address_ask to trueline_app, trueline_system;

insert into report_address_ask (company_id, asked_on, addresses)
  select company_id, asked_on, 1 from report_address where asked_on > now() - interval '1 day';
drop index report_address_asked;
