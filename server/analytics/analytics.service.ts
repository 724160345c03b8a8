import type { Cell } from '#engine/analytics/cells.ts'
import { sumOfCells } from '#engine/analytics/cells.ts'
import type { Comparison } from '#engine/analytics/comparedDates.ts'
import { isOfLosses, isOfReasons, type Dimension, type Measure } from '#engine/analytics/dimensions.ts'
import { dateKey, lossCells } from '#engine/analytics/lossFact.ts'
import { pairCells, pairedDates, type PairedCell, type PairedDates } from '#engine/analytics/pairCells.ts'
import { recordCells, type RecordFact } from '#engine/analytics/recordCells.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { dateAt, daysBetween, movedDate, type DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { filterByReasons, type LossQuestion } from '#server/loss/lossFilter.service.ts'
import { settleLosses } from '#server/loss/lossList.store.ts'
import { listLossReasons } from '#server/loss/lossReason.store.ts'
import { loadRecordSums } from '#server/oee/recordSums.service.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { Refusal } from '#server/refusal.ts'
import { listMissingSums, loadLossFacts } from './lossFacts.service.ts'
import { keepLossSums } from './lossSums.store.ts'
import { listUnits, readOutput, readRecords } from './recordFacts.store.ts'

/** The most cells of an answer. */
export const MAX_CELLS = 5000
/** The most rows of a stretch that are read for them; without reasons a cell is one of them. */
const MAX_FACTS = 100_000
/** A leap year and a month. */
export const MAX_DAYS = 397
/** Without dates a question is of so many days, the last one yesterday. */
export const USUAL_DAYS = 7

/** What a person asks: a measure, by what it is divided, which losses or records, and what it is compared with. */
export type AnalyticsQuestion = {
  readonly measure: Measure
  readonly by: readonly Dimension[]
  /** Shift dates, the last one included; null = the last seven days that are over. */
  readonly dates: { readonly first: string | null; readonly last: string | null }
  readonly comparison: Comparison | null
  readonly filter: LossQuestion
  /** Of output; null = the one in which most is made. */
  readonly unit: string | null
  readonly now: number
}

/** The cells of an answer, and all of them together. */
export type AnalyticsAnswer = {
  readonly question: Pick<AnalyticsQuestion, 'by' | 'measure'>
  readonly paired: PairedDates
  /** Whether shifts of the dates are still to come or going on. */
  readonly isRunning: boolean
  /** Of output: those of the dates, and the one that the cells are in, which is never added to another. */
  readonly units: readonly string[]
  readonly unit: string | null
  readonly cells: readonly PairedCell[]
  readonly whole: PairedCell
}

/**
 * Returns the answer to the question. What sums it lacks are kept before, each kind in a transaction of its own, so that whoever changes a past loss does
 * not wait for the answer.
 */
export async function answerAnalytics(inTenant: InTenant, question: AnalyticsQuestion): Promise<AnalyticsAnswer> {
  if (isOfLosses(question.measure)) {
    const { zones, missing } = await inTenant((tenant) => missingSums(tenant, question))
    for (const { kind, sums } of missing) await inTenant((tenant) => keepLossSums(tenant, kind, sums, zones))
  }
  return inTenant((tenant) => analyse(tenant, question))
}

type InTenant = <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>

async function missingSums(tenant: Tenant, question: AnalyticsQuestion) {
  const { zones, paired } = await datesOf(tenant, question)
  const asked = { by: question.by, filter: await filterByReasons(tenant, question.filter), zones, now: question.now, most: MAX_FACTS }
  const own = await listMissingSums(tenant, asked, paired.dates)
  const before = paired.before === null ? [] : await listMissingSums(tenant, asked, paired.before)
  return { zones, missing: [...own, ...before] }
}

async function datesOf(tenant: Tenant, { filter, dates: asked, comparison, now }: AnalyticsQuestion) {
  const zones = await listPlantZones(tenant, null)
  const today = todayOf(zones, filter.workCenterIds, now)
  const paired = pairedDates(checkedDates(asked, today), comparison, today)
  return { zones, paired, isRunning: paired.dates.to > today }
}

/**
 * Returns a measure divided by the dimensions and compared with another period. Figures are made of sums that add up (docs/domain.md N-1); an answer of
 * more than 5,000 cells is refused, never cut.
 */
export async function analyse(tenant: Tenant, question: AnalyticsQuestion): Promise<AnalyticsAnswer> {
  const { zones, paired, isRunning } = await datesOf(tenant, question)
  const { dates } = paired
  const units = question.measure === 'OUTPUT' ? await listUnits(tenant, question.filter, dates) : []
  const unit = question.unit ?? units[0] ?? null
  const cellsOf = await readerOf(tenant, question, { zones, unit, dates })
  const now = await cellsOf(dates)
  if (now.length > MAX_CELLS) throw new Refusal({ code: 'TOO_MANY_RESULTS', field: 'by', params: { max: MAX_CELLS } })
  const over = paired.over === null ? [] : isRunning ? await cellsOf(paired.over) : now
  const before = paired.before === null ? [] : await cellsOf(paired.before)
  const cells = pairCells(question.by, paired, { now, over, before })
  const together = (of: readonly Cell[]) => (of.length === 0 ? null : sumOfCells(of))
  return {
    question,
    paired,
    isRunning,
    units,
    unit: question.measure === 'OUTPUT' ? unit : null,
    cells,
    whole: { cell: sumOfCells(now), compared: together(over), before: together(before) },
  }
}

