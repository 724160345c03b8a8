import { addCells, keyOfCell, sumOfCells, valueOfCell, type Cell } from '#engine/analytics/cells.ts'
import type { Comparison, NamedDates } from '#engine/analytics/comparedDates.ts'
import { isFactor, isOfEnergy, isOfMadeUnits, isOfOrders, isOfUnits, type Dimension, type Measure } from '#engine/analytics/dimensions.ts'
import { NOBODY } from '#engine/analytics/lossFact.ts'
import { pairCells, type PairedCell, type PairedDates } from '#engine/analytics/pairCells.ts'
import { recordCells } from '#engine/analytics/recordCells.ts'
import { isLowCoverage, LOW_COVERAGE } from '#engine/energy/averagePower.ts'
import { asId } from '#engine/ids.ts'
import type { StatusRuleId, UserId, WorkCenterId } from '#engine/ids.ts'
import { explainMix, type OeeMix } from '#engine/oee/explainMix.ts'
import { addSums, NO_SUMS } from '#engine/oee/recordSums.ts'
import { untrackedStopMs } from '#engine/oee/untrackedStops.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { daysBetween, type DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import type { LossQuestion } from '#server/loss/lossFilter.service.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import { findStatusRules } from '#server/status/statusRule.store.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { Refusal } from '#server/refusal.ts'
import { datesOf } from './analyticsDates.service.ts'
import { countAttained } from './attainment.service.ts'
import { listSigns, type CellSign } from './cellSigns.store.ts'
import { isOfHours, MAX_CELLS, placesOfUnit, readerOf, readRecordFacts, recordFacts, type ReadCells } from './cellReaders.service.ts'
import { countMeasured } from './energyFacts.store.ts'
import { listNamesOfMade, type NamedKey } from './orderOutput.store.ts'
import { countTargets, isOfMade, type PieceFilter } from './recordFacts.store.ts'

/** Factors of OEE by hours of the clock. */
const MAX_HOUR_DAYS = 92

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
  readonly question: Pick<AnalyticsQuestion, 'by' | 'comparison' | 'filter' | 'measure' | 'now'>
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

/** Hours are read one by one, unless they are of losses or of energy. */
function requireHourDays({ measure, by, filter }: AnalyticsQuestion, { from, to }: DateRange): void {
  if (!(isFactor(measure) || isOfMadeUnits(measure)) || !isOfHours(by, filter) || daysBetween(from, to) <= MAX_HOUR_DAYS) return
  throw new Refusal({ code: 'INVALID_PERIOD', field: 'dateTo', params: { maxDays: MAX_HOUR_DAYS } })
}
