-- Up Migration
-- By what a notification was told: how long its time had to count, and from when on (ms UTC). null = it waits, or it was told before this was kept.
alter table notification add column judged_duration_ms bigint, add column judged_from bigint;
-- Whether it was ended because nobody watched any more, and not by its facts.
alter table notification add column is_unwatched boolean not null default false;
-- Since when the work center is at work again, ms UTC; null = it was never shut down.
alter table work_center add column active_since bigint;
