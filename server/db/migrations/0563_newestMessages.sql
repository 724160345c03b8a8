-- Up Migration
-- A page of an integration's messages is read by their ids: with a history of 20,000 all of them were read and joined for 50.
create index integration_outbox_newest on integration_outbox (company_id, integration_id, id desc);
