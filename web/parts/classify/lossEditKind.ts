import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { ApplyLossEditsDocument, type ApplyLossEditsMutation, type LossFieldsFragment } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import type { CallOutcome, EntryRefusal, OutboxKind, SendOutcome } from '#web/parts/outbox/outboxEntry.ts'
import { isSameTime, LOSS_EDIT, lossEditOf } from './lossEdit.ts'

const MOST_AT_ONCE = 50
const MOST_AGE_MS = 14 * DAY_MS
/** The server did what the entry says, or the same was said already. */
const DONE: readonly string[] = ['APPLIED', 'SAME', 'SUPERSEDED']
/** The person must sign in before anything is taken. */
const SIGN_IN: readonly string[] = ['UNAUTHENTICATED']

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
      const problems = problemsOf(error)
      if (error?.response?.status === 401 || problems.some(({ code }) => SIGN_IN.includes(code))) return 'SIGN_IN'
      const [problem] = problems
      if (problem === undefined || isTransient(problems) || problem.code === 'UNKNOWN') return 'AWAY'
      // The call as a whole was refused for one of its entries, or for all of them.
      const at = /^edits\.(\d+)\./.exec(problem.field ?? '')?.[1]
      const refusal: EntryRefusal = { code: problem.code, field: problem.field, detail: null }
      return entries.map((_entry, index) => (at === undefined || Number(at) === index ? refusal : 'HELD'))
    },
  }
}

function outcomeOf({ outcome, errorCode, errorField, loss }: ApplyLossEditsMutation['applyLossEdits'][number]): SendOutcome {
  if (DONE.includes(outcome)) return 'DONE'
  if (outcome === 'HELD') return 'HELD'
  return { code: outcome === 'REFUSED' ? (errorCode ?? outcome) : outcome, field: errorField ?? undefined, detail: loss ?? null }
}

/** Returns what is there now, as the refusal told it; null where nothing is. */
export function presentLoss({ detail }: EntryRefusal): LossFieldsFragment | null {
  return isLoss(detail) ? detail : null
}

function isLoss(value: unknown): value is LossFieldsFragment {
  return typeof value === 'object' && value !== null && 'id' in value && 'version' in value && 'timeStart' in value
}
