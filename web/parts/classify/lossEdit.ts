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
    /** null = how the stop is cut or joined is not shown before the server says it. */
    readonly isReason: boolean
  }
}

type Seen = Pick<Stop, 'comment' | 'end' | 'id' | 'reasonId' | 'reasonSource' | 'source' | 'start' | 'version' | 'workCenterId'>

/** Returns what is said of the loss that was seen; `at` is the server's time in UTC ms, null where this device never learned it. */
function editOf(stop: Seen, at: number | null): Omit<LossEditInput, 'key'> {
  return {
    at: at === null ? null : new Date(at).toISOString(),
    workCenterId: stop.workCenterId,
    source: stop.source,
    lossId: stop.id,
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

/** Returns the entry of a cut, with the changes of its pieces in order. */
export function splitEdit(
  stop: Stop,
  cuts: readonly number[],
  pieces: readonly { readonly reasonId?: number }[],
  at: number | null,
): LossEditBody {
  return {
    lossId: stop.id,
    edit: { ...editOf(stop, at), cuts: cuts.map((cut) => new Date(cut).toISOString()), pieces: [...pieces] },
    shown: { reason: null, reasonType: 'UNPLANNED', comment: null, isReason: false },
  }
}

/** Returns the entry of a merge of neighbouring pieces; a reason of undefined leaves it to what they have. */
export function mergeEdit(pieces: readonly Stop[], reasonId: number | undefined, at: number | null): LossEditBody | null {
  const sorted = pieces.toSorted((left, right) => left.start - right.start)
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return null
  return {
    lossId: first.id,
    edit: { ...editOf({ ...first, end: last.end }, at), isMerge: true, ...(reasonId !== undefined && { reasonId }) },
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

/** Returns the losses as they will be once the entries are sent; what is cut or joined is only marked. */
export function withUnsent(losses: readonly ShownLoss[], entries: readonly OutboxEntry[]): readonly ShownLoss[] {
  const waiting = entries.filter(({ refusal }) => refusal === null).flatMap((entry) => lossEditOf(entry) ?? [])
  if (waiting.length === 0) return losses
  return losses.map((loss): ShownLoss => {
    const own = waiting.filter(({ lossId }) => lossId === loss.id)
    return own.reduce<ShownLoss>(unsentLoss, loss)
  })
}

function unsentLoss(loss: ShownLoss, { edit, shown }: LossEditBody): ShownLoss {
  if (!shown.isReason) return { ...loss, isUnsent: true }
  const comment = edit.comment === undefined ? loss.comment : shown.comment
  if (edit.reasonId === undefined) return { ...loss, comment, isUnsent: true }
  if (edit.reasonId === null || shown.reason === null) return { ...loss, comment, reason: null, reasonSource: null, isUnsent: true }
  const reason = {
    id: edit.reasonId,
    name: shown.reason,
    color: '',
    type: shown.reasonType,
    isSmallStop: false,
    activityTypes: [],
  }
  return { ...loss, comment, reason, reasonSource: 'MANUAL', isUnsent: true }
}

/** Returns the entry as a person says it once more, having seen what is there now; `at` as in its first version. */
export function restatedEdit(body: LossEditBody, present: Pick<ShownLoss, 'reason' | 'version'>, at: number | null): LossEditBody {
  const said = at === null ? null : new Date(at).toISOString()
  return { ...body, edit: { ...body.edit, at: said, baseVersion: present.version, baseReasonId: present.reason?.id ?? null } }
}
