-- Up Migration
-- What a message to a browser lets its reader do without signing in, once, and when it was shown and opened (AL-24).
alter table push_delivery add column shown_at bigint, add column opened_at bigint;

create table push_token (
  company_id text not null,
  -- SHA-256 of the secret that the message carries
  token_hash text not null,
  user_id uuid not null,
  subscription_id uuid not null,
  -- what the message told
  delivery_ids uuid[] not null,
  -- null = of several notifications
  notification_id uuid,
  -- what may be done, one of it and once, in the order of the buttons
  acts jsonb not null default '[]',
  acts_until bigint not null,
  expires_at bigint not null,
  used_at bigint,
  primary key (company_id, token_hash),
  foreign key (company_id, user_id) references membership (company_id, user_id) on delete cascade,
  foreign key (company_id, subscription_id) references push_subscription (company_id, id) on delete cascade,
  foreign key (company_id, user_id, notification_id) references notification_receipt (company_id, user_id, notification_id) on delete cascade
);
create unique index push_token_by_hash on push_token (token_hash);
create index push_token_of_message on push_token (company_id, subscription_id, notification_id);
create index push_token_of_receipt on push_token (company_id, user_id, notification_id);
create index push_token_by_end on push_token (expires_at);
alter table push_token enable row level security;
create policy tenant on push_token to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on push_token to trueline_system using (true);
grant select, insert, update, delete on push_token to trueline_app, trueline_system;
