import { MINUTE_MS } from '#engine/time/durations.ts'
import { containerFill } from '#engine/jobOrder/forecast/containerRhythm.ts'
import { afterPlannedTime, plannedTimeOf } from '#engine/jobOrder/forecast/queueForecast.ts'
import type { OutputWithoutOrderQuery, PanelOrderFragment } from '#web/api/generated/graphql.ts'
import { shownProblem } from '#web/api/shownProblem.ts'
import type { ShownProblem } from '#web/texts/problemText.ts'
import type { Format } from '#web/ui/format.ts'
import { alreadySo } from './alreadySo.ts'
import type { OrderActBody } from './orderAct.ts'
import { timeText } from './timeText.ts'

type Order = PanelOrderFragment
type Output = { readonly accepted: number; readonly rejected: number }
/** What the device counted in the shift, as it was when the orders were asked for and as it is. */
export type Counting = { readonly shiftStart: number; readonly output: Output } | null

/** Returns the orders in progress, and those that can be started, in the sequence of the queue. */
export function panelOrders(orders: readonly Order[]): { readonly running: readonly Order[]; readonly next: readonly Order[] } {
  return {
    running: orders.filter(({ status }) => status === 'PROGRESS'),
    next: orders.filter(({ status }) => status === 'ON_HOLD' || status === 'PLANNED').toSorted((one, other) => place(one) - place(other)),
  }
}

/** Returns the orders that are not in progress and have output that nobody confirmed; what is shown of the first list stands over the second. */
export function unconfirmedOrders(shown: readonly Order[], finished: readonly Order[]): readonly Order[] {
  const others = finished.filter(({ id }) => !shown.some((order) => order.id === id))
  return [...shown, ...others].filter(({ status, countedOutput }) => status !== 'PROGRESS' && (countedOutput?.totalOutput ?? 0) > 0)
}

/** One that was paused a moment ago, and whose place is not known yet, comes first. */
function place({ priority }: Order): number {
  return priority ?? 0
}

/** Returns what stands of an order now: what was answered, and what the device has counted since, where it counts for this order alone. */
export function madeNow(
  order: Order,
  { isAlone, asked, now }: { readonly isAlone: boolean; readonly asked: Counting; readonly now: Counting },
): Output {
  const { acceptedOutput: accepted, rejectedOutput: rejected } = order.madeOutput
  const isCounting = isAlone && order.status === 'PROGRESS' && order.countedOutput !== null
  if (!isCounting || asked === null || now === null || asked.shiftStart !== now.shiftStart) return { accepted, rejected }
  return {
    accepted: accepted + Math.max(0, now.output.accepted - asked.output.accepted),
    rejected: rejected + Math.max(0, now.output.rejected - asked.output.rejected),
  }
}

/** The figures of an order in progress. */
export type OrderFigures = {
  readonly made: number
  readonly rejected: number
  readonly confirmed: number
  /** What was counted and nobody confirmed; null where it is counted for several orders together. */
  readonly counted: number | null
  /** Above 0 = so many behind what is due by now; null = nothing is due. */
  readonly behind: number | null
  /** Parts of the bar, of the longer of plan and made. */
  readonly bar: { readonly confirmed: number; readonly counted: number; readonly expected: number | null; readonly plan: number | null }
}

/** Returns the figures of an order; made against the plan is what was accepted. */
export function figuresOf(order: Order, made: Output): OrderFigures {
  const { planOutput, acceptedOutput: confirmed, expectedNow } = order
  const whole = Math.max(planOutput ?? 0, made.accepted, confirmed)
  const share = (value: number) => (whole <= 0 ? 0 : Math.min(1, value / whole))
  return {
    made: made.accepted,
    rejected: made.rejected,
    confirmed,
    counted: order.countedOutput === null ? null : Math.max(0, made.accepted + made.rejected - confirmed - order.rejectedOutput),
    behind: expectedNow === null ? null : expectedNow - made.accepted,
    bar: {
      confirmed: share(confirmed),
      counted: share(Math.max(0, made.accepted - confirmed)),
      expected: expectedNow === null ? null : share(expectedNow),
      plan: planOutput === null ? null : share(planOutput),
    },
  }
}

/** When an order will be made: the middle, its range where there is one, and how often such a range held before, where any was judged. */
export type ForecastWord = {
  readonly time: string
  readonly range: string | null
  readonly record: { readonly held: number; readonly of: number } | null
}

