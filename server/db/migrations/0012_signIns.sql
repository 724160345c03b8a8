-- Up Migration

-- Refresh tokens that were made from one sign-in, one from the other, are a family; the generation counts the renewals before a token.
alter table oidc_payload add column family text, add column generation integer;
-- Of codes and refresh tokens only the hash is kept: who reads the database, or a backup, has none that works.
update oidc_payload set id = encode(sha256(convert_to(id, 'UTF8')), 'hex'), payload = payload - 'jti'
  where model in ('AuthorizationCode', 'RefreshToken');
update oidc_payload set family = id, generation = coalesce((payload ->> 'rotations')::integer, 0) where model = 'RefreshToken';
create index oidc_payload_family on oidc_payload (family, generation) where family is not null;

-- Wrong passwords are counted by where they come from: a browser that the person signed in with, an address, or all other places together.
create table sign_in_source (
  user_id uuid not null references app_user (id) on delete cascade,
  source text not null,
  is_known boolean not null default false,
  failures integer not null default 0,
  locked_until timestamptz,
  used_on timestamptz not null,
  primary key (user_id, source)
);
create index sign_in_source_age on sign_in_source (used_on);
grant select, insert, update, delete on sign_in_source to trueline_system;

-- How often an administrator was told that somebody of another company has an address or login: some a day, so that nobody tries out a list.
create table taken_name_answer (
  user_id uuid not null references app_user (id) on delete cascade,
  answered_on timestamptz not null default now()
);
create index taken_name_answer_user on taken_name_answer (user_id, answered_on);
grant select, insert, delete on taken_name_answer to trueline_system;

-- Keys of the outbox work for a day each now; the one of before worked for ever.
delete from server_secret where name = 'outbox_key';
