-- Up Migration
-- What is looked through in its sequence: old messages of integrations, and the containers of an order.
create index integration_outbox_over on integration_outbox (answered_on, id) where state in ('SENT', 'SKIPPED');
create index output_confirmation_of_containers on output_confirmation (company_id, job_order_id, batch_time desc, id desc) where container_code is not null;
