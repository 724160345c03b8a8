-- Up Migration
-- What people do with work centers: groups, photos, public pages, job-order settings.

alter table work_center
  add column photo text,
  add column box_equipment_type text check (length(box_equipment_type) between 1 and 100),
  -- set by the provider: until when the company has paid for this work center
  add column prepaid_until date,
  add column production_time_unit text not null default 'min',
  -- how job orders are worked at it (JobOrderSettings); scraps are tracked by track_scraps
  add column consumption_tracking text not null default 'NO_TRACKING'
    check (consumption_tracking in ('NO_TRACKING', 'WITHOUT_BOM_VALIDATION', 'WITH_BOM_VALIDATION')),
  add column import_type text not null default 'UPDATE' check (import_type in ('RECREATE_AND_UPDATE', 'REPLACE', 'UPDATE')),
  -- how many planned orders an operator sees; null = all
  add column operator_access_quota integer check (operator_access_quota > 0);

-- Groups of before were checked by nothing: what was imported or written by hand is made fit, so that the rules below can hold.
update work_center_group
  set name = coalesce(nullif(left(btrim(name), 200), ''), 'Group ' || id),
    color = case when color ~ '^#[0-9a-fA-F]{6}$' then color else '#868E96' end
  where name <> btrim(name) or length(name) not between 1 and 200 or color !~ '^#[0-9a-fA-F]{6}$';
do $$
begin
  loop
    -- Of groups named alike the first keeps its name; a new name may be taken, too, so it is looked at again.
    update work_center_group g set name = left(g.name, 180) || ' (' || g.id || ')'
      where exists (select from work_center_group o where o.company_id = g.company_id and lower(o.name) = lower(g.name) and o.id < g.id);
    exit when not found;
  end loop;
end $$;

alter table work_center_group
  add column version integer not null default 1,
  add constraint work_center_group_name check (length(name) between 1 and 200),
  add constraint work_center_group_color check (color ~ '^#[0-9a-fA-F]{6}$');
create unique index work_center_group_by_name on work_center_group (company_id, lower(name));

-- Who saved a status rule last, told to the second of two people who change it.
alter table status_rule
  add column updated_by uuid references app_user (id),
  add column updated_on timestamptz;

-- A page that everybody who has its link may read. The token has 128 random bits: its SHA-256 finds the page, and it is kept sealed, so that it can be
-- copied again. A closed page leads nowhere; its row stays for a while, so that closing can be taken back.
create table public_access (
  company_id text not null,
  work_center_id integer not null,
  -- what the API calls the page by; the link has nothing of it
  id uuid not null default gen_random_uuid(),
  token_hash text not null unique,
  token_sealed text not null,
  opened_on timestamptz not null default now(),
  opened_by uuid references app_user (id),
  closed_on timestamptz,
  closed_by uuid references app_user (id),
  primary key (company_id, work_center_id),
  foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade
);

-- A photo belongs to a person, a company or a work center of one.
alter table photo
  add column work_center_id integer,
  add constraint photo_of_work_center check (work_center_id is null or company_id is not null),
  add foreign key (company_id, work_center_id) references work_center (company_id, id) on delete cascade;

do $$
begin
  alter table public_access enable row level security;
  create policy tenant on public_access to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
  create policy everything on public_access to trueline_system using (true);
  grant select, insert, update, delete on public_access to trueline_app, trueline_system;
end $$;
