-- Up Migration
-- When somebody confirmed what the first import would do; null = not yet, and nothing comes by itself.
alter table integration add column scheduled_since timestamptz;
update integration set scheduled_since = updated_on where status <> 'SETTING_UP' or next_run_on is not null or read_all_on is not null;
