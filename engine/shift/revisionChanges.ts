import type { OeeTerms } from '#engine/facts.ts'
import type { Kpis } from '#engine/oee/kpis.ts'
import { timesOf } from '#engine/oee/kpis.ts'
import type { LedgerKey } from '#engine/oee/ledger.ts'
import { waterfallOf } from '#engine/oee/waterfall.ts'

/** A confirmed record: its terms, and the figures with the switches of that time. */
export type RevisionRecord = { readonly terms: OeeTerms; readonly kpis: Kpis }

type TermUnit = 'MS' | 'RATIO' | 'UNITS'

/** A term that two confirmations of a shift have differently; null = it was not defined. */
export type TermChange = {
  readonly key: LedgerKey
  readonly unit: TermUnit
  readonly before: number | null
  readonly after: number | null
}

/** Below this a difference is of rounding: of times in ms, of units and of fractions. */
const LEAST: Readonly<Record<TermUnit, number>> = { MS: 1, UNITS: 1e-6, RATIO: 1e-9 }

/** Returns the terms that differ between two confirmations, figures first, then times and output in the order of the ledger (domain.md S-46). */
export function termChanges(before: RevisionRecord, after: RevisionRecord): readonly TermChange[] {
  const was = new Map(linesOf(before).map(([key, , value]) => [key, value]))
  return linesOf(after)
    .map(([key, unit, value]): TermChange => ({ key, unit, before: was.get(key) ?? null, after: value }))
    .filter(differs)
}

function linesOf({ terms, kpis }: RevisionRecord): readonly (readonly [LedgerKey, TermUnit, number | null])[] {
  const { plannedMs, runMs, netOperatingMs, valuableMs } = timesOf(terms)
  return [
    ['oee', 'RATIO', kpis.oee],
    ['availability', 'RATIO', kpis.availability],
    ['performance', 'RATIO', kpis.performance],
    ['quality', 'RATIO', kpis.quality],
    ['elapsed', 'MS', terms.elapsedMs],
    ['excluded', 'MS', terms.excludedMs],
    ['noData', 'MS', terms.noDataMs],
    ['plannedProduction', 'MS', plannedMs],
    ['availabilityLoss', 'MS', terms.availabilityLossMs],
    ['run', 'MS', runMs],
    ['smallStop', 'MS', terms.smallStopMs],
    ['speedLoss', 'MS', waterfallOf(terms)?.speedLossMs ?? null],
    ['netOperating', 'MS', netOperatingMs],
    ['qualityLoss', 'MS', terms.qualityLossMs],
    ['valuable', 'MS', valuableMs],
    ['totalOutput', 'UNITS', terms.output.total],
    ['rejectedOutput', 'UNITS', terms.output.rejected],
  ]
}

function differs({ unit, before, after }: TermChange): boolean {
  return before === null || after === null ? before !== after : Math.abs(after - before) >= LEAST[unit]
}
