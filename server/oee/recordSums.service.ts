import { periodOf, periodsBetween, type DateRange, type PeriodType } from '#engine/oee/statPeriod.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { findKeptSums, keepSums, readKeptSums, sumRecords } from './recordSums.store.ts'
import type { SumsRow } from './recordSums.store.ts'

/** Fewer work centers are summed at once from their records. */
const KEEP_FROM_WORK_CENTERS = 10

/** Which records: those of the dates, a row a work center and period; a year comes in its months. */
export type RecordsQuestion = {
  readonly dates: DateRange
  readonly grain: PeriodType
  readonly workCenterIds: readonly WorkCenterId[] | null
}

/**
 * Returns what the shift records of the dates add up to. Weeks and months that are over are summed once, for the whole company, and read from there on;
 * what is left at the edges is summed from the records. Both give the same.
 */
export async function loadRecordSums(tenant: Tenant, { dates, grain, workCenterIds }: RecordsQuestion): Promise<readonly SumsRow[]> {
  if (grain === 'DAY' || grain === 'SHIFT') return sumRecords(tenant, { ...dates, grain, workCenterIds })
  const kept = grain === 'WEEK' ? 'WEEK' : 'MONTH'
  const isMany = workCenterIds === null || workCenterIds.length >= KEEP_FROM_WORK_CENTERS
  const keptDates = await keptPeriods(tenant, kept, dates, isMany)
  const stretches = stretchesOf(periodsBetween(kept, dates), keptDates)
  const parts: (readonly SumsRow[])[] = []
  for (const { isKept, ...stretch } of stretches) {
    const question = { ...stretch, grain: kept, workCenterIds } as const
    parts.push(await (isKept ? readKeptSums(tenant, question) : sumRecords(tenant, question)))
  }
  return parts.flat()
}

/** The periods that lie wholly in the dates and whose sums are kept, having kept those that were missing when many work centers are asked for. */
async function keptPeriods(tenant: Tenant, grain: 'MONTH' | 'WEEK', dates: DateRange, isMany: boolean): Promise<ReadonlySet<string>> {
  const { closedBefore, firstDates } = await findKeptSums(tenant, grain, dates)
  const whole = periodsBetween(grain, dates).filter(({ from, to }) => {
    const period = periodOf(grain, from)
    return period.from === from && period.to === to && to <= closedBefore
  })
  const kept = new Set(whole.map(({ from }) => from).filter((from) => firstDates.includes(from)))
  const missing = whole.map(({ from }) => from).filter((from) => !kept.has(from))
  if (!isMany || missing.length === 0 || !(await keepSums(tenant, grain, missing))) return kept
  return new Set([...kept, ...missing])
}

/** Neighbours that are read from the same place are read together. */
function stretchesOf(periods: readonly DateRange[], keptDates: ReadonlySet<string>): (DateRange & { readonly isKept: boolean })[] {
  const stretches: (DateRange & { readonly isKept: boolean })[] = []
  for (const period of periods) {
    const isKept = keptDates.has(period.from)
    const last = stretches.at(-1)
    if (last?.isKept === isKept) stretches[stretches.length - 1] = { from: last.from, to: period.to, isKept }
    else stretches.push({ ...period, isKept })
  }
  return stretches
}
