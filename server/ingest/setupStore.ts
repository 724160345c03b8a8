import type { ClientBase } from 'pg'
import type { CompanyId, DeviceId, StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { NO_JOBS } from '#engine/jobOrder/jobRun.ts'
import { NO_LOSS_SETUP } from '#engine/loss/lossSetup.ts'
import { effectiveSchedule } from '#engine/shift/effectiveSchedule.ts'
import type { ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'
import type { StatusRule, StatusRuleRangeType, StatusSource, ValueRange } from '#engine/status/statusRule.ts'
import type {
  NoDataPolicy,
  OutputCalculationType,
  ReportMode,
  WorkCenterSetup,
  WorkCenterType,
} from '#engine/workCenter/workCenterSetup.ts'

/** A work center's setup with what ingest needs beside it. */
export type LoadedSetup = { readonly setup: WorkCenterSetup; readonly setupVersion: number; readonly partition: number }

/** Names a work center across companies. */
export type WorkCenterRef = { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId }

const WORK_CENTERS = `
select w.company_id, w.id, w.type, w.status_source, w.cos_phi, w.voltage, w.transformation_ratio_code, w.nominal_power, w.idle_load_threshold,
  w.calculation_type, w.target_speed, w.counter_range, w.calculate_availability, w.calculate_performance, w.calculate_quality,
  w.target_availability, w.target_performance, w.target_quality, w.target_oee, w.setup_version,
  c.cap_performance, c.no_data_policy, counts_scheduled_loss(c.id) as include_scheduled_loss, d.id as device_id, d.partition, d.report_mode, d.nominal_period_ms
from unnest($1::text[], $2::integer[]) as asked (company_id, id)
join work_center w on w.company_id = asked.company_id and w.id = asked.id
join company c on c.id = w.company_id
join device d on d.company_id = w.company_id and d.work_center_id = w.id`

const RULES = `
select r.company_id, r.work_center_id, r.id, r.name, r.short_name, r.color, r.range_type, v.valid_from, v.valid_to, v.min_value, v.max_value,
  v.current_a_min, v.current_a_max, v.current_b_min, v.current_b_max, v.current_c_min, v.current_c_max,
  v.min_event_duration_seconds, v.need_generate_event_by_state, v.is_effective, v.is_scheduled_loss
from unnest($1::text[], $2::integer[]) as asked (company_id, id)
join status_rule r on r.company_id = asked.company_id and r.work_center_id = asked.id
join status_rule_version v on v.company_id = r.company_id and v.status_rule_id = r.id
order by r.id, v.valid_from`

const SCHEDULES = `
select s.company_id, s.work_center_id, s.valid_from, s.time_zone, s.shift_id, s.code, s.name, s.time_start, s.time_end
from shift_schedule s
where exists (
  select from unnest($1::text[], $2::integer[]) as asked (company_id, id)
  where s.company_id = asked.company_id and s.work_center_id in (0, asked.id))
order by s.company_id, s.work_center_id, s.valid_from, s.time_start`

type WorkCenterRow = {
  company_id: string
  id: number
  type: WorkCenterType
  status_source: StatusSource
  cos_phi: number | null
  voltage: number | null
  transformation_ratio_code: string | null
  nominal_power: number | null
  idle_load_threshold: number
  calculation_type: OutputCalculationType
  target_speed: number | null
  counter_range: number | null
  calculate_availability: boolean
  calculate_performance: boolean
  calculate_quality: boolean
  target_availability: number | null
  target_performance: number | null
  target_quality: number | null
  target_oee: number | null
  setup_version: number
  cap_performance: boolean
  no_data_policy: NoDataPolicy
  include_scheduled_loss: boolean
  device_id: string
  partition: number
  report_mode: ReportMode
  nominal_period_ms: number
}

type RuleRow = {
  company_id: string
  work_center_id: number
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

type ScheduleRow = {
  company_id: string
  work_center_id: number
  valid_from: number
  time_zone: string
  shift_id: number
  code: string
  name: string
  time_start: string
  time_end: string
}

/** Returns the key of a work center for maps. */
export function workCenterKey({ companyId, workCenterId }: WorkCenterRef): string {
  return `${companyId}/${workCenterId}`
}

/** Returns the setups of the work centers that have a device, by their key. */
export async function loadSetups(client: ClientBase, asked: readonly WorkCenterRef[]): Promise<Map<string, LoadedSetup>> {
  const values = [asked.map((one) => one.companyId), asked.map((one) => one.workCenterId)]
  const workCenters = await client.query<WorkCenterRow>(WORK_CENTERS, values)
  const rules = groupByWorkCenter((await client.query<RuleRow>(RULES, values)).rows)
  const schedules = groupByWorkCenter((await client.query<ScheduleRow>(SCHEDULES, values)).rows)
  return new Map(
    workCenters.rows.map((row) => {
      const key = `${row.company_id}/${row.id}`
      const company = toSchedule(schedules.get(`${row.company_id}/0`) ?? [])
      const schedule = effectiveSchedule(toSchedule(schedules.get(key) ?? []), company)
      const setup = toSetup(row, (rules.get(key) ?? []).map(toRule), schedule)
      return [key, { setup, setupVersion: row.setup_version, partition: row.partition }]
    }),
  )
}

/** Returns the setup versions of the work centers by their key; one that changed is to be loaded again. */
export async function loadSetupVersions(client: ClientBase, asked: readonly WorkCenterRef[]): Promise<Map<string, number>> {
  const result = await client.query<{ company_id: string; id: number; setup_version: number }>(
    `select w.company_id, w.id, w.setup_version from unnest($1::text[], $2::integer[]) as asked (company_id, id)
     join work_center w on w.company_id = asked.company_id and w.id = asked.id`,
    [asked.map((one) => one.companyId), asked.map((one) => one.workCenterId)],
  )
  return new Map(result.rows.map((row) => [`${row.company_id}/${row.id}`, row.setup_version]))
}

function groupByWorkCenter<Row extends { company_id: string; work_center_id: number }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => `${row.company_id}/${row.work_center_id}`)
}

function toSetup(row: WorkCenterRow, statusRules: readonly StatusRule[], schedule: readonly ShiftScheduleVersion[]): WorkCenterSetup {
  return {
    companyId: asId<CompanyId>(row.company_id),
    workCenterId: asId<WorkCenterId>(row.id),
    deviceId: asId<DeviceId>(row.device_id),
    type: row.type,
    statusSource: row.status_source,
    statusSourceVersions: [],
    manualStatuses: [],
    electricalVersions: [],
    losses: NO_LOSS_SETUP,
    jobs: NO_JOBS,
    statusRules,
    electrical: {
      cosPhi: row.cos_phi,
      voltage: row.voltage,
      transformationRatio: toRatio(row.transformation_ratio_code),
      nominalPowerKw: row.nominal_power,
      idleLoadThreshold: row.idle_load_threshold,
    },
    reportMode: row.report_mode,
    nominalPeriodMs: row.nominal_period_ms,
    output: {
      calculationType: row.calculation_type,
      targetSpeedPerMin: row.target_speed,
      counterRange: row.counter_range,
      isTrackedAutomatically: true,
      rejectionAmount: 1,
    },
    oee: {
      calculateAvailability: row.calculate_availability,
      calculatePerformance: row.calculate_performance,
      calculateQuality: row.calculate_quality,
      noDataPolicy: row.no_data_policy,
      capPerformance: row.cap_performance,
      targetAvailability: row.target_availability,
      targetPerformance: row.target_performance,
      targetQuality: row.target_quality,
      targetOee: row.target_oee,
      includeScheduledLossInOee: row.include_scheduled_loss,
    },
    schedule,
  }
}

/** Primary over secondary: `600/5` is 120; 1 where none was entered (domain.md S-10). */
function toRatio(code: string | null): number {
  const [primary = 1, secondary = 1] = (code ?? '1/1').split('/').map(Number)
  return secondary > 0 && primary > 0 ? primary / secondary : 1
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

function toSchedule(rows: readonly ScheduleRow[]): ShiftScheduleVersion[] {
  return [...Map.groupBy(rows, (row) => row.valid_from)].map(([validFrom, shifts]) => ({
    validFrom,
    zone: shifts[0]?.time_zone ?? 'UTC',
    shifts: shifts.map((row) => ({
      shiftId: row.shift_id,
      code: row.code,
      name: row.name,
      timeStart: row.time_start,
      timeEnd: row.time_end,
    })),
  }))
}
