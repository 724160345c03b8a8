import type { CompanyId, DeviceId, WorkCenterId } from '#engine/ids.ts'
import type { EngineState } from '#engine/advance.ts'
import { asId } from '#engine/ids.ts'
import type { ParallelMode } from '#engine/jobOrder/jobRun.ts'
import type { StatusSource } from '#engine/status/statusRule.ts'
import type {
  NoDataPolicy,
  OutputCalculationType,
  ReportMode,
  WorkCenterSetup,
  WorkCenterType,
} from '#engine/workCenter/workCenterSetup.ts'
import { toRatio } from './setup/electricalRow.ts'
import { loadJobSetups } from './setup/jobSetups.ts'
import { loadLossSetups } from './setup/lossSetups.ts'
import { loadSchedules } from './setup/schedules.ts'
import { ASKED, askedValues, workCenterKey } from './setup/setupQuery.ts'
import type { AskedSetup, Queries, WorkCenterRef } from './setup/setupQuery.ts'
import { loadStatusSetups } from './setup/statusSetups.ts'
import { loadTargetSetups } from './setup/targetSetups.ts'
import type { TargetRow } from './setup/targetSetups.ts'
import { loadUnitSetups } from './setup/unitSetups.ts'

/** A work center's setup with what ingest needs beside it. */
export type LoadedSetup = {
  readonly setup: WorkCenterSetup
  readonly setupVersion: number
  readonly partition: number
  /** What ended before it is left out. */
  readonly since: number
}

const WORK_CENTERS = `
select w.company_id, w.id, w.type, w.status_source, w.cos_phi, w.voltage, w.transformation_ratio_code, w.nominal_power, w.idle_load_threshold,
  w.calculation_type, w.measurement_unit, w.target_speed, w.counter_range, w.calculate_availability, w.calculate_performance, w.calculate_quality,
  w.target_availability, w.target_performance, w.target_quality, w.target_oee, w.setup_version,
  w.dead_band_percent, w.parallel_mode, w.auto_output_tracking, w.auto_downtime_tracking, w.rejection_amount, w.require_reason_for_each_rejection,
  w.target_output, w.target_output_period, w.target_output_calculation_type, w.is_job_order_required,
  c.cap_performance, c.no_data_policy, d.id as device_id, d.partition, d.report_mode, d.nominal_period_ms
from ${ASKED}
join work_center w on w.company_id = asked.company_id and w.id = asked.id
join company c on c.id = w.company_id
join device d on d.company_id = w.company_id and d.work_center_id = w.id`

type WorkCenterRow = TargetRow & {
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
  measurement_unit: string
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
  dead_band_percent: number
  parallel_mode: ParallelMode
  auto_output_tracking: boolean
  auto_downtime_tracking: boolean
  rejection_amount: number | null
  require_reason_for_each_rejection: boolean
  device_id: string
  partition: number
  report_mode: ReportMode
  nominal_period_ms: number
}

const SETUP_MEMORY_MS = 8 * 86_400_000

/**
 * Returns the instant from which annotations, runs and confirmations may decide figures of a fold that continues from the state: eight days before
 * it, or before its stop if that is older. Older ones are loaded only when a recomputation begins there, so that memory stays bounded.
 */
export function setupSince(state: EngineState, now: number): number {
  return Math.min(now, state.at ?? now, state.candidate?.since ?? now, state.loss?.chainStart ?? now) - SETUP_MEMORY_MS
}

/**
 * Returns the setups of the work centers that have a device, by their key: one round trip a kind, however many they are.
 */
export async function loadSetups(queries: Queries, asked: readonly AskedSetup[]): Promise<Map<string, LoadedSetup>> {
  const workCenters = await queries.query<WorkCenterRow>(WORK_CENTERS, askedValues(asked))
  const scheduleOf = await loadSchedules(queries, asked)
  const statusesOf = await loadStatusSetups(queries, asked)
  const lossesOf = await loadLossSetups(queries, asked)
  const jobsOf = await loadJobSetups(queries, asked)
  const targetOf = await loadTargetSetups(queries, asked)
  const unitsOf = await loadUnitSetups(queries, asked)
  const sinceByKey = new Map(asked.map((one) => [workCenterKey(one), one.since]))
  return new Map(
    workCenters.rows.map((row) => {
      const ref = { companyId: asId<CompanyId>(row.company_id), workCenterId: asId<WorkCenterId>(row.id) }
      const key = workCenterKey(ref)
      const losses = lossesOf(ref)
      const setup: WorkCenterSetup = {
        ...ref,
        ...toSettings(row),
        ...statusesOf(ref),
        losses,
        jobs: jobsOf(ref, row.parallel_mode),
        target: targetOf(ref, row),
        units: unitsOf(ref, row.measurement_unit),
        schedule: scheduleOf(ref),
      }
      const since = sinceByKey.get(key) ?? 0
      return [key, { setup, setupVersion: row.setup_version, partition: row.partition, since }]
    }),
  )
}

/** Returns the setup versions of the work centers by their key; one that changed is to be loaded again. */
export async function loadSetupVersions(queries: Queries, asked: readonly WorkCenterRef[]): Promise<Map<string, number>> {
  const result = await queries.query<{ company_id: string; id: number; setup_version: number }>(
    `select w.company_id, w.id, w.setup_version from ${ASKED} join work_center w on w.company_id = asked.company_id and w.id = asked.id`,
    askedValues(asked),
  )
  return new Map(result.rows.map((row) => [`${row.company_id}/${row.id}`, row.setup_version]))
}

type Settings = Pick<
  WorkCenterSetup,
  | 'deviceId'
  | 'type'
  | 'isDowntimeTracked'
  | 'statusSource'
  | 'deadBandPercent'
  | 'electrical'
  | 'reportMode'
  | 'nominalPeriodMs'
  | 'output'
  | 'oee'
>

function toSettings(row: WorkCenterRow): Settings {
  return {
    deviceId: asId<DeviceId>(row.device_id),
    type: row.type,
    statusSource: row.status_source,
    deadBandPercent: row.dead_band_percent,
    isDowntimeTracked: row.auto_downtime_tracking,
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
      isTrackedAutomatically: row.auto_output_tracking,
      rejectionAmount: row.require_reason_for_each_rejection ? 1 : row.rejection_amount,
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
    },
  }
}
