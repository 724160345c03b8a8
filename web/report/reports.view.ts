import type { AbilitySubject } from '#engine/access/abilities.ts'
import { mayReadReport } from '#engine/report/mayReadReport.ts'
import { REPORT_TYPES } from '#engine/report/reportKind.ts'
import type { Periodicity, ReportFormat, ReportType } from '#engine/report/reportKind.ts'
import { formatsOf } from '#engine/report/subscription.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { movedDate, periodOf } from '#engine/time/statPeriod.ts'
import { startOfDay } from '#web/parts/period/zoneDay.ts'
import type { ReportSearch } from './reportSearch.ts'

/** Views of analytics are looked at on their page, and sent by themselves. */
export type PrintedType = Exclude<ReportType, 'VIEW'>

/** What is chosen for a report; dates as `2026-05-04`, both included; work centers null = all. */
export type ReportChoice = {
  readonly type: PrintedType
  readonly format: ReportFormat
  readonly language: string
  readonly workCenterIds: readonly number[] | null
  readonly from: string
  readonly to: string
}

/** Returns the reports that the viewer may ask for. */
export function offeredTypes(readable: ReadonlySet<AbilitySubject>): readonly PrintedType[] {
  return REPORT_TYPES.filter((type) => type !== 'VIEW').filter((type) => mayReadReport({ readable }, type) === null)
}

/** Returns the first and the last date of a new report; those of `last7` and `last30` end yesterday, and a week or month is whole. */
export function reportDates(
  { range, from, to }: Pick<ReportSearch, 'from' | 'range' | 'to'>,
  today: string,
): { readonly from: string; readonly to: string } {
  const whole = (type: 'MONTH' | 'WEEK', date: string) => {
    const period = periodOf(type, date)
    return { from: period.from, to: movedDate(period.to, -1) }
  }
  switch (range) {
    case 'last7':
      return { from: movedDate(today, -7), to: movedDate(today, -1) }
    case 'yesterday':
      return { from: movedDate(today, -1), to: movedDate(today, -1) }
    case 'thisWeek':
      return whole('WEEK', today)
    case 'lastWeek':
      return whole('WEEK', movedDate(today, -7))
    case 'thisMonth':
      return whole('MONTH', today)
    case 'lastMonth':
      return whole('MONTH', movedDate(periodOf('MONTH', today).from, -1))
    case 'last30':
      return { from: movedDate(today, -30), to: movedDate(today, -1) }
    case 'dates':
      return { from, to }
  }
}

type Place = { readonly id: number; readonly groupId?: number | null | undefined; readonly timeZone: string }
type Places = {
  /** Those that the viewer may see. */
  readonly places: readonly Place[]
  /** Those of before: in no list, but a group tells what they did, too. */
  readonly archived: readonly Place[]
  /** Whether the viewer sees those alone that are assigned to them. */
  readonly isAssigned: boolean
}

/** Returns the ids of the work centers that are chosen, also those of groups, with those that were archived since, null = all; who sees one alone chooses it (domain.md R-15). */
export function chosenPlaces(
  { wc, wcGroup }: Pick<ReportSearch, 'wc' | 'wcGroup'>,
  { places, archived, isAssigned }: Places,
): readonly number[] | null {
  const isAll = wc.length === 0 && wcGroup.length === 0
  if (isAll && !(isAssigned && places.length === 1)) return null
  return [...places, ...(wc.length === 0 && wcGroup.length > 0 ? archived : [])]
    .filter(({ id, groupId }) => (wc.length === 0 || wc.includes(id)) && (wcGroup.length === 0 || wcGroup.includes(groupId ?? 0)))
    .map(({ id }) => id)
}

/** Returns by whose clock the dates of the report are: by that of the plant where it is of one work center, as the server has it; of energy, by the company's. */
export function zoneOfReport(
  { search, places, archived, isAssigned }: Places & { readonly search: Pick<ReportSearch, 'type' | 'wc' | 'wcGroup'> },
  companyZone: string,
): string {
  const [only, ...others] = chosenPlaces(search, { places, archived, isAssigned }) ?? []
  if (search.type === 'ENERGY' || only === undefined || others.length > 0) return companyZone
  return [...places, ...archived].find(({ id }) => id === only)?.timeZone ?? companyZone
}

/** Returns what a report is chosen by the URL state: of another type, the format that it has. */
export function choiceOf(
  search: ReportSearch,
  {
    types,
    places,
    archived,
    isAssigned,
    language,
    today,
  }: Places & {
    readonly types: readonly PrintedType[]
    readonly language: string
    readonly today: string
  },
): ReportChoice {
  const type = types.find((one) => one === search.type) ?? types[0] ?? 'SHIFT'
  return {
    type,
    format: formatsOf(type).includes(search.format) ? search.format : 'PDF',
    language: search.lang === '' ? language : search.lang,
    workCenterIds: chosenPlaces(search, { places, archived, isAssigned }),
    ...reportDates(search, today),
  }
}

/** Returns what choosing days changes of the URL state: with dates of one's own, one begins with those that are shown. */
export function ranged(range: ReportSearch['range'], { from, to }: Pick<ReportChoice, 'from' | 'to'>): Partial<ReportSearch> {
  return range === 'dates' ? { range, from, to } : { range }
}

const RHYTHMS = {
  last7: 'WEEKLY',
  yesterday: 'DAILY',
  thisWeek: 'WEEKLY',
  lastWeek: 'WEEKLY',
  thisMonth: 'MONTHLY',
  lastMonth: 'MONTHLY',
  last30: 'MONTHLY',
  dates: 'DAILY',
} as const satisfies Readonly<Record<ReportSearch['range'], Periodicity>>

/** Returns what an automatic report begins with that is like the chosen one; null where it is of several work centers, which no group or company is, and of none. */
export function regularOf(search: ReportSearch, { type, format, workCenterIds }: Pick<ReportChoice, 'format' | 'type' | 'workCenterIds'>) {
  const [place, ...places] = search.wc
  const [group, ...groups] = search.wcGroup
  if (places.length > 0 || groups.length > 0 || workCenterIds?.length === 0) return null
  return {
    type,
    format,
    language: search.lang,
    periodicity: RHYTHMS[search.range],
    workCenterId: place === undefined ? '' : `${place}`,
    groupId: group === undefined || place !== undefined ? '' : `${group}`,
  }
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
