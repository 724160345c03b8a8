-- Up Migration

-- A view that everybody of the company sees who opens its list; the person who saved it may be another one.
alter table saved_view add column is_shared boolean not null default false;
create index saved_view_shared on saved_view (company_id, list) where is_shared;
