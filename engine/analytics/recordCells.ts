import { type FigurePart, includedOf } from '#engine/oee/figures.ts'
import { ALL_FACTORS, countedOf, runTimesOf } from '#engine/oee/kpis.ts'
import { addCells, type Cell, keyOfCell } from './cells.ts'
import type { Measure } from './dimensions.ts'

/** Shift records of one set of switches and one target under their keys, one a dimension. */
export type RecordFact = FigurePart & {
  readonly keys: readonly string[]
  /** What the factor that is asked for should be, a fraction of 1; null or left out = nobody said. */
  readonly target?: number | null
}

/**
 * Returns the cells of a factor of OEE: its time over the time that it is a part of, after the switches, so that the value of any sum of cells is that of
 * `figuresOf` (domain.md D-44). A factor that nobody under the keys calculates has base 0, and so no value.
 */
export function recordCells(facts: readonly RecordFact[], measure: Measure): Cell[] {
  return [...Map.groupBy(facts, keyOfCell).values()].map((same) => ({ keys: same[0]?.keys ?? [], ...ratioOf(same, measure) }))
}

/**
 * Returns the targets of a factor of OEE under the same keys: as time, over the time that the factor is a part of, so that many are added before they are
 * divided (domain.md N-5). Records without a target, and of a factor that is switched off, are in neither sum; keys without any are left out.
 */
export function targetCells(facts: readonly RecordFact[], measure: Measure): Cell[] {
  const cells = facts.flatMap(({ target, keys, ...part }) => {
    if (target === null || target === undefined || !isCalculated(part, measure)) return []
    const { base } = ratioOf([part], measure)
    return base > 0 ? [{ keys, part: base * target, base }] : []
  })
  return addCells(cells)
}

function isCalculated({ switches: is = ALL_FACTORS }: FigurePart, measure: Measure): boolean {
  if (measure === 'AVAILABILITY') return is.calculateAvailability
  if (measure === 'PERFORMANCE') return is.calculatePerformance
  return measure === 'QUALITY' ? is.calculateQuality : true
}

type Ratio = { readonly part: number; readonly base: number }

const NOTHING: Ratio = { part: 0, base: 0 }

function ratioOf(parts: readonly FigurePart[], measure: Measure): Ratio {
  const rated = parts.filter(({ switches: is = ALL_FACTORS }) => is.calculateAvailability || is.calculatePerformance || is.calculateQuality)
  const { baseMs, runMs, netMs, valuableMs } = includedOf(rated)
  switch (measure) {
    case 'AVAILABILITY':
      return rated.some(({ switches = ALL_FACTORS }) => switches.calculateAvailability) ? availabilityOf(rated) : NOTHING
    case 'PERFORMANCE':
      return rated.some(({ switches = ALL_FACTORS }) => switches.calculatePerformance) ? { part: netMs, base: runMs } : NOTHING
    case 'QUALITY': {
      const isMeasured =
        rated.some(({ switches = ALL_FACTORS }) => switches.calculateQuality) && rated.some(({ sums }) => countedOf(sums).total > 0)
      return isMeasured ? { part: valuableMs, base: netMs } : NOTHING
    }
    default:
      return { part: valuableMs, base: baseMs }
  }
}

/** Availability counts also records without a reference speed. */
function availabilityOf(rated: readonly FigurePart[]): Ratio {
  let [part, base] = [0, 0]
  for (const { sums, switches = ALL_FACTORS } of rated) {
    const { plannedMs, runMs } = runTimesOf(sums)
    part += runMs
    base += switches.calculateAvailability ? plannedMs : runMs
  }
  return { part, base }
}
