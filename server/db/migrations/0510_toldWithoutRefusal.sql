-- Up Migration
-- No failure of an integration refuses an act (IN-7): an import may take the row of an order away in the moment in which the act is stored, and what stands by
-- then is looked at once more. Replacing the function twice (0207, 0461) had lost that.
create or replace function tell_integrations() returns trigger language plpgsql as $$
begin
  for attempt in 1..2 loop
    begin
      insert into integration_outbox (company_id, integration_id, external_id, job_order_id, event_id, operation, accepted, rejected,
        next_try_on, created_on, posting_ids)
      select o.company_id, o.integration_id, o.external_id, o.job_order_id, new.id, what.operation, j.accepted_output, j.rejected_output,
        new.created_on, new.created_on,
        case when what.operation = 'OUTPUT' and jsonb_typeof(new.details -> 'postings') = 'array'
          then array(select posting::int from jsonb_array_elements_text(new.details -> 'postings') posting) else '{}' end
      from integration_order o
      join integration i on i.company_id = o.company_id and i.id = o.integration_id and i.deleted_on is null
      join job_order j on j.company_id = o.company_id and j.id = o.job_order_id
      cross join (select case when new.kind like 'CONFIRM%' then 'OUTPUT' else new.kind end as operation) what
      where o.company_id = new.company_id and o.job_order_id = new.job_order_id and not o.is_gone and what.operation = any(i.sends)
      on conflict do nothing;
      return null;
    exception when integrity_constraint_violation then
      null;
    end;
  end loop;
  return null;
end $$;
