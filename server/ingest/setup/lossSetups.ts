import { asId } from '#engine/ids.ts'
import type { LossAnnotationId, LossReasonId, StatusRuleId } from '#engine/ids.ts'
import type { LossSource } from '#engine/facts.ts'
import type { ActivityType, LossCategory, LossReason, LossReasonType, ReasonName } from '#engine/loss/lossReason.ts'
import type { LossAnnotation, LossSetup, LossTrackingRule } from '#engine/loss/lossSetup.ts'
import { ASKED, ASKED_SINCE, askedValues, rowsByWorkCenter, sinceValues, workCenterKey } from './setupQuery.ts'
import type { AskedSetup, OwnedRow, Queries, WorkCenterRef } from './setupQuery.ts'

const REASONS = `
select r.company_id, r.id, r.name, r.category, r.type, r.include_in_oee_calculation, r.is_small_stop, r.activity_types,
  case when r.has_maximum_allowed_duration then r.maximum_allowed_duration_ms end as maximum_ms,
  -- One that was replaced still speaks in the versions of rules that confirmed shifts rest on.
  (not r.is_hidden or r.replaced_by_id is not null) and r.deleted_on is null as is_offered, r.is_default_planned, coalesce(t.names, '{}') as translations
from loss_reason r
left join lateral (
  select json_object_agg(language, name order by language) as names from loss_reason_translation
  where company_id = r.company_id and loss_reason_id = r.id
) t on true
where r.company_id = any($1::text[]) order by r.company_id, r.id`

const TRACKING = `
select r.company_id, r.work_center_id, r.id, r.status_rule_id, r.valid_from, r.valid_to, t.from_ms, t.to_ms, t.loss_reason_id
from ${ASKED}
join loss_tracking_rule r on r.company_id = asked.company_id and r.work_center_id = asked.id
left join loss_tracking_row t on t.company_id = r.company_id and t.loss_tracking_rule_id = r.id
order by r.valid_from, r.id, t.from_ms`

/** Annotations that may still apply. One without time left waits in case its time comes back, unless another took its place (domain.md S-28b). */
const ANNOTATIONS = `
select a.company_id, a.work_center_id, a.id, a.source, a.start_at, a.end_at, a.starts_with_stop, a.ends_with_stop, a.reason_id, a.is_manual,
  a.share_ms, a.share_units
from ${ASKED_SINCE}
join loss_annotation a on a.company_id = asked.company_id and a.work_center_id = asked.id
where coalesce(a.end_at, 9007199254740991) >= asked.since and (a.is_valid or a.source <> 'STATUS' or not exists (
  select from loss_annotation b
  where b.company_id = a.company_id and b.work_center_id = a.work_center_id and b.source = 'STATUS' and (b.is_valid or b.id > a.id)
    and int8range(b.start_at, b.end_at) && int8range(a.start_at, a.end_at) and b.id <> a.id))
order by a.start_at, a.id`

type ReasonRow = {
  company_id: string
  id: number
  name: string
  translations: Record<string, string>
  category: LossCategory
  type: LossReasonType
  include_in_oee_calculation: boolean
  is_small_stop: boolean
  activity_types: ActivityType[]
  maximum_ms: number | null
  is_offered: boolean
  is_default_planned: boolean
}

type TrackingRow = OwnedRow & {
  id: number
  status_rule_id: number | null
  valid_from: number
  valid_to: number | null
  from_ms: number | null
  to_ms: number | null
  loss_reason_id: number | null
}

type AnnotationRow = OwnedRow & {
  id: number
  source: LossSource
  start_at: number
  end_at: number | null
  starts_with_stop: boolean
  ends_with_stop: boolean
  reason_id: number | null
  is_manual: boolean
  share_ms: number | null
  share_units: number | null
}

/** Returns the loss setup of the work centers by key, without annotations that ended before `since`. */
export async function loadLossSetups(queries: Queries, asked: readonly AskedSetup[]): Promise<(ref: WorkCenterRef) => LossSetup> {
  const companies = [...new Set(asked.map((one) => one.companyId))]
  const reasonRows = Map.groupBy((await queries.query<ReasonRow>(REASONS, [companies])).rows, (row) => row.company_id)
  const tracking = await rowsByWorkCenter<TrackingRow>(queries, TRACKING, askedValues(asked))
  const annotations = await rowsByWorkCenter<AnnotationRow>(queries, ANNOTATIONS, sinceValues(asked))
  // The reasons of a company are one list, however many work centers it has.
  const reasons = new Map([...reasonRows].map(([companyId, rows]) => [companyId, rows.map(toReason)]))
  const names = new Map([...reasonRows].map(([companyId, rows]) => [companyId, new Map(rows.map(toReasonName))]))
  return (ref) => {
    const key = workCenterKey(ref)
    const planned = reasonRows.get(ref.companyId)?.find((row) => row.is_default_planned && row.is_offered)
    return {
      reasons: reasons.get(ref.companyId) ?? [],
      reasonNames: names.get(ref.companyId) ?? new Map(),
      trackingRules: toTrackingRules(tracking.get(key) ?? []),
      annotations: (annotations.get(key) ?? []).map(toAnnotation),
      defaultPlannedReasonId: planned === undefined ? null : asId<LossReasonId>(planned.id),
    }
  }
}

function toReason(row: ReasonRow): LossReason {
  return {
    id: asId<LossReasonId>(row.id),
    category: row.category,
    type: row.type,
    includeInOee: row.include_in_oee_calculation,
    isSmallStop: row.is_small_stop,
    activityTypes: row.activity_types,
    maximumAllowedDurationMs: row.maximum_ms,
    isOffered: row.is_offered,
  }
}

function toReasonName({ id, name, translations }: ReasonRow): readonly [LossReasonId, ReasonName] {
  return [asId<LossReasonId>(id), { name, translations }]
}

function toTrackingRules(rows: readonly TrackingRow[]): LossTrackingRule[] {
  return [...Map.groupBy(rows, (row) => row.id).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    return {
      statusRuleId: first.status_rule_id === null ? null : asId<StatusRuleId>(first.status_rule_id),
      validFrom: first.valid_from,
      validTo: first.valid_to,
      rows: own.flatMap((row) =>
        row.loss_reason_id === null || row.from_ms === null
          ? []
          : { reasonId: asId<LossReasonId>(row.loss_reason_id), fromMs: row.from_ms, toMs: row.to_ms },
      ),
    }
  })
}

function toAnnotation(row: AnnotationRow): LossAnnotation {
  return {
    id: asId<LossAnnotationId>(row.id),
    source: row.source,
    start: row.start_at,
    end: row.end_at,
    startsWithStop: row.starts_with_stop,
    endsWithStop: row.ends_with_stop,
    reasonId: row.reason_id === null ? null : asId<LossReasonId>(row.reason_id),
    isManual: row.is_manual,
    shareMs: row.share_ms,
    shareUnits: row.share_units,
  }
}
