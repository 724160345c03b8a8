import type { ReactNode } from 'react'
import { useQuery, type AnyVariables, type TypedDocumentNode } from 'urql'
import { TabWaiting } from './TabWaiting.tsx'

type LoadedTabProps<Data, Variables extends AnyVariables> = {
  readonly query: TypedDocumentNode<Data, Variables>
  readonly variables: Variables
  readonly children: (loaded: Data) => ReactNode
}

/** Returns what is drawn from the answer to a question, and until it is there the wait or the way to ask again: a form without its values would show what they are not. */
export function LoadedTab<Data, Variables extends AnyVariables>({ query, variables, children }: LoadedTabProps<Data, Variables>) {
  const [result, ask] = useQuery<Data, Variables>({ query, variables, requestPolicy: 'cache-and-network' })
  if (result.data === undefined) {
    return <TabWaiting isFailed={result.error !== undefined} onRetry={() => ask({ requestPolicy: 'network-only' })} />
  }
  return children(result.data)
}
