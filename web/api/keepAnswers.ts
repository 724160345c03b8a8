import { type Exchange, makeOperation, mapExchange, type OperationResult } from 'urql'
import type { AnswerStore } from './answerStore.ts'
import { isOutage } from './outage.ts'

/** More questions than any page asks. */
const MOST = 100

/**
 * Returns the exchange that keeps the last answer to a question on the screen when asking again fails on the way (U-40: data is still shown), with
 * the failure beside it. Answers of before a reload come from the store, which keeps each for the company that was held when it was asked for: another
 * may be chosen before the answer comes.
 */
export function keepAnswers(store: AnswerStore | null, company: () => string): Exchange {
  const answers = new Map<number, unknown>()
  return mapExchange({
    onOperation: (operation) =>
      operation.kind === 'query' ? makeOperation('query', operation, { ...operation.context, company: company() }) : undefined,
    // Waits for the store only where there is nothing else: answers of the cache are read while a component is drawn.
    onResult: (result) => {
      const { key, kind, context } = result.operation
      if (kind !== 'query') return undefined
      const asked = { company: String(context['company']), key }
      if (result.data != null) {
        answers.delete(key)
        answers.set(key, result.data)
        for (const oldest of answers.keys()) {
          if (answers.size <= MOST) break
          answers.delete(oldest)
        }
        if (result.error === undefined) store?.keep(asked, result.data)
        return undefined
      }
      if (!isOutage(result.error)) return withoutNull(result)
      if (answers.has(key)) return { ...result, data: answers.get(key) }
      return store?.read(asked).then((data) => (data == null ? withoutNull(result) : { ...result, data })) ?? withoutNull(result)
    },
  })
}

/** A question that is refused as a whole, or not answered by a server that cannot now, has null for its data; by its types it has none, and so pages look for it. */
function withoutNull(result: OperationResult): OperationResult {
  const { data, ...rest } = result
  return data === null ? rest : result
}
