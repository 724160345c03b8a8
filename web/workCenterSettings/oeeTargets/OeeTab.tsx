import { useQuery } from 'urql'
import { OeeSettingsOfDocument } from '#web/api/generated/graphql.ts'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { TabWaiting } from '../frame/TabWaiting.tsx'
import { OeeForm } from './OeeForm.tsx'

/** Returns which factors count for the OEE of a work center, its targets, its reference speed and its target output. */
export function OeeTab(props: SettingsTabProps) {
  const [result, ask] = useQuery({
    query: OeeSettingsOfDocument,
    variables: { workCenterId: props.workCenter.id },
    requestPolicy: 'cache-and-network',
  })
  if (!result.data) {
    return <TabWaiting isFailed={result.error !== undefined} onRetry={() => ask({ requestPolicy: 'network-only' })} />
  }
  return <OeeForm {...props} loaded={result.data} />
}
