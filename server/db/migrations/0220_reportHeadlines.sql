-- Up Migration

-- What an e-mail says of a report beside its file; null = of one made before.
alter table report_proof add column headline jsonb;
