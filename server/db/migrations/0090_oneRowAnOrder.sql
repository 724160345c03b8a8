-- Up Migration
-- An order of ours is one of the other system, and what another system needs never refuses an act here (IN-7).

delete from integration_order o using integration_order newer
where newer.company_id = o.company_id and newer.integration_id = o.integration_id and newer.job_order_id = o.job_order_id
  and (newer.seen_on, newer.external_id) > (o.seen_on, o.external_id);
create unique index integration_order_one_a_job_order on integration_order (company_id, integration_id, job_order_id);

create or replace function tell_integrations() returns trigger language plpgsql as $$
begin
  -- An import may take the row away in the same moment: what stands by then is looked at once more.
  for attempt in 1..2 loop
    begin
      insert into integration_outbox (company_id, integration_id, external_id, job_order_id, event_id, operation, accepted, rejected,
        next_try_on, created_on)
      select o.company_id, o.integration_id, o.external_id, o.job_order_id, new.id, what.operation, j.accepted_output, j.rejected_output,
        new.created_on, new.created_on
      from integration_order o
      join integration i on i.company_id = o.company_id and i.id = o.integration_id and i.deleted_on is null
      join job_order j on j.company_id = o.company_id and j.id = o.job_order_id
      cross join (select case when new.kind like 'CONFIRM%' then 'OUTPUT' else new.kind end as operation) what
      where o.company_id = new.company_id and o.job_order_id = new.job_order_id and what.operation = any(i.sends)
      on conflict do nothing;
      return null;
    exception when integrity_constraint_violation then
      null;
    end;
  end loop;
  return null;
end $$;
