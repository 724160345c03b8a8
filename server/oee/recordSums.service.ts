import { dayBefore, periodOf, periodsBetween, type DateRange, type PeriodType, type ShiftScope } from '#engine/time/statPeriod.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { findKeptSums, keepSums, listLargeCompanies, readKeptSums, sumRecords } from './recordSums.store.ts'
import type { SumsRow } from './recordSums.store.ts'

/** Fewer work centers are summed at once from their records. */
const KEEP_FROM_WORK_CENTERS = 10
const KEEP_EVERY_MS = 3_600_000

/** Which records: those of the dates, a row a work center and period; a year comes in its months. */
export type RecordsQuestion = {
  readonly dates: DateRange
  readonly grain: PeriodType
  readonly workCenterIds: readonly WorkCenterId[] | null
  /** Only shifts of these, which no sums are kept of; null or left out = all. */
  readonly shiftIds?: readonly number[] | null
}

/** The same for a period that may cut its first and last date. */
export type ScopedQuestion = Omit<RecordsQuestion, 'dates'> & { readonly shifts: ShiftScope }

/** Returns the sums of the shift records that the scope takes: whole dates like any dates, cut ones from their records. */
export async function loadScopedSums(tenant: Tenant, { shifts, ...question }: ScopedQuestion): Promise<readonly SumsRow[]> {
  const { startsFrom, startsBefore } = shifts
  const first = periodOf('DAY', shifts.from)
  const last = { from: dayBefore(shifts.to), to: shifts.to }
  const whole = { from: startsFrom === null ? shifts.from : first.to, to: startsBefore === null ? shifts.to : last.from }
  const { workCenterIds, shiftIds = null } = question
  const grain = question.grain === 'YEAR' ? 'MONTH' : question.grain
  const cutRows = async (dates: DateRange): Promise<readonly SumsRow[]> => {
    const own = await sumRecords(tenant, { ...dates, startsFrom, startsBefore, grain, workCenterIds, shiftIds })
    return own.map((row) => datedFrom(row, dates.from))
  }
  // Ascending: a cut first date, the whole dates, a cut last date.
  const parts = [
    startsFrom === null ? [] : await cutRows(first),
    whole.from < whole.to ? await loadRecordSums(tenant, { ...question, dates: whole }) : [],
    startsBefore === null || (startsFrom !== null && last.from === first.from) ? [] : await cutRows(last),
  ]
  return parts.flat()
}

/**
 * Returns the sums of the shift records of the dates. Finished weeks and months are summed once for the whole company and stored; edges of months
 * use weeks, edges of weeks use records. All give the same result.
 */
export async function loadRecordSums(tenant: Tenant, question: RecordsQuestion): Promise<readonly SumsRow[]> {
  const { dates, grain, workCenterIds, shiftIds = null } = question
  if (grain === 'DAY' || grain === 'SHIFT') return sumRecords(tenant, { ...dates, grain, workCenterIds, shiftIds })
  if (shiftIds !== null) {
    const own = await sumRecords(tenant, { ...dates, grain: grain === 'WEEK' ? 'WEEK' : 'MONTH', workCenterIds, shiftIds })
    return own.map((row) => datedFrom(row, dates.from))
  }
  const kept = grain === 'WEEK' ? 'WEEK' : 'MONTH'
  const isMany = workCenterIds === null || workCenterIds.length >= KEEP_FROM_WORK_CENTERS
  const keptDates = await keptPeriods(tenant, kept, dates, isMany)
  const parts: (readonly SumsRow[])[] = []
  for (const { isKept, ...stretch } of stretchesOf(periodsBetween(kept, dates), keptDates, isMany && kept === 'MONTH')) {
    if (isKept) parts.push(await readKeptSums(tenant, { ...stretch, grain: kept, workCenterIds }))
    else if (kept === 'MONTH' && isMany) parts.push(await loadRecordSums(tenant, { dates: stretch, grain: 'WEEK', workCenterIds }))
    else parts.push((await sumRecords(tenant, { ...stretch, grain: kept, workCenterIds })).map((row) => datedFrom(row, stretch.from)))
  }
  return parts.flat()
}

/**
 * Has the sums of weeks and months that are over kept before anybody asks: every hour, by one process. Late data forgets those that it changes, so they are
 * kept again here, and a reader seldom has to.
 */
export function keepSumsRegularly(
  jobs: Pick<Jobs, 'every'>,
  database: Pick<Database, 'inSystem' | 'inTenant'>,
  now: () => number = Date.now,
): void {
  jobs.every('KEPT_SUMS', { next: (at) => at + KEEP_EVERY_MS, isAtStart: true }, async ({ signal }) => {
    for (const companyId of await database.inSystem((tx) => listLargeCompanies(tx, KEEP_FROM_WORK_CENTERS))) {
      if (signal.aborted) return
      await database.inTenant(companyId, (tenant) => keepRecentSums(tenant, now()))
    }
  })
}

/** Keeps the sums that are missing of the weeks and months of the last year and of this one. */
export async function keepRecentSums(tenant: Tenant, now: number): Promise<void> {
  const year = new Date(now).getUTCFullYear()
  const dates = { from: `${year - 1}-01-01`, to: `${year + 1}-01-01` }
  for (const grain of ['WEEK', 'MONTH'] as const) await keptPeriods(tenant, grain, dates, true)
}

/** A week or month that is cut by the dates begins with them. */
function datedFrom(row: SumsRow, from: string): SumsRow {
  return row.date < from ? { ...row, date: from } : row
}

/** The periods inside the dates with stored sums. Missing ones are stored first when many work centers are asked for, by whoever may write. */
async function keptPeriods(tenant: Tenant, grain: 'MONTH' | 'WEEK', dates: DateRange, isMany: boolean): Promise<ReadonlySet<string>> {
  const { closedBefore, firstDates } = await findKeptSums(tenant, grain, dates)
  const whole = periodsBetween(grain, dates).filter(({ from, to }) => {
    const period = periodOf(grain, from)
    return period.from === from && period.to === to && to <= closedBefore
  })
  const kept = new Set(whole.map(({ from }) => from).filter((from) => firstDates.includes(from)))
  const missing = whole.map(({ from }) => from).filter((from) => !kept.has(from))
  if (!isMany || missing.length === 0 || tenant.isSnapshot === true || !(await keepSums(tenant, grain, missing))) return kept
  return new Set([...kept, ...missing])
}

/** Neighbours from the same source are read together; unstored periods stay apart where smaller periods replace them. */
function stretchesOf(
  periods: readonly DateRange[],
  keptDates: ReadonlySet<string>,
  isSplit: boolean,
): (DateRange & { readonly isKept: boolean })[] {
  const stretches: (DateRange & { readonly isKept: boolean })[] = []
  for (const period of periods) {
    const isKept = keptDates.has(period.from)
    const last = stretches.at(-1)
    if (last?.isKept === isKept && (isKept || !isSplit)) stretches[stretches.length - 1] = { from: last.from, to: period.to, isKept }
    else stretches.push({ ...period, isKept })
  }
  return stretches
}
