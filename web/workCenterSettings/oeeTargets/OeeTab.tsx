import { OeeSettingsOfDocument } from '#web/api/generated/graphql.ts'
import { LoadedTab } from '../frame/LoadedTab.tsx'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { OeeForm } from './OeeForm.tsx'

/** Returns which factors count for the OEE of a work center, its targets, its reference speed and its target output. */
export function OeeTab(props: SettingsTabProps) {
  return (
    <LoadedTab query={OeeSettingsOfDocument} variables={{ workCenterId: props.workCenter.id }}>
      {(loaded) => <OeeForm {...props} loaded={loaded} />}
    </LoadedTab>
  )
}
