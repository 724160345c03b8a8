import { type Exchange, mapExchange } from 'urql'

/** More questions than any page asks. */
const MOST = 100

/** Returns the exchange that keeps the last answer to a question on the screen when asking again fails on the way (U-40: data is still shown), with the failure beside it. */
export function keepAnswers(): Exchange {
  const answers = new Map<number, unknown>()
  return mapExchange({
    onResult: (result) => {
      const { key, kind } = result.operation
      if (kind !== 'query') return undefined
      if (result.data != null) {
        answers.delete(key)
        answers.set(key, result.data)
        for (const oldest of answers.keys()) {
          if (answers.size <= MOST) break
          answers.delete(oldest)
        }
        return undefined
      }
      const isOnTheWay = result.error?.networkError !== undefined && result.error.response?.status !== 401
      return isOnTheWay && answers.has(key) ? { ...result, data: answers.get(key) } : undefined
    },
  })
}
