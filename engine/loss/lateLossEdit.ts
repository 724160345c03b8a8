import type { LossReasonId, UserId } from '#engine/ids.ts'
import type { Interval } from '#engine/time/interval.ts'

/** What was decided about a loss while its device could not send it. */
export type LateLossEdit = {
  readonly userId: UserId
  /** When it was decided, by the server's clock; null where the device never learned that clock. */
  readonly at: number | null
  /** What the person saw then. */
  readonly baseVersion: number
  /** The reasons that were seen there; several where the edit joins pieces. */
  readonly baseReasonIds: readonly (LossReasonId | null)[]
  /** undefined = nothing said of it, null = taken away. */
  readonly reasonId: LossReasonId | null | undefined
  readonly comment: string | null | undefined
  /** Whether it divides or joins losses: the pieces that it finds are not yet what it says. */
  readonly recuts: boolean
}

/** The loss as it is when the edit arrives. */
export type PresentLoss = {
  readonly reasonId: LossReasonId | null
  /** Whether a person gave the reason. */
  readonly isByPerson: boolean
  readonly comment: string | null
  readonly isApproved: boolean
  readonly isShiftConfirmed: boolean
  readonly version: number
  /** Who said its reason and its comment, and when; null = nobody, or not known. */
  readonly reasonBy: UserId | null
  readonly reasonAt: number | null
  readonly commentBy: UserId | null
  readonly commentAt: number | null
}

/** What of a late edit is said: undefined = nothing of it, since it says nothing or the person said something else later. */
export type LateWords = Pick<LateLossEdit, 'comment' | 'reasonId'>

/** What becomes of a late edit; SUPERSEDED = the same person said something later. */
export const LATE_VERDICTS = ['APPLY', 'SAME', 'SUPERSEDED', 'CONFLICT', 'LOSS_APPROVED', 'SHIFT_CONFIRMED'] as const
export type LateVerdict = (typeof LATE_VERDICTS)[number]

/** The first of several pieces' verdicts that counts for all of them. */
const STRONGEST = ['SHIFT_CONFIRMED', 'LOSS_APPROVED', 'CONFLICT', 'APPLY', 'SUPERSEDED'] as const

/**
 * Returns what becomes of an edit that arrives late (domain.md S-28a). What says the same changes nothing; nothing changes in a confirmed shift or of a
 * loss that was approved meanwhile; between words of one person the later count; words of another that the person had not seen stay. Reason and comment
 * are judged each by who said it and when.
 */
export function verdictOfLateEdit(edit: LateLossEdit, present: PresentLoss): LateVerdict {
  if (saysTheSame(edit, present)) return 'SAME'
  if (present.isShiftConfirmed) return 'SHIFT_CONFIRMED'
  const isSeen = present.version === edit.baseVersion
  if (present.isApproved && !isSeen) return 'LOSS_APPROVED'
  if (isSeen) return 'APPLY'
  const words = [wordOfReason(edit, present), wordOfComment(edit, present)]
  if (words.includes('FOREIGN')) return 'CONFLICT'
  return words.includes('LATER') && !words.includes('FREE') ? 'SUPERSEDED' : 'APPLY'
}

/** Returns what an edit that is applied says of the loss: its reason and its comment are judged each by its own author and time. */
export function wordsOfLateEdit(edit: LateLossEdit, present: PresentLoss): LateWords {
  const isSeen = present.version === edit.baseVersion
  return {
    reasonId: !isSeen && wordOfReason(edit, present) === 'LATER' ? undefined : edit.reasonId,
    comment: !isSeen && wordOfComment(edit, present) === 'LATER' ? undefined : edit.comment,
  }
}

