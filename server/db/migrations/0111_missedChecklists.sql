-- Up Migration
-- How grave it is that a checklist was missed: null = nobody is told.
alter table checklist add column missed_severity text check (missed_severity in ('INFO', 'WARNING', 'URGENT'));
