import type { OutputCount } from '#engine/facts.ts'
import type { Problem } from '#engine/result.ts'
import type { PostingSettings } from './postingRules.ts'
import { remainingOutput } from './remainingOutput.ts'
import type { RegisteredOutput } from './remainingOutput.ts'

/** An output segment that may be confirmed. */
export type PostingSegment = RegisteredOutput & {
  readonly id: number
  readonly start: number
  /** null = the device counts on. */
  readonly end: number | null
  readonly shiftStart: number | null
  readonly isShiftConfirmed: boolean
  /** Whether nothing more of it is confirmed. */
  readonly isClosed: boolean
  /** The live posting that names it for the same order: when and by whom; null = none. */
  readonly posted: { readonly at: number; readonly by: string | null } | null
  readonly runMs: number
  /** How many orders were in progress. */
  readonly orderCount: number
}

/** What an act asks to confirm. */
export type AskedSegments = {
  /** null = all that wait. */
  readonly ids: readonly number[] | null
  /** Whether a segment that still counts ends at the act. */
  readonly cutsOpen: boolean
  readonly isClosing: boolean
  /** Whether it stands for a posting of these segments that was wrong: a later one may have closed them since (domain.md O-12). */
  readonly isCorrection?: boolean
  /** The start of the first shift that the settings allow without past periods; null = there is no shift. */
  readonly earliest: number | null
}

/** The segments that are confirmed, oldest first, and what stands in the way. No segment and no problem: the row stands at the instant of the act. */
export type ChosenSegments = { readonly segments: readonly PostingSegment[]; readonly problems: readonly Problem[] }

/** Returns the segments that an act confirms (domain.md O-3 to O-5, O-8), or all that stands in the way of those that it names. */
export function chooseSegments(
  { ids, ...asked }: AskedSegments,
  segments: readonly PostingSegment[],
  settings: PostingSettings,
): ChosenSegments {
  const ascending = segments.toSorted((a, b) => a.start - b.start)
  return ids === null ? chooseWaiting(ascending, asked, settings) : chooseNamed([...new Set(ids)], ascending, asked, settings)
}

/** Returns what waits for its confirmation in the segments together. */
export function waitingIn(segments: readonly PostingSegment[]): OutputCount {
  const sum = { total: 0, accepted: 0, rejected: 0 }
  for (const segment of segments) {
    const { accepted, rejected } = remainingOutput(segment)
    sum.accepted += accepted
    sum.rejected += rejected
  }
  return { ...sum, total: sum.accepted + sum.rejected }
}

function chooseNamed(
  ids: readonly number[],
  segments: readonly PostingSegment[],
  asked: Omit<AskedSegments, 'ids'>,
  settings: PostingSettings,
): ChosenSegments {
  const unknown = ids.filter((id) => segments.every((segment) => segment.id !== id))
  if (unknown.length > 0)
    return { segments: [], problems: unknown.map((id) => ({ code: 'OUTPUT_SEGMENT_NOT_FOUND', field: 'outputIIoTs', params: { id } })) }
  if (ids.length > 1 && !settings.allowMultipleOutputConfirmation)
    return { segments: [], problems: [{ code: 'ONE_SEGMENT_ONLY', field: 'outputIIoTs' }] }
  const named = segments.filter(({ id }) => ids.includes(id))
  return { segments: named, problems: named.flatMap((segment) => problemOfSegment(segment, asked, settings) ?? []) }
}

function chooseWaiting(segments: readonly PostingSegment[], asked: Omit<AskedSegments, 'ids'>, settings: PostingSettings): ChosenSegments {
  const waiting = segments.filter((segment) => remainingOutput(segment).total > 0)
  const free = waiting.filter((segment) => problemOfSegment(segment, asked, settings) === null)
  if (free.length > 0) return { segments: free, problems: [] }
  // Where nothing was counted, what people say was made was made in what they end now.
  const counting = waiting.some((segment) => segment.end === null)
  const open =
    asked.cutsOpen && !counting ? segments.filter((one) => one.end === null && problemOfSegment(one, asked, settings) === null) : []
  if (open.length > 0) return { segments: open, problems: [] }
  // What waits and may not be confirmed would be booked a second time by a row at the instant.
  const newest = waiting.at(-1)
  const problem = newest && problemOfSegment(newest, asked, settings)
  if (problem) return { segments: [], problems: [problem] }
  const booked = bookedAlready(segments, asked)
  if (booked !== null) return { segments: [], problems: [booked] }
  return {
    segments: [],
    problems: settings.isOutputRequiredOnConfirmation ? [{ code: 'OUTPUT_SEGMENT_REQUIRED', field: 'outputIIoTs' }] : [],
  }
}

/**
 * Returns the refusal of an act that would stand beside what a device counted in the shift, all of which is confirmed: its minutes are booked already.
 * More than was counted is said of a segment by its id, or with a cut (domain.md O-23).
 */
function bookedAlready(segments: readonly PostingSegment[], { cutsOpen }: Omit<AskedSegments, 'ids'>): Problem | null {
  const newest = segments.at(-1)
  if (cutsOpen || newest?.end !== null) return null
  const counted = segments.findLast(({ shiftStart, registered }) => shiftStart === newest.shiftStart && registered.total > 0)
  if (counted === undefined) return null
  const { id, posted } = counted
  return { code: 'SEGMENT_CONFIRMED', field: 'outputIIoTs', params: { id, ...(posted !== null && { at: posted.at, by: posted.by ?? '' }) } }
}

function problemOfSegment(
  segment: PostingSegment,
  { cutsOpen, isClosing, isCorrection = false, earliest }: Omit<AskedSegments, 'ids'>,
  settings: PostingSettings,
): Problem | null {
  const { id, posted, isClosed } = segment
  const refusal = (code: string, params: Problem['params'] = {}): Problem => ({ code, field: 'outputIIoTs', params: { id, ...params } })
  if (segment.isShiftConfirmed) return refusal('SHIFT_CONFIRMED', { start: segment.shiftStart ?? segment.start })
  if ((isClosed && !isCorrection) || (posted !== null && !settings.allowMultipleOutputConfirmation))
    return refusal('SEGMENT_CONFIRMED', posted === null ? {} : { at: posted.at, by: posted.by ?? '' })
  const mayBeOpen = cutsOpen || (settings.allowMultipleOutputConfirmation && !isClosing)
  if (segment.end === null && !mayBeOpen) return refusal('SEGMENT_STILL_COUNTING')
  if (!settings.allowPastPeriodConfirmations && earliest !== null && segment.start < earliest) return refusal('PAST_PERIOD', { earliest })
  return null
}
