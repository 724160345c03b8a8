-- Up Migration
-- What became of the messages of an order, and what an integration heard last.
create index integration_outbox_of_order on integration_outbox (company_id, integration_id, external_id, id);
create index integration_outbox_answered on integration_outbox (company_id, integration_id, answered_on) where state = 'SENT';
create index integration_run_of_imports on integration_run (company_id, integration_id, id desc) where kind = 'RUN';
