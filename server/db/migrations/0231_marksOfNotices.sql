-- Up Migration
-- Whether what stands in the tables is to be read too when the episodes of a work center are worked out anew (AL-21).
alter table notification_mark add column has_notices boolean not null default false;
