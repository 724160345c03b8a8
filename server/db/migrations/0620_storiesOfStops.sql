-- Up Migration

-- What became of a stop: its requests by what they are about, also those that are over, and the checklists that were due because of it.
create index work_request_by_subject on work_request (company_id, source, subject text_pattern_ops) where subject is not null;
create index checklist_occurrence_by_subject on checklist_occurrence (company_id, work_center_id, subject_start) where subject_start is not null;
