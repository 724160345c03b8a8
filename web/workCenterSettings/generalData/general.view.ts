import { byApiName } from '#engine/fields/fieldTable.ts'
import { DEVICE_FIELDS, GENERAL_FIELDS } from '#engine/workCenter/generalFields.ts'
import type { EditBoxInput } from '#web/api/generated/graphql.ts'
import type { Snapshot } from '../frame/settingsDraft.view.ts'
import { inputOf, namesOf, valuesOf, type StoredValues } from '../frame/settingsFields.view.ts'
import type { SettingsWorkCenter } from '../frame/settingsTabProps.ts'

/** What the general tab changes: settings of the work center and of its device. */
export const GENERAL = byApiName({ ...GENERAL_FIELDS, ...DEVICE_FIELDS })

export type GeneralName = keyof typeof GENERAL
type DeviceName = keyof typeof DEVICE_FIELDS

const DEVICE_NAMES = namesOf(DEVICE_FIELDS)

/** Returns whether the field belongs to the device. */
export function isOfDevice(name: string): name is DeviceName {
  return DEVICE_NAMES.some((one) => one === name)
}

/** Returns the values of the tab. */
export function generalOf(workCenter: SettingsWorkCenter): Snapshot<GeneralName> {
  const { version, responsibleId, productionTimeMeasurementUnit, device } = workCenter
  const { reportMode = null, nominalPeriodMs = null, acceptDaysBack = null } = device ?? {}
  const ofDevice = { reportMode, nominalPeriodMs, acceptDaysBack }
  const choices = { responsibleEmployee: responsibleId, productionTimeMeasurementUnitId: productionTimeMeasurementUnit.id }
  return { version, stored: valuesOf(GENERAL, { ...workCenter, ...choices, ...ofDevice }) }
}

type Changes = Partial<StoredValues<GeneralName>>

/** Returns the changes of the work center itself, null for none; the API checks the rest. */
export function boxInput(id: number, version: number, changes: Changes): EditBoxInput | null {
  const own = Object.entries(inputOf(changes)).filter(([name]) => !isOfDevice(name))
  return own.length === 0 ? null : { id, version, ...Object.fromEntries(own) }
}

/** Returns what of the changes belongs to the device, null for nothing. */
export function deviceInput(changes: Changes): Partial<Pick<Changes, DeviceName>> | null {
  const own = DEVICE_NAMES.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]] as const]))
  return own.length === 0 ? null : Object.fromEntries(own)
}
