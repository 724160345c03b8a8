import { type Client, type Exchange, mapExchange, type Operation } from 'urql'
import { isOutage } from './outage.ts'

/** The questions that the server could not answer, of those that the page still shows. */
export type Unanswered = {
  readonly exchange: Exchange
  /** Asks them again: the server answers now. */
  askAgain(client: Client): void
}

/** Returns what remembers the questions without an answer, so that every panel recovers with the server, not only those that somebody retries. */
export function createUnanswered(): Unanswered {
  const failed = new Map<number, Operation>()
  return {
    exchange: mapExchange({
      onResult: ({ operation, error }) => {
        if (operation.kind !== 'query') return
        if (isOutage(error)) failed.set(operation.key, operation)
        else failed.delete(operation.key)
      },
    }),
    askAgain(client) {
      const questions = [...failed.values()]
      failed.clear()
      // The client leaves out those that nobody waits for any more.
      for (const question of questions)
        client.reexecuteOperation(client.createRequestOperation('query', question, { requestPolicy: 'network-only' }))
    },
  }
}
