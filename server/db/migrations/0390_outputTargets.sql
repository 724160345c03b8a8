-- Up Migration
-- A rule may compare the output of a shift, day, week or month with the target output (domain.md G-21).
alter table notification_config drop constraint notification_config_mode_check;
alter table notification_config add constraint notification_config_mode_check
  check (mode in ('STATUS', 'STOP', 'OEE', 'AVAILABILITY', 'PERFORMANCE', 'QUALITY', 'OUTPUT'));
