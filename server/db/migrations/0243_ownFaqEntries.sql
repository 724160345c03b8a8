-- Up Migration
-- Answers that a company writes for its own people, beside those of the product (HP-4).
create table faq_entry (
  company_id text not null references company (id) on delete cascade,
  id uuid not null default uuidv7(),
  question text not null check (char_length(question) between 3 and 200),
  words text not null default '' check (char_length(words) <= 300),
  screen text check (char_length(screen) <= 100),
  body text not null check (char_length(body) between 1 and 5000),
  version integer not null default 1,
  updated_by uuid references app_user (id) on delete set null,
  updated_on timestamptz not null,
  primary key (company_id, id)
);
alter table faq_entry enable row level security;
create policy tenant on faq_entry to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on faq_entry to trueline_system using (true);
grant select, insert, update, delete on faq_entry to trueline_app, trueline_system;
