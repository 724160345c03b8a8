import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'
import { type LossEditBody, lossEditOf, type SaidReason } from './lossEdit.ts'
import type { ShownLoss } from './stops.view.ts'

/** More than there are work centers; the second of a start times this is a whole number until 2038. */
const PLACES = 2 ** 22

/** Returns the losses as they will be once the entries are sent: with their reasons, cut and joined, and marked. */
export function withUnsent<Loss extends ShownLoss>(losses: readonly Loss[], entries: readonly OutboxEntry[]): readonly Loss[] {
  const waiting = entries.filter(({ refusal }) => refusal === null).flatMap((entry) => lossEditOf(entry) ?? [])
  return waiting.reduce<readonly Loss[]>(
    (shown, body) => (isJoin(body) ? joined(shown, body) : shown.flatMap((loss) => said(loss, body))),
    losses,
  )
}

function isJoin({ edit, shown }: LossEditBody): boolean {
  return edit.isMerge === true && shown.isReason
}

function said<Loss extends ShownLoss>(loss: Loss, body: LossEditBody): readonly Loss[] {
  if (body.lossId !== loss.id) return [loss]
  const { edit, shown } = body
  if (shown.parts !== undefined) return cutLoss(loss, edit.cuts ?? [], shown.parts)
  if (!shown.isReason) return [{ ...loss, isUnsent: true }]
  const comment = edit.comment === undefined ? loss.comment : shown.comment
  if (edit.reasonId === undefined) return [{ ...loss, comment, isUnsent: true }]
  return [{ ...withReason(loss, saidReason(body)), comment, isUnsent: true }]
}

function cutLoss<Loss extends ShownLoss>(loss: Loss, cuts: readonly string[], parts: readonly (SaidReason | null)[]): readonly Loss[] {
  const start = Date.parse(loss.timeStart)
  const end = loss.timeEnd == null ? Infinity : Date.parse(loss.timeEnd)
  // Cut already, or grown shorter since: the server will say what became of it.
  if (cuts.some((cut) => Date.parse(cut) <= start || Date.parse(cut) >= end)) return [{ ...loss, isUnsent: true }]
  const edges = [loss.timeStart, ...cuts]
  return edges.map((timeStart, index): Loss => {
    const part = parts[index] ?? null
    const piece = {
      ...loss,
      id: index === 0 ? loss.id : partId(loss, timeStart),
      timeStart,
      timeEnd: edges[index + 1] ?? loss.timeEnd,
      isUnsent: true,
    }
    return part === null ? piece : withReason(piece, part)
  })
}

/** A part of a stop that the server does not know yet has an id of its own by where and when it starts, below those of losses that are not valid. */
function partId({ workCenterId }: ShownLoss, timeStart: string): number {
  return -(Math.floor(Date.parse(timeStart) / 1000) * PLACES + workCenterId)
}

/** What lies in the time of the entry is one loss again. */
function joined<Loss extends ShownLoss>(losses: readonly Loss[], body: LossEditBody): readonly Loss[] {
  const { workCenterId, source, timeStart, timeEnd } = body.edit
  const [from, to] = [Date.parse(timeStart), timeEnd == null ? Infinity : Date.parse(timeEnd)]
  const isPart = (loss: Loss) =>
    loss.workCenterId === workCenterId &&
    loss.source === source &&
    Date.parse(loss.timeStart) >= from &&
    (loss.timeEnd == null ? Infinity : Date.parse(loss.timeEnd)) <= to
  const parts = losses.filter(isPart).toSorted((left, right) => Date.parse(left.timeStart) - Date.parse(right.timeStart))
  const [first] = parts
  if (first === undefined) return losses
  const whole: Loss = {
    ...withReason(first, saidReason(body)),
    timeEnd: parts.at(-1)?.timeEnd ?? null,
    comment: body.shown.comment,
    isUnsent: true,
  }
  return losses.flatMap((loss) => (loss === first ? [whole] : isPart(loss) ? [] : [loss]))
}

function saidReason({ edit, shown }: LossEditBody): SaidReason | null {
  return edit.reasonId == null || shown.reason === null ? null : { id: edit.reasonId, name: shown.reason, type: shown.reasonType }
}

function withReason<Loss extends ShownLoss>(loss: Loss, said: SaidReason | null): Loss {
  if (said === null) return { ...loss, reason: null, reasonSource: null }
  return { ...loss, reason: { ...said, color: '', isSmallStop: false, activityTypes: [] }, reasonSource: 'MANUAL' }
}
