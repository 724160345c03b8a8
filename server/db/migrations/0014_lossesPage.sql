-- Up Migration

-- Lists begin with the stops that wait for a reason, and find losses by what people wrote.
create index loss_unclassified on loss (company_id, start_at desc, id desc)
  where reason_id is null and not is_scheduled_loss and source = 'STATUS' and level <> 1;
create index loss_commented on loss (company_id, start_at desc) where comment is not null;
