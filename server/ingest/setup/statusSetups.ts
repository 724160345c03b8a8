import { asId } from '#engine/ids.ts'
import type { StatusRuleId } from '#engine/ids.ts'
import type { StatusRule, StatusRuleRangeType, StatusSource, ValueRange } from '#engine/status/statusRule.ts'
import type { ElectricalVersion, ManualStatus, StatusSourceVersion, WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { toRatio } from './electricalRow.ts'
import { ASKED, ASKED_SINCE, askedValues, rowsByWorkCenter, sinceValues, workCenterKey } from './setupQuery.ts'
import type { AskedSetup, OwnedRow, Queries, WorkCenterRef } from './setupQuery.ts'

const RULES = `
select r.company_id, r.work_center_id, r.id, r.name, r.short_name, r.color, r.range_type, v.valid_from, v.valid_to, v.min_value, v.max_value,
  v.current_a_min, v.current_a_max, v.current_b_min, v.current_b_max, v.current_c_min, v.current_c_max,
  v.min_event_duration_seconds, v.need_generate_event_by_state, v.is_effective, v.is_scheduled_loss
from ${ASKED}
join status_rule r on r.company_id = asked.company_id and r.work_center_id = asked.id
join status_rule_version v on v.company_id = r.company_id and v.status_rule_id = r.id
order by r.id, v.valid_from`
const SOURCES = `
select s.company_id, s.work_center_id, s.valid_from, s.source
from ${ASKED} join status_source_version s on s.company_id = asked.company_id and s.work_center_id = asked.id order by s.valid_from`
const ELECTRICAL = `
select e.company_id, e.work_center_id, e.valid_from, e.cos_phi, e.voltage, e.transformation_ratio_code, e.nominal_power, e.idle_load_threshold
from ${ASKED} join electrical_version e on e.company_id = asked.company_id and e.work_center_id = asked.id order by e.valid_from`
const MANUAL = `
select m.company_id, m.work_center_id, m.start_at, m.end_at, m.status_rule_id
from ${ASKED_SINCE} join manual_status m on m.company_id = asked.company_id and m.work_center_id = asked.id
where coalesce(m.end_at, 9007199254740991) >= asked.since order by m.start_at`

type RuleRow = OwnedRow & {
  id: number
  name: string
  short_name: string | null
  color: string
  range_type: StatusRuleRangeType
  valid_from: number
  valid_to: number | null
  min_value: number | null
  max_value: number | null
  current_a_min: number | null
  current_a_max: number | null
  current_b_min: number | null
  current_b_max: number | null
  current_c_min: number | null
  current_c_max: number | null
  min_event_duration_seconds: number
  need_generate_event_by_state: boolean
  is_effective: boolean
  is_scheduled_loss: boolean
}

type SourceRow = OwnedRow & { valid_from: number; source: StatusSource }

type ElectricalRow = OwnedRow & {
  valid_from: number
  cos_phi: number | null
  voltage: number | null
  transformation_ratio_code: string | null
  nominal_power: number | null
  idle_load_threshold: number
}

type ManualRow = OwnedRow & { start_at: number; end_at: number | null; status_rule_id: number }

/** The part of a setup that decides statuses. */
export type LoadedStatuses = Pick<WorkCenterSetup, 'statusRules' | 'statusSourceVersions' | 'electricalVersions' | 'manualStatuses'>

/** Returns the status setup of the work centers, without manual statuses that ended before `since`. */
export async function loadStatusSetups(queries: Queries, asked: readonly AskedSetup[]): Promise<(ref: WorkCenterRef) => LoadedStatuses> {
  const rules = await rowsByWorkCenter<RuleRow>(queries, RULES, askedValues(asked))
  const sources = await rowsByWorkCenter<SourceRow>(queries, SOURCES, askedValues(asked))
  const electrical = await rowsByWorkCenter<ElectricalRow>(queries, ELECTRICAL, askedValues(asked))
  const manual = await rowsByWorkCenter<ManualRow>(queries, MANUAL, sinceValues(asked))
  return (ref) => {
    const key = workCenterKey(ref)
    return {
      statusRules: (rules.get(key) ?? []).map(toRule),
      statusSourceVersions: (sources.get(key) ?? []).map((row): StatusSourceVersion => ({ validFrom: row.valid_from, source: row.source })),
      electricalVersions: (electrical.get(key) ?? []).map(toElectrical),
      manualStatuses: (manual.get(key) ?? []).map(toManual),
    }
  }
}

function toElectrical(row: ElectricalRow): ElectricalVersion {
  return {
    validFrom: row.valid_from,
    cosPhi: row.cos_phi,
    voltage: row.voltage,
    transformationRatio: toRatio(row.transformation_ratio_code),
    nominalPowerKw: row.nominal_power,
    idleLoadThreshold: row.idle_load_threshold,
  }
}

function toManual(row: ManualRow): ManualStatus {
  return { start: row.start_at, end: row.end_at, statusRuleId: asId<StatusRuleId>(row.status_rule_id) }
}

function toRule(row: RuleRow): StatusRule {
  const range = toRange(row.min_value, row.max_value)
  const a = toRange(row.current_a_min, row.current_a_max)
  const b = toRange(row.current_b_min, row.current_b_max)
  const c = toRange(row.current_c_min, row.current_c_max)
  return {
    id: asId<StatusRuleId>(row.id),
    name: row.name,
    shortName: row.short_name,
    color: row.color,
    rangeType: row.range_type,
    ...(range && { range }),
    ...(row.range_type === 'CURRENT' && { phases: { ...(a && { a }), ...(b && { b }), ...(c && { c }) } }),
    minEventDurationMs: row.min_event_duration_seconds * 1000,
    isEffective: row.is_effective,
    isScheduledLoss: row.is_scheduled_loss,
    needGenerateEventByState: row.need_generate_event_by_state,
    validFrom: row.valid_from,
    validTo: row.valid_to,
  }
}

function toRange(min: number | null, max: number | null): ValueRange | null {
  return min === null && max === null ? null : { min: min ?? 0, max }
}
