-- Up Migration

-- The reason and the comment of an annotation each have who said them last and when: said_at is the reason's.
alter table loss_annotation
  add column reason_by uuid,
  add column comment_by uuid,
  add column comment_at bigint;

-- What is known is in the history: a reason is of whoever said it first since it last read otherwise, and so is a comment. Where the history knows nothing, the last author is all that is known.
with saying as (
  select h.company_id, h.annotation_id, h.id, h.said_by, h.said_at,
    h.reason_id is not distinct from a.reason_id as is_reason, h.comment is not distinct from a.comment as is_comment
  from loss_history h join loss_annotation a on a.company_id = h.company_id and a.id = h.annotation_id
), other as (
  select company_id, annotation_id, coalesce(max(id) filter (where not is_reason), 0) as reason_id, coalesce(max(id) filter (where not is_comment), 0) as comment_id
  from saying group by 1, 2
), since as (
  select o.company_id, o.annotation_id, min(s.id) filter (where s.id > o.reason_id) as reason_id, min(s.id) filter (where s.id > o.comment_id) as comment_id
  from other o join saying s on s.company_id = o.company_id and s.annotation_id = o.annotation_id group by 1, 2
), first as (
  select since.company_id, since.annotation_id, r.said_by as reason_by, r.said_at as reason_at, c.said_by as comment_by, c.said_at as comment_at
  from since
  left join loss_history r on r.company_id = since.company_id and r.id = since.reason_id
  left join loss_history c on c.company_id = since.company_id and c.id = since.comment_id
)
update loss_annotation a set
  reason_by = case when f.reason_at is null then a.updated_by else f.reason_by end,
  said_at = coalesce(a.said_at, f.reason_at, (extract(epoch from a.updated_on) * 1000)::bigint),
  comment_by = case when a.comment is null then null when f.comment_at is null then a.updated_by else f.comment_by end,
  comment_at = case when a.comment is null then null else coalesce(f.comment_at, (extract(epoch from a.updated_on) * 1000)::bigint) end
from (select b.company_id, b.id, first.reason_by, first.reason_at, first.comment_by, first.comment_at from loss_annotation b
  left join first on first.company_id = b.company_id and first.annotation_id = b.id) as f
where a.company_id = f.company_id and a.id = f.id;
