-- Up Migration

-- The host of the external model that the company lets its assistant ask; null = none.
alter table company add column assistant_host text;
