import { sumOfCells, valueOfCell, type Cell } from '#engine/analytics/cells.ts'
import { isAdditive, isOfMadeUnits, isPartOfPeriod, isRatio, type Measure } from '#engine/analytics/dimensions.ts'
import { isLowCoverage } from '#engine/energy/averagePower.ts'
import { roundUnits } from '#engine/output/outputCount.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { AnalyticsAnswer, TargetedCell } from '#server/analytics/analytics.service.ts'
import type { ColumnKind, ReportCell } from './reportModel.ts'
import type { ReportNames } from './reportNames.ts'
import { percent } from './reportRecords.ts'
import { isTime } from './viewSentence.ts'

/** A cell with the values that are shown of it. */
export type ViewRow = {
  readonly keys: readonly string[]
  readonly value: number | null
  readonly share: number | null
  /** Of attainment the target units, else what the figure should be. */
  readonly target: number | null
  readonly compared: number | null
  readonly before: number | null
  /** Of energy: how much of the time is known. */
  readonly known: Cell | null
}

/** Returns the values of the cell. A sum that was not there before was 0 where there was anything; a ratio was undefined. */
export function rowOf({ cell, compared, before, target, known }: TargetedCell, { question: { measure }, whole }: AnalyticsAnswer): ViewRow {
  const isCompared = whole.before !== null && (whole.before.base ?? whole.before.part) > 0
  const valueOf = (one: Cell | null) => (one === null ? null : valueOfCell(one))
  const orZero = (one: Cell | null) => (isCompared ? (valueOf(one) ?? (cell.base === null ? 0 : null)) : null)
  const all = isAdditive(measure) ? whole.cell.part : 0
  return {
    keys: cell.keys,
    value: valueOfCell(cell),
    share: all > 0 ? cell.part / all : null,
    target: measure === 'ATTAINMENT' ? cell.base : valueOf(target),
    compared: orZero(compared),
    before: orZero(before),
    known,
  }
}

/** Returns the values of the cells together: a ratio is made of sums. */
export function rowOfAll(own: readonly TargetedCell[], answer: AnalyticsAnswer): ViewRow {
  const together = (cells: readonly (Cell | null)[]): Cell | null => {
    const known = cells.filter((cell) => cell !== null)
    return known.length === 0 ? null : sumOfCells(known)
  }
  const isComparable = !isPartOfPeriod(answer.question.by[0]) || own.every((one) => one.isComparable)
  const known = together(own.map((one) => one.known))
  const isBeforeUnknown = !isComparable || isLowCoverage(known) || own.some((one) => one.isBeforeUnknown)
  const cell: TargetedCell = {
    cell: sumOfCells(own.map((one) => one.cell)),
    compared: together(own.map((one) => one.compared)),
    before: together(own.map((one) => one.before)),
    target: together(own.map((one) => one.target)),
    isBeforeUnknown,
    isComparable,
    known,
  }
  const row = rowOf(cell, answer)
  return isBeforeUnknown ? { ...row, before: null } : row
}

/** Returns how values of the measure are written. */
export function kindOf(measure: Measure): ColumnKind {
  return isRatio(measure) ? 'percent' : isTime(measure) ? 'duration' : 'number'
}

/** Returns the value as a table has it. */
export function cellOf(measure: Measure, value: number | null): ReportCell {
  if (value === null) return null
  if (isRatio(measure)) return percent(value)
  if (isTime(measure)) return value * SECOND_MS
  return isOfMadeUnits(measure) ? roundUnits(value) : value
}

/** Returns the measure with its unit. */
export function titleOf({ question: { measure }, unit }: AnalyticsAnswer, { texts: { measures, view } }: ReportNames): string {
  const own = measure === 'ENERGY' ? view.kWh : measure === 'ENERGY_PER_UNIT' ? `${view.kWh}/${unit ?? ''}` : unit
  return own === null || own === '' ? measures[measure] : `${measures[measure]}, ${own}`
}

/** Returns the dates that it is compared with where somebody chose them, which need not be before; undefined else. */
export function chosenAgainst({ question: { comparison }, paired: { before } }: AnalyticsAnswer): DateRange | undefined {
  return typeof comparison === 'object' && comparison !== null && before !== null ? before : undefined
}
