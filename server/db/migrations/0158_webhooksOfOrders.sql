-- Up Migration
-- What webhooks are told of beside notifications: what is done with orders, and what they made (IN-15).

alter table webhook add column topics text[] not null default '{}' check (topics <@ array['ORDERS', 'OUTPUT']);

-- At the end of the transaction of the act, when the order's figures stand.
create function tell_webhooks_of_orders() returns trigger language plpgsql as $$
begin
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
create constraint trigger job_order_event_for_webhooks after insert on job_order_event deferrable initially deferred
  for each row when (new.kind in ('PLANNED', 'STARTED', 'STOPPED', 'CLOSED', 'CANCELLED', 'RESTORED', 'UNDONE', 'CONFIRMED',
    'CONFIRMATION_CORRECTED', 'CONFIRMATION_CANCELLED'))
  execute function tell_webhooks_of_orders();
