import type { NoDataCause } from '#engine/facts.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import type { LostAndConfirmedQuery, OeeDetailsOfShiftQuery, OeeFactor } from '#web/api/generated/graphql.ts'
import { type Stop, stopOf } from '#web/parts/classify/stops.view.ts'

export type Details = NonNullable<OeeDetailsOfShiftQuery['oeeDetails']>
export type Term = Details['terms'][number]

/** An interval that a time was measured from: a piece of a stop, or a status. */
export type Behind = {
  readonly key: string
  readonly start: number
  readonly end: number | null
  readonly kind: StatusKind
  readonly statusName: string | null
  /** Why there is no data. */
  readonly cause: NoDataCause | null
  /** The explanation of a stop; null for a status without a loss. */
  readonly loss: Pick<Stop, 'reason' | 'reasonSource' | 'isProvisional' | 'isApproved' | 'comment' | 'style' | 'changed'> | null
}

export type Explained = {
  readonly formula: Details['formulas'][number] | null
  readonly numerator: Term | null
  readonly denominator: Term | null
  /** The terms that the two are made of, down to those that are made of nothing, each once. */
  readonly parts: readonly Term[]
}

/** Returns the explanation of one factor: its formula, the two terms, and all terms below, each followed by its parts. */
export function explain(details: Details, factor: OeeFactor): Explained {
  const terms = new Map(details.terms.map((term) => [term.key, term]))
  const formula = details.formulas.find((candidate) => candidate.factor === factor) ?? null
  const numerator = (formula && terms.get(formula.numerator)) ?? null
  const denominator = (formula && terms.get(formula.denominator)) ?? null
  const parts: Term[] = []
  const waiting = [...(numerator ? [numerator] : []), ...(denominator ? [denominator] : [])]
  for (let term = waiting.shift(); term; term = waiting.shift()) {
    if (parts.includes(term)) continue
    parts.push(term)
    waiting.unshift(...term.parts.flatMap((part) => terms.get(part.key) ?? []))
  }
  return { formula, numerator, denominator, parts }
}

const LOSSES = ['excluded', 'noData', 'availabilityLoss', 'smallStop', 'speedLoss', 'qualityLoss', 'valuable'] as const
/** Without a reference speed nobody knows how the run time divides. */
const LOSSES_WITHOUT_SPEED = ['excluded', 'noData', 'availabilityLoss', 'run'] as const

export type Waterfall = {
  /**
   * Whole seconds in ms, so that displayed times add up; `share` of the whole, starting at `from`. A negative speed loss is work faster than ideal.
   */
  readonly rows: readonly { readonly term: Term; readonly ms: number; readonly share: number; readonly from: number }[]
  readonly totalMs: number
  readonly elapsedMs: number
}

/** Returns the time of the shift by loss, with the remaining valuable time; they sum to the shift time so far (domain.md D-6 to D-23). */
export function waterfall(details: Details): Waterfall | null {
  const terms = new Map(details.terms.map((term) => [term.key, term]))
  const elapsed = terms.get('elapsed')?.value
  if (elapsed == null || elapsed <= 0) return null
  const keys = terms.get('speedLoss')?.value == null ? LOSSES_WITHOUT_SPEED : LOSSES
  const rows: Waterfall['rows'][number][] = []
  let sum = 0
  for (const key of keys) {
    const term = terms.get(key)
    if (term?.value == null) continue
    rows.push({ term, ms: wholeSeconds(sum + term.value) - wholeSeconds(sum), share: term.value / elapsed, from: sum / elapsed })
    sum += term.value
  }
  return { rows, totalMs: wholeSeconds(sum), elapsedMs: wholeSeconds(elapsed) }
}

/** Returns the time that intervals take up between two instants, in ms; an open one lasts until the later. */
export function timeBehind(
  behind: readonly Pick<Behind, 'start' | 'end'>[],
  window: { readonly start: number; readonly end: number },
): number {
  return behind.reduce(
    (sum, { start, end }) => sum + Math.max(0, Math.min(end ?? window.end, window.end) - Math.max(start, window.start)),
    0,
  )
}

/** Returns the intervals behind a term, newest first: its stops, else its statuses; lost speed and output are no intervals. */
export function behindOf(term: Term): readonly Behind[] {
  const stops = term.losses
    .filter(({ source }) => source === 'STATUS')
    .map((loss): Behind => {
      const stop = stopOf(loss)
      return {
        key: `loss ${loss.id}`,
        start: stop.start,
        end: stop.end,
        kind: stop.kind,
        statusName: stop.statusName,
        cause: null,
        loss: stop,
      }
    })
  const statuses = term.statuses.map((status): Behind => ({
    key: `status ${status.timeStart}`,
    start: Date.parse(status.timeStart),
    end: status.timeEnd == null ? null : Date.parse(status.timeEnd),
    kind: status.kind,
    statusName: status.statusRule?.name ?? null,
    cause: status.noDataCause ?? null,
    loss: null,
  }))
  return (stops.length > 0 ? stops : statuses).toSorted((left, right) => right.start - left.start)
}

/** Returns how many intervals behind the term there are beyond those that the answer lists. */
export function unlistedCount(term: Term): number {
  return term.losses.length > 0 ? term.lossesCount - term.losses.length : term.statusesCount - term.statuses.length
}

export type LostByReason = LostAndConfirmedQuery['speed'][number]

/** Returns losses by reason, largest first, for lost speed and rejected output; null for other terms. */
export function lostBehind(term: Pick<Term, 'key'>, lost: LostAndConfirmedQuery | undefined): readonly LostByReason[] | null {
  if (term.key === 'speedLoss') return lost?.speed ?? []
  return term.key === 'qualityLoss' ? (lost?.output ?? []) : null
}

/** Returns the shift that the details speak of, among those that overlap it. */
export function shiftOf(details: Pick<Details, 'timeStart'>, lost: LostAndConfirmedQuery | undefined) {
  return lost?.shifts.find(({ timeStart }) => Date.parse(timeStart) === Date.parse(details.timeStart)) ?? null
}

/** Returns whether output of the shift had more than one price, so that no single cycle time explains it (domain.md D-46). */
export function hasSeveralPrices(details: Pick<Details, 'terms'>): boolean {
  const value = (key: string) => details.terms.find((term) => term.key === key)?.value ?? null
  return value('idealCycle') === null && value('netOperating') !== null
}

export type PricedSegment = {
  readonly start: number
  readonly end: number | null
  /** Codes of its orders; none = no order was in progress. */
  readonly orders: string
  readonly isConfirmed: boolean
  readonly units: number
  /** Ms a unit: its price, and what it comes to. */
  readonly cycleMs: number | null
  readonly netMs: number | null
}

/** Returns what ideal time is priced from, newest first: output segments that count, with their orders; only that term has them. */
export function segmentsOf(term: Pick<Term, 'key'> & Partial<Pick<Term, 'segments'>>): readonly PricedSegment[] {
  if (term.key !== 'netOperating') return []
  return (term.segments ?? [])
    .map((segment) => ({
      start: Date.parse(segment.timeStart),
      end: segment.timeEnd == null ? null : Date.parse(segment.timeEnd),
      orders: segment.orderCodes.join(', '),
      isConfirmed: segment.isConfirmed,
      units: segment.totalOutput - segment.uncountedOutput,
      cycleMs: segment.cycleTime ?? null,
      netMs: segment.netOperatingMs ?? null,
    }))
    .filter((segment) => segment.units > 0)
    .toSorted((left, right) => right.start - left.start)
}

function wholeSeconds(ms: number): number {
  return Math.round(ms / 1000) * 1000
}
