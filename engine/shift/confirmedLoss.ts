import type { LossSource } from '#engine/facts.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'

/** A loss as it was when its shift was confirmed: a stop by itself, or lost speed and rejects of one reason together, which have no time of their own. */
export type ConfirmedLoss = {
  readonly source: LossSource
  /** UTC ms; null where several are told together. */
  readonly start: number | null
  readonly end: number | null
  readonly kind: StatusKind | null
  readonly statusRuleId: number | null
  readonly reasonId: number | null
  readonly count: number
  readonly ms: number
}

/** A loss that differs between two confirmations; null = there was none, or there is none any more. */
export type LossChange = { readonly before: ConfirmedLoss | null; readonly after: ConfirmedLoss | null }

/**
 * Returns the losses that differ between two confirmations of a shift, ascending by time, those without a time last. A stop is the same one where it
 * begins or ends as it did, else where most of it is: so a stop that became longer, or got another reason, is one change.
 */
export function lossChanges(before: readonly ConfirmedLoss[], after: readonly ConfirmedLoss[]): readonly LossChange[] {
  const left = [...before]
  const pairs: LossChange[] = []
  const alone: ConfirmedLoss[] = []
  // Equal edges first, so that a neighbour that merely overlaps takes no partner away.
  for (const now of after) {
    const was = take(left, (one) => isSameStop(one, now)) ?? take(left, (one) => isSameGroup(one, now))
    if (was === null) alone.push(now)
    else pairs.push({ before: was, after: now })
  }
  for (const now of alone) pairs.push({ before: take(left, (one) => hasMuchInCommon(one, now)), after: now })
  for (const was of left) pairs.push({ before: was, after: null })
  return pairs.filter(({ before: was, after: now }) => was === null || now === null || differs(was, now)).toSorted(byTime)
}

function take(from: ConfirmedLoss[], isWanted: (loss: ConfirmedLoss) => boolean): ConfirmedLoss | null {
  const at = from.findIndex(isWanted)
  return at < 0 ? null : (from.splice(at, 1)[0] ?? null)
}

function isSameStop(one: ConfirmedLoss, other: ConfirmedLoss): boolean {
  return one.source === other.source && one.start !== null && (one.start === other.start || (one.end !== null && one.end === other.end))
}

function isSameGroup(one: ConfirmedLoss, other: ConfirmedLoss): boolean {
  return (
    one.source === other.source &&
    one.start === null &&
    other.start === null &&
    one.reasonId === other.reasonId &&
    one.statusRuleId === other.statusRuleId
  )
}

function hasMuchInCommon(one: ConfirmedLoss, other: ConfirmedLoss): boolean {
  if (one.source !== other.source || one.start === null || other.start === null) return false
  const [end, otherEnd] = [one.end ?? one.start + one.ms, other.end ?? other.start + other.ms]
  const common = Math.min(end, otherEnd) - Math.max(one.start, other.start)
  return common > 0 && common * 2 >= Math.min(end - one.start, otherEnd - other.start)
}

function differs(was: ConfirmedLoss, now: ConfirmedLoss): boolean {
  return (
    was.reasonId !== now.reasonId ||
    was.start !== now.start ||
    was.end !== now.end ||
    was.count !== now.count ||
    Math.round(was.ms / 1000) !== Math.round(now.ms / 1000)
  )
}

function byTime(left: LossChange, right: LossChange): number {
  return startOf(left) - startOf(right)
}

function startOf({ before, after }: LossChange): number {
  return after?.start ?? before?.start ?? Infinity
}
