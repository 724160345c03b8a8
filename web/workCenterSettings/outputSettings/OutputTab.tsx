import { useQuery } from 'urql'
import { OutputSettingsOfDocument } from '#web/api/generated/graphql.ts'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { TabWaiting } from '../frame/TabWaiting.tsx'
import { OutputForm } from './OutputForm.tsx'

/** Returns how the output of a work center is counted, targeted and confirmed. */
export function OutputTab(props: SettingsTabProps) {
  const variables = { workCenterId: props.workCenter.id }
  const [result, ask] = useQuery({ query: OutputSettingsOfDocument, variables, requestPolicy: 'cache-and-network' })
  if (!result.data) {
    return <TabWaiting isFailed={result.error !== undefined} onRetry={() => ask({ requestPolicy: 'network-only' })} />
  }
  return <OutputForm {...props} loaded={result.data} />
}
