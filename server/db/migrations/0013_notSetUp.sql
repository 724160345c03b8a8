-- Up Migration

-- A machine without status rules is not set up: its time is no data with a cause of its own, where it was a stop.
alter table status_interval drop constraint status_interval_cause_check;
alter table status_interval
  add constraint status_interval_cause_check check (cause in ('BATTERY_EMPTY', 'DEVICE_OFF', 'SILENT', 'UNAVAILABLE', 'NO_STATUS_RULES'));

-- Stops of machines without rules are worked out again, in shifts that nobody confirmed.
insert into recalculation (company_id, work_center_id, from_at, cause)
select i.company_id, i.work_center_id, min(greatest(i.start_at, f.start_at)), 'STATUS_RULES'
from status_interval i join (
    select company_id, work_center_id, min(start_at) as start_at from shift where status <> 'CONFIRMED' group by company_id, work_center_id
  ) f on f.company_id = i.company_id and f.work_center_id = i.work_center_id and (i.end_at is null or i.end_at > f.start_at)
where i.kind in ('OFF', 'UNDEFINED') and not exists (
  select from status_rule r join status_rule_version v on v.company_id = r.company_id and v.status_rule_id = r.id
  where r.company_id = i.company_id and r.work_center_id = i.work_center_id and r.range_type <> 'MANUAL'
    and v.valid_from <= i.start_at and (v.valid_to is null or v.valid_to > i.start_at)
)
group by i.company_id, i.work_center_id;
