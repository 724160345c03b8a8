import { isSmallStopReason } from '#engine/loss/lossKind.ts'
import type {
  LossFieldsFragment,
  LostKind,
  NamedShiftFragment,
  OpenedShiftFragment,
  ShiftLostFragment,
  ShiftReportQuery,
} from '#web/api/generated/graphql.ts'
import { movedDate } from '../list/shifts.view.ts'

/** What of the losses of a shift a bar stands for. */
export type TopLoss = {
  readonly key: string
  readonly kind: 'planned' | 'reason' | 'rejects' | 'rest' | 'speed' | 'unexplained'
  /** Of the reason; null where the kind says what it is. */
  readonly name: string | null
  readonly color: string | null
  readonly ms: number
  /** Of stops; null for what is no number of them (S-30). */
  readonly count: number | null
  /** Rejected units; null for all else. */
  readonly units: number | null
  /** Points of OEE that it cost; null for what is not counted in OEE. */
  readonly points: number | null
  /** As what a minute of it is worth; null for several together. */
  readonly worth: LostKind | null
}

type Lost = Pick<ShiftReportQuery, 'rejects' | 'speed' | 'stops'>

/** Returns the greatest losses of the shift by time, at most so many, and all others as one bar; `plannedMs` is what points are a part of. */
export function topLosses(lost: Lost, plannedMs: number, most: number): readonly TopLoss[] {
  const of = (rows: readonly ShiftLostFragment[], other: 'rejects' | 'speed' | 'unexplained'): TopLoss[] =>
    rows.map(({ reason, classification, duration, count, quantity }) => ({
      key: reason == null ? withoutReason(classification, other) : `${other} ${reason.id}`,
      kind: reason == null ? withoutReason(classification, other) : 'reason',
      name: reason?.name ?? null,
      color: reason?.color ?? null,
      ms: duration * 1000,
      count: other === 'unexplained' ? count : null,
      units: other === 'rejects' ? quantity : null,
      points: plannedMs <= 0 || reason?.includeInOeeCalculation === false ? null : (duration * 100_000) / plannedMs,
      worth: worthOf(other, reason),
    }))
  const all = [...of(lost.stops, 'unexplained'), ...of(lost.speed, 'speed'), ...of(lost.rejects, 'rejects')]
    .filter(({ ms }) => ms > 0)
    .toSorted((left, right) => right.ms - left.ms || (left.key < right.key ? -1 : 1))
  const [shown, others] = [all.slice(0, most), all.slice(most)]
  if (others.length === 0) return shown
  const sum = (valueOf: (loss: TopLoss) => number) => others.reduce((total, loss) => total + valueOf(loss), 0)
  const rest = {
    ms: sum(({ ms }) => ms),
    count: sum(({ count }) => count ?? 0) || null,
    units: null,
    points: sum(({ points }) => points ?? 0),
  }
  return [...shown, { key: 'rest', kind: 'rest', name: null, color: null, worth: null, ...rest }]
}

function worthOf(other: 'rejects' | 'speed' | 'unexplained', reason: ShiftLostFragment['reason']): LostKind {
  if (other === 'speed') return 'SPEED'
  if (other === 'rejects') return 'QUALITY'
  if (reason?.includeInOeeCalculation === false) return 'EXCLUDED'
  return reason != null && isSmallStopReason(reason) ? 'SMALL_STOP' : 'STOP'
}

/** What is planned by its status is in no need of a reason. */
function withoutReason<Other>(classification: ShiftLostFragment['classification'], other: Other): Other | 'planned' {
  return classification === 'CLASSIFIED' ? 'planned' : other
}

/** An hour of the shift: what was planned and made, and what stopped it longest. */
export type ShiftHour = {
  readonly start: number
  readonly end: number
  readonly plan: number | null
  readonly good: number
  readonly rejected: number
  /** The stops of one reason that took most of the hour; without a reason they are planned by their status or unexplained. */
  readonly mainStop: { readonly reason: string | null; readonly isPlanned: boolean; readonly ms: number } | null
}

/** Returns the hours of the shift until now with their target, good and rejected output and main stop. */
export function shiftHours(
  chart: ShiftReportQuery['outputChart'],
  stops: readonly Pick<LossFieldsFragment, 'isScheduledLoss' | 'reason' | 'timeEnd' | 'timeStart'>[],
  now: number,
): readonly ShiftHour[] {
  const spans = stops.map(({ reason, isScheduledLoss, timeStart, timeEnd }) => ({
    reason: reason?.name ?? null,
    isPlanned: reason == null && isScheduledLoss,
    start: Date.parse(timeStart),
    end: timeEnd == null ? now : Date.parse(timeEnd),
  }))
  return chart
    .map(({ timeStart, timeEnd, planOutput, acceptedOutput, rejectedOutput }): ShiftHour => {
      const [start, end] = [Date.parse(timeStart), Date.parse(timeEnd)]
      const within = spans.flatMap(({ reason, isPlanned, ...span }) => {
        const ms = Math.min(span.end, end) - Math.max(span.start, start)
        return ms > 0 ? [{ reason, isPlanned, ms }] : []
      })
      const sums = [...Map.groupBy(within, ({ reason, isPlanned }) => reason ?? isPlanned).values()].flatMap(([first, ...more]) =>
        first === undefined ? [] : [{ ...first, ms: more.reduce((sum, { ms }) => sum + ms, first.ms) }],
      )
      const [mainStop = null] = sums.toSorted((left, right) => right.ms - left.ms)
      return { start, end, plan: planOutput ?? null, good: acceptedOutput, rejected: rejectedOutput, mainStop }
    })
    .filter(({ start }) => start < now)
}