/** Returns what an edit that makes one of several pieces says of it: nothing where the same person said something else of one of them later. */
export function wordsOfLateMerge(pieces: readonly { readonly edit: LateLossEdit; readonly present: PresentLoss }[]): LateWords {
  const words = pieces.map(({ edit, present }) => wordsOfLateEdit(edit, present))
  const [first] = words
  return {
    reasonId: words.every(({ reasonId }) => reasonId !== undefined) ? first?.reasonId : undefined,
    comment: words.every(({ comment }) => comment !== undefined) ? first?.comment : undefined,
  }
}

/** Returns the verdict for an edit of several pieces: it reaches those of which the same person said nothing later, or none of them. */
export function verdictOfPieces(verdicts: readonly LateVerdict[]): LateVerdict {
  return STRONGEST.find((verdict) => verdicts.includes(verdict)) ?? 'SAME'
}

function saysTheSame(edit: LateLossEdit, present: PresentLoss): boolean {
  if (edit.recuts) return false
  const given = present.isByPerson ? present.reasonId : null
  const isSameReason = edit.reasonId === undefined || edit.reasonId === given
  return isSameReason && (edit.comment === undefined || edit.comment === present.comment)
}

/** FREE = nothing that the person did not see is replaced; LATER = the same person said something else since; FOREIGN = another person's words. */
type Word = 'FOREIGN' | 'FREE' | 'LATER' | 'NOTHING'

function wordOfReason(edit: LateLossEdit, { reasonId, isByPerson, reasonBy, reasonAt }: PresentLoss): Word {
  if (edit.reasonId === undefined) return 'NOTHING'
  const isFree = !isByPerson || edit.reasonId === reasonId || edit.baseReasonIds.includes(reasonId)
  return isFree ? 'FREE' : wordBetween(edit, reasonBy, reasonAt)
}

function wordOfComment(edit: LateLossEdit, { comment, commentBy, commentAt }: PresentLoss): Word {
  if (edit.comment === undefined) return 'NOTHING'
  return comment === null || edit.comment === comment ? 'FREE' : wordBetween(edit, commentBy, commentAt)
}

function wordBetween({ userId, at }: LateLossEdit, by: UserId | null, said: number | null): Word {
  if (by !== userId || at === null) return 'FOREIGN'
  return said === null || at >= said ? 'FREE' : 'LATER'
}

/** A piece of a stop that may be what was edited. */
export type PlacedPiece = { readonly id: number; readonly start: number; readonly end: number; readonly chainStart: number }

const HALF = 0.5

/**
 * Returns the pieces that an edit of the seen time is about (domain.md S-28a): the piece that covers at least half of it, else all pieces of the stop
 * that covers at least half; none where the time is no loss any more. `id` is preferred among pieces that cover as much.
 */
export function piecesOfLateEdit<Piece extends PlacedPiece>(seen: Interval, pieces: readonly Piece[], id: number | null): readonly Piece[] {
  const share = (part: readonly Interval[]) => part.reduce((sum, one) => sum + overlapOf(seen, one), 0) / (seen.end - seen.start)
  const byShare = pieces.toSorted(
    (left, right) => share([right]) - share([left]) || Number(right.id === id) - Number(left.id === id) || left.start - right.start,
  )
  const [piece] = byShare
  if (piece !== undefined && share([piece]) >= HALF) return [piece]
  const chains = [...Map.groupBy(pieces, ({ chainStart }) => chainStart).values()].toSorted((left, right) => share(right) - share(left))
  const [chain] = chains
  return chain !== undefined && share(chain) >= HALF ? chain.toSorted((left, right) => left.start - right.start) : []
}

/** Returns the pieces that lie in the seen time by at least half of their own: what was to become one. */
export function piecesOfLateMerge<Piece extends PlacedPiece>(seen: Interval, pieces: readonly Piece[]): readonly Piece[] {
  return pieces
    .filter((piece) => overlapOf(seen, piece) >= HALF * (piece.end - piece.start))
    .toSorted((left, right) => left.start - right.start)
}

function overlapOf(left: Interval, right: Interval): number {
  return Math.max(0, Math.min(left.end, right.end) - Math.max(left.start, right.start))
}
