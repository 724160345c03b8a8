-- Up Migration
-- What was measured last before a run is read of one checklist at one work center: only what was handed in, the newest first, however long its history.
create index checklist_occurrence_answered on checklist_occurrence (company_id, checklist_id, work_center_id, due_at desc) where submitted_at is not null;
