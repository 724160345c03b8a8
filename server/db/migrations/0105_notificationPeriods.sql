-- Up Migration
-- Rules of batteries and phases, targets of days, weeks and months, and what is told of devices and counters without a rule.
alter table notification_config
  add column period_type text not null default 'SHIFT' check (period_type in ('DAY', 'MONTH', 'SHIFT', 'WEEK')),
  add column time_of_sending text check (time_of_sending ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  drop constraint notification_config_type_check,
  add constraint notification_config_type_check
    check (type in ('BATTERY_LOW', 'DE_PHASING', 'STATUS_DURATION', 'TARGET_VALUE', 'WORK_CENTER_OFF', 'WORK_IN_NON_WORK_TIME'));
alter table notification
  drop constraint notification_type_check,
  add constraint notification_type_check check (type in ('BATTERY_LOW', 'CONNECTION_ERROR', 'CONNECTION_LOST', 'DE_PHASING', 'FLOW_ERROR',
    'STATUS_DURATION', 'TARGET_VALUE', 'WORK_CENTER_OFF', 'WORK_IN_NON_WORK_TIME'));
-- What was refused lately is looked for by time.
create index quarantine_received on quarantine (received_at);
