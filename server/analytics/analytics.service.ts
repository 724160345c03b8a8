import { addCells, keyOfCell, sumOfCells, valueOfCell, type Cell } from '#engine/analytics/cells.ts'
import type { Comparison, NamedDates } from '#engine/analytics/comparedDates.ts'
import {
  dimensionsOfShifts,
  isFactor,
  isOfEnergy,
  isOfLosses,
  isOfMadeUnits,
  isOfOrders,
  isOfUnits,
  type Dimension,
  type Measure,
} from '#engine/analytics/dimensions.ts'
import { NOBODY } from '#engine/analytics/lossFact.ts'
import type { PlannedSeconds } from '#engine/analytics/lossRate.ts'
import { pairCells, pairedDates, type PairedCell, type PairedDates } from '#engine/analytics/pairCells.ts'
import { recordCells } from '#engine/analytics/recordCells.ts'
import { isLowCoverage, LOW_COVERAGE } from '#engine/energy/averagePower.ts'
import { asId } from '#engine/ids.ts'
import type { StatusRuleId, UserId, WorkCenterId } from '#engine/ids.ts'
import { runTimesOf } from '#engine/oee/kpis.ts'
import { explainMix, type OeeMix } from '#engine/oee/explainMix.ts'
import { addSums, NO_SUMS } from '#engine/oee/recordSums.ts'
import { untrackedStopMs } from '#engine/oee/untrackedStops.ts'
import { LOST_KINDS, worthOfMinute, type LostKind } from '#engine/oee/worthOfMinute.ts'
import { HOUR_MS, MAX_PERIOD_DAYS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { dateAt, daysBetween, movedDate, type DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { isTooLarge, QUESTION_LIMIT_MS, withinLimit } from '#server/db/limitedWork.ts'
import { filterByReasons, type LossQuestion } from '#server/loss/lossFilter.service.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import { findStatusRules } from '#server/status/statusRule.store.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { Refusal } from '#server/refusal.ts'
import { countAttained } from './attainment.service.ts'
import { listSigns, type CellSign } from './cellSigns.store.ts'
import {
  isOfHours,
  MAX_CELLS,
  MAX_FACTS,
  placesOfUnit,
  readerOf,
  readRecordFacts,
  recordFacts,
  type ReadCells,
} from './cellReaders.service.ts'
import { countMeasured } from './energyFacts.store.ts'
import { listMissingSums } from './lossFacts.service.ts'
import { keepLossSums } from './lossSums.store.ts'
import { listNamesOfMade, type NamedKey } from './orderOutput.store.ts'
import { countTargets, firstOpenDate, isOfMade, listUnits, type PieceFilter } from './recordFacts.store.ts'

/** Factors of OEE by hours of the clock. */
const MAX_HOUR_DAYS = 92
/** A night shift may be named for the day on which it begins. */
const MOST_OPEN_DAYS = 3
/** Without dates a question is of so many days, the last one yesterday. */
export const USUAL_DAYS = 7

/** What a person asks: a measure, by what it is divided, which losses or records, and what it is compared with. */
export type AnalyticsQuestion = {
  readonly measure: Measure
  readonly by: readonly Dimension[]
  /** Shift dates, the last one included; null = the last seven days that are over. */
  readonly dates: { readonly first: string | null; readonly last: string | null }
  readonly comparison: Comparison | NamedDates | null
  /** Filters of orders and products are keys of cells; hours are those of losses, or of the pieces of shifts. */
  readonly filter: LossQuestion & Pick<PieceFilter, 'orders' | 'products'>
  /** Of output, and the currency of cost; null = the one in which most is made, and the latest currency. */
  readonly unit: string | null
  readonly now: number
}

/** The cells of an answer, and all of them together. */
export type AnalyticsAnswer = {
  readonly question: Pick<AnalyticsQuestion, 'by' | 'filter' | 'measure' | 'now'>
  readonly paired: PairedDates
  /** Whether shifts of the dates are still to come or going on. */
  readonly isRunning: boolean
  /** Of output and energy a unit those of the dates, of cost currencies, and the one that the cells are in, which is never added to another. */
  readonly units: readonly string[]
  readonly unit: string | null
  /** Of cost: kWh without a price in the currency, which are in no cell. */
  readonly unpricedKwh: number | null
  readonly cells: readonly TargetedCell[]
  readonly whole: TargetedCell
}

/** A cell with what it should be, of the records that have a target (domain.md N-5). */
export type TargetedCell = PairedCell & {
  readonly target: Cell | null
  /** Most of the time of its shifts before is unknown, so that there is nothing to compare with. */
  readonly isBeforeUnknown: boolean
  /** Of energy: the ms of which it is known, over those of the shifts of work centers that have any; null of all else. */
  readonly known: Cell | null
}

/**
 * Returns the answer to the question. What sums it lacks are kept before, each kind in a transaction of its own, so that whoever changes a past loss does
 * not wait for the answer. A question that the database cannot answer in time is refused.
 */
export async function answerAnalytics(
  inTenant: InTenant,
  question: AnalyticsQuestion,
  limitMs: number = QUESTION_LIMIT_MS,
): Promise<AnalyticsAnswer> {
  const limited: InTenant = (work) => inTenant((tenant) => withinLimit(tenant, limitMs, work))
  if (isOfLosses(question.measure)) {
    const { companyId, zones, missing } = await limited((tenant) => missingSums(tenant, question))
    for (const { kind, sums } of missing) {
      const waits = `${companyId} ${kind.cut}`
      if ((tooLongUntil.get(waits) ?? 0) > question.now) continue
      try {
        await limited((tenant) => keepLossSums(tenant, kind, sums, zones))
      } catch (error) {
        if (!isTooLarge(error)) throw error
        // What could not be summed in time is read from the losses, and nobody waits for it again soon.
        tooLongUntil.set(waits, question.now + HOUR_MS)
        break
      }
    }
  }
  return limited((tenant) => analyse(tenant, question))
}

/**
 * Backoff per company and cut after keeping sums ran out of time: until then questions read the losses. The background job keeps the sums, except days by
 * work center, person and status.
 */
const tooLongUntil = new Map<string, number>()

/** Returns what else an answer tells, with the same limit. */
export function besideAnswer<T>(inTenant: InTenant, work: (tenant: Tenant) => Promise<T>): Promise<T> {
  return inTenant((tenant) => withinLimit(tenant, QUESTION_LIMIT_MS, work))
}

type InTenant = <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>

async function missingSums(tenant: Tenant, question: AnalyticsQuestion) {
  const { zones, paired } = await datesOf(tenant, question)
  const asked = { by: question.by, filter: await filterByReasons(tenant, question.filter), zones, now: question.now, most: MAX_FACTS }
  const own = await listMissingSums(tenant, asked, paired.dates)
  const before = paired.before === null ? [] : await listMissingSums(tenant, asked, paired.before)
  return { companyId: tenant.companyId, zones, missing: [...own, ...before] }
}

async function datesOf(tenant: Tenant, { filter, dates: asked, comparison, now }: AnalyticsQuestion) {
  const zones = await listPlantZones(tenant, null)
  const today = todayOf(zones, filter.workCenterIds, now)
  const openFrom = (await firstOpenDate(tenant, filter, { dates: { from: movedDate(today, -MOST_OPEN_DAYS), to: today }, now })) ?? today
  const paired = pairedDates(checkedDates(asked, today), comparison, openFrom)
  return { zones, paired, isRunning: paired.dates.to > openFrom }
}

/**
 * Returns a measure divided by the dimensions and compared with another period. Figures are made of sums that add up (domain.md N-1); an answer of
 * more than 5,000 cells is refused, never cut.
 */
export async function analyse(tenant: Tenant, question: AnalyticsQuestion): Promise<AnalyticsAnswer> {
  const { zones, paired, isRunning } = await datesOf(tenant, question)
  requireHourDays(question, paired.dates)
  const { units, unit, read } = await readerOf(tenant, question, { zones, dates: paired.dates, before: paired.before })
  const own = await read(paired.dates)
  const { cells: now, targets, unpricedKwh } = own
  if (now.length > MAX_CELLS) throw new Refusal({ code: 'TOO_MANY_RESULTS', field: 'by', params: { max: MAX_CELLS } })
  const compared = paired.over === null ? NOTHING_READ : paired.over.to === paired.dates.to ? own : await read(paired.over)
  const base = paired.before === null ? NOTHING_READ : await read(paired.before)
  const known = paired.before === null || base.cells.length === 0 ? null : await littleKnown(tenant, question, paired.before)
  const targetOf = new Map(targets.map((cell) => [keyOfCell(cell), cell]))
  const together = (of: readonly Cell[]) => (of.length === 0 ? null : sumOfCells(of))
  const pairsOf = (pick: (of: ReadCells) => readonly Cell[]) =>
    pairCells(question.by, paired, { now: pick(own), over: pick(compared), before: pick(base) })
  const knownOf = new Map(pairsOf((of) => of.known).map((one) => [keyOfCell(one.cell), one]))
  // Energy of less than half of the time, on either side, is no figure to compare (domain.md S-13, N-9).
  const judged = (one: PairedCell, isUnknown: boolean, measured: Omit<PairedCell, 'isComparable'> | undefined, target: Cell | null) => {
    const isBeforeUnknown = isUnknown || isLowCoverage(measured?.before)
    return {
      ...one,
      ...(isBeforeUnknown && { before: null }),
      isBeforeUnknown,
      isComparable: one.isComparable && !isLowCoverage(measured?.compared),
      known: measured?.cell ?? null,
      target,
    }
  }
  const whole = { cell: sumOfCells(now), compared: together(compared.cells), before: together(base.cells), isComparable: true }
  const wholeKnown = {
    cell: sumOfCells(own.known),
    compared: together(compared.known),
    before: together(base.known),
  }
  return {
    question,
    paired,
    isRunning,
    units,
    unit,
    unpricedKwh,
    cells: pairsOf((of) => of.cells).map((one) => {
      const key = keyOfCell(one.cell)
      return judged(one, known?.isUnknown(one.cell.keys) === true, knownOf.get(key), targetOf.get(key) ?? null)
    }),
    whole: judged(whole, known?.whole === true, own.known.length === 0 ? undefined : wholeKnown, together(targets)),
  }
}

const NOTHING_READ: ReadCells = { cells: [], targets: [], unpricedKwh: null, known: [] }

/** Returns under which keys the time of the shifts is known for less than half, so that nothing is compared with it (domain.md N-9); `whole` = of all of it. */
async function littleKnown(
  tenant: Tenant,
  { by, filter }: AnalyticsQuestion,
  dates: DateRange,
): Promise<{ readonly whole: boolean; readonly isUnknown: (keys: readonly string[]) => boolean }> {
  const own = by.filter((dimension) => dimension === 'WORK_CENTER' || dimension === 'GROUP')
  const facts = await readRecordFacts(tenant, { measure: 'OEE', by: own, filter }, dates)
  const low = new Set([...Map.groupBy(facts, keyOfCell)].flatMap(([key, same]) => (isLittleKnown(same) ? [key] : [])))
  return {
    whole: isLittleKnown(facts),
    isUnknown: (keys) => low.has(keyOfCell({ keys: own.map((dimension) => keys[by.indexOf(dimension)] ?? '') })),
  }
}

/** Returns whether the time of the shifts is known for less than half, so that nothing is compared with it (domain.md N-9); without shifts nothing could be unknown. */
export function isLittleKnown(facts: readonly { readonly sums: { readonly elapsedMs: number; readonly noDataMs: number } }[]): boolean {
  const elapsedMs = facts.reduce((sum, { sums }) => sum + sums.elapsedMs, 0)
  const noDataMs = facts.reduce((sum, { sums }) => sum + sums.noDataMs, 0)
  return elapsedMs > 0 && noDataMs / elapsedMs > 1 - LOW_COVERAGE
}

/** Returns the seconds of stops in the records of the dates that no loss stands for, since their status makes none; null where nothing is left (domain.md N-4). */
export async function untrackedSeconds(tenant: Tenant, { question, paired, whole }: AnalyticsAnswer): Promise<number | null> {
  const { measure, filter } = question
  const isNarrowed = [
    filter.categories,
    filter.lossTypes,
    filter.activityTypes,
    filter.reasonIds,
    filter.groupIds,
    filter.hoursOfDay,
    filter.lowersOee,
  ].some((one) => one !== null)
  if (measure !== 'DURATION' || filter.source !== 'STATUS' || isNarrowed) return null
  const records = await readRecordFacts(tenant, { measure: 'OEE', by: [], filter }, paired.dates)
  const sums = records.reduce((sum, one) => addSums(sum, one.sums), NO_SUMS)
  const seconds = Math.floor(untrackedStopMs(sums, whole.cell.part * SECOND_MS) / SECOND_MS)
  return seconds > 0 ? seconds : null
}

/**
 * Returns the planned production time that losses are divided by, so that a week with one more shift reads no worse: of the shifts under the same day, week,
 * month, weekday, shift, work center and group, as far as a cell of the answer stands there, and first of all of them; none of what is no loss, and of hours,
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
  const wanted = new Set(asked.map(({ cell }) => projected(cell.keys)))
  const found = times.filter(({ keys }) => wanted.has(JSON.stringify(keys)))
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

/** Returns where figures of the answer are not final, or are others than were confirmed first (domain.md N-9). */
export async function signsOf(
  tenant: Tenant,
  { question: { by, filter }, paired }: AnalyticsAnswer,
  now: number,
): Promise<readonly CellSign[]> {
  return listSigns(tenant, by, filter, { dates: paired.dates, now })
}

/**
 * Returns why OEE of the answer differs from that of the period before, by work center, from the very cells that are compared: the parts add up to the
 * difference of the whole (domain.md S-95). Null of other figures, and where nothing is compared.
 */
export async function explainAnswer(tenant: Tenant, { question, paired, whole }: AnalyticsAnswer): Promise<OeeMix<WorkCenterId> | null> {
  const { over, before } = paired
  if (question.measure !== 'OEE' || over === null || before === null || whole.before === null) return null
  const zones = await listPlantZones(tenant, null)
  // Pieces of shifts are other rows than their records.
  const pieces = question.by.filter((dimension) => dimension === 'HOUR' || isOfOrders([dimension]))
  const asked = { measure: question.measure, by: ['WORK_CENTER' as const, ...pieces], filter: question.filter }
  const sideOf = async (dates: DateRange) => {
    const cells = recordCells(await recordFacts(tenant, asked, dates, zones), question.measure)
    const places = addCells(cells.map((cell) => ({ ...cell, keys: cell.keys.slice(0, 1) })))
    return places.flatMap((cell) => {
      const oee = valueOfCell(cell)
      return oee === null ? [] : [{ id: asId<WorkCenterId>(Number(cell.keys[0])), plannedMs: cell.base ?? 0, oee }]
    })
  }
  return explainMix(await sideOf(before), await sideOf(over))
}

/** Returns how many work centers of the answer have a target of its factor, or of their output in its unit. */
export async function targetsOf(tenant: Tenant, { question, paired, unit }: AnalyticsAnswer) {
  const { measure, filter, now } = question
  if (measure === 'ATTAINMENT') return unit === null ? null : countAttained(tenant, filter, { dates: paired.dates, unit, now })
  return isFactor(measure) ? countTargets(tenant, question, paired.dates) : null
}

/** Returns in how many work centers of the answer energy was measured; null of what is not made of energy. */
export async function measuredOf(tenant: Tenant, { question: { measure, filter }, paired, unit }: AnalyticsAnswer) {
  if (!isOfEnergy(measure)) return null
  if (!isOfUnits(measure)) return countMeasured(tenant, filter, paired.dates)
  const ids = unit === null ? [] : await placesOfUnit(tenant, filter, paired.dates, unit)
  return countMeasured(tenant, { ...filter, workCenterIds: ids }, paired.dates)
}

/** Returns the people of the answer. */
export function peopleOf({ question: { by }, cells }: AnalyticsAnswer): readonly UserId[] {
  const at = by.indexOf('PERSON')
  if (at < 0) return []
  return [...new Set(cells.map(({ cell }) => cell.keys[at] ?? NOBODY))].filter((id) => id !== NOBODY).map((id) => asId<UserId>(id))
}

/** Returns what the orders, products, statuses and deleted work centers of the answer and its filter are called: who asks knows the others. */
export async function namesOf(
  tenant: Tenant,
  { question: { by, filter }, cells }: Pick<AnalyticsAnswer, 'cells' | 'question'>,
): Promise<readonly NamedKey[]> {
  const keysOf = (dimension: Dimension) => [...new Set(cells.map(({ cell }) => cell.keys[by.indexOf(dimension)] ?? ''))]
  const made = {
    found: { ORDER: keysOf('ORDER'), PRODUCT: keysOf('PRODUCT') },
    asked: { ORDER: filter.orders ?? [], PRODUCT: filter.products ?? [] },
    workCenterIds: filter.workCenterIds,
  }
  const ids = by.includes('WORK_CENTER') ? keysOf('WORK_CENTER').map((key) => asId<WorkCenterId>(Number(key))) : []
  const rules = by.includes('STATUS')
    ? keysOf('STATUS')
        .filter((key) => /^\d+$/.test(key))
        .map((key) => asId<StatusRuleId>(Number(key)))
    : []
  const places = (await findWorkCenters(tenant, ids)).filter(({ deviceStatus }) => deviceStatus === 'ARCHIVE')
  return [
    ...(isOfOrders(by) || isOfMade(filter) ? await listNamesOfMade(tenant, made) : []),
    ...(await findStatusRules(tenant, rules)).map(({ id, name }): NamedKey => ({ dimension: 'STATUS', key: `${id}`, name })),
    ...places.map(({ id, name }): NamedKey => ({ dimension: 'WORK_CENTER', key: `${id}`, name })),
  ]
}

/** Returns the dates that are asked for, by default the last seven that are over, with the day after their last; refuses as a question does. */
export async function datesAsked(
  tenant: Tenant,
  ids: readonly WorkCenterId[] | null,
  asked: AnalyticsQuestion['dates'],
  now: number,
): Promise<DateRange> {
  return checkedDates(asked, todayOf(await listPlantZones(tenant, null), ids, now))
}

/** Hours are read one by one, unless they are of losses or of energy. */
function requireHourDays({ measure, by, filter }: AnalyticsQuestion, { from, to }: DateRange): void {
  if (!(isFactor(measure) || isOfMadeUnits(measure)) || !isOfHours(by, filter) || daysBetween(from, to) <= MAX_HOUR_DAYS) return
  throw new Refusal({ code: 'INVALID_PERIOD', field: 'dateTo', params: { maxDays: MAX_HOUR_DAYS } })
}

/** Returns the dates with the day after their last; refuses an end before the beginning and more than 397 days. */
function checkedDates(asked: AnalyticsQuestion['dates'], today: string): DateRange {
  const last = asked.last ?? movedDate(today, -1)
  const from = asked.first ?? movedDate(last, 1 - USUAL_DAYS)
  const dates = { from, to: movedDate(last, 1) }
  requirePeriod(dates, 'dateTo')
  return dates
}

/** Refuses an end before the beginning and more than 397 days. */
export function requirePeriod({ from, to }: DateRange, field: string): void {
  const days = daysBetween(from, to)
  if (days < 1) throw new Refusal({ code: 'INVALID_PERIOD', field, params: { min: from } })
  if (days > MAX_PERIOD_DAYS) throw new Refusal({ code: 'INVALID_PERIOD', field, params: { maxDays: MAX_PERIOD_DAYS } })
}

/** Today where the day begins last, so that no date counts as over that goes on somewhere. */
function todayOf(zones: ReadonlyMap<WorkCenterId, string>, ids: readonly WorkCenterId[] | null, now: number): string {
  const own = new Set([...zones].filter(([id]) => ids === null || ids.includes(id)).map(([, zone]) => zone))
  return [...own].map((zone) => dateAt(zone, now)).toSorted()[0] ?? dateAt('UTC', now)
}
