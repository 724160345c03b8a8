import {
  OeeSettingsOfDocument,
  SaveOeeSettingsDocument,
  SaveReferenceSpeedDocument,
  type OeeSettingsOfQuery,
} from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { inputOf } from '../frame/settingsFields.view.ts'
import type { SettingsForm } from '../frame/useSettingsForm.ts'
import { useTabForm } from '../frame/useTabForm.ts'
import { OEE, oeeOf, oeeProblems, type OeeName } from './oee.view.ts'

/** Returns the form of the OEE tab: the OEE settings are saved first, then the reference speed, which belongs to the output. */
export function useOeeForm(props: SettingsTabProps & { readonly loaded: OeeSettingsOfQuery }): SettingsForm<OeeName> {
  const { workCenter, loaded } = props
  const workCenterId = workCenter.id
  const { run: saveOee } = useChange(SaveOeeSettingsDocument)
  const { run: saveSpeed } = useChange(SaveReferenceSpeedDocument)
  return useTabForm<OeeName, OeeSettingsOfQuery>(props, {
    fields: OEE,
    query: OeeSettingsOfDocument,
    loaded,
    snapshotOf: oeeOf,
    checkTogether: oeeProblems,
    save: async ({ targetSpeed, ...changes }, version) => {
      let reached = version
      if (Object.keys(changes).length > 0) {
        const { data, problems } = await saveOee({ input: { workCenterId, version, ...inputOf(changes) } })
        if (!data) return { problems, version: null }
        reached = data.updateOeeSettings.version
      }
      if (targetSpeed !== undefined) {
        const speed = typeof targetSpeed === 'number' ? targetSpeed : null
        const { data, problems } = await saveSpeed({ input: { workCenterId, version: reached, targetSpeed: speed } })
        if (!data) return { problems, version: reached === version ? null : reached }
        reached = data.updateOutputSettings.version
      }
      return { problems: [], version: reached }
    },
  })
}
