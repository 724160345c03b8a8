-- Up Migration
-- Webhooks may also be told of checklists, tasks, confirmed shifts and work requests (IN-15).

alter table webhook drop constraint webhook_topics_check;
alter table webhook add constraint webhook_topics_check
  check (topics <@ array['ORDERS', 'OUTPUT', 'CHECKLISTS', 'TASKS', 'SHIFTS', 'REQUESTS']);

-- The instant as people and programs read it.
create function iso_of(at bigint) returns text language sql immutable as $$
  select to_char(to_timestamp(at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Queues the message for the webhooks of the company that ask for the topic.
create function tell_webhooks(of_company text, topic text, subject text, type text, occurred_at bigint, data jsonb, link text)
returns void language sql as $$
  insert into webhook_delivery (company_id, webhook_id, subject, type, occurred_at, data, link, due_on)
  select w.company_id, w.id, tell_webhooks.subject, tell_webhooks.type, tell_webhooks.occurred_at, tell_webhooks.data, tell_webhooks.link, now()
  from webhook w where w.company_id = of_company and w.is_active and tell_webhooks.topic = any(w.topics)
  for key share of w
$$;

-- At the end of the transaction, when what was answered stands beside the run.
create function tell_webhooks_of_checklists() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(o.company_id, 'CHECKLISTS', 'checklist ' || o.id, 'checklist.' || lower(new.state),
    coalesce(case new.state when 'DONE' then o.submitted_at else o.closes_at end, o.due_at),
    jsonb_build_object('id', o.id, 'checklistId', c.id, 'checklist', c.name, 'state', new.state, 'result', o.result, 'dueAt', iso_of(o.due_at),
      'submittedAt', iso_of(o.submitted_at), 'isFoundLate', o.is_found_late, 'workCenterId', w.id, 'workCenter', w.name),
    '/checklists?tab=results&result=' || o.id)
  from checklist_occurrence o
  join checklist c on c.company_id = o.company_id and c.id = o.checklist_id
  join work_center w on w.company_id = o.company_id and w.id = o.work_center_id
  where o.company_id = new.company_id and o.id = new.id;
  return null;
end $$;
create constraint trigger checklist_for_webhooks after insert on checklist_occurrence deferrable initially deferred
  for each row when (new.state in ('DONE', 'MISSED')) execute function tell_webhooks_of_checklists();
create constraint trigger changed_checklist_for_webhooks after update of state on checklist_occurrence deferrable initially deferred
  for each row when (new.state in ('DONE', 'MISSED') and new.state <> old.state) execute function tell_webhooks_of_checklists();

create function tell_webhooks_of_tasks() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.company_id, 'TASKS', 'task ' || new.id, case when new.closed_cause is null then 'task.opened' else 'task.closed' end,
    coalesce(new.closed_at, new.due_at),
    jsonb_build_object('id', new.id, 'event', new.event, 'cause', new.closed_cause, 'comment', new.comment, 'subjectStart', iso_of(new.subject_start),
      'shiftStart', iso_of(new.shift_start_at), 'dueAt', iso_of(new.due_at), 'workCenterId', w.id, 'workCenter', w.name),
    '/notifications?tab=todo')
  from work_center w where w.company_id = new.company_id and w.id = new.work_center_id;
  return null;
end $$;
create constraint trigger task_for_webhooks after insert on operational_task deferrable initially deferred
  for each row execute function tell_webhooks_of_tasks();
create constraint trigger changed_task_for_webhooks after update of closed_cause on operational_task deferrable initially deferred
  for each row when ((new.closed_cause is null) <> (old.closed_cause is null)) execute function tell_webhooks_of_tasks();

create function tell_webhooks_of_shifts() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(s.company_id, 'SHIFTS', 'shift ' || s.id, 'shift.confirmed', (extract(epoch from coalesce(s.confirmed_on, now())) * 1000)::bigint,
    jsonb_build_object('id', s.id, 'code', s.code, 'name', s.name, 'date', s.shift_date, 'start', iso_of(s.start_at), 'end', iso_of(s.end_at),
      'revision', s.revision, 'accepted', s.accepted_output, 'rejected', s.rejected_output, 'comment', s.comment,
      'workCenterId', w.id, 'workCenter', w.name),
    '/shifts/' || s.id)
  from shift s join work_center w on w.company_id = s.company_id and w.id = s.work_center_id
  where s.company_id = new.company_id and s.id = new.id;
  return null;
end $$;
create constraint trigger shift_for_webhooks after update of status on shift deferrable initially deferred
  for each row when (new.status = 'CONFIRMED' and old.status <> 'CONFIRMED') execute function tell_webhooks_of_shifts();

create function tell_webhooks_of_requests() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(r.company_id, 'REQUESTS', 'request ' || r.id, 'workRequest.changed', (extract(epoch from new.at) * 1000)::bigint,
    jsonb_build_object('id', r.id, 'content', r.content, 'status', new.to_status, 'before', new.from_status, 'comment', new.comment,
      'reported', r.reported, 'dueAt', iso_of((extract(epoch from r.due_at) * 1000)::bigint), 'workCenterId', w.id, 'workCenter', w.name),
    '/work-requests?id=' || r.id)
  from work_request r left join work_center w on w.company_id = r.company_id and w.id = r.work_center_id
  where r.company_id = new.company_id and r.id = new.work_request_id;
  return null;
end $$;
create constraint trigger request_for_webhooks after insert on work_request_event deferrable initially deferred
  for each row execute function tell_webhooks_of_requests();
