import type { CompanyId, DeviceId, StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import type { RecordsChange } from '#engine/event/recordsChange.ts'
import type { NoDataCause, OeeIssue, OutputCount } from '#engine/facts.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import type { WorkCenterState } from '#engine/workCenter/workCenterSetup.ts'

/**
 * A live work center: the message of the hub and the API's `live` field, so that a screen has one shape. Ratios are fractions of 1, unrounded; null
 * = undefined (domain.md D-42), never 0. Instants are UTC ms.
 */
export type LiveWorkCenter = {
  readonly companyId: CompanyId
  readonly workCenterId: WorkCenterId
  readonly deviceId: DeviceId
  /** Server instant at which this was true; screens tick timers from it. */
  readonly at: number
  readonly lastSampleAt: number | null
  readonly state: WorkCenterState | null
  readonly status: {
    readonly kind: StatusKind
    readonly noDataCause: NoDataCause | null
    readonly statusRuleId: StatusRuleId | null
    readonly name: string | null
    readonly color: string | null
    readonly isEffective: boolean
    readonly isScheduledLoss: boolean
    readonly since: number
  } | null
  readonly shift: {
    readonly shiftId: number
    readonly shiftDate: string
    readonly code: string
    readonly name: string
    readonly start: number
    readonly end: number
  } | null
  readonly oee: {
    readonly availability: number | null
    readonly performance: number | null
    readonly quality: number | null
    readonly oee: number | null
    readonly asOf: number
    readonly issues: readonly OeeIssue[]
  } | null
  readonly output: (OutputCount & { readonly targetToDate: number | null; readonly targetFullShift: number | null }) | null
  readonly unclassifiedLossCount: number
  /**
   * Latest value of each channel on the screens: POWER (kW, computed from currents if not sent), LOAD (%), SPEED (units a minute), CURRENT and
   * CURRENT_A to _C (A), BATTERY_LEVEL, SIGNAL_LEVEL.
   */
  readonly values: Readonly<Record<string, { readonly at: number; readonly value: number | null }>>
}

/** Messages of the supervisor hub (`/api/supervisor`), by SignalR target name. */
export const HUB_TARGETS = { workCentersChanged: 'workCentersChanged', recordsChanged: 'recordsChanged', resync: 'resync' } as const
export const HUB_METHODS = { subscribeWorkCenters: 'SubscribeWorkCenters', unsubscribe: 'Unsubscribe' } as const

/**
 * One frame: the latest state of each work center that changed since the frame before. `sequence` grows by 1 a frame and connection;
 * a screen that misses one refetches.
 */
export type WorkCentersChanged = { readonly sequence: number; readonly serverTime: number; readonly workCenters: readonly LiveWorkCenter[] }

/**
 * Which records changed since the last message of this kind, gathered for a moment: one change a work center, and one of the company. A page asks
 * again what it answers from them. Nobody hears of a kind that they may not read, nor of work centers that they may not see.
 */
export type RecordsChanged = { readonly serverTime: number; readonly changes: readonly RecordsChange[] }
