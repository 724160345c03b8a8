-- Up Migration
-- Each act on an order ends with a look at whom it is told to. Where that is nobody, it is one look by a key and nothing is prepared for what would be told.
create or replace function tell_integrations() returns trigger language plpgsql as $$
begin
  -- Most orders are of no other system. What was told of one before is put right also where it is of none any more.
  if new.kind not in ('RESTORED', 'UNDONE') and not exists (select from integration_order o
    where o.company_id = new.company_id and o.job_order_id = new.job_order_id) then
    return null;
  end if;
  for attempt in 1..2 loop
    begin
      if new.kind in ('RESTORED', 'UNDONE') then
        update integration_outbox m set state = 'SKIPPED', decided_by = new.created_by, answered_on = new.created_on
        from job_order j
        where j.company_id = new.company_id and j.id = new.job_order_id and j.status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS')
          and m.company_id = new.company_id and m.job_order_id = new.job_order_id and m.operation in ('CANCELLED', 'CLOSED')
          and m.state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING');
      end if;
      insert into integration_outbox (company_id, integration_id, external_id, job_order_id, event_id, operation, accepted, rejected,
        next_try_on, created_on, posting_ids)
      select o.company_id, o.integration_id, o.external_id, o.job_order_id, new.id, what.operation, j.accepted_output, j.rejected_output,
        new.created_on, new.created_on,
        case when what.operation = 'OUTPUT' and jsonb_typeof(new.details -> 'postings') = 'array'
          then array(select posting::int from jsonb_array_elements_text(new.details -> 'postings') posting) else '{}' end
      from integration_order o
      join integration i on i.company_id = o.company_id and i.id = o.integration_id and i.deleted_on is null
      join job_order j on j.company_id = o.company_id and j.id = o.job_order_id
      cross join (select case when new.kind like 'CONFIRM%' then 'OUTPUT' when new.kind in ('RESTORED', 'UNDONE') then 'REOPENED'
        else new.kind end as operation) what
      where o.company_id = new.company_id and o.job_order_id = new.job_order_id and not o.is_gone
        and case when what.operation = 'REOPENED'
          then j.status in ('DRAFT', 'PLANNED', 'ON_HOLD', 'PROGRESS') and (select m.operation from integration_outbox m
            where m.company_id = o.company_id and m.integration_id = o.integration_id and m.external_id = o.external_id
            and (m.operation = 'REOPENED' or m.operation in ('CANCELLED', 'CLOSED') and (m.state = 'SENT'
              or m.state = 'SKIPPED' and m.answered_on = new.created_on and (m.tries > 0 or m.next_try_on <= new.created_on))) order by m.id desc limit 1) in ('CANCELLED', 'CLOSED')
          else what.operation = any(i.sends) end
        -- What an integration cancels by its import, the other system has no order of.
        and (new.kind <> 'CANCELLED' or not exists (select from job_orders_import f where f.company_id = new.company_id
          and f.id = (new.details ->> 'importId')::int and f.source = 'INTEGRATION'))
      on conflict do nothing;
      return null;
    exception when integrity_constraint_violation then
      null;
    end;
  end loop;
  return null;
end $$;

create or replace function tell_webhooks_of_orders() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook w where w.company_id = new.company_id and w.is_active) then
    return null;
  end if;
  insert into webhook_delivery (company_id, webhook_id, subject, type, occurred_at, data, link, due_on)
  select w.company_id, w.id, 'order ' || j.id,
    case new.kind when 'CONFIRMED' then 'output.confirmed' when 'CONFIRMATION_CORRECTED' then 'output.corrected'
      when 'CONFIRMATION_CANCELLED' then 'output.cancelled' else 'order.' || lower(new.kind) end,
    new.at,
    jsonb_build_object('id', j.id, 'code', j.order_code, 'externalCode', j.external_code, 'status', j.status,
      'workCenterId', j.work_center_id, 'workCenter', p.name, 'product', i.sku, 'planned', j.plan_output,
      'accepted', j.accepted_output, 'rejected', j.rejected_output, 'comment', new.comment),
    '/job-orders?id=' || j.id, new.created_on
  from webhook w
  join job_order j on j.company_id = w.company_id and j.id = new.job_order_id
  left join work_center p on p.company_id = j.company_id and p.id = j.work_center_id
  left join item i on i.company_id = j.company_id and i.id = j.item_id
  where w.company_id = new.company_id and w.is_active
    and (case when new.kind like 'CONFIRM%' then 'OUTPUT' else 'ORDERS' end) = any(w.topics)
  for key share of w;
  return null;
end $$;
