-- Up Migration
-- Deviations and missed runs of checklists, and tasks that wait too long, are told (CL-12, T-11).

alter table notification
  drop constraint notification_type_check,
  add constraint notification_type_check check (type in ('BATTERY_LOW', 'CHECKLIST_DEVIATION', 'CHECKLIST_MISSED', 'CONNECTION_ERROR', 'CONNECTION_LOST',
    'DE_PHASING', 'FLOW_ERROR', 'STATUS_DURATION', 'TARGET_VALUE', 'TASK_WAITING', 'WORK_CENTER_OFF', 'WORK_IN_NON_WORK_TIME'));

-- when the reason was given why nobody answers it
alter table checklist_occurrence add column skipped_at bigint;

create index operational_task_closed on operational_task (company_id, work_center_id, closed_at) where closed_at is not null;

-- null = nobody is reminded
alter table operational_plan add column remind_after_minutes integer check (remind_after_minutes between 5 and 1440);
