-- What people write to each other beside an order. It goes with its order.
create table conversation (
  company_id text not null,
  id integer generated always as identity,
  job_order_id integer not null,
  primary key (company_id, id),
  unique (company_id, job_order_id),
  foreign key (company_id, job_order_id) references job_order (company_id, id) on delete cascade
);

-- Files that people send: pictures as they were made anew, and PDF documents.
create table attachment (
  company_id text not null references company (id),
  id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  content_type text not null check (content_type in ('application/pdf', 'image/webp')),
  size integer not null check (size > 0),
  -- of pictures, in pixels
  width integer,
  height integer,
  bytes bytea not null,
  uploaded_by uuid not null,
  uploaded_on timestamptz not null,
  -- where it was sent; null = not yet, and after a day nowhere
  conversation_id integer,
  primary key (company_id, id),
  foreign key (company_id, conversation_id) references conversation (company_id, id) on delete cascade
);
create index attachment_not_sent on attachment (company_id, uploaded_on) where conversation_id is null;
create index attachment_by_conversation on attachment (company_id, conversation_id) where conversation_id is not null;
-- Pictures and documents are packed already.
alter table attachment alter column bytes set storage external;

create table conversation_message (
  company_id text not null,
  conversation_id integer not null,
  id bigint generated always as identity,
  content_type text not null check (content_type in ('ATTACHMENT', 'TEXT')),
  -- empty once it was deleted
  content text not null check (char_length(content) <= 4000),
  sender_id uuid not null,
  via_station uuid,
  -- by the clock of the device that it was written on
  sent_at timestamptz not null,
  received_on timestamptz not null,
  edited_at timestamptz,
  deleted_on timestamptz,
  primary key (company_id, conversation_id, id),
  foreign key (company_id, conversation_id) references conversation (company_id, id) on delete cascade
);
create unique index conversation_message_by_id on conversation_message (company_id, id);

-- How far a person read.
create table conversation_read (
  company_id text not null,
  conversation_id integer not null,
  user_id uuid not null,
  message_id bigint not null,
  read_on timestamptz not null,
  primary key (company_id, conversation_id, user_id),
  foreign key (company_id, conversation_id) references conversation (company_id, id) on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['conversation', 'attachment', 'conversation_message', 'conversation_read']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