/** Output that was counted while no order was in progress. */
export type OutputWithout = OutputWithoutOrderQuery['outputIIoTsPages']['items'][number]

const MOST_WITHOUT = 3

/** Returns the output of the running shift that has no order and nobody confirmed, the newest first; none where there is no shift. */
export function countedWithout(found: readonly OutputWithout[], shiftStart: number | null): readonly OutputWithout[] {
  const ofShift = found.filter(({ shift, totalOutput, isConfirmed }) => {
    return shift !== null && Date.parse(shift.timeStart) === shiftStart && totalOutput > 0 && !isConfirmed
  })
  return ofShift.toSorted((one, other) => Date.parse(other.timeStart) - Date.parse(one.timeStart)).slice(0, MOST_WITHOUT)
}

/** Returns when the order will be made, in times of the plant; null where that is not known. */
export function forecastWord({ forecast }: Order, format: Pick<Format, 'dayMonth' | 'time'>, now: number): ForecastWord | null {
  if (forecast === null || forecast.timeEnd === null) return null
  const { timeEnd, earliestEnd, latestEnd, rangesHeld, rangesJudged } = forecast
  const text = (at: string) => timeText(format, Date.parse(at), now)
  const range = earliestEnd === null || latestEnd === null ? null : `${text(earliestEnd)}–${text(latestEnd)}`
  return { time: text(timeEnd), range, record: range === null || rangesJudged === 0 ? null : { held: rangesHeld, of: rangesJudged } }
}

/** Fields of a plan that an order may lack before it starts. */
const PLAN_FIELDS = ['planCycleTime', 'planEnd', 'planOutput', 'productId', 'targetSpeedQuantity', 'workCenterId'] as const
type PlanField = (typeof PLAN_FIELDS)[number]

/** Returns what stands in the way of the start, each with the field of the plan that it speaks of (null = none); an empty list where nothing does. */
export function hindrancesOf({
  hinderedActions,
}: Pick<Order, 'hinderedActions'>): readonly { readonly field: PlanField | null; readonly problem: ShownProblem }[] {
  const problems = hinderedActions.find(({ action }) => action === 'START')?.problems ?? []
  return problems.map((one) => ({ field: PLAN_FIELDS.find((field) => field === one.field) ?? null, problem: shownProblem(one) }))
}

/** How full the containers of an order are. */
type ContainerWord = {
  /** Units that one takes. */
  readonly quantity: number
  /** So many are full and not confirmed. */
  readonly full: number
  /** When the next one is (ms UTC); null = not known. */
  readonly nextAt: number | null
  /** Counted for several orders together: it is known of all of them how much waits, and of none what of it is its own. */
  readonly isShared: boolean
}

/**
 * Returns how full the containers of the order are; null for what is in none (domain.md F-7). The next one is full when so much of the planned time until
 * the end of the order has passed as of its missing units are made by then: through its shifts, never in a break between them.
 */
export function containerWord(
  { product, forecast, planOutput, acceptedOutput, sharedCountedOutput }: Order,
  madeAccepted: number,
  now: number,
): ContainerWord | null {
  const quantity = product?.containerQuantity ?? null
  if (quantity === null || quantity <= 0) return null
  if (sharedCountedOutput !== null) {
    const { full } = containerFill(sharedCountedOutput.acceptedOutput, 0, quantity)
    return { quantity, full, nextAt: null, isShared: true }
  }
  const { full, missing } = containerFill(madeAccepted, acceptedOutput, quantity)
  const left = (planOutput ?? 0) - madeAccepted
  const end = forecast?.timeEnd == null ? null : Date.parse(forecast.timeEnd)
  const nextAt = end === null || end <= now || missing > left ? null : afterShare(missing / left, now, forecast?.shifts ?? [])
  return { quantity, full, nextAt, isShared: false }
}

/** Returns when such a share of the planned time in the shifts has passed (ms UTC); null where there is none. */
function afterShare(share: number, now: number, shifts: NonNullable<Order['forecast']>['shifts']): number | null {
  const planned = shifts.map(({ timeStart, timeEnd, plannedShare }) => {
    return { start: Date.parse(timeStart), end: Date.parse(timeEnd), plannedShare }
  })
  const plannedMs = plannedTimeOf(now, planned)
  return plannedMs <= 0 ? null : afterPlannedTime(now, share * plannedMs, planned)
}

