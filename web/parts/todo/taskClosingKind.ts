import type { Client } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { CloseTaskDocument } from '#web/api/generated/graphql.ts'
import { failedCall } from '#web/parts/outbox/failedCall.ts'
import type { OutboxKind } from '#web/parts/outbox/outboxEntry.ts'
import { closingOf, TASK_CLOSING, taskOf } from './taskClosing.ts'

/** Returns how tasks are closed that could not be closed when somebody said so (domain.md T-10). */
export function taskClosingKind(client: Client): OutboxKind {
  return {
    name: TASK_CLOSING,
    most: 1,
    mostAgeMs: 14 * DAY_MS,
    isAfter: (earlier, later) => taskOf(earlier) !== null && taskOf(earlier) === taskOf(later),
    send: async ([entry]) => {
      const closing = closingOf(entry)
      if (entry === undefined || closing === null) return [{ code: 'UNREADABLE', detail: null }]
      const { data, error } = await client.mutation(CloseTaskDocument, { ...closing.input, requestKey: entry.key }).toPromise()
      if (data != null) return ['DONE']
      const failure = failedCall(error)
      if (typeof failure === 'string') return failure
      // What was asked for was done meanwhile, or somebody closed it: nothing is left to be done.
      return [failure.code === 'TASK_CLOSED' ? 'DONE' : failure]
    },
  }
}
