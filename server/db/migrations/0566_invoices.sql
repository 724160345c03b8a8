-- Up Migration

-- Invoices of a company as the provider put them there: PDF as it was sent.
create table invoice (
  company_id text not null references company (id),
  id uuid not null,
  -- as it stands on the invoice
  number text not null check (char_length(number) between 1 and 60),
  issued_on date not null,
  name text not null check (char_length(name) between 1 and 200),
  size integer not null check (size > 0),
  bytes bytea not null,
  sha256 text not null,
  uploaded_by uuid not null,
  uploaded_on timestamptz not null,
  primary key (company_id, id),
  unique (company_id, number)
);
-- The list, the newest first.
create index invoice_newest on invoice (company_id, issued_on desc, uploaded_on desc, id);
alter table invoice alter column bytes set storage external;

alter table invoice enable row level security;
create policy tenant on invoice to trueline_app using (company_id = (select nullif(current_setting('app.tenant', true), '')));
create policy everything on invoice to trueline_system using (true);
grant select, insert, update, delete on invoice to trueline_app, trueline_system;
