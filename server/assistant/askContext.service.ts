import { type AskContext, type AskMemory, type AssistantLanguage } from '#engine/assistant/askContext.ts'
import type { AssistantApi } from './assistantApi.ts'

/** Orders that a question may name; more are found by their list. */
const MOST_ORDERS = 500

const NAMES = `query Names($orders: Boolean!, $losses: Boolean!, $shifts: Boolean!, $size: Int!) {
  currentUser { settings { timeZone } workCenterIds }
  workCenters { id name deviceId }
  workCenterGroups { id name }
  lossReasons @include(if: $losses) { id name }
  shiftSchedules @include(if: $shifts) { shiftId code timeStart isCurrent }
  jobOrdersPages(filter: { statuses: [PROGRESS, ON_HOLD, PLANNED] }, size: $size) @include(if: $orders) { items { id orderCode } }
}`

type Names = {
  readonly currentUser: { readonly settings: { readonly timeZone: string }; readonly workCenterIds: readonly number[] }
  readonly workCenters: readonly { readonly id: number; readonly name: string; readonly deviceId: string | null }[]
  readonly workCenterGroups: readonly { readonly id: number; readonly name: string }[]
  readonly lossReasons?: readonly { readonly id: number; readonly name: string }[]
  readonly shiftSchedules?: readonly {
    readonly shiftId: number
    readonly code: string
    readonly timeStart: string
    readonly isCurrent: boolean
  }[]
  readonly jobOrdersPages?: { readonly items: readonly { readonly id: number; readonly orderCode: string }[] }
}

/** Returns what the caller may name in a question, as the API shows it to them. */
export async function askContext(api: AssistantApi, language: AssistantLanguage, memory: AskMemory): Promise<AskContext> {
  const { readable } = api
  const names = await api.ask<Names>(NAMES, {
    orders: readable.has('JOB_ORDERS'),
    losses: readable.has('LOSSES'),
    shifts: readable.has('SHIFTS'),
    size: MOST_ORDERS,
  })
  return {
    language,
    now: api.now,
    timeZone: names.currentUser.settings.timeZone,
    workCenters: names.workCenters.map(({ id, name, deviceId }) => ({ id, name, deviceId: deviceId ?? '' })),
    groups: names.workCenterGroups,
    reasons: names.lossReasons ?? [],
    orders: (names.jobOrdersPages?.items ?? []).map(({ id, orderCode }) => ({ id, code: orderCode })),
    shifts: (names.shiftSchedules ?? [])
      .filter(({ isCurrent }) => isCurrent)
      .map(({ shiftId, code, timeStart }) => ({ id: shiftId, code, startMinute: minuteOf(timeStart) })),
    ownWorkCenterIds: names.currentUser.workCenterIds,
    readable,
    memory,
  }
}

/** Of a time of the day, `HH:mm` with or without seconds. */
function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
