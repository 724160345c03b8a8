-- Up Migration

-- What people said of stops, which reasons are ranked by: one entry for each piece that a person spoke of, none for all the others.
create index loss_said on loss (company_id, work_center_id, start_at) where source = 'STATUS' and is_valid and reason_source = 'MANUAL';
-- Stops that wait for a reason, the longest first.
create index loss_unclassified_by_length on loss (company_id, length_ms desc, id desc)
  where reason_id is null and not is_scheduled_loss and source = 'STATUS' and level <> 1 and is_valid;
