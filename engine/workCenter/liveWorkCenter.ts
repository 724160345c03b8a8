import type { RecordsChange } from '#engine/event/recordsChange.ts'
import type { LIVE_WORK_CENTER, LiveShape } from './liveFields.ts'

/**
 * A live work center: the message of the hub and the API's `live` field, so that a screen has one shape. Ratios are fractions of 1, unrounded; null
 * = undefined (domain.md D-42), never 0. Instants are UTC ms.
 */
export type LiveWorkCenter = LiveShape<typeof LIVE_WORK_CENTER>

/** Messages of the supervisor hub (`/api/supervisor`), by SignalR target name. */
export const HUB_TARGETS = {
  workCentersChanged: 'workCentersChanged',
  jobOrdersChanged: 'jobOrdersChanged',
  recordsChanged: 'recordsChanged',
  resync: 'resync',
} as const
export const HUB_METHODS = {
  subscribeWorkCenters: 'SubscribeWorkCenters',
  subscribeJobOrders: 'SubscribeJobOrders',
  unsubscribe: 'Unsubscribe',
} as const

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
