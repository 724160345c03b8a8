-- Up Migration

-- Pictures and documents of questions to the provider and of their answers: pictures as they were made anew.
create table support_file (
  company_id text not null references company (id),
  id uuid not null,
  -- what it was sent with; null = not sent yet
  support_request_id integer,
  -- the answer that brought it; null = the question itself
  support_message_id bigint,
  name text not null check (char_length(name) between 1 and 200),
  content_type text not null check (content_type in ('application/pdf', 'image/webp')),
  size integer not null check (size > 0),
  width integer,
  height integer,
  bytes bytea not null,
  sha256 text not null,
  uploaded_by uuid not null,
  uploaded_on timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, support_request_id) references support_request (company_id, id) on delete cascade,
  check (support_message_id is null or support_request_id is not null)
);
-- The inbox of the provider asks by id and by question.
create index support_file_by_id on support_file (id);
create index support_file_of on support_file (support_request_id) where support_request_id is not null;
create index support_file_loose on support_file (company_id, uploaded_on) where support_request_id is null;
alter table support_file alter column bytes set storage external;

alter table support_file enable row level security;
create policy tenant on support_file to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on support_file to trueline_system using (true);
grant select, insert, update, delete on support_file to trueline_app, trueline_system;

-- Of what a device sent under an id of its own: sent again it is the same file.
alter table attachment add column sha256 text;
