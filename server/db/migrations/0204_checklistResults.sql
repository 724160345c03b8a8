-- Up Migration
-- What counts of a run stands beside it, so that lists and figures need not look for it among all that was handed in.

alter table checklist_occurrence
  add column result text check (result in ('OK', 'DEVIATION')),
  add column submitted_at bigint;
update checklist_occurrence o set result = s.result, submitted_at = s.submitted_at
  from checklist_submission s where s.company_id = o.company_id and s.id = (select max(c.id) from checklist_submission c
    where c.company_id = o.company_id and c.occurrence_id = o.id and c.kind in ('FIRST', 'CORRECTION'));
create index checklist_occurrence_deviating on checklist_occurrence (company_id, due_at desc, id desc) where result = 'DEVIATION';
create index checklist_occurrence_missed on checklist_occurrence (company_id, due_at desc, id desc) where state = 'MISSED';
