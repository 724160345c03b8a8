import { SaveWorkCenterDeviceDocument, SaveWorkCenterDocument, type ReportMode } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { useLoadWorkCenter } from '../frame/useLoadWorkCenter.ts'
import { useSettingsForm, type SettingsForm } from '../frame/useSettingsForm.ts'
import { boxInput, deviceInput, GENERAL, generalOf, type GeneralName } from './general.view.ts'

const REPORT_MODES: readonly ReportMode[] = ['ON_CHANGE', 'PERIODIC']

/** Returns the form of the general tab: what belongs to the work center is saved first, then what belongs to its device. */
export function useGeneralForm(props: SettingsTabProps): SettingsForm<GeneralName> {
  const { workCenter, isReadOnly, onDirty, onErrors } = props
  const { run: saveBox } = useChange(SaveWorkCenterDocument)
  const { run: saveDevice } = useChange(SaveWorkCenterDeviceDocument)
  const load = useLoadWorkCenter(workCenter.deviceId, generalOf)
  return useSettingsForm<GeneralName>({
    fields: GENERAL,
    current: generalOf(workCenter),
    isReadOnly,
    onDirty,
    onErrors,
    load,
    save: async (changes, version) => {
      const input = boxInput(workCenter.id, version, changes)
      const box = input === null ? null : await saveBox({ input })
      const reached = box?.data?.editBox.version ?? version
      const refused = box?.problems ?? []
      const device = deviceInput(changes)
      if (refused.length > 0) return { problems: refused, version: null }
      if (device === null) return { problems: [], version: reached }
      const { data, problems } = await saveDevice({
        deviceId: workCenter.deviceId ?? '',
        reportMode: REPORT_MODES.find((mode) => mode === device.reportMode) ?? null,
        nominalPeriodMs: numberOf(device.nominalPeriodMs),
        acceptDaysBack: numberOf(device.acceptDaysBack),
        version: reached,
      })
      return { problems, version: data?.updateDevice.version ?? reached }
    },
  })
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
