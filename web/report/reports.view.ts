import type { AbilitySubject } from '#engine/access/abilities.ts'
import { mayReadReport } from '#engine/report/mayReadReport.ts'
import { REPORT_TYPES } from '#engine/report/reportKind.ts'
import type { ReportFormat, ReportType } from '#engine/report/reportKind.ts'
import { formatsOf } from '#engine/report/subscription.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { dayAt, startOfDay } from '#web/parts/period/zoneDay.ts'

/** Views of analytics are looked at on their page, and sent by themselves. */
export type PrintedType = Exclude<ReportType, 'VIEW'>

/** What is chosen for a report; dates as `2026-05-04`, both included; no work centers = all. */
export type ReportChoice = {
  readonly type: PrintedType
  readonly format: ReportFormat
  readonly language: string
  readonly workCenterIds: readonly number[]
  readonly from: string
  readonly to: string
}

/** Returns the reports that the viewer may ask for. */
export function offeredTypes(readable: ReadonlySet<AbilitySubject>): readonly PrintedType[] {
  return REPORT_TYPES.filter((type) => type !== 'VIEW').filter((type) => mayReadReport({ readable }, type) === null)
}

/** Returns the choice with the change, its format one that its report has. */
export function changedChoice(choice: ReportChoice, change: Partial<ReportChoice>): ReportChoice {
  const next = { ...choice, ...change }
  return formatsOf(next.type).includes(next.format) ? next : { ...next, format: 'PDF' }
}

/** Returns the seven days before today in the zone. */
export function lastWeek(timeZone: string, now: number): Pick<ReportChoice, 'from' | 'to'> {
  const today = dayAt(timeZone, now)
  return { from: dateOf(today - 7), to: dateOf(today - 1) }
}

/** Returns the instants of the dates in the zone, the end not included; null where a date is missing or they are the wrong way round. */
export function askedPeriod(
  { from, to }: Pick<ReportChoice, 'from' | 'to'>,
  timeZone: string,
): { readonly start: string; readonly end: string } | null {
  if (from === '' || to === '' || from > to) return null
  const at = (day: number) => new Date(startOfDay(timeZone, day)).toISOString()
  return { start: at(Date.parse(from) / DAY_MS), end: at(Date.parse(to) / DAY_MS + 1) }
}

/** Returns the dates of a report in words of its reader. */
export function datesText(
  { dateFrom, dateTo }: { readonly dateFrom: string; readonly dateTo: string },
  day: (at: number) => string,
): string {
  return dateFrom === dateTo ? day(Date.parse(dateFrom)) : `${day(Date.parse(dateFrom))} – ${day(Date.parse(dateTo))}`
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
