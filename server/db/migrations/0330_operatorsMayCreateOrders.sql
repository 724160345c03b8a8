-- Up Migration
-- Whether operators plan an order themselves at a machine that has none; until somebody says so planners alone do.
alter table company add column operators_may_create_orders boolean not null default false;
