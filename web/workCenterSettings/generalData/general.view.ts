import { DEVICE_NUMBERS, WORK_CENTER_NUMBERS, WORK_CENTER_TEXTS } from '#engine/workCenter/settingsRules.ts'
import type { EditBoxInput } from '#web/api/generated/graphql.ts'
import type { Snapshot } from '../frame/settingsDraft.view.ts'
import { inputOf, type FieldSpecs, type StoredValues } from '../frame/settingsFields.view.ts'
import type { SettingsWorkCenter } from '../frame/settingsTabProps.ts'

export const DEVICE_FIELDS = ['reportMode', 'nominalPeriodMs', 'acceptDaysBack'] as const

/** What the general tab changes and by which rules. */
export const GENERAL_FIELDS = {
  name: { kind: 'text', length: WORK_CENTER_TEXTS.name },
  description: { kind: 'text', length: WORK_CENTER_TEXTS.description },
  comment: { kind: 'text', length: WORK_CENTER_TEXTS.comment },
  externalCode: { kind: 'text', length: WORK_CENTER_TEXTS.externalCode },
  responsibleEmployee: { kind: 'choice' },
  groupId: { kind: 'choice', isNumber: true },
  sortNumber: { kind: 'number', range: WORK_CENTER_NUMBERS.sortNumber, isRequired: true },
  deviceStatus: { kind: 'choice', isRequired: true },
  type: { kind: 'choice', isRequired: true },
  boxEquipmentType: { kind: 'text', length: WORK_CENTER_TEXTS.boxEquipmentType },
  model: { kind: 'text', length: WORK_CENTER_TEXTS.model },
  modelCode: { kind: 'text', length: WORK_CENTER_TEXTS.modelCode },
  productionTimeMeasurementUnitId: { kind: 'choice', isNumber: true, isRequired: true },
  reportMode: { kind: 'choice', isRequired: true },
  nominalPeriodMs: { kind: 'number', range: DEVICE_NUMBERS.nominalPeriodMs, isRequired: true },
  acceptDaysBack: { kind: 'number', range: DEVICE_NUMBERS.acceptDaysBack, isRequired: true },
} as const satisfies FieldSpecs<string>

export type GeneralName = keyof typeof GENERAL_FIELDS

/** Returns the values of the tab. */
export function generalOf(workCenter: SettingsWorkCenter): Snapshot<GeneralName> {
  const { version, responsibleId, productionTimeMeasurementUnit, device } = workCenter
  const { name, description, comment, externalCode, groupId, sortNumber, deviceStatus, type, boxEquipmentType, model, modelCode } =
    workCenter
  return {
    version,
    stored: {
      name,
      description,
      comment,
      externalCode,
      responsibleEmployee: responsibleId,
      groupId,
      sortNumber,
      deviceStatus,
      type,
      boxEquipmentType,
      model,
      modelCode,
      productionTimeMeasurementUnitId: productionTimeMeasurementUnit.id,
      reportMode: device?.reportMode ?? null,
      nominalPeriodMs: device?.nominalPeriodMs ?? null,
      acceptDaysBack: device?.acceptDaysBack ?? null,
    },
  }
}

type Changes = Partial<StoredValues<GeneralName>>

/** Returns what of the changes belongs to the work center, null for nothing; the API checks what the form lets through. */
export function boxInput(id: number, version: number, changes: Changes): EditBoxInput | null {
  const own = Object.entries(inputOf(changes)).filter(([name]) => !DEVICE_FIELDS.some((one) => one === name))
  return own.length === 0 ? null : { id, version, ...Object.fromEntries(own) }
}

/** Returns what of the changes belongs to the device, null for nothing. */
export function deviceInput(changes: Changes): Partial<Pick<Changes, (typeof DEVICE_FIELDS)[number]>> | null {
  const own = DEVICE_FIELDS.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]] as const]))
  return own.length === 0 ? null : Object.fromEntries(own)
}
