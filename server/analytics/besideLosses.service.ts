import { addCells } from '#engine/analytics/cells.ts'
import { dimensionsOfShifts, isOfLosses, isPartOfPeriod } from '#engine/analytics/dimensions.ts'
import type { PlannedSeconds } from '#engine/analytics/lossRate.ts'
import { pairCells } from '#engine/analytics/pairCells.ts'
import { runTimesOf } from '#engine/oee/kpis.ts'
import { LOST_KINDS, worthOfMinute, type LostKind } from '#engine/oee/worthOfMinute.ts'
import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import type { AnalyticsAnswer } from './analytics.service.ts'
import { readRecordFacts } from './cellReaders.service.ts'
import { listUnits } from './recordFacts.store.ts'

/**
 * Returns the planned production time that losses are divided by, so that a week with one more shift reads no worse: of the shifts under the same day, week,
 * month, weekday, shift, work center and group, as far as a cell of the answer stands there, of dates alone also where nothing was lost, and first of all of them; none of what is no loss, and of hours,
 * which belong to no shift (domain.md N-20).
 */
export async function plannedTimesOf(
  tenant: Tenant,
  { question, paired, cells: asked }: AnalyticsAnswer,
): Promise<readonly PlannedSeconds[]> {
  const { measure, by, filter } = question
  const own = isOfLosses(measure) && filter.hoursOfDay === null ? dimensionsOfShifts(by) : null
  if (own === null) return []
  const read = async (dates: DateRange | null) => {
    const facts = dates === null ? [] : await readRecordFacts(tenant, { measure: 'OEE', by: own, filter }, dates)
    return addCells(facts.map(({ keys, sums }) => ({ keys, part: runTimesOf(sums).plannedMs / SECOND_MS, base: null })))
  }
  const cells = { now: await read(paired.dates), over: await read(paired.over), before: await read(paired.before) }
  const times = pairCells(own, paired, cells).map(({ cell, compared, before }) => ({
    keys: by.map((dimension) => (own.includes(dimension) ? (cell.keys[own.indexOf(dimension)] ?? '') : null)),
    planned: cell.part,
    compared: compared?.part ?? 0,
    before: before?.part ?? 0,
  }))
  if (own.length === 0) return times
  const projected = (keys: readonly string[]) =>
    JSON.stringify(by.map((dimension, at) => (own.includes(dimension) ? (keys[at] ?? '') : null)))
  const [only] = own.length === 1 ? own : []
  const isOfDates = only !== undefined && isPartOfPeriod(only)
  const wanted = new Set(asked.map(({ cell }) => projected(cell.keys)))
  const found = times.filter(({ keys }) => isOfDates || wanted.has(JSON.stringify(keys)))
  return found.length === 0 ? [] : [plannedOfAll(by.length, times), ...found]
}

function plannedOfAll(depth: number, times: readonly PlannedSeconds[]): PlannedSeconds {
  const sumOf = (pick: (time: PlannedSeconds) => number) => times.reduce((sum, time) => sum + pick(time), 0)
  return {
    keys: Array.from({ length: depth }, () => null),
    planned: sumOf(({ planned }) => planned),
    compared: sumOf(({ compared }) => compared),
    before: sumOf(({ before }) => before),
  }
}

/** What one minute less of a kind of loss in each shift is worth: points of OEE, and good units, null where several units are made or the speed decides. */
export type MinuteWorth = { readonly kind: LostKind; readonly points: number; readonly units: number | null; readonly unit: string | null }

/**
 * Returns what a minute of each kind of loss is worth at the one work center that the answer is about; none of several, which are no line, and where nothing
 * ran (domain.md S-90).
 */
export async function minuteWorthsOf(
  tenant: Tenant,
  { question: { measure, filter }, paired }: AnalyticsAnswer,
): Promise<readonly MinuteWorth[]> {
  if (!isOfLosses(measure) || filter.workCenterIds?.length !== 1) return []
  const [record, ...others] = await readRecordFacts(tenant, { measure: 'OEE', by: [], filter }, paired.dates)
  if (record === undefined || others.length > 0) return []
  const units = await listUnits(tenant, filter, paired.dates)
  const unit = units.length === 1 ? (units[0] ?? null) : null
  // Of a stop the units follow from what the run time made, whatever the speed; of lost speed and rejects only points can be told of a period.
  const worths = worthOfMinute(record, unit === null ? null : MINUTE_MS)
  return LOST_KINDS.flatMap((kind) => {
    const { points, units: made } = worths[kind]
    if (points === null) return []
    return [{ kind, points: points * record.sums.records, units: kind === 'SPEED' || kind === 'QUALITY' ? null : made, unit }]
  })
}
