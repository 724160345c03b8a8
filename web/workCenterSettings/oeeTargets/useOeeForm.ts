import { useMutation } from 'urql'
import {
  OeeSettingsOfDocument,
  SaveOeeSettingsDocument,
  SaveReferenceSpeedDocument,
  type OeeSettingsOfQuery,
} from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { inputOf } from '../frame/settingsFields.view.ts'
import { useLoadSettings } from '../frame/useLoadSettings.ts'
import { useSettingsForm, type SettingsForm } from '../frame/useSettingsForm.ts'
import { OEE_FIELDS, oeeOf, oeeProblems, type OeeName } from './oee.view.ts'

/** Returns the form of the OEE tab: the OEE settings are saved first, then the reference speed, which belongs to the output. */
export function useOeeForm(props: SettingsTabProps & { readonly loaded: OeeSettingsOfQuery }): SettingsForm<OeeName> {
  const { workCenter, loaded, refetch, isReadOnly, onDirty, onErrors } = props
  const workCenterId = workCenter.id
  const [, saveOee] = useMutation(SaveOeeSettingsDocument)
  const [, saveSpeed] = useMutation(SaveReferenceSpeedDocument)
  const load = useLoadSettings(OeeSettingsOfDocument, { workCenterId }, oeeOf)
  return useSettingsForm<OeeName>({
    fields: OEE_FIELDS,
    current: oeeOf(loaded),
    isReadOnly,
    onDirty,
    onErrors,
    load,
    checkTogether: oeeProblems,
    save: async ({ targetSpeed, ...changes }, version) => {
      let reached = version
      if (Object.keys(changes).length > 0) {
        const { data, error } = await saveOee({ input: { workCenterId, version, ...inputOf(changes) } })
        if (!data) return { problems: problemsOf(error), version: null }
        reached = data.updateOeeSettings.version
      }
      if (targetSpeed !== undefined) {
        const speed = typeof targetSpeed === 'number' ? targetSpeed : null
        const { data, error } = await saveSpeed({ input: { workCenterId, version: reached, targetSpeed: speed } })
        if (!data) return { problems: problemsOf(error), version: reached === version ? null : reached }
        reached = data.updateOutputSettings.version
      }
      refetch()
      return { problems: [], version: reached }
    },
  })
}
