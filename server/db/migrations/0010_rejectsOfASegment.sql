-- Up Migration

-- null = the rejects of an output segment are one loss. 1 was the value of whoever chose none, and made a row of each reject.
alter table work_center alter column rejection_amount drop not null, alter column rejection_amount drop default;
update work_center set rejection_amount = null where rejection_amount = 1;

-- The losses of rejects that are one a segment now: one each for what a person said, in the order of the annotations, and one for the rest. Units and
-- worth keep their sums, also in confirmed shifts.
create temporary table rejects_of_segment on commit drop as
select l.company_id, l.work_center_id, l.chain_start_at, l.annotation_id, min(l.id) as id, max(l.end_at) as end_at, sum(l.quantity) as quantity,
  sum(l.duration_ms) as duration_ms
from loss l join work_center w on w.company_id = l.company_id and w.id = l.work_center_id
where l.source = 'OUTPUT' and w.rejection_amount is null and not w.require_reason_for_each_rejection
group by l.company_id, l.work_center_id, l.chain_start_at, l.annotation_id;

create temporary table gathered_loss on commit drop as
select l.*, r.quantity as all_quantity, coalesce(r.duration_ms, 0) as all_duration_ms,
  greatest(coalesce(s.end_at, r.end_at), r.chain_start_at + 2) as last_at, s.start_at is not null and s.end_at is null as is_open,
  row_number() over (partition by r.company_id, r.work_center_id, r.chain_start_at order by r.annotation_id nulls last) - 1 as place
from rejects_of_segment r join loss l on l.company_id = r.company_id and l.id = r.id
  left join output_segment s on s.company_id = r.company_id and s.work_center_id = r.work_center_id and s.start_at = r.chain_start_at;

delete from loss l using work_center w
where l.source = 'OUTPUT' and w.company_id = l.company_id and w.id = l.work_center_id and w.rejection_amount is null
  and not w.require_reason_for_each_rejection;

insert into loss (company_id, id, work_center_id, source, start_at, end_at, chain_start_at, shift_start_at, kind, status_rule_id, is_scheduled_loss,
  reason_id, comment, is_approved, is_valid, quantity, version, updated_by, updated_on, part, annotation_id, reason_source, is_provisional, level,
  duration_ms)
overriding system value
select company_id, id, work_center_id, source, chain_start_at, last_at, chain_start_at, shift_start_at, kind, status_rule_id, is_scheduled_loss,
  reason_id, comment, is_approved, is_valid, all_quantity, version, updated_by, updated_on, place, annotation_id, reason_source, is_open, level,
  all_duration_ms
from gathered_loss;
