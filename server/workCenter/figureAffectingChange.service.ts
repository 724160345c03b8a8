import { changeConstants, endsCalibration } from '#engine/energy/constantsHistory.ts'
import type { Constants } from '#engine/energy/constantsHistory.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { STATUS_SOURCES } from '#engine/status/statusRule.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import { firstUnconfirmedShiftStart } from '#server/recalculation/recalculation.store.ts'
import type { RecalculationMark } from '#server/recalculation/recalculation.store.ts'
import {
  hasSourceRules,
  listElectricalVersions,
  recordStatusSource,
  replaceElectricalVersions,
  rewindEnergy,
} from './electricalVersion.store.ts'
import type { WorkCenterColumns } from './workCenter.store.ts'
import type { WorkCenter } from './workCenterRow.ts'

type Decided = { readonly columns: WorkCenterColumns; readonly marks: readonly RecalculationMark[] }

/**
 * Stores new versions of settings that affect figures; returns the remaining column changes and the stretch to recalculate. Constants and status
 * source apply from the instant on (domain.md E-59, S-9); type, reference speed, dead band and whether stops make losses to all unconfirmed
 * shifts (D-47).
 */
export async function saveFigureAffecting(tenant: Tenant, present: WorkCenter, columns: WorkCenterColumns, at: number): Promise<Decided> {
  const electrical = await saveConstants(tenant, present, columns, at)
  const sourceFrom = await saveSource(tenant, present, columns, at)
  const settingsFrom = await settingsFromOf(tenant, present, columns)
  const froms = [electrical.from, sourceFrom, settingsFrom].filter((from) => from !== null)
  return {
    columns: electrical.columns,
    marks: froms.length === 0 ? [] : [{ workCenterId: present.id, from: Math.min(...froms), to: null, cause: 'WORK_CENTER' }],
  }
}

/** Returns the constants of the work center. */
export function constantsOf(workCenter: WorkCenter): Constants {
  const { cosPhi, voltage, transformationRatioCode, nominalPower, idleLoadThreshold } = workCenter
  return { cosPhi, voltage, transformationRatioCode, nominalPower, idleLoadThreshold }
}

/** Stores the constants from the instant on and schedules energy from there again; returns the instant from which figures change, null for none. */
export async function storeConstants(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  change: { readonly before: Constants; readonly after: Constants; readonly at: number },
): Promise<number | null> {
  const present = await listElectricalVersions(tenant, workCenterId)
  const { versions, from } = changeConstants(present, change.before, change.after, change.at)
  if (from === null) return null
  await replaceElectricalVersions(tenant, workCenterId, versions)
  await rewindEnergy(tenant, workCenterId, from)
  return from
}

async function saveConstants(
  tenant: Tenant,
  present: WorkCenter,
  columns: WorkCenterColumns,
  at: number,
): Promise<{ readonly columns: WorkCenterColumns; readonly from: number | null }> {
  const before = constantsOf(present)
  const after: Constants = {
    cosPhi: columns.cos_phi === undefined ? before.cosPhi : columns.cos_phi,
    voltage: columns.voltage === undefined ? before.voltage : columns.voltage,
    transformationRatioCode:
      columns.transformation_ratio_code === undefined ? before.transformationRatioCode : columns.transformation_ratio_code,
    nominalPower: columns.nominal_power === undefined ? before.nominalPower : columns.nominal_power,
    idleLoadThreshold: columns.idle_load_threshold ?? before.idleLoadThreshold,
  }
  const from = await storeConstants(tenant, present.id, { before, after, at })
  return { columns: from === null ? {} : calibrationAfter(present, before, after), from }
}

/** A value by hand overrides a calibration, also a running one; other constants let go of its result, and fail one that is running (domain.md S-12). */
function calibrationAfter(present: WorkCenter, before: Constants, after: Constants): WorkCenterColumns {
  const isRunning = present.calibrationState === 'RUNNING'
  if (before.nominalPower !== after.nominalPower) {
    return { is_calibrated: false, ...(isRunning && { calibration_state: null, calibration_start: null }) }
  }
  if (!endsCalibration(before, after)) return {}
  return { is_calibrated: false, ...(isRunning && { calibration_state: 'FAILED', calibration_failure: 'CONSTANTS_CHANGED' }) }
}

/** A source that is chosen before there are rules holds for all time; afterwards a change begins now. */
async function saveSource(tenant: Tenant, present: WorkCenter, columns: WorkCenterColumns, at: number): Promise<number | null> {
  const source = columns.status_source === undefined ? null : oneOf(STATUS_SOURCES, columns.status_source)
  if (source === null || source === present.statusSource) return null
  if (!(await hasSourceRules(tenant, present.id))) return 0
  await recordStatusSource(tenant, present.id, { before: present.statusSource, source, from: at })
  return at
}

async function settingsFromOf(tenant: Tenant, present: WorkCenter, columns: WorkCenterColumns): Promise<number | null> {
  const isSame =
    (columns.type === undefined || columns.type === present.type) &&
    (columns.target_speed === undefined || columns.target_speed === present.targetSpeed) &&
    (columns.auto_downtime_tracking === undefined || columns.auto_downtime_tracking === present.autoDowntimeTracking) &&
    (columns.dead_band_percent === undefined || columns.dead_band_percent === present.deadBandPercent)
  return isSame ? null : ((await firstUnconfirmedShiftStart(tenant, present.id)) ?? 0)
}