/** Returns the shifts of the same date and number before and after it by the names of their work centers; null at the ends. */
export function besides(
  shift: Pick<NamedShiftFragment, 'workCenterId'>,
  same: readonly NamedShiftFragment[],
  compare: (left: string, right: string) => number,
): { readonly before: NamedShiftFragment | null; readonly after: NamedShiftFragment | null } {
  const sorted = same.toSorted(
    (left, right) => compare(left.workCenter.name, right.workCenter.name) || left.workCenterId - right.workCenterId,
  )
  const at = sorted.findIndex(({ workCenterId }) => workCenterId === shift.workCenterId)
  return at < 0 ? { before: null, after: null } : { before: sorted[at - 1] ?? null, after: sorted[at + 1] ?? null }
}

/** Returns the shifts that are nearest to a date on which there is none: the last one before it and the first one after it. */
export function nearest(shifts: readonly NamedShiftFragment[], date: string) {
  const sorted = shifts.toSorted((left, right) => Date.parse(left.timeStart) - Date.parse(right.timeStart))
  return {
    before: sorted.findLast(({ shiftDate }) => shiftDate <= date) ?? null,
    after: sorted.find(({ shiftDate }) => shiftDate > date) ?? null,
  }
}

/** Days around a missing shift in which its neighbours are looked for. */
const AROUND_DAYS = 31

/** Returns the question for the shifts of the work center around a date. */
export function aroundFilter(workCenterId: number, date: string) {
  return { workCenterIds: [workCenterId], shiftDateFrom: movedDate(date, -AROUND_DAYS), shiftDateTo: movedDate(date, AROUND_DAYS) }
}

/** Returns what to ask of a shift for its report; `now` cuts the one in progress. */
export function reportVariables(
  shift: Pick<OpenedShiftFragment, 'shiftDate' | 'shiftId' | 'timeEnd' | 'timeStart' | 'workCenterId'>,
  id: number,
  hasChecklists: boolean,
) {
  const { workCenterId, shiftDate, shiftId, timeStart, timeEnd } = shift
  const period = { start: timeStart, end: timeEnd }
  return {
    id,
    workCenterId,
    period,
    day: period,
    shiftId,
    numbers: [shiftId],
    shiftDate,
    weekBefore: movedDate(shiftDate, -7),
    hasChecklists,
  }
}

type Made = ShiftReportQuery['oeeByOrder'][number]

/** Returns what was made of each order in the shift, the most first; nothing where no order was worked on. Several together are one row, and so is what had none. */
export function ordersOfShift(rows: readonly Made[]): readonly Made[] {
  if (rows.every(({ jobOrders }) => jobOrders.length === 0)) return []
  const unitsOf = ({ acceptedOutput, rejectedOutput }: Made) => acceptedOutput + rejectedOutput
  return rows
    .filter((row) => row.jobOrders.length > 0 || unitsOf(row) > 0)
    .toSorted((left, right) => unitsOf(right) - unitsOf(left) || codesOf(left).localeCompare(codesOf(right)))
}

function codesOf({ jobOrders }: Made): string {
  return jobOrders.map(({ orderCode }) => orderCode).join(' ')
}

type Occurrence = NonNullable<ShiftReportQuery['checklistOccurrences']>['items'][number]

/** Returns what became of a checklist, in a word. */
export function checklistWord({ state, result, isFoundLate }: Pick<Occurrence, 'isFoundLate' | 'result' | 'state'>) {
  if (state === 'DONE' && result === 'DEVIATION') return 'DEVIATION'
  return state === 'MISSED' && isFoundLate ? 'FOUND_LATE' : state
}

type OpenItem = { readonly isCarriedOften: boolean; readonly carriedCount: number; readonly closedOn?: string | null }

/** Returns the open items that were carried on so often that they stand first in the report, the oldest ahead. */
export function carriedOften<Item extends OpenItem>(items: readonly Item[]): readonly Item[] {
  return items
    .filter(({ isCarriedOften, closedOn }) => isCarriedOften && closedOn == null)
    .toSorted((left, right) => right.carriedCount - left.carriedCount)
}
