import { isProviderRole } from '#engine/access/abilities.ts'
import type { Role } from '#engine/access/abilities.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { TRANSFORMATION_RATIO, WORK_CENTER_NUMBERS, WORK_CENTER_TEXTS } from '#engine/workCenter/settingsRules.ts'
import { findMembership } from '#server/company/membership.store.ts'
import { Refusal } from '#server/refusal.ts'
import { checkNumber, checkPattern, checkText } from './checkField.ts'
import { findUnit } from './measurementUnit.ts'
import { saveDecisive } from './decisiveChange.service.ts'
import { saveWorkCenter } from './workCenter.service.ts'
import type { WorkCenterDeps } from './workCenter.service.ts'
import type { WorkCenterColumns } from './workCenter.store.ts'
import type { DeviceStatus, WorkCenter } from './workCenterRow.ts'

type Editable = Pick<
  WorkCenter,
  | 'boxEquipmentType'
  | 'comment'
  | 'cosPhi'
  | 'deadBandPercent'
  | 'description'
  | 'externalCode'
  | 'groupId'
  | 'idleLoadThreshold'
  | 'launchDate'
  | 'model'
  | 'modelCode'
  | 'name'
  | 'nominalPower'
  | 'prepaidUntil'
  | 'serialNumber'
  | 'sortNumber'
  | 'statusSource'
  | 'targetAvailability'
  | 'targetOee'
  | 'targetPerformance'
  | 'targetQuality'
  | 'targetSpeed'
  | 'transformerCode'
  | 'type'
  | 'voltage'
>

/** What of a work center is edited: what is undefined stays, null empties where that is allowed. */
export type WorkCenterChange = { readonly [Key in keyof Editable]?: Editable[Key] | null | undefined } & {
  readonly deviceStatus?: DeviceStatus | null | undefined
  readonly productionTimeMeasurementUnitId?: number | null | undefined
  readonly responsibleEmployee?: UserId | null | undefined
  readonly transformationRatioCode?: string | null | undefined
  readonly version?: number | null | undefined
}

const NUMBERS = Object.keys(WORK_CENTER_NUMBERS).filter((key): key is keyof typeof WORK_CENTER_NUMBERS => key in WORK_CENTER_NUMBERS)

/**
 * Returns the work center with the change. Refuses values outside the ranges of spec 001 §5 with the field and the range: cosPhi above 0 and at
 * most 1, a ratio like 123/1, a name; an unknown group, person or unit; until when it is paid for of anybody but the provider's people; an archived
 * work center; an older version.
 */
export async function editWorkCenter(
  deps: WorkCenterDeps,
  member: { readonly companyId: WorkCenter['companyId']; readonly userId?: UserId; readonly role?: Role },
  id: WorkCenterId,
  change: WorkCenterChange,
): Promise<WorkCenter> {
  if (change.prepaidUntil !== undefined && !(member.role !== undefined && isProviderRole(member.role))) {
    throw new Refusal({ code: 'FORBIDDEN', field: 'prepaidUntil' })
  }
  const columns = columnsOf(change)
  await requireReferences(deps, member, change)
  return await saveWorkCenter(deps, member, id, change.version ?? null, columns, (tenant, present) =>
    saveDecisive(tenant, present, columns, deps.now()),
  )
}

/** Returns the columns of a checked change. */
export function columnsOf(change: WorkCenterChange): WorkCenterColumns {
  checkNumbers(change)
  const { pattern, example } = TRANSFORMATION_RATIO
  const ratio =
    change.transformationRatioCode === undefined
      ? undefined
      : checkPattern('transformationRationCode', change.transformationRatioCode, pattern, example)
  if (change.deviceStatus === 'ARCHIVE') throw new Refusal({ code: 'INVALID_FORMAT', field: 'deviceStatus', params: { example: 'ACTIVE' } })
  const all = {
    name: change.name == null ? undefined : checkText('name', change.name, WORK_CENTER_TEXTS.name),
    comment: text('comment', change.comment),
    description: text('description', change.description),
    external_code: text('externalCode', change.externalCode),
    box_equipment_type: text('boxEquipmentType', change.boxEquipmentType),
    model: text('model', change.model),
    model_code: text('modelCode', change.modelCode),
    serial_number: text('serialNumber', change.serialNumber),
    transformer_code: text('transformerCode', change.transformerCode),
    transformation_ratio_code: ratio,
    launch_date: change.launchDate,
    prepaid_until: change.prepaidUntil,
    production_time_unit: timeUnitOf(change.productionTimeMeasurementUnitId),
    group_id: change.groupId,
    responsible_id: change.responsibleEmployee,
    sort_number: change.sortNumber ?? undefined,
    type: change.type ?? undefined,
    device_status: change.deviceStatus ?? undefined,
    status_source: change.statusSource ?? undefined,
    cos_phi: change.cosPhi,
    voltage: change.voltage,
    nominal_power: change.nominalPower,
    idle_load_threshold: change.idleLoadThreshold ?? undefined,
    dead_band_percent: change.deadBandPercent ?? undefined,
    target_speed: change.targetSpeed,
    target_availability: change.targetAvailability,
    target_performance: change.targetPerformance,
    target_quality: change.targetQuality,
    target_oee: change.targetOee,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function checkNumbers(change: WorkCenterChange): void {
  for (const name of NUMBERS) checkNumber(name, change[name], WORK_CENTER_NUMBERS[name])
}

/** The unit is never empty, so null leaves it as it is. */
function timeUnitOf(id: number | null | undefined): string | undefined {
  if (id == null) return undefined
  const unit = findUnit(id, 'TIME')
  if (unit === null) throw new Refusal({ code: 'MEASUREMENT_UNIT_NOT_FOUND', field: 'productionTimeMeasurementUnitId', params: { id } })
  return unit.code
}

function text(field: keyof typeof WORK_CENTER_TEXTS, value: string | null | undefined): string | null | undefined {
  return value == null ? value : checkText(field, value, WORK_CENTER_TEXTS[field]) || null
}

async function requireReferences(
  deps: WorkCenterDeps,
  member: { readonly companyId: WorkCenter['companyId'] },
  change: WorkCenterChange,
): Promise<void> {
  const { responsibleEmployee } = change
  if (responsibleEmployee != null) {
    const found = await deps.database.inSystem((tx) => findMembership(tx, member.companyId, responsibleEmployee))
    if (found === null) throw new Refusal({ code: 'USER_NOT_FOUND', field: 'responsibleEmployee', params: { id: responsibleEmployee } })
  }
}
