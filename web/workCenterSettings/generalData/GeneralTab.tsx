import { useQuery } from 'urql'
import { GeneralChoicesDocument } from '#web/api/generated/graphql.ts'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { TabWaiting } from '../frame/TabWaiting.tsx'
import { GeneralForm } from './GeneralForm.tsx'

/** Returns the general tab, once it is known what there is to choose from: without that a choice would show what it is not. */
export function GeneralTab(props: SettingsTabProps) {
  const [choices, ask] = useQuery({ query: GeneralChoicesDocument, requestPolicy: 'cache-and-network' })
  if (!choices.data) {
    return <TabWaiting isFailed={choices.error !== undefined} onRetry={() => ask({ requestPolicy: 'network-only' })} />
  }
  return <GeneralForm {...props} choices={choices.data} />
}
