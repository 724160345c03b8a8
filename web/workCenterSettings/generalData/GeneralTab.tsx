import { GeneralChoicesDocument } from '#web/api/generated/graphql.ts'
import { LoadedTab } from '../frame/LoadedTab.tsx'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { GeneralForm } from './GeneralForm.tsx'

/** Returns the general tab, once it is known what there is to choose from. */
export function GeneralTab(props: SettingsTabProps) {
  return (
    <LoadedTab query={GeneralChoicesDocument} variables={{}}>
      {(choices) => <GeneralForm {...props} choices={choices} />}
    </LoadedTab>
  )
}
