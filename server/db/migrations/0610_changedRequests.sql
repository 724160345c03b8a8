-- Up Migration
-- What somebody changed of a work request beside its status stands in its history, and webhooks are told of it as of a move (ST-3).
alter table work_request_event add column changes jsonb;

-- How far the loss was seen when it was reported, ms UTC, from the start that the subject names: by what they share it is found again after late data moved
-- that start. null = no loss, or from before.
alter table work_request add column seen_until bigint;

create or replace function tell_webhooks_of_requests() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(r.company_id, 'REQUESTS', 'request ' || r.id, 'workRequest.changed', (extract(epoch from new.at) * 1000)::bigint,
    jsonb_build_object('id', r.id, 'content', r.content, 'status', new.to_status, 'before', new.from_status, 'comment', new.comment,
      'changes', coalesce(new.changes, '[]'), 'responsibleId', r.responsible_id, 'reported', r.reported,
      'dueAt', iso_of((extract(epoch from r.due_at) * 1000)::bigint), 'workCenterId', w.id, 'workCenter', w.name),
    '/work-requests?id=' || r.id)
  from work_request r left join work_center w on w.company_id = r.company_id and w.id = r.work_center_id
  where r.company_id = new.company_id and r.id = new.work_request_id;
  return null;
end $$;
