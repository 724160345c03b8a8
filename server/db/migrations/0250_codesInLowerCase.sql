-- Up Migration
-- Codes as they are looked up, without regard to case: what a function makes of a column is no bound of an index under row level security, a column is. Compared byte
-- by byte, so that what begins with a text is a range.
alter table job_order
  add column code_key text collate "C" generated always as (lower(order_code)) stored,
  add column external_code_key text collate "C" generated always as (lower(external_code)) stored;
drop index job_order_by_code;
create unique index job_order_by_code on job_order (company_id, code_key);
create index job_order_by_any_external_code on job_order (company_id, external_code_key) where external_code_key is not null;

alter table batch
  add column code_key text collate "C" generated always as (lower(code)) stored,
  add column bar_code_key text collate "C" generated always as (lower(bar_code)) stored;
drop index batch_by_code, batch_by_any_code, batch_by_bar_code;
create unique index batch_by_code on batch (company_id, item_id, code_key);
create index batch_by_any_code on batch (company_id, code_key);
create index batch_by_bar_code on batch (company_id, bar_code_key);

alter table container add column code_key text collate "C" generated always as (lower(code)) stored;
drop index container_by_code;
create unique index container_by_code on container (company_id, code_key);
