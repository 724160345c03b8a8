import type { Ability } from '#engine/access/abilities.ts'
import type { Percentage } from '#engine/oee/percentage.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { Company } from '#server/company/company.store.ts'
import type { Team } from '#server/company/team.store.ts'
import type { Loss } from '#server/loss/lossRow.ts'
import type { LossReason } from '#server/loss/lossReason.store.ts'
import type { JobOrder } from '#server/jobOrder/jobOrder.store.ts'
import type { OeeStat } from '#server/oee/oeeStatistics.service.ts'
import type { ShiftOutput } from '#server/output/output.store.ts'
import type { ListedSensor } from '#server/sensor/sensorList.store.ts'
import type { StoredShift } from '#server/shift/shift.store.ts'
import type { StoredStatus } from '#server/status/statusInterval.store.ts'
import type { StoredStatusRule } from '#server/status/statusRule.store.ts'
import type { User } from '#server/user/user.store.ts'
import type { MeasurementUnit } from '#engine/output/measurementUnit.ts'
import type { UiPage } from '#server/workCenter/publicAccess.service.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { builder } from './builder.ts'

/** The types that more than one area speaks of; each is filled by its own area's schema. */
export const CompanyRef = builder.objectRef<Company>('Company')
export const JobOrderRef = builder.objectRef<JobOrder>('JobOrder')
export const LiveWorkCenterRef = builder.objectRef<LiveWorkCenter>('LiveWorkCenter')
export const LossReasonRef = builder.objectRef<LossReason>('LossReason')
export const LossRef = builder.objectRef<Loss>('Loss')
export const MeasurementUnitRef = builder.objectRef<MeasurementUnit>('MeasurementUnit')
export const OeeStatsRef = builder.objectRef<OeeStat>('OeeStats')
export const OutputStatRef = builder.objectRef<ShiftOutput>('OutputStat')
export const PercentageRef = builder.objectRef<Percentage>('Percentage')
export const SensorRef = builder.objectRef<ListedSensor>('Sensor')
/** A shift's OEE is its record, so both types are views of one thing. */
export const ShiftOeeRef = builder.objectRef<StoredShift>('ShiftOee')
export const ShiftRef = builder.objectRef<ShiftView>('Shift')
export const StatusGraphRef = builder.objectRef<StoredStatus>('StatusGraph')
export const StatusRuleRef = builder.objectRef<StoredStatusRule>('StatusRule')
export const TeamRef = builder.objectRef<Team>('Team')
export const UiPageRef = builder.objectRef<UiPage>('UiPage')
export const UserAbilityRef = builder.objectRef<Ability>('UserAbility')
export const UserRef = builder.objectRef<User>('User')
export const WorkCenterRef = builder.objectRef<WorkCenter>('WorkCenter')

/** A shift as lists show it: with its record, or only from the calendar before it has one. */
export type ShiftView = Pick<StoredShift, 'workCenterId' | 'shift' | 'code' | 'name' | 'comment'> & { readonly record: StoredShift | null }

export const PeriodInput = builder.inputType('PeriodInput', {
  fields: (t) => ({ start: t.field({ type: 'DateTime', required: true }), end: t.field({ type: 'DateTime', required: true }) }),
})
