import type { OutputSegment, ShiftRecord } from '#engine/facts.ts'
import type { OeeSetup } from '#engine/workCenter/workCenterSetup.ts'
import { countedOf, timesOf } from './kpis.ts'
import { ledgerSegment, type LedgerSegment } from './ledgerSegment.ts'
import { kpisOf } from './recordKpis.ts'
import { waterfallOf } from './waterfall.ts'

/** Every number that an OEE is made of, by name. */
export const LEDGER_KEYS = [
  'elapsed',
  'excluded',
  'noData',
  'plannedProduction',
  'availabilityLoss',
  'smallStop',
  'run',
  'totalOutput',
  'uncountedOutput',
  'countedOutput',
  'rejectedOutput',
  'idealCycle',
  'netOperating',
  'speedLoss',
  'qualityLoss',
  'valuable',
  'availability',
  'performance',
  'quality',
  'oee',
] as const
export type LedgerKey = (typeof LEDGER_KEYS)[number]

export type LedgerOperator = 'MINUS' | 'DIVIDED_BY' | 'TIMES'

/** One line of "why this number?": a value in ms, units or as a fraction, and the terms it follows from, in order. */
export type LedgerTerm = {
  readonly key: LedgerKey
  readonly kind: 'duration' | 'units' | 'ratio'
  readonly value: number | null
  readonly parts: readonly LedgerKey[]
  /** Between the parts; null = measured or set, not computed. */
  readonly operator: LedgerOperator | null
}

/** The terms and the settings that decided them. */
export type Ledger = {
  readonly terms: readonly LedgerTerm[]
  /** Not empty where output had several prices: net operating time and quality loss are then the sums of these (domain.md D-46). */
  readonly segments: readonly LedgerSegment[]
  readonly setup: Pick<
    OeeSetup,
    'calculateAvailability' | 'calculatePerformance' | 'calculateQuality' | 'noDataPolicy' | 'capPerformance'
  > & {
    readonly idealCycleMs: number | null
  }
}

type Line = readonly [key: LedgerKey, kind: LedgerTerm['kind'], value: number | null, operator?: LedgerOperator, ...parts: LedgerKey[]]

/**
 * Returns the ledger of a record: each formula with its real terms (domain.md D-6 to D-23). A switched-off factor is null (D-43), and OEE is the
 * product of the others. `segments`: the shift's output segments, which explain output at several prices.
 */
export function ledgerOf(record: ShiftRecord, oee: OeeSetup, segments: readonly OutputSegment[] = []): Ledger {
  const { terms, idealCycleMs } = record
  const { plannedMs, runMs, netOperatingMs, valuableMs } = timesOf(terms)
  const kpis = kpisOf(terms, oee)
  const isWhole = oee.calculateAvailability && oee.calculatePerformance && oee.calculateQuality
  const isCapped = oee.capPerformance && netOperatingMs !== null && netOperatingMs === runMs
  const hasSeveralPrices = idealCycleMs === null && netOperatingMs !== null
  const counted = countedOf(terms)
  const lines: Line[] = [
    ['elapsed', 'duration', terms.elapsedMs],
    ['excluded', 'duration', terms.excludedMs],
    ['noData', 'duration', terms.noDataMs],
    ['plannedProduction', 'duration', plannedMs, 'MINUS', 'elapsed', 'excluded', 'noData'],
    ['availabilityLoss', 'duration', terms.availabilityLossMs],
    ['run', 'duration', runMs, 'MINUS', 'plannedProduction', 'availabilityLoss'],
    ['totalOutput', 'units', terms.output.total],
    ['uncountedOutput', 'units', terms.uncountedOutput.total],
    ['countedOutput', 'units', counted.total, 'MINUS', 'totalOutput', 'uncountedOutput'],
    ['rejectedOutput', 'units', counted.rejected],
    ['idealCycle', 'duration', idealCycleMs],
    isCapped || hasSeveralPrices
      ? ['netOperating', 'duration', netOperatingMs]
      : ['netOperating', 'duration', netOperatingMs, 'TIMES', 'countedOutput', 'idealCycle'],
    ['smallStop', 'duration', terms.smallStopMs],
    ['speedLoss', 'duration', waterfallOf(terms)?.speedLossMs ?? null, 'MINUS', 'run', 'smallStop', 'netOperating'],
    isCapped || hasSeveralPrices
      ? ['qualityLoss', 'duration', terms.qualityLossMs]
      : ['qualityLoss', 'duration', terms.qualityLossMs, 'TIMES', 'rejectedOutput', 'idealCycle'],
    ['valuable', 'duration', valuableMs, 'MINUS', 'netOperating', 'qualityLoss'],
    ['availability', 'ratio', kpis.availability, 'DIVIDED_BY', 'run', 'plannedProduction'],
    ['performance', 'ratio', kpis.performance, 'DIVIDED_BY', 'netOperating', 'run'],
    ['quality', 'ratio', kpis.quality, 'DIVIDED_BY', 'valuable', 'netOperating'],
    isWhole
      ? ['oee', 'ratio', kpis.oee, 'DIVIDED_BY', 'valuable', 'plannedProduction']
      : ['oee', 'ratio', kpis.oee, 'TIMES', ...enabledFactors(oee)],
  ]
  const { calculateAvailability, calculatePerformance, calculateQuality, noDataPolicy, capPerformance } = oee
  return {
    terms: lines.map(([key, kind, value, operator = null, ...parts]) => ({ key, kind, value, operator: operator ?? null, parts })),
    segments: hasSeveralPrices && !isCapped ? segments.map(ledgerSegment) : [],
    setup: { calculateAvailability, calculatePerformance, calculateQuality, noDataPolicy, capPerformance, idealCycleMs },
  }
}

function enabledFactors(oee: OeeSetup): LedgerKey[] {
  const factors: LedgerKey[] = []
  if (oee.calculateAvailability) factors.push('availability')
  if (oee.calculatePerformance) factors.push('performance')
  if (oee.calculateQuality) factors.push('quality')
  return factors
}