/** A confirmation beside the sheet: of which order, and what was confirmed of it before. */
export type Booked = { readonly orderId: number; readonly acceptedOutput: number }

/**
 * Returns what was booked of orders that are still shown as before it: a second tap would book the same again. Once an order was shown otherwise it is
 * forgotten, also where somebody takes it back later. The same list where nothing is.
 */
export function stillBooked(booked: readonly Booked[], orders: readonly Pick<Order, 'acceptedOutput' | 'id'>[]): readonly Booked[] {
  const kept = booked.filter((one) => orders.every(({ id, acceptedOutput }) => id !== one.orderId || acceptedOutput === one.acceptedOutput))
  return kept.length === booked.length ? booked : kept
}

/** Returns what becomes of the orders in progress when another one starts: they are finished where all of them have made their plan, else paused. */
export function switchOf<One extends Pick<Order, 'id' | 'orderCode' | 'planOutput'>>(
  running: readonly One[],
  madeOf: (order: One) => number,
): OrderActBody['running'] {
  if (running.length === 0) return undefined
  const isMade = running.every((order) => order.planOutput !== null && madeOf(order) >= order.planOutput)
  return { choice: isMade ? 'CLOSE' : 'STOP', ids: running.map(({ id }) => id), codes: running.map(({ orderCode }) => orderCode) }
}

/** An instant at which an order may have begun or ended. */
export type LikelyInstant = { readonly kind: 'SHIFT_START' | 'STOP_END' | 'STOP_START'; readonly at: number }

const MOST_LIKELY = 4

/** Returns when an order may have begun, the likeliest first: when the last stops ended, and when the shift began; whole minutes in the past. */
export function likelyStarts(stopEnds: readonly number[], shiftStart: number | null, now: number): readonly LikelyInstant[] {
  const ends = [...new Set(stopEnds.map(wholeMinute))].filter((at) => at < now && at > (shiftStart ?? -Infinity)).toSorted((a, b) => b - a)
  const stops = ends.slice(0, MOST_LIKELY - 1).map((at): LikelyInstant => ({ kind: 'STOP_END', at }))
  return shiftStart === null || shiftStart >= now ? stops : [...stops, { kind: 'SHIFT_START', at: shiftStart }]
}

/**
 * Returns when an order in progress may have ended, the likeliest first: when the last stops began, and when the shift did; whole minutes in the past, at
 * the `earliest` the first after the order began.
 */
export function likelyEnds(
  stopStarts: readonly number[],
  { runStart, shiftStart }: { readonly runStart: number | null; readonly shiftStart: number | null },
  now: number,
): { readonly instants: readonly LikelyInstant[]; readonly earliest: number | null } {
  const earliest = runStart === null ? null : Math.min(now, wholeMinute(runStart) + MINUTE_MS)
  const isLikely = (at: number) => at < now && at >= (earliest ?? -Infinity)
  const starts = [...new Set(stopStarts.map(wholeMinute))].filter(isLikely).toSorted((a, b) => b - a)
  const instants = starts.slice(0, MOST_LIKELY - 1).map((at): LikelyInstant => ({ kind: 'STOP_START', at }))
  const isKnown = shiftStart === null || instants.some(({ at }) => at === shiftStart)
  return { instants: isKnown || !isLikely(shiftStart) ? instants : [...instants, { kind: 'SHIFT_START', at: shiftStart }], earliest }
}

/** Returns how the beginning of a run moves (UTC ms) where the person chose another minute than that in which it began; null = it stays. */
export function movedBegin(since: number, at: number): { readonly at: number; readonly newAt: number } | null {
  return at === wholeMinute(since) ? null : { at: since, newAt: at }
}

/** Returns since when and by whom the order is in progress already, which is why its start was refused; null for another reason. */
export function alreadyRunning(
  problem: Parameters<typeof alreadySo>[0],
  order: Order | undefined,
): { readonly since: number; readonly name: string | null } | null {
  const already = alreadySo(problem)
  if (already?.status !== 'PROGRESS') return null
  return {
    since: already.since,
    name: already.name ?? order?.runs.findLast(({ timeEnd }) => timeEnd === null)?.startedBy?.fullName ?? null,
  }
}

/** Returns the minute in which the instant lies. */
export function wholeMinute(at: number): number {
  return Math.floor(at / MINUTE_MS) * MINUTE_MS
}
