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
export function energySum({ energyStat, energyReport }: EnergyOfPeriodQuery, asked: Asked): EnergySum {
  if (asked.shiftIds === null)
    return {
      kwh: energyStat?.energyConsumption ?? null,
      coverage: energyStat?.coverage ?? null,
      isLow: energyStat?.isLowCoverage ?? false,
      isAssumed: energyStat?.isAssumedBalanced ?? false,
    }
  const rows = energyReport.filter((row) => isWanted(row, asked))
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

/** What was asked for with the end of the whole period (UTC ms), and the answer to it. */
type Answered = { readonly asked: Asked; readonly periodEnd: number; readonly rows: readonly Row[] }

/** Returns the columns of the period, with those of the period before at the same place; the last is partial while the period goes on. */
export function energyBars({ asked, periodEnd, rows }: Answered, before: Omit<Answered, 'periodEnd'> | null) {
  const past = before?.rows.filter((row) => isWanted(row, before.asked)) ?? []
  const soFar = asked.window !== null && asked.window.to < periodEnd ? asked.window.to : Number.POSITIVE_INFINITY
  return rows
    .filter((row) => isWanted(row, asked))
    .map((row, index) => ({
      key: row.timeStart,
      start: Date.parse(row.timeStart),
      value: row.energyConsumption ?? null,
      before: past[index]?.energyConsumption ?? null,
      coverage: row.coverage ?? null,
      isPartial: Date.parse(row.timeEnd) >= soFar,
    }))
}

/** Of shifts those of the dates alone: one over midnight is answered for both of its days. */
function isWanted({ shiftId, timeStart }: Row, { shiftIds, filter: { period } }: Asked): boolean {
  if (shiftIds === null) return true
  const at = Date.parse(timeStart)
  return shiftId != null && shiftIds.includes(shiftId) && at >= Date.parse(period.start) && at < Date.parse(period.end)
}

function lengthOf(row: Row): number {
  return Date.parse(row.timeEnd) - Date.parse(row.timeStart)
}
