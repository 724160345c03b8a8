-- Up Migration
-- When the order was last asked for by its id, though nothing may be known of it since; null = never. Those asked longest ago come first.
alter table integration_order add column asked_on timestamptz;
create index integration_order_open on integration_order (company_id, integration_id, external_id) where not has_ended;
