-- Up Migration
-- Orders of a Tryton (IN-17).

alter table integration drop constraint integration_service_check;
alter table integration add constraint integration_service_check check (service in ('CSV', 'FACTORY_ONLINE', 'ODOO', 'REST', 'TRYTON'));
