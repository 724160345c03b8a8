import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Api } from './api.ts'
import type { ReportedShift, ReportedStatus } from './report.ts'
import type { ReplayedMachine } from './setUp.ts'

const PAGE_SIZE = 1000
/** Longest period of one question. */
const SPAN_MS = 7 * 86_400_000
const DERIVED_LIMIT_MS = 120_000
const POLL_MS = 250

const instant = z.string().transform((text) => Date.parse(text))

const liveSchema = z.object({ workCenters: z.array(z.object({ live: z.object({ lastSampleAt: instant.nullable() }).nullable() })) })
const shiftsSchema = z.object({
  shifts: z.array(z.object({ shiftDate: z.string(), shiftId: z.number(), timeStart: instant, timeEnd: instant })),
})
const statusesSchema = z.object({
  statusesPages: z.object({
    hasNext: z.boolean(),
    items: z.array(
      z.object({
        timeStart: instant,
        timeEnd: instant.nullable(),
        kind: z.string(),
        statusRule: z.object({ name: z.string() }).nullable(),
      }),
    ),
  }),
})

export type Period = { readonly start: number; readonly end: number }

/** Resolves when the server has derived from the machine's sample of the instant; acknowledged samples are stored, derived a moment later. */
export async function untilDerived(api: Api, machine: ReplayedMachine, lastSampleAt: number): Promise<void> {
  const giveUpAt = performance.now() + DERIVED_LIMIT_MS
  let seen: number | null = null
  while (performance.now() < giveUpAt) {
    const { workCenters } = await api.call(
      liveSchema,
      'query ($ids: [Int!]) { workCenters(filter: { workCenterIds: $ids }) { live { lastSampleAt } } }',
      { ids: [machine.workCenterId] },
    )
    seen = workCenters[0]?.live?.lastSampleAt ?? null
    if (seen !== null && seen >= lastSampleAt) return
    await sleep(POLL_MS)
  }
  throw new Error(
    `${machine.device}: the server has derived up to ${seen === null ? 'nothing' : new Date(seen).toISOString()} and not up to ${new Date(lastSampleAt).toISOString()} within ${DERIVED_LIMIT_MS / 1000} s; the samples may be quarantined.`,
  )
}

/** Returns the machine's shifts that touch the period, ascending. */
export async function readShifts(api: Api, machine: ReplayedMachine, period: Period): Promise<ReportedShift[]> {
  const found = new Map<number, ReportedShift>()
  for (const span of spans(period)) {
    const { shifts } = await api.call(
      shiftsSchema,
      `query ($ids: [Int!], $period: PeriodInput) {
        shifts(filter: { workCenterIds: $ids, period: $period }) { shiftDate shiftId timeStart timeEnd }
      }`,
      { ids: [machine.workCenterId], period: toInput(span) },
    )
    for (const shift of shifts)
      found.set(shift.timeStart, { shiftDate: shift.shiftDate, shiftId: shift.shiftId, start: shift.timeStart, end: shift.timeEnd })
  }
  return [...found.values()].sort((left, right) => left.start - right.start)
}

/** Returns the machine's statuses that touch the period, cut to nothing, ascending; an open one ends with the period. */
export async function readStatuses(api: Api, machine: ReplayedMachine, period: Period): Promise<ReportedStatus[]> {
  const found = new Map<number, ReportedStatus>()
  for (const span of spans(period)) {
    for (let page = 1; ; page++) {
      const { statusesPages } = await api.call(
        statusesSchema,
        `query ($ids: [Int!], $period: PeriodInput, $page: Int!, $size: Int!) {
          statusesPages(filter: { workCenterIds: $ids, period: $period }, page: $page, size: $size) {
            hasNext
            items { timeStart timeEnd kind statusRule { name } }
          }
        }`,
        { ids: [machine.workCenterId], period: toInput(span), page, size: PAGE_SIZE },
      )
      for (const { timeStart, timeEnd, kind, statusRule } of statusesPages.items) {
        found.set(timeStart, { start: timeStart, end: timeEnd ?? period.end, name: kind === 'NO_DATA' ? null : (statusRule?.name ?? kind) })
      }
      if (!statusesPages.hasNext) break
    }
  }
  return [...found.values()].sort((left, right) => left.start - right.start)
}

function* spans(period: Period): Generator<Period> {
  for (let start = period.start; start < period.end; start += SPAN_MS) yield { start, end: Math.min(start + SPAN_MS, period.end) }
}

function toInput(period: Period): { readonly start: string; readonly end: string } {
  return { start: new Date(period.start).toISOString(), end: new Date(period.end).toISOString() }
}
