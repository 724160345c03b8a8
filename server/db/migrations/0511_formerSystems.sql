-- Up Migration
-- Another address or database is another system (IN-4): what the integration knew of the one before stays to be read, under ids that no system has.
alter table integration_order add column is_former boolean not null default false;
alter table integration_outbox
  drop constraint integration_outbox_company_id_integration_id_external_id_fkey,
  add constraint integration_outbox_company_id_integration_id_external_id_fkey foreign key (company_id, integration_id, external_id)
    references integration_order (company_id, integration_id, external_id) on delete cascade on update cascade;
