import { figuresOf, includedOf, switchesOf, type FigurePart } from './figures.ts'
import type { LedgerOperator, LedgerTerm } from './ledger.ts'
import { runTimesOf } from './kpis.ts'
import { addSums, NO_SUMS } from './recordSums.ts'

/** Names of the numbers behind the figures of a roll-up; the same names as for a single record where both have them. */
export type RollUpKey = LedgerTerm['key'] | 'includedPlanned' | 'includedRun'

/** One line of "why this number?" of a roll-up, in ms, units or as a fraction. */
export type RollUpTerm = Omit<LedgerTerm, 'key' | 'parts'> & { readonly key: RollUpKey; readonly parts: readonly RollUpKey[] }

type Line = readonly [key: RollUpKey, kind: LedgerTerm['kind'], value: number | null, operator?: LedgerOperator, ...parts: RollUpKey[]]

/**
 * Returns the ledger of several records (domain.md D-44): the measured sums of all, then planned and run time of those in performance, quality and
 * OEE after the switches (D-43a), and the ratios.
 */
export function rollUpLedger(parts: readonly FigurePart[]): readonly RollUpTerm[] {
  const sums = parts.map((part) => part.sums).reduce(addSums, NO_SUMS)
  const { plannedMs, runMs } = runTimesOf(sums)
  const included = includedOf(parts)
  const figures = figuresOf(parts)
  const hasAvailability = switchesOf(parts).calculateAvailability
  const lines: Line[] = [
    ['elapsed', 'duration', sums.elapsedMs],
    ['excluded', 'duration', sums.excludedMs],
    ['noData', 'duration', sums.noDataMs],
    ['plannedProduction', 'duration', plannedMs, 'MINUS', 'elapsed', 'excluded', 'noData'],
    ['availabilityLoss', 'duration', sums.availabilityLossMs],
    ['run', 'duration', runMs, 'MINUS', 'plannedProduction', 'availabilityLoss'],
    ['smallStop', 'duration', sums.smallStopMs],
    ['includedPlanned', 'duration', included.baseMs],
    ['includedRun', 'duration', included.runMs],
    ['netOperating', 'duration', included.netMs],
    ['qualityLoss', 'duration', included.netMs - included.valuableMs],
    ['valuable', 'duration', included.valuableMs, 'MINUS', 'netOperating', 'qualityLoss'],
    hasAvailability && isPlain(parts)
      ? ['availability', 'ratio', figures.availability, 'DIVIDED_BY', 'run', 'plannedProduction']
      : ['availability', 'ratio', figures.availability],
    ['performance', 'ratio', figures.performance, 'DIVIDED_BY', 'netOperating', 'includedRun'],
    ['quality', 'ratio', figures.quality, 'DIVIDED_BY', 'valuable', 'netOperating'],
    ['oee', 'ratio', figures.oee, 'DIVIDED_BY', 'valuable', 'includedPlanned'],
  ]
  return lines.map(([key, kind, value, operator, ...from]) => ({ key, kind, value, operator: operator ?? null, parts: from }))
}

/** Where a work center switches availability off, its planned time is its run time, and the quotient of the sums is another. */
function isPlain(parts: readonly FigurePart[]): boolean {
  return parts.every(({ switches }) => switches?.calculateAvailability !== false)
}
