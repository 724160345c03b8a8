import { LOW_COVERAGE } from '#engine/energy/averagePower.ts'
import type { EnergyOfPeriodQuery, PeriodType } from '#web/api/generated/graphql.ts'
import type { Asked } from './askedPeriod.view.ts'
import { isFair, rowsBefore } from './compare.view.ts'

type Row = EnergyOfPeriodQuery['energyReport'][number]

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

/** Returns the energy before that the energy now is compared with; null where either is known for less than half of the time (domain.md N-9). */
export function comparedEnergy(now: EnergySum, before: EnergySum | null): EnergySum | null {
  return before === null || now.isLow || before.isLow || now.kwh === null || before.kwh === null ? null : before
}

/** The query with the end of the whole period (UTC ms), and its answer. */
type Answered = { readonly asked: Asked; readonly periodEnd: number; readonly rows: readonly Row[] }

/** Returns whether the energy of two stretches is known for times near enough in length that a change can be judged. */
export function isFairEnergy(
  now: EnergySum,
  before: EnergySum,
  { current, past }: { readonly current: Asked; readonly past: Asked },
): boolean {
  const length = ({ window }: Asked) => (window === null ? 0 : window.to - window.from)
  return isFair((now.coverage ?? 0) * length(current), (before.coverage ?? 0) * length(past))
}

/**
 * Returns the columns of the period, each with the one of the period before that begins at the same time, unless either is known for less than half of
 * its time (domain.md N-9); the last is partial while the period goes on.
 */
export function energyBars({ asked, periodEnd, rows }: Answered, before: Omit<Answered, 'periodEnd'> | null, timeZone: string) {
  const wanted = rows.filter((row) => isWanted(row, asked))
  const past =
    asked.window === null || before?.asked.window == null
      ? []
      : rowsBefore(
          wanted,
          before.rows.filter((row) => isWanted(row, before.asked)),
          { current: asked.window.from, before: before.asked.window.from, timeZone },
        )
  const soFar = asked.window !== null && asked.window.to < periodEnd ? asked.window.to : Number.POSITIVE_INFINITY
  return wanted.map((row, index) => ({
    key: row.timeStart,
    start: Date.parse(row.timeStart),
    value: row.energyConsumption ?? null,
    before: isLow(row) || isLow(past[index]) ? null : (past[index]?.energyConsumption ?? null),
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

function isLow(row: Row | null | undefined): boolean {
  return row?.coverage != null && row.coverage < LOW_COVERAGE
}

function lengthOf(row: Row): number {
  return Date.parse(row.timeEnd) - Date.parse(row.timeStart)
}
