import type { LossEditInput } from '#web/api/generated/graphql.ts'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'
import type { Choice, Decision, ShownLoss, Stop } from './stops.view.ts'

export const LOSS_EDIT = 'LOSS_EDIT'

/** What was decided about a loss and is not sent yet, and how it is shown until then. */
export type LossEditBody = {
  readonly lossId: number
  readonly edit: Omit<LossEditInput, 'key'>
  readonly shown: {
    readonly reason: string | null
    readonly reasonType: Choice['type']
    readonly comment: string | null
    /** false = how the stop is cut or joined is not shown before the server says it. */
    readonly isReason: boolean
    /** What the parts of a stop that is cut show, in order; null = what the stop showed. */
    readonly parts?: readonly (SaidReason | null)[]
  }
}

/** A reason as it is shown before the server tells it. */
export type SaidReason = Pick<Choice, 'id' | 'name' | 'type'>

type Seen = Pick<Stop, 'comment' | 'end' | 'id' | 'reasonId' | 'reasonSource' | 'source' | 'start' | 'version' | 'workCenterId'>

/** Returns what is said of the loss that was seen; `at` is the server's time in UTC ms, null where this device never learned it. */
function editOf(stop: Seen, at: number | null): Omit<LossEditInput, 'key'> {
  return {
    at: at === null ? null : new Date(at).toISOString(),
    workCenterId: stop.workCenterId,
    source: stop.source,
    // A part that the server does not know yet is found by its time.
    ...(stop.id > 0 && { lossId: stop.id }),
    timeStart: new Date(stop.start).toISOString(),
    timeEnd: stop.end === null ? null : new Date(stop.end).toISOString(),
    baseVersion: stop.version,
    baseReasonId: stop.reasonId,
  }
}

/** Returns the entry of a decision about a loss; a comment that stays is not said again. */
export function decisionEdit({ stop, reasonId, reason, comment, type = 'UNPLANNED', how }: Decision, at: number | null): LossEditBody {
  const given = stop.reasonSource === 'MANUAL' ? stop.reasonId : null
  return {
    lossId: stop.id,
    edit: {
      ...editOf(stop, at),
      ...(reasonId !== given && { reasonId }),
      ...(comment !== stop.comment && { comment }),
      ...how,
    },
    shown: { reason, reasonType: type, comment, isReason: true },
  }
}

/** Returns the entry of a cut, with the reasons of its parts in order; null leaves a part the reason of the stop. */
export function splitEdit(stop: Stop, cuts: readonly number[], parts: readonly (SaidReason | null)[], at: number | null): LossEditBody {
  const said = parts.flatMap((part) => part?.name ?? [])
  return {
    lossId: stop.id,
    edit: {
      ...editOf(stop, at),
      cuts: cuts.map((cut) => new Date(cut).toISOString()),
      pieces: parts.map((part) => (part === null ? {} : { reasonId: part.id })),
    },
    shown: {
      reason: said.length === 0 ? null : said.join(' · '),
      reasonType: 'UNPLANNED',
      comment: null,
      isReason: false,
      parts: parts.map((part) => (part === null ? null : { id: part.id, name: part.name, type: part.type })),
    },
  }
}

/** Returns the entry that makes one stop again of what a cut made two, with what had been said of it. */
export function rejoinEdit(stop: Stop, parts: readonly (SaidReason | null)[], at: number | null): LossEditBody {
  const given = stop.reasonSource === 'MANUAL'
  return {
    lossId: stop.id,
    edit: { ...editOf(stop, at), ...seenOf(parts), isMerge: true, reasonId: given ? stop.reasonId : null, comment: stop.comment },
    shown: { reason: given ? stop.reason : null, reasonType: 'UNPLANNED', comment: stop.comment, isReason: true },
  }
}

/** The reasons of pieces as they were seen: what the same person says of them counts although the clock is not known. */
function seenOf(pieces: readonly (Pick<SaidReason, 'id'> | null)[]): Pick<LossEditInput, 'baseReasonIds'> {
  return { baseReasonIds: [...new Set(pieces.flatMap((piece) => piece?.id ?? []))] }
}

/** Returns the entry of a merge of neighbouring pieces; a reason of undefined leaves it to what they have. */
export function mergeEdit(pieces: readonly Stop[], reasonId: number | undefined, at: number | null): LossEditBody | null {
  const sorted = pieces.toSorted((left, right) => left.start - right.start)
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return null
  return {
    lossId: first.id,
    edit: {
      ...editOf({ ...first, end: last.end }, at),
      ...seenOf(pieces.map(({ reasonId }) => (reasonId === null ? null : { id: reasonId }))),
      isMerge: true,
      ...(reasonId !== undefined && { reasonId }),
    },
    shown: { reason: null, reasonType: 'UNPLANNED', comment: null, isReason: false },
  }
}

/** Returns the body of the entry; null for one that an older version wrote otherwise, or of another kind. */
export function lossEditOf({ kind, body }: Pick<OutboxEntry, 'body' | 'kind'>): LossEditBody | null {
  return kind === LOSS_EDIT && isBody(body) ? body : null
}

function isBody(body: unknown): body is LossEditBody {
  return typeof body === 'object' && body !== null && 'lossId' in body && 'edit' in body && 'shown' in body
}

/** Returns whether the later entry is about time that the earlier one is about. */
export function isSameTime(earlier: OutboxEntry, later: OutboxEntry): boolean {
  const [one, other] = [lossEditOf(earlier)?.edit, lossEditOf(later)?.edit]
  if (one === undefined || other === undefined || one.workCenterId !== other.workCenterId || one.source !== other.source) return false
  const endOf = ({ timeEnd }: Omit<LossEditInput, 'key'>) => (timeEnd == null ? Infinity : Date.parse(timeEnd))
  return Date.parse(one.timeStart) < endOf(other) && endOf(one) > Date.parse(other.timeStart)
}

/** Returns the entry as a person says it once more, having seen what is there now; `at` as in its first version. */
export function restatedEdit(body: LossEditBody, present: Pick<ShownLoss, 'reason' | 'version'>, at: number | null): LossEditBody {
  const said = at === null ? null : new Date(at).toISOString()
  return { ...body, edit: { ...body.edit, at: said, baseVersion: present.version, baseReasonId: present.reason?.id ?? null } }
}
