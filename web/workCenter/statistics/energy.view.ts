import type { EnergyOfPeriodQuery, PeriodType } from '#web/api/generated/graphql.ts'
import type { Asked } from './askedPeriod.view.ts'

type Row = EnergyOfPeriodQuery['energyReport'][number]

/** Below this share of known time a sum says little (domain.md §0.8). */
const LOW_COVERAGE = 0.5

/** What the energy of a period is asked with. */
export function energyVariables(workCenterId: number, { window }: Asked, periodType: PeriodType | null) {
  const { from, to } = window ?? { from: 0, to: 1 }
  return { workCenterId, period: { start: new Date(from).toISOString(), end: new Date(to).toISOString() }, periodType }
}

export type EnergySum = {
  readonly kwh: number | null
  /** Share of the time whose energy is known. */
  readonly coverage: number | null
  readonly isLow: boolean
  readonly isAssumed: boolean
}

/** Returns the energy of the period: as the API sums it, or of the chosen shifts together, each counted by its length. */
export function energySum({ energyStat, energyReport }: EnergyOfPeriodQuery, shiftIds: readonly number[] | null): EnergySum {
  if (shiftIds === null)
    return {
      kwh: energyStat?.energyConsumption ?? null,
      coverage: energyStat?.coverage ?? null,
      isLow: energyStat?.isLowCoverage ?? false,
      isAssumed: energyStat?.isAssumedBalanced ?? false,
    }
  const rows = energyReport.filter((row) => row.shiftId != null && shiftIds.includes(row.shiftId))
  const known = rows.filter((row) => row.energyConsumption != null)
  const length = rows.reduce((sum, row) => sum + lengthOf(row), 0)
  const coverage = length === 0 ? null : rows.reduce((sum, row) => sum + lengthOf(row) * (row.coverage ?? 0), 0) / length
  return {
    kwh: known.length === 0 ? null : known.reduce((sum, row) => sum + (row.energyConsumption ?? 0), 0),
    coverage,
    isLow: coverage !== null && coverage < LOW_COVERAGE,
    isAssumed: rows.some((row) => row.isAssumedBalanced),
  }
}

/** Returns the columns of the period, with those of the period before at the same place. */
export function energyBars(rows: readonly Row[], before: readonly Row[] | null, { shiftIds, window }: Asked) {
  const isWanted = (row: Row) => shiftIds === null || (row.shiftId != null && shiftIds.includes(row.shiftId))
  const past = before?.filter(isWanted) ?? []
  return rows.filter(isWanted).map((row, index) => ({
    key: row.timeStart,
    start: Date.parse(row.timeStart),
    value: row.energyConsumption ?? null,
    before: past[index]?.energyConsumption ?? null,
    coverage: row.coverage ?? null,
    isPartial: window !== null && Date.parse(row.timeEnd) > window.to,
  }))
}

function lengthOf(row: Row): number {
  return Date.parse(row.timeEnd) - Date.parse(row.timeStart)
}
