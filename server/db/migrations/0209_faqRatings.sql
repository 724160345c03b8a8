-- Up Migration
-- Whether an entry of the FAQ helped who read it, the last word of each person (HP-4).

create table faq_rating (
  company_id text not null references company (id) on delete cascade,
  entry text not null check (char_length(entry) between 1 and 100),
  user_id uuid not null references app_user (id) on delete cascade,
  is_helpful boolean not null,
  rated_on timestamptz not null,
  primary key (company_id, entry, user_id)
);
create index faq_rating_of_user on faq_rating (user_id);

alter table faq_rating enable row level security;
create policy tenant on faq_rating to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on faq_rating to trueline_system using (true);
grant select, insert, update, delete on faq_rating to trueline_app, trueline_system;
