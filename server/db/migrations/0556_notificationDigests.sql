-- Up Migration
-- Who wants a summary of their notifications by e-mail each day or week.

create table notification_digest (
  company_id text not null references company (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  every text not null check (every in ('DAY', 'WEEK')),
  -- HH:mm by the clock of the person
  at text not null check (at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- ended by the link in one; null = it comes
  ended_on timestamptz,
  next_on timestamptz not null,
  -- the next one tells what the person was told since (UTC ms)
  told_until bigint not null,
  primary key (company_id, user_id)
);
create index notification_digest_due on notification_digest (next_on) where ended_on is null;

alter table notification_digest enable row level security;
create policy tenant on notification_digest to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on notification_digest to trueline_system using (true);
grant select, insert, update, delete on notification_digest to trueline_app, trueline_system;
