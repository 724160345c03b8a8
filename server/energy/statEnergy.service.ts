import { coveredShareOf } from '#engine/energy/averagePower.ts'
import { specificEnergyOf } from '#engine/oee/furtherKpis.ts'
import type { Tenant } from '#server/db/database.ts'
import type { OeeStat } from '#server/oee/oeeStatistics.service.ts'
import { sumShiftEnergy, type MeasuredPlaces } from './statEnergy.store.ts'

/** Energy of the shifts of a row of statistics. */
export type StatEnergy = {
  /** null = nothing was measured. */
  readonly kwh: number | null
  /** A good unit of the shifts with energy; null without either, and where output is in several units (domain.md D-34, E-56). */
  readonly kwhPerUnit: number | null
  /** Share of the shifts' time with known energy; null without time. */
  readonly coverage: number | null
  /** Work centers with energy in at least one of the shifts, of all of the row. */
  readonly places: MeasuredPlaces
}

/** Returns the energy of each row of statistics, of the hours that are over and kept. */
export async function energyOfStats(tenant: Tenant, stats: readonly OeeStat[]): Promise<readonly StatEnergy[]> {
  const kept = await sumShiftEnergy(
    tenant,
    stats.map(({ taken, shiftIds }) => ({ taken, shiftIds })),
  )
  return stats.map(({ outputs, workCenters }, index) => {
    const { kwh = null, madeWithKwh = null, accepted = 0, measured = 0, coveredMs = 0, elapsedMs = 0 } = kept[index] ?? {}
    const kwhPerUnit = madeWithKwh === null || outputs.length !== 1 ? null : specificEnergyOf(madeWithKwh, accepted)
    return { kwh, kwhPerUnit, coverage: coveredShareOf(coveredMs, elapsedMs), places: { measured, total: workCenters.length } }
  })
}
