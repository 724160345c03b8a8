import type { GeneralChoicesQuery } from '#web/api/generated/graphql.ts'
import { maxSampleGap } from '#engine/sensor/sampleGap.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
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
  /** What the chosen value means; undefined while none is chosen. */
  helpOf(name: 'deviceStatus' | 'type', value: Stored | undefined): string | undefined
  /** What the chosen way of reporting means: after which silence there is no data. */
  helpOfReporting(mode: Stored | undefined, nominalPeriodMs: Stored | undefined): string | undefined
}

const STATUSES = ['ACTIVE', 'TEMPORARY_SHUTDOWN'] as const
const TYPES = ['DISCRETE', 'CONTINUOUS'] as const
const REPORT_MODES = ['PERIODIC', 'ON_CHANGE'] as const

/** Returns the texts of the general tab: labels, choices and formatted values. */
export function useGeneralWords({ groups, units, users }: Known): GeneralWords {
  const { t } = useTexts('generalData')
  const format = useFormat()
  const statuses = STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))
  const types = TYPES.map((value) => ({ value, label: t(`type.${value}`) }))
  const reportModes = REPORT_MODES.map((value) => ({ value, label: t(`mode.${value}`) }))
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
    helpOf: (name, value) => {
      const status = STATUSES.find((one) => one === value)
      const type = TYPES.find((one) => one === value)
      if (name === 'deviceStatus') return status && t(`help.deviceStatus.${status}`)
      return type && t(`help.type.${type}`)
    },
    helpOfReporting: (mode, nominalPeriodMs) => {
      if (mode === 'ON_CHANGE') return t('help.mode.ON_CHANGE')
      return mode === 'PERIODIC'
        ? t('help.mode.PERIODIC', { duration: format.duration(maxSampleGap(Number(nominalPeriodMs) || 0)) })
        : undefined
    },
    valueText: (name, value) => options[name]?.find((one) => one.value === String(value))?.label ?? null,
  }
}
