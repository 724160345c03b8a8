import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { ApplyLossEditsDocument, type ApplyLossEditsMutation } from '#web/api/generated/graphql.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import type { CallOutcome, EntryRefusal, OutboxKind, SendOutcome } from '#web/parts/outbox/outboxEntry.ts'
import { isSameTime, LOSS_EDIT, lossEditOf } from './lossEdit.ts'
import type { LossEditBody } from './lossEdit.ts'

type Answered = ApplyLossEditsMutation['applyLossEdits'][number]
/** A loss as it is now, with who said what of it. */
export type PresentLoss = NonNullable<Answered['loss']> & Partial<Pick<Answered, 'commentAt' | 'commentBy' | 'reasonAt' | 'reasonBy'>>

const MOST_AT_ONCE = 50
const MOST_AGE_MS = 14 * DAY_MS
/** The server did what the entry says, or the same was said already. */
const DONE: readonly string[] = ['APPLIED', 'SAME', 'SUPERSEDED']

/** Returns how decisions about losses are sent that could not be sent when they were made (domain.md S-28a). */
export function lossEditKind(client: Client): OutboxKind {
  return {
    name: LOSS_EDIT,
    most: MOST_AT_ONCE,
    mostAgeMs: MOST_AGE_MS,
    isAfter: isSameTime,
    send: async (entries): Promise<CallOutcome> => {
      const edits = entries.flatMap((entry) => {
        const body = lossEditOf(entry)
        return body === null ? [] : [{ ...body.edit, key: entry.key }]
      })
      if (edits.length < entries.length)
        return entries.map((entry) => (lossEditOf(entry) === null ? { code: 'UNREADABLE', detail: null } : 'HELD'))
      const { data, error } = await client.mutation(ApplyLossEditsDocument, { edits }).toPromise()
      if (data != null) return data.applyLossEdits.map(outcomeOf)
      const refusal = failedCall(error)
      if (typeof refusal === 'string') return refusal
      // The call as a whole was refused for one of its entries, or for all of them.
      const at = /^edits\.(\d+)\./.exec(refusal.field ?? '')?.[1]
      return entries.map((_entry, index) => (at === undefined || Number(at) === index ? refusal : 'HELD'))
    },
  }
}

function outcomeOf({ outcome, errorCode, errorField, loss, reasonBy, reasonAt, commentBy, commentAt }: Answered): SendOutcome {
  if (DONE.includes(outcome)) return 'DONE'
  if (outcome === 'HELD') return 'HELD'
  const detail = loss == null ? null : ({ ...loss, reasonBy, reasonAt, commentBy, commentAt } satisfies PresentLoss)
  return { code: outcome === 'REFUSED' ? (errorCode ?? outcome) : outcome, field: errorField ?? undefined, detail }
}

/** Returns what is there now, as the refusal told it; null where nothing is. */
export function presentLoss({ detail }: EntryRefusal): PresentLoss | null {
  return isLoss(detail) ? detail : null
}

/** Returns whose words speak against the decision, and when they were said: those of the reason, or of the comment where the decision is about that alone. */
export function saidInConflict({ edit }: LossEditBody, present: PresentLoss): { readonly name: string | null; readonly at: number | null } {
  // An entry that was refused before these were told apart has the last author only.
  const { reasonBy = null, reasonAt = null, commentBy = null, commentAt = null } = present
  const isOfComment = edit.reasonId === undefined || reasonBy == null
  const [by, at] =
    isOfComment && commentBy != null ? [commentBy, commentAt] : [reasonBy ?? present.updatedBy, reasonAt ?? present.updatedOn]
  return { name: by?.fullName ?? null, at: at == null ? null : Date.parse(at) }
}

function isLoss(value: unknown): value is PresentLoss {
  return typeof value === 'object' && value !== null && 'id' in value && 'version' in value && 'timeStart' in value
}
