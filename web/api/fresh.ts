import { useCallback, useEffect, useRef } from 'react'
import { useClient, useQuery } from 'urql'
import type { AnyVariables, RequestPolicy, TypedDocumentNode, UseQueryState } from 'urql'
import { touchesInterest } from '#engine/event/recordsChange.ts'
import type { RecordsInterest } from '#engine/event/recordsChange.ts'
import { useLiveStore } from './live.ts'
import { createRefresher } from './refresher.ts'

type FreshOptions = {
  readonly pause?: boolean
  readonly requestPolicy?: RequestPolicy
  /** Asks by the clock as well, for what grows without any record being closed; whoever sets it says what that is. Null = only for changes. */
  readonly everyMs?: number | null
}

/**
 * Returns the answer to a question and the function that asks it again. It is asked again exactly when records that it is answered from changed, and
 * when messages may have been missed: never twice at a time, and not while the tab is hidden, but then once when it is seen again.
 */
export function useFreshQuery<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  interest: RecordsInterest,
  { pause = false, requestPolicy, everyMs = null }: FreshOptions = {},
): [UseQueryState<Data, Variables>, () => void] {
  const client = useClient()
  const [result] = useQuery<Data, Variables>({ query, variables, pause, ...(requestPolicy !== undefined && { requestPolicy }) })
  // The answer comes to everybody who shows this question, by the cache.
  const ask = () => client.query(query, variables, { requestPolicy: 'network-only' }).toPromise()
  return [result, useFreshness(interest, ask, { pause, everyMs })]
}

/** Returns what asks again; it asks by itself whenever records of the interest changed. For answers that one question does not give. */
export function useFreshness(
  interest: RecordsInterest,
  ask: () => Promise<unknown>,
  { pause = false, everyMs = null }: Pick<FreshOptions, 'pause' | 'everyMs'> = {},
): () => void {
  const store = useLiveStore()
  const latest = useRef({ ask, interest })
  useEffect(() => {
    latest.current = { ask, interest }
  })
  const refresher = useRef<ReturnType<typeof createRefresher> | null>(null)
  useEffect(() => {
    if (pause) return undefined
    const own = createRefresher(
      () => latest.current.ask(),
      () => document.visibilityState === 'hidden',
    )
    refresher.current = own
    const leaveRecords = store.subscribeRecords((changes) => {
      if (changes.some((change) => touchesInterest(change, latest.current.interest))) own.touch()
    })
    const leaveGaps = store.subscribeRefetch(own.touch)
    document.addEventListener('visibilitychange', own.seen)
    const timer = everyMs === null ? undefined : setInterval(own.touch, everyMs)
    return () => {
      leaveRecords()
      leaveGaps()
      document.removeEventListener('visibilitychange', own.seen)
      clearInterval(timer)
      own.end()
      refresher.current = null
    }
  }, [store, pause, everyMs])
  return useCallback(() => refresher.current?.touch(), [])
}
