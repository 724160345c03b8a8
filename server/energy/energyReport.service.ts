import { hasLowCoverage } from '#engine/energy/energyBuckets.ts'
import { calendarStretches, minuteStretches } from '#engine/energy/energyStretches.ts'
import type { EnergyCalendar } from '#engine/energy/energyStretches.ts'
import type { EnergyBucketMinutes } from '#engine/energy/bucketGrid.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { specificEnergyOf } from '#engine/oee/furtherKpis.ts'
import type { Interval } from '#engine/time/interval.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { Refusal } from '#server/refusal.ts'
import { listShifts } from '#server/shift/shift.store.ts'
import { findPlantZone } from '#server/workCenter/plantZone.store.ts'
import { listWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import type { Tenant } from '#server/db/database.ts'
import { energyOf } from './energy.service.ts'
import type { Energy, EnergyDeps } from './energy.service.ts'
import { listKeptIn } from './energyHour.store.ts'
import { listChunkSpans, listEnergyDevices } from './energyInput.store.ts'
import { unitsOfStretches } from './measuredUnits.service.ts'

/** What energy is reported by: buckets of the clock, stretches of the calendar, or shifts. */
export type EnergyStep = EnergyBucketMinutes | EnergyCalendar | 'SHIFT'

/** Energy of a stretch of a work center. Values per unit are null without good units or without measurements. */
export type EnergyRow = Energy & {
  readonly workCenter: WorkCenter
  readonly shiftId: number | null
  readonly shiftDate: string | null
  readonly isLowCoverage: boolean
}

/** The energy of a period and of the good units made in it; null where they are of several units. */
export type EnergyTotal = EnergyRow & { readonly acceptedOutput: number | null; readonly kwhPerUnit: number | null }

type Stretch = Interval & { readonly shiftId: number | null; readonly shiftDate: string | null }

/** More than this many rows nobody reads. */
const MAX_ROWS = 10_000

/**
 * Returns the work centers of the ids in their order, null = all of the company, and after them the deleted ones of which energy is known in the period:
 * what they used stays part of it (domain.md S-14).
 */
export async function chosenWorkCenters(
  deps: EnergyDeps,
  ids: readonly WorkCenterId[] | null,
  period: Interval,
): Promise<readonly WorkCenter[]> {
  return await deps.inTenant(async (tenant) => {
    const chosen = ids === null ? {} : { ids }
    const deleted = await listWorkCenters(tenant, { ...chosen, deviceStatus: 'ARCHIVE' })
    const measured = await listMeasured(
      tenant,
      deleted.map(({ id }) => id),
      period,
    )
    return [...(await listWorkCenters(tenant, chosen)), ...deleted.filter(({ id }) => measured.has(id))]
  })
}

/** Returns what may be told of the energy of the work centers (null = all of the company) in the period: that it is stored, and which have sensors of it. */
export async function energyKnownOf(
  tenant: Tenant,
  ids: readonly WorkCenterId[] | null,
  period: Interval,
): Promise<{ readonly isStored: boolean; readonly measuring: readonly WorkCenterId[] }> {
  const chosen = ids === null ? {} : { ids }
  const all = [...(await listWorkCenters(tenant, chosen)), ...(await listWorkCenters(tenant, { ...chosen, deviceStatus: 'ARCHIVE' }))].map(
    ({ id }) => id,
  )
  if (all.length === 0) return { isStored: false, measuring: [] }
  const devices = await listEnergyDevices(tenant, all)
  return {
    isStored: (await listMeasured(tenant, all, period)).size > 0,
    measuring: [...devices].flatMap(([id, { sensors }]) => (sensors.length > 0 ? [id] : [])),
  }
}

/** Which of the work centers have kept energy in the period, or samples of it that are not kept yet. */
async function listMeasured(tenant: Tenant, ids: readonly WorkCenterId[], period: Interval): Promise<ReadonlySet<WorkCenterId>> {
  if (ids.length === 0) return new Set()
  const devices = await listEnergyDevices(tenant, ids)
  const sensors = [...devices].flatMap(([workCenterId, device]) => device.sensors.map(({ id }) => ({ workCenterId, id })))
  return new Set([...(await listKeptIn(tenant, ids, period)), ...(await listChunkSpans(tenant, sensors, period)).keys()])
}

/** Returns the energy of the work centers by the step, each ascending, in the zone of each (domain.md S-13a); refuses more than 10 000 rows. */
export async function energyRows(
  deps: EnergyDeps,
  workCenters: readonly WorkCenter[],
  period: Interval,
  step: EnergyStep,
): Promise<readonly EnergyRow[]> {
  requireFew(period, workCenters.length, step)
  const rows: EnergyRow[] = []
  // One after another, so that a large company does not take all connections at once.
  for (const workCenter of workCenters) rows.push(...(await rowsOf(deps, workCenter, await stretchesOf(deps, workCenter, period, step))))
  return rows
}

/**
 * Returns the energy of the whole period, the good units of the hours that begin in it, and what a unit took of those made in shifts with energy
 * (domain.md D-34).
 */
export async function energyTotal(deps: EnergyDeps, workCenter: WorkCenter, stretch: Stretch): Promise<EnergyTotal> {
  const [row] = await rowsOf(deps, workCenter, [stretch])
  if (row === undefined) throw new Error('a period has one row')
  const known = { start: stretch.start, end: stretch.end, kwh: row.kwh, isWhole: row.coverage === 1 }
  const [units] = await unitsOfStretches(deps, workCenter, [known])
  const kwhPerUnit = row.kwh === null || units == null ? null : specificEnergyOf(row.kwh, units.measured)
  return { ...row, acceptedOutput: units?.accepted ?? null, kwhPerUnit }
}

async function rowsOf(deps: EnergyDeps, workCenter: WorkCenter, stretches: readonly Stretch[]): Promise<readonly EnergyRow[]> {
  const energies = await energyOf(deps, workCenter, stretches)
  const now = deps.now()
  return stretches.flatMap(({ shiftId, shiftDate }, at) => {
    const energy = energies[at]
    if (energy === undefined) return []
    const isLowCoverage = hasLowCoverage({ ...energy, end: Math.max(energy.start, Math.min(energy.end, now)) })
    return [{ ...energy, workCenter, shiftId, shiftDate, isLowCoverage }]
  })
}

async function stretchesOf(deps: EnergyDeps, workCenter: WorkCenter, period: Interval, step: EnergyStep): Promise<readonly Stretch[]> {
  if (step === 'SHIFT') {
    const filter = { ids: null, workCenterIds: [workCenter.id], ...period }
    const shifts = await deps.inTenant((tenant) => listShifts(tenant, filter, MAX_ROWS))
    return shifts
      .toReversed()
      .map(({ shift }) => ({ start: shift.start, end: shift.end, shiftId: shift.shiftId, shiftDate: shift.shiftDate }))
  }
  const zone = await deps.inTenant((tenant) => findPlantZone(tenant, workCenter.id))
  const stretches = typeof step === 'number' ? minuteStretches(zone, period, step) : calendarStretches(zone, period, step)
  return stretches.map((stretch) => ({ ...stretch, shiftId: null, shiftDate: null }))
}

function requireFew(period: Interval, workCenters: number, step: EnergyStep): void {
  const shortest = typeof step === 'number' ? step * 60_000 : step === 'SHIFT' ? DAY_MS / 6 : DAY_MS
  const days = Math.floor((MAX_ROWS * shortest) / DAY_MS / Math.max(1, workCenters))
  if (period.end - period.start > Math.max(1, days) * DAY_MS)
    throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: Math.max(1, days) } })
}
