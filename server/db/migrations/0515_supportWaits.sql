-- Up Migration
-- What waits for the provider, and for each person: counted on every page.
create index support_request_waiting on support_request (id) where status in ('NEW', 'OPEN');
create index support_request_for_person on support_request (company_id, created_by) where status = 'WAITING';
