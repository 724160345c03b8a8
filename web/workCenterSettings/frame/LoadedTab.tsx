import type { ReactNode } from 'react'
import { useQuery, type AnyVariables, type TypedDocumentNode } from 'urql'
import { useTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'

type LoadedTabProps<Data, Variables extends AnyVariables> = {
  readonly query: TypedDocumentNode<Data, Variables>
  readonly variables: Variables
  readonly children: (loaded: Data) => ReactNode
}

/** Returns the content once its query is answered, before that a wait or a retry: a form without values would show wrong ones. */
export function LoadedTab<Data, Variables extends AnyVariables>({ query, variables, children }: LoadedTabProps<Data, Variables>) {
  const [result, ask] = useQuery<Data, Variables>({ query, variables, requestPolicy: 'cache-and-network' })
  if (result.data === undefined) {
    return <TabWaiting isFailed={result.error !== undefined} onRetry={() => ask({ requestPolicy: 'network-only' })} />
  }
  return children(result.data)
}

type TabWaitingProps = { readonly isFailed: boolean; readonly onRetry: () => void }

/** Returns the placeholder of a loading tab, or its retry. */
function TabWaiting({ isFailed, onRetry }: TabWaitingProps) {
  const { t } = useTexts('frame')
  const isSlow = useDelayed(!isFailed)
  if (isFailed) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={onRetry} />
  return isSlow ? <p role="status">{t('state.loading')}</p> : null
}
