-- Up Migration
-- What an integration did is told as an integration's, also what it did before that was so. Found by the acts of its imports, of which each has an index: what
-- people and files did is not looked at.
update job_order_event e set source = 'INTEGRATION'
from job_orders_import i
where i.source = 'INTEGRATION' and i.act is not null and e.company_id = i.company_id and e.act = i.act and e.source = 'IMPORT';

update job_order j set source = 'INTEGRATION'
from job_orders_import i
join job_order_event e on e.company_id = i.company_id and e.act = i.act and e.kind = 'CREATED'
where i.source = 'INTEGRATION' and i.act is not null and j.company_id = e.company_id and j.id = e.job_order_id and j.source = 'IMPORT';
