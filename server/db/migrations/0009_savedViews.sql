-- Up Migration
-- Views of lists that people save for themselves: the query parameters of a page under a name.

create table saved_view (
  company_id text not null references company (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  -- the list, one of LIST_NAMES of the engine
  list text not null check (length(list) between 1 and 40),
  name text not null check (length(name) between 1 and 80),
  search text not null check (length(search) <= 2000),
  primary key (company_id, id),
  foreign key (company_id, user_id) references membership (company_id, user_id) on delete cascade
);
create unique index saved_view_by_name on saved_view (company_id, user_id, list, lower(name));

alter table saved_view enable row level security;
create policy tenant on saved_view to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on saved_view to trueline_system using (true);
grant select, insert, update, delete on saved_view to trueline_app, trueline_system;