/** Returns the dates with the day after their last; refuses an end before the beginning and more than 397 days. */
function checkedDates(asked: AnalyticsQuestion['dates'], today: string): DateRange {
  const last = asked.last ?? movedDate(today, -1)
  const from = asked.first ?? movedDate(last, 1 - USUAL_DAYS)
  const days = daysBetween(from, last) + 1
  if (days < 1) throw new Refusal({ code: 'INVALID_PERIOD', field: 'dateTo', params: { min: from } })
  if (days > MAX_DAYS) throw new Refusal({ code: 'INVALID_PERIOD', field: 'dateTo', params: { maxDays: MAX_DAYS } })
  return { from, to: movedDate(last, 1) }
}

/** Today where the day begins last, so that no date counts as over that goes on somewhere. */
function todayOf(zones: ReadonlyMap<WorkCenterId, string>, ids: readonly WorkCenterId[] | null, now: number): string {
  const own = new Set([...zones].filter(([id]) => ids === null || ids.includes(id)).map(([, zone]) => zone))
  return [...own].map((zone) => dateAt(zone, now)).toSorted()[0] ?? dateAt('UTC', now)
}

type ReadCells = (dates: DateRange) => Promise<readonly Cell[]>

async function readerOf(
  tenant: Tenant,
  question: AnalyticsQuestion,
  {
    zones,
    unit,
    dates: all,
  }: { readonly zones: ReadonlyMap<WorkCenterId, string>; readonly unit: string | null; readonly dates: DateRange },
): Promise<ReadCells> {
  if (isOfLosses(question.measure)) {
    // The dates that are compared are over before these.
    await settleLosses(tenant, { ...question.filter, periodTo: Date.parse(all.to) + DAY_MS })
    return lossReader(tenant, question, zones)
  }
  if (question.measure !== 'OUTPUT') return recordReader(tenant, question)
  return async (dates) => (unit === null ? [] : readOutput(tenant, question.by, question.filter, { dates, unit }))
}

async function lossReader(
  tenant: Tenant,
  { measure, by, filter, now }: AnalyticsQuestion,
  zones: ReadonlyMap<WorkCenterId, string>,
): Promise<ReadCells> {
  const reasons = await listLossReasons(tenant)
  const asked = { by, filter: await filterByReasons(tenant, filter), zones, now, most: isOfReasons(by) ? MAX_FACTS : MAX_CELLS }
  return async (dates) => lossCells(await loadLossFacts(tenant, asked, dates), { measure, by, reasons })
}

function recordReader(tenant: Tenant, { measure, by, filter }: AnalyticsQuestion): ReadCells {
  return async (dates) => {
    const isKept =
      filter.shiftCodes === null &&
      filter.weekdays === null &&
      by.every((dimension) => KEPT_DIMENSIONS.includes(dimension)) &&
      !(by.includes('WEEK') && by.includes('MONTH'))
    return recordCells(isKept ? await keptRecords(tenant, by, filter, dates) : await readRecords(tenant, by, filter, dates), measure)
  }
}

/** What the kept sums of weeks and months of each work center can be divided by. */
const KEPT_DIMENSIONS: readonly Dimension[] = ['GROUP', 'MONTH', 'WEEK', 'WORK_CENTER']

async function keptRecords(
  tenant: Tenant,
  by: readonly Dimension[],
  filter: LossQuestion,
  dates: DateRange,
): Promise<readonly RecordFact[]> {
  const grain = by.includes('WEEK') ? 'WEEK' : 'MONTH'
  const rows = await loadRecordSums(tenant, { dates, grain, workCenterIds: filter.workCenterIds })
  const found = await findWorkCenters(tenant, [...new Set(rows.map(({ workCenterId }) => workCenterId))])
  const workCenters = new Map(found.map((one) => [one.id, one]))
  return rows.flatMap((row) => {
    const workCenter = workCenters.get(row.workCenterId)
    if (workCenter === undefined) return []
    if (filter.workCenterGroupIds !== null && (workCenter.groupId === null || !filter.workCenterGroupIds.includes(workCenter.groupId)))
      return []
    const keys = by.map((dimension) => {
      if (dimension === 'WORK_CENTER') return String(row.workCenterId)
      return dimension === 'GROUP' ? String(workCenter.groupId ?? '') : dateKey(grain, row.date)
    })
    return [{ keys, sums: row.sums, switches: workCenter }]
  })
}
