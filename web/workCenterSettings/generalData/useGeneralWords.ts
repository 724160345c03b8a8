import type { GeneralChoicesQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { SelectOption } from '#web/ui/form/SelectField.tsx'
import type { Stored } from '../frame/settingsFields.view.ts'
import type { GeneralName } from './general.view.ts'

type Known = {
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  readonly units: GeneralChoicesQuery['measurementUnits']
  readonly users: readonly { readonly id: string; readonly fullName: string }[]
}

export type GeneralWords = {
  readonly statuses: readonly SelectOption[]
  readonly types: readonly SelectOption[]
  readonly timeUnits: readonly SelectOption[]
  readonly reportModes: readonly SelectOption[]
  labelOf(name: GeneralName): string
  valueText(name: GeneralName, value: Stored): string | null
}

/** Returns the texts of the general tab: labels, choices and formatted values. */
export function useGeneralWords({ groups, units, users }: Known): GeneralWords {
  const { t } = useTexts('generalData')
  const statuses = [
    { value: 'ACTIVE', label: t('status.ACTIVE') },
    { value: 'TEMPORARY_SHUTDOWN', label: t('status.TEMPORARY_SHUTDOWN') },
  ]
  const types = [
    { value: 'DISCRETE', label: t('type.DISCRETE') },
    { value: 'CONTINUOUS', label: t('type.CONTINUOUS') },
  ]
  const reportModes = [
    { value: 'PERIODIC', label: t('mode.PERIODIC') },
    { value: 'ON_CHANGE', label: t('mode.ON_CHANGE') },
  ]
  const timeUnits = units
    .filter(({ group }) => group === 'TIME')
    .map(({ id, code, shortName }) => ({ value: String(id), label: t(`timeUnit.${code}`, { defaultValue: shortName }) }))
  const options: Partial<Record<GeneralName, readonly SelectOption[]>> = {
    deviceStatus: statuses,
    type: types,
    reportMode: reportModes,
    productionTimeMeasurementUnitId: timeUnits,
    groupId: groups.map(({ id, name }) => ({ value: String(id), label: name })),
    responsibleEmployee: users.map(({ id, fullName }) => ({ value: id, label: fullName })),
  }
  return {
    statuses,
    types,
    timeUnits,
    reportModes,
    labelOf: (name) => t(`field.${name}`),
    valueText: (name, value) => options[name]?.find((one) => one.value === String(value))?.label ?? null,
  }
}
