-- Up Migration
-- From when on somebody had e-mails of a type before they ended them by the link in one: taken back, they come as before.
alter table notification_preference add column emails_before jsonb not null default '{}';
