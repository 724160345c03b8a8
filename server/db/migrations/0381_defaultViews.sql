-- Up Migration
-- Default saved view of a page: for one person, or for all of the company (user_id null).
create table default_view (
  company_id text not null references company (id),
  id uuid not null default uuidv7(),
  user_id uuid,
  list text not null check (length(list) between 1 and 40),
  view_id uuid not null,
  primary key (company_id, id),
  unique nulls not distinct (company_id, list, user_id),
  foreign key (company_id, user_id) references membership (company_id, user_id) on delete cascade,
  foreign key (company_id, view_id) references saved_view (company_id, id) on delete cascade
);
create index default_view_by_view on default_view (company_id, view_id);
create index default_view_by_user on default_view (company_id, user_id);

alter table default_view enable row level security;
create policy tenant on default_view to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on default_view to trueline_system using (true);
grant select, insert, update, delete on default_view to trueline_app, trueline_system;
