-- Up Migration
-- An order of an Odoo is closed once none of its linked orders is open here (IN-12). Where the last open one is cancelled, nothing told that any more: what
-- its closed siblings said of their closing is said once more, behind what waits of them and with their figures as they stand, at the end of the
-- transaction of the act.
create index integration_order_of_production on integration_order (company_id, integration_id, (regexp_replace(external_code, '/[0-9]+$', '')))
  where external_id like 'mrp.workorder/%';
create function close_anew_elsewhere() returns trigger language plpgsql as $$
begin
  update integration_outbox set id = default, state = 'WAITING', tries = 0, next_try_on = new.created_on, accepted = said.accepted_output,
    rejected = said.rejected_output, error = null, answered_on = null, decided_by = null
  from (
    select m.id, j.accepted_output, j.rejected_output from integration_order o
    join integration i on i.company_id = o.company_id and i.id = o.integration_id and i.deleted_on is null and i.service = 'ODOO'
      and i.settings ->> 'closes' = 'true' and 'CLOSED' = any(i.sends)
    join integration_order s on s.company_id = o.company_id and s.integration_id = o.integration_id and s.external_id like 'mrp.workorder/%'
      and regexp_replace(s.external_code, '/[0-9]+$', '') = regexp_replace(o.external_code, '/[0-9]+$', '')
      and s.job_order_id <> o.job_order_id and not s.is_gone
    join job_order j on j.company_id = s.company_id and j.id = s.job_order_id and j.status in ('COMPLETED', 'TECHNICALLY_COMPLETED')
    join integration_outbox m on m.company_id = s.company_id and m.integration_id = s.integration_id and m.external_id = s.external_id
      and m.operation = 'CLOSED' and m.state = 'SENT'
    where o.company_id = new.company_id and o.job_order_id = new.job_order_id and o.external_id like 'mrp.workorder/%'
    order by m.id for update of m
  ) said
  where integration_outbox.company_id = new.company_id and integration_outbox.id = said.id;
  return null;
end $$;
create constraint trigger job_order_event_closes_elsewhere after insert on job_order_event deferrable initially deferred
  for each row when (new.kind = 'CANCELLED') execute function close_anew_elsewhere();
