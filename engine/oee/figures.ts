import {
  dataCoverageOf,
  efficiencyOf,
  mtbfMs,
  mttrMs,
  setupRateOf,
  technicalEfficiencyOf,
  utilizationEfficiencyOf,
  yieldOf,
} from './furtherKpis.ts'
import { ALL_FACTORS, countedOf, qualityOf, ratio, runTimesOf, statusTimesOf, type FactorSwitches, type Kpis } from './kpis.ts'
import { addSums, NO_SUMS, type RecordSums } from './recordSums.ts'

/** The records of one work center in a roll-up, the factors that it calculates and the calendar time of the window (D-1). */
export type FigurePart = { readonly sums: RecordSums; readonly switches?: FactorSwitches; readonly calendarMs?: number }

/** How many of the records could take part in OEE (domain.md E-10). */
export type Coverage = { readonly included: number; readonly total: number }

/** All figures of a roll-up, fractions of 1 unless named otherwise, unrounded; null = undefined or switched off everywhere (D-20). */
export type Figures = Kpis & {
  readonly teep: number | null
  readonly ooe: number | null
  readonly nee: number | null
  /** Planned production over calendar time of the records in OEE. TEEP = OEE × this (D-24). */
  readonly utilization: number | null
  readonly utilizationEfficiency: number | null
  readonly technicalEfficiency: number | null
  readonly setupRate: number | null
  readonly mttrMs: number | null
  readonly mtbfMs: number | null
  readonly efficiency: number | null
  readonly yield: number | null
  /** Share of the shift time of which there is data (G-8). */
  readonly dataCoverage: number | null
  readonly coverage: Coverage
}

/** The times that take part in P, Q and OEE, after the switches (D-43a). */
type Included = {
  records: number
  calendarMs: number
  elapsedMs: number
  plannedMs: number
  baseMs: number
  runMs: number
  netMs: number
  valuableMs: number
}

/**
 * Returns the figures of several work centers over a window as ratios of sums, never means of percentages (domain.md D-44). A factor that a work
 * center switches off is neutral there, and null when all do. Records without a reference speed count in availability only; a work center without
 * any factor is left out (D-43b).
 */
export function figuresOf(parts: readonly FigurePart[]): Figures {
  const total = parts.reduce((sum, part) => addSums(sum, part.sums), NO_SUMS)
  const rated = parts.filter(({ switches = ALL_FACTORS }) => hasFactor(switches))
  const included = includedOf(rated)
  const isOn = (key: keyof FactorSwitches): boolean => rated.some(({ switches = ALL_FACTORS }) => switches[key])
  const performance = isOn('calculatePerformance') ? ratio(included.netMs, included.runMs) : null
  const quality = isOn('calculateQuality') && hasOutput(rated) ? (ratio(included.valuableMs, included.netMs) ?? ownQuality(rated)) : null
  return {
    availability: isOn('calculateAvailability') ? availabilityOf(rated) : null,
    performance,
    quality,
    oee: ratio(included.valuableMs, included.baseMs),
    teep: included.records === 0 ? null : ratio(included.valuableMs, included.calendarMs),
    utilization: included.records === 0 ? null : ratio(included.plannedMs, included.calendarMs),
    ooe: included.records === 0 ? null : ratio(included.valuableMs, included.elapsedMs),
    ...timeFigures(total, performance, quality),
    coverage: { included: included.records, total: total.records },
  }
}

/** Returns the factors behind the figures: those that any of the work centers calculates. */
export function switchesOf(parts: readonly Pick<FigurePart, 'switches'>[]): FactorSwitches {
  const isOn = (key: keyof FactorSwitches): boolean => parts.some(({ switches = ALL_FACTORS }) => switches[key])
  return {
    calculateAvailability: isOn('calculateAvailability'),
    calculatePerformance: isOn('calculatePerformance'),
    calculateQuality: isOn('calculateQuality'),
  }
}

function hasFactor({ calculateAvailability, calculatePerformance, calculateQuality }: FactorSwitches): boolean {
  return calculateAvailability || calculatePerformance || calculateQuality
}

function availabilityOf(parts: readonly FigurePart[]): number | null {
  let [base, run] = [0, 0]
  for (const { sums, switches = ALL_FACTORS } of parts) {
    const times = runTimesOf(sums)
    base += switches.calculateAvailability ? times.plannedMs : times.runMs
    run += times.runMs
  }
  return ratio(run, base)
}

/**
 * Returns the times of the records in P, Q and OEE. A switched-off factor makes its times equal: P net := run, Q valuable := net, A planned := run
 * (D-43a).
 */
export function includedOf(parts: readonly FigurePart[]): Readonly<Included> {
  const all: Included = { records: 0, calendarMs: 0, elapsedMs: 0, plannedMs: 0, baseMs: 0, runMs: 0, netMs: 0, valuableMs: 0 }
  for (const { sums, switches = ALL_FACTORS, calendarMs = 0 } of parts) {
    if (!hasFactor(switches)) continue
    const isPriced = switches.calculatePerformance
    const records = isPriced ? sums.pricedRecords : sums.records
    if (records === 0) continue
    const elapsedMs = isPriced ? sums.pricedElapsedMs : sums.elapsedMs
    const plannedMs = isPriced ? sums.pricedPlannedMs : runTimesOf(sums).plannedMs
    const runMs = isPriced ? sums.pricedRunMs : runTimesOf(sums).runMs
    const netMs = isPriced ? sums.netOperatingMs : runMs
    const goodMs = isPriced ? sums.netOperatingMs - sums.qualityLossMs : sums.goodRunMs
    all.records += records
    // Shifts that are left out take their time of the calendar along.
    all.calendarMs += calendarMs - (sums.elapsedMs - elapsedMs)
    all.elapsedMs += elapsedMs
    all.plannedMs += plannedMs
    all.baseMs += switches.calculateAvailability ? plannedMs : runMs
    all.runMs += runMs
    all.netMs += netMs
    all.valuableMs += switches.calculateQuality ? goodMs : netMs
  }
  return all
}

/** Without output there is no quality, also where run time replaces net operating time (D-42). */
function hasOutput(parts: readonly FigurePart[]): boolean {
  return parts.some(({ sums }) => countedOf(sums).total > 0)
}

/** One work center alone shows its quality also without reference speed or run time, by pieces if need be (E-6, E-10). */
function ownQuality([only, ...others]: readonly FigurePart[]): number | null {
  if (only === undefined || others.length > 0 || runTimesOf(only.sums).plannedMs <= 0) return null
  return qualityOf(only.sums)
}

type TimeFigures = Omit<Figures, keyof Kpis | 'teep' | 'utilization' | 'ooe' | 'coverage'>

function timeFigures(sums: RecordSums, performance: number | null, quality: number | null): TimeFigures {
  const { plannedMs, runMs } = runTimesOf(sums)
  const { effectiveMs, ineffectiveMs } = statusTimesOf(sums)
  const ready = ratio(runMs + sums.setupMs, plannedMs)
  return {
    nee: ready === null || performance === null || quality === null ? null : ready * performance * quality,
    utilizationEfficiency: utilizationEfficiencyOf(sums),
    technicalEfficiency: technicalEfficiencyOf(sums),
    setupRate: setupRateOf(sums),
    mttrMs: mttrMs(sums),
    mtbfMs: mtbfMs(sums),
    efficiency: efficiencyOf(effectiveMs, ineffectiveMs),
    yield: yieldOf(sums.output),
    dataCoverage: dataCoverageOf(sums),
  }
}
