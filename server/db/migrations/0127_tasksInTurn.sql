-- Up Migration
-- Marks are taken by company in turn.
create index operational_task_mark_in_turn on operational_task_mark (company_id, check_at);
-- What no plan asks any more, or stands at an archived work center, is looked at once: it is gone, however old.
insert into operational_task_mark as m (company_id, work_center_id, from_at, check_at)
  select t.company_id, t.work_center_id, (extract(epoch from now()) * 1000)::bigint, 0 from operational_task t
  where t.closed_cause is null group by t.company_id, t.work_center_id
on conflict (company_id, work_center_id) do update set check_at = 0;
