-- Up Migration

-- Who was of a company once: their names are kept from an external model, too (HP-3).
create table former_member (
  company_id text not null references company (id),
  user_id uuid not null references app_user (id) on delete cascade,
  primary key (company_id, user_id)
);

alter table former_member enable row level security;
create policy tenant on former_member to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on former_member to trueline_system using (true);
grant select, insert, update, delete on former_member to trueline_app, trueline_system;

-- However a membership ends. Stations are no people.
create function keep_former_member() returns trigger language plpgsql as $$
begin
  insert into former_member (company_id, user_id) values (old.company_id, old.user_id) on conflict do nothing;
  return null;
end $$;
create trigger former_member_of_end after delete on membership for each row when (not old.is_station) execute function keep_former_member();

-- Who left before this: whoever came by an invitation, did something that the log of the company tells, or was removed by one.
insert into former_member (company_id, user_id)
select distinct gone.company_id, gone.user_id from (
  select company_id, accepted_by as user_id from invitation where accepted_by is not null
  union select company_id, user_id from audit_log where user_id is not null
  union select company_id, (details ->> 'userId')::uuid from audit_log where details ->> 'userId' ~ '^[0-9a-f-]{36}$'
) gone
join app_user u on u.id = gone.user_id
where not exists (select from membership m where m.company_id = gone.company_id and m.user_id = gone.user_id);
