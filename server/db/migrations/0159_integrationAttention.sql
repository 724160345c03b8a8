-- Up Migration
-- What administrators were told of an integration: the warning of its key, by its days, and that it failed (IN-16).

alter table integration add column key_told integer, add column failed_told_on timestamptz;
create index integration_failed on integration (company_id) where status = 'FAILED' and failed_told_on is null;
create index integration_key_ends on integration (key_ends_on) where key_ends_on is not null;
