import { OutputSettingsOfDocument } from '#web/api/generated/graphql.ts'
import { LoadedTab } from '../frame/LoadedTab.tsx'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { OutputForm } from './OutputForm.tsx'

/** Returns how the output of a work center is counted, targeted and confirmed. */
export function OutputTab(props: SettingsTabProps) {
  return (
    <LoadedTab query={OutputSettingsOfDocument} variables={{ workCenterId: props.workCenter.id }}>
      {(loaded) => <OutputForm {...props} loaded={loaded} />}
    </LoadedTab>
  )
}
