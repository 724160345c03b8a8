-- Up Migration

-- Whether reports may be sent to addresses outside the company.
alter table company add column external_reports boolean not null default false;

-- Addresses outside the company that reports are sent to, once somebody there agreed.
create table report_address (
  company_id text not null,
  id uuid not null default uuidv7(),
  subscription_id integer not null,
  email text not null,
  -- when somebody there was last asked whether to send it
  asked_on timestamptz not null,
  confirmed_on timestamptz,
  left_on timestamptz,
  -- no recipient any more; kept so that adding it again asks nobody twice a day
  removed_on timestamptz,
  primary key (company_id, id),
  unique (company_id, subscription_id, email),
  foreign key (company_id, subscription_id) references report_subscription (company_id, id) on delete cascade
);
create index report_address_asked on report_address (company_id, asked_on);

-- What an address gets of a run.
create table report_address_delivery (
  company_id text not null,
  run_id uuid not null,
  address_id uuid not null,
  rendering_id uuid,
  -- as those of report_delivery; TOO_LARGE for an e-mail
  state text not null check (state in ('WAITING', 'MAILED', 'FILED', 'NO_RIGHT', 'EMPTY', 'TOO_LARGE')),
  email_id uuid,
  primary key (company_id, run_id, address_id),
  foreign key (company_id, run_id) references report_run (company_id, id) on delete cascade,
  foreign key (company_id, address_id) references report_address (company_id, id) on delete cascade,
  foreign key (company_id, rendering_id) references report_rendering (company_id, id) on delete cascade
);
create index report_address_delivery_of_address on report_address_delivery (company_id, address_id);
create index report_address_delivery_of_rendering on report_address_delivery (company_id, rendering_id);
create index report_address_delivery_of_email on report_address_delivery (email_id) where email_id is not null;

do $$
declare
  name text;
begin
  foreach name in array array['report_address', 'report_address_delivery']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
