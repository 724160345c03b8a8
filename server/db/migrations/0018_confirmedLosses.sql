-- Up Migration

-- The losses as they were when the shift was confirmed, so that two confirmations can be compared; null = confirmed before they were kept.
alter table shift_revision add column losses jsonb;
