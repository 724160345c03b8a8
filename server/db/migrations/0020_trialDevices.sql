-- Up Migration

-- Made by a person to try the product: it sends a little over HTTP, and is gone with its work center.
alter table device add column is_trial boolean not null default false;
create index device_trial on device (company_id, claimed_on) where is_trial;
