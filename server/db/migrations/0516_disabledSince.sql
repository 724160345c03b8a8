-- Up Migration
-- Since when the integration is disabled; null = it is not. What it holds is left unsaid after 30 days of it.
alter table integration add column disabled_on timestamptz;
update integration set disabled_on = updated_on where status = 'DISABLED';
