import type { Transaction } from 'kysely'
import type { CompanyId, DeviceId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { insertPresetReasons } from '#server/company/presetReason.store.ts'
import { PRESET_REASONS } from '#server/company/presetReasons.ts'
import type { DB } from '#server/db/schema.ts'
import type { DemoFactory, DemoMachine } from './demoFactory.ts'
import { DEMO_REASONS } from './demoReasons.ts'
import { insertDemoTariff } from './demoTariff.store.ts'
import type { DemoRule } from './demoRules.ts'

export type DemoWorkCenter = { readonly key: string; readonly id: WorkCenterId; readonly deviceId: DeviceId | null }

/** Stores the shared settings of all demo machines where missing. Later changes by people stay. */
export async function insertDemoSettings(tx: Transaction<DB>, factory: DemoFactory, validFrom: number): Promise<void> {
  const companyId = asId<CompanyId>(factory.company.id)
  await insertShifts(tx, companyId, factory, validFrom)
  if (!(await hasRows(tx, 'loss_reason', companyId))) await insertPresetReasons(tx, companyId, 'en', [...PRESET_REASONS, ...DEMO_REASONS])
  await insertDemoTariff(tx, companyId)
  if (!(await hasRows(tx, 'work_center_group', companyId))) {
    await tx
      .insertInto('work_center_group')
      .values(factory.groups.map((group) => ({ company_id: companyId, name: group.name, color: group.color })))
      .execute()
  }
}

/** Stores the shifts of the demo for a company that has none: without shifts there is no OEE to look at. */
export async function insertShifts(tx: Transaction<DB>, companyId: CompanyId, factory: DemoFactory, validFrom: number): Promise<void> {
  if (await hasRows(tx, 'shift_schedule', companyId)) return
  await tx
    .insertInto('shift_schedule')
    .values(
      factory.shifts.map((shift) => ({
        company_id: companyId,
        valid_from: validFrom,
        time_zone: factory.company.timeZone,
        shift_id: shift.shiftId,
        code: shift.code,
        name: shift.name,
        time_start: shift.timeStart,
        time_end: shift.timeEnd,
      })),
    )
    .execute()
}

/** Returns the instant from which the company's shifts are in force, or null when it has none. */
export async function findScheduleStart(tx: Transaction<DB>, companyId: CompanyId): Promise<number | null> {
  const row = await tx
    .selectFrom('shift_schedule')
    .select((expression) => expression.fn.min('valid_from').as('valid_from'))
    .where('company_id', '=', companyId)
    .where('work_center_id', '=', 0)
    .executeTakeFirst()
  return row?.valid_from ?? null
}

/** Returns the work centers of the company that represent machines of the description, archived ones included. */
export async function listDemoWorkCenters(tx: Transaction<DB>, companyId: CompanyId): Promise<DemoWorkCenter[]> {
  const rows = await tx
    .selectFrom('work_center')
    .select(['id', 'device_id', 'external_code'])
    .where('company_id', '=', companyId)
    .where('external_code', 'is not', null)
    .execute()
  return rows.map((row) => ({
    key: row.external_code ?? '',
    id: asId<WorkCenterId>(row.id),
    deviceId: row.device_id === null ? null : asId<DeviceId>(row.device_id),
  }))
}

export type NewDemoWorkCenter = {
  readonly companyId: CompanyId
  readonly deviceId: DeviceId
  readonly machine: DemoMachine
  readonly sortNumber: number
}

/** Returns the id of the stored work center of a machine. */
export async function insertDemoWorkCenter(tx: Transaction<DB>, work: NewDemoWorkCenter): Promise<WorkCenterId> {
  const { machine, companyId } = work
  const group = await tx
    .selectFrom('work_center_group')
    .select('id')
    .where('company_id', '=', companyId)
    .where('name', '=', machine.group)
    .executeTakeFirst()
  const row = await tx
    .insertInto('work_center')
    .values({
      company_id: companyId,
      device_id: work.deviceId,
      sort_number: work.sortNumber,
      name: machine.name,
      external_code: machine.key,
      group_id: group?.id ?? null,
      model: machine.model,
      type: machine.type,
      status_source: machine.statusSource,
      cos_phi: machine.cosPhi,
      voltage: machine.voltage,
      nominal_power: machine.nominalPowerKw,
      calculation_type: machine.calculationType,
      // Its mould has two cavities: each stroke makes a piece of either order.
      parallel_mode: machine.key === 'moulder-4' ? 'SIMULTANEOUS' : 'ALTERNATING',
      // Nobody stands there: the product confirms what it counted, from now on.
      ...(machine.key === 'palletiser-1' && { auto_confirm: 'ON_SHIFT_END', auto_confirm_from: Date.now() }),
      auto_reset_on_shift_finish: machine.counterReset === 'SHIFT_START',
      target_speed: machine.targetSpeedPerMin,
      counter_range: machine.counterRange,
      measurement_unit: machine.unit,
      target_availability: machine.targets.availability,
      target_performance: machine.targets.performance,
      target_quality: machine.targets.quality,
      target_oee: machine.targets.oee,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return asId<WorkCenterId>(row.id)
}

/** Stores a status rule of a work center, in force from the instant. */
export async function insertDemoRule(
  tx: Transaction<DB>,
  companyId: CompanyId,
  workCenterId: WorkCenterId,
  rule: DemoRule,
  validFrom: number,
): Promise<void> {
  const row = await tx
    .insertInto('status_rule')
    .values({
      company_id: companyId,
      work_center_id: workCenterId,
      name: rule.name,
      short_name: rule.shortName,
      color: rule.color,
      range_type: rule.rangeType,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { min, max } = rule
  const bounds =
    rule.rangeType === 'CURRENT'
      ? { current_a_min: min, current_a_max: max, current_b_min: min, current_b_max: max, current_c_min: min, current_c_max: max }
      : { min_value: min, max_value: max }
  await tx
    .insertInto('status_rule_version')
    .values({
      company_id: companyId,
      status_rule_id: row.id,
      valid_from: validFrom,
      ...bounds,
      min_event_duration_seconds: rule.minEventDurationSeconds,
      is_effective: rule.isEffective,
      is_scheduled_loss: rule.isScheduledLoss,
      need_generate_event_by_state: !rule.isEffective,
    })
    .execute()
}

/** Assigns every operator of the company to all of its work centers. */
export async function assignAllToOperators(tx: Transaction<DB>, companyId: CompanyId): Promise<void> {
  await tx
    .insertInto('operator_work_center')
    .columns(['company_id', 'user_id', 'work_center_id'])
    .expression((expression) =>
      expression
        .selectFrom('membership')
        .innerJoin('work_center', 'work_center.company_id', 'membership.company_id')
        .select(['membership.company_id', 'membership.user_id', 'work_center.id'])
        .where('membership.company_id', '=', companyId)
        .where('membership.role', '=', 'OPERATOR'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function hasRows(
  tx: Transaction<DB>,
  table: 'shift_schedule' | 'loss_reason' | 'work_center_group',
  companyId: CompanyId,
): Promise<boolean> {
  const row = await tx.selectFrom(table).select('company_id').where('company_id', '=', companyId).limit(1).executeTakeFirst()
  return row !== undefined
}
