import { addCells, type Cell } from '#engine/analytics/cells.ts'
import type { Dimension } from '#engine/analytics/dimensions.ts'
import { idealCycleOf } from '#engine/fold/compiledSetup.ts'
import { targetUnits } from '#engine/oee/periodTarget.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { shiftsPerDayOf } from '#server/oee/oeeStatistics.service.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { listUnitsOfPlaces, type RecordFilter } from './recordFacts.store.ts'
import { listPlacesOfUnit, readPlanned } from './targetFacts.store.ts'

type Asked = { readonly dates: DateRange; readonly unit: string; readonly now: number }

/**
 * Returns the accepted units of the shifts of the dates over their target units, by the dimensions: both of the work centers that have a target, and not
 * rounded to whole pieces, so that cells add up (domain.md N-21).
 */
export async function attainmentCells(
  tenant: Tenant,
  by: readonly Dimension[],
  filter: RecordFilter,
  asked: Asked,
): Promise<readonly Cell[]> {
  const facts = await readPlanned(tenant, by, filter, asked)
  const workCenters = await findWorkCenters(tenant, [...new Set(facts.map(({ workCenterId }) => workCenterId))])
  const shiftsPerDay = await shiftsPerDayOf(tenant, workCenters)
  const setups = new Map(
    workCenters.map(({ id, targetOutput, targetOutputPeriod, targetSpeed }) => [
      id,
      { targetOutput, targetOutputPeriod, idealCycleMs: idealCycleOf(targetSpeed), shiftsPerDay: shiftsPerDay.get(id) ?? 1 },
    ]),
  )
  return addCells(
    facts.flatMap(({ keys, workCenterId, plannedMs, shifts, accepted }) => {
      const setup = setups.get(workCenterId)
      const target = setup === undefined ? null : targetUnits({ plannedMs, shifts }, setup)
      return target === null ? [] : [{ keys, part: accepted, base: target }]
    }),
  )
}

/** Returns how many work centers of the unit have shifts of the dates, and how many of these a target that counts. */
export async function countAttained(
  tenant: Tenant,
  filter: RecordFilter,
  asked: Asked,
): Promise<{ readonly withTarget: number; readonly total: number }> {
  const planned = await readPlanned(tenant, [], filter, asked)
  const made = await listUnitsOfPlaces(tenant, filter, asked.dates)
  const present = await listPlacesOfUnit(tenant, filter, asked)
  const places = new Set([...present, ...made.filter(({ units }) => units.includes(asked.unit)).map(({ workCenterId }) => workCenterId)])
  return { withTarget: planned.length, total: places.size }
}
