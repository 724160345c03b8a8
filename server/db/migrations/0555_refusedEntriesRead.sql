-- Up Migration

-- People of a company read what the devices of their work centers sent and was refused; only ingest writes it.
alter table quarantine enable row level security;
create policy tenant on quarantine to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on quarantine to trueline_system using (true);
grant select on quarantine to trueline_app;

-- Devices that fell silent at about the same time.
create index notification_silent on notification (company_id, since) where type = 'CONNECTION_LOST';
