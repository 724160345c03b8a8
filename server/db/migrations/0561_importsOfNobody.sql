-- Up Migration
-- Imports that an integration makes by its schedule are of nobody: whoever set it up may have left long ago.
alter table job_orders_import alter column created_by drop not null;
