import { addCells, keyOfCell, type Cell } from '#engine/analytics/cells.ts'
import { isOfEnergy, isOfLosses, isOfMadeUnits, isOfOrders, isOfReasons, isOfUnits, type Dimension } from '#engine/analytics/dimensions.ts'
import { dateKey, lossCells, NO_KEY, statusesByName } from '#engine/analytics/lossFact.ts'
import { sumsOfPieces } from '#engine/analytics/pieceSums.ts'
import { recordCells, targetCells } from '#engine/analytics/recordCells.ts'
import { isOn } from '#engine/extension/extension.ts'
import { pricedStretches } from '#engine/energy/tariff.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { listChosenExtensions } from '#server/extension/extension.store.ts'
import { listTariffs } from '#server/energy/tariff.store.ts'
import { filterByReasons } from '#server/loss/lossFilter.service.ts'
import { settleLosses } from '#server/loss/lossList.store.ts'
import { listLossReasons } from '#server/loss/lossReason.store.ts'
import { loadRecordSums } from '#server/oee/recordSums.service.ts'
import { Refusal } from '#server/refusal.ts'
import { listStatusNames } from '#server/status/statusRule.store.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { AnalyticsQuestion } from './analytics.service.ts'
import { attainmentCells } from './attainment.service.ts'
import { HAS_ENERGY, listMeasured, readAskedTime, readEnergy, type EnergyFact } from './energyFacts.store.ts'
import { loadLossFacts } from './lossFacts.service.ts'
import { narrowedToMade } from './madeSpan.service.ts'
import { outputByOrder } from './orderOutput.service.ts'
import { readHourOutput, readPieces } from './pieceFacts.store.ts'
import { isOfMade, listUnits, listUnitsOfPlaces, readOutput, readRecords } from './recordFacts.store.ts'
import type { MadeKind, PieceFilter, RecordsAsked, SummedRecords } from './recordFacts.store.ts'

/** The most cells of an answer. */
export const MAX_CELLS = 5000
/** The most rows of a stretch that are read for them; without reasons a cell is one of them. */
export const MAX_FACTS = 100_000

/** Parts of units that are no difference: sums of decimals. */
const LEAST_UNITS = 1e-6

/** The cells of some dates, the targets under the same keys, and the energy that no cell of a cost holds. */
export type ReadCells = {
  readonly cells: readonly Cell[]
  readonly targets: readonly Cell[]
  readonly unpricedKwh: number | null
  /** Of energy: the ms of which it is known, over those of the shifts; none of what is not made of energy. */
  readonly known: readonly Cell[]
}

/** What answers a question, and in which units or currency. */
export type CellReader = {
  readonly units: readonly string[]
  readonly unit: string | null
  readonly read: (dates: DateRange) => Promise<ReadCells>
}

type Around = { readonly zones: ReadonlyMap<WorkCenterId, string>; readonly dates: DateRange; readonly before: DateRange | null }

/** Returns what reads the cells of the question for any dates up to the end of its own. */
export async function readerOf(tenant: Tenant, question: AnalyticsQuestion, around: Around): Promise<CellReader> {
  const { measure, by, filter } = question
  if (isOfLosses(measure)) {
    // The dates that are compared are over before these.
    await settleLosses(tenant, { ...filter, periodTo: Date.parse(around.dates.to) + DAY_MS })
    return { units: [], unit: null, read: await lossReader(tenant, question, around.zones) }
  }
  if (measure === 'ENERGY_COST') return costReader(tenant, question, around)
  const units = isOfUnits(measure) ? await unitsOf(tenant, filter, around.dates) : []
  const unit = isOfUnits(measure) ? (question.unit ?? units[0] ?? null) : null
  if (isOfEnergy(measure)) {
    const places = await placesToKnow(tenant, filter, around)
    return { units, unit, read: (dates) => energyCells(tenant, question, { ...around, dates, unit, places }) }
  }
  if (isOfMadeUnits(measure))
    return {
      units,
      unit,
      read: async (dates) => plain(unit === null ? [] : await madeCells(tenant, question, { ...around, dates }, unit)),
    }
  const asked = { measure, by, filter }
  return {
    units,
    unit,
    read: async (dates) => {
      const facts = await recordFacts(tenant, asked, dates, around.zones)
      return { ...plain(recordCells(facts, measure)), targets: targetCells(facts, measure) }
    },
  }
}

function plain(cells: readonly Cell[]): ReadCells {
  return { cells, targets: [], unpricedKwh: null, known: [] }
}

async function lossReader(
  tenant: Tenant,
  { measure, by, filter, now }: AnalyticsQuestion,
  zones: Around['zones'],
): Promise<CellReader['read']> {
  const reasons = await listLossReasons(tenant)
  const statuses = by.includes('STATUS') ? statusesByName(await listStatusNames(tenant)) : undefined
  const asked = { by, filter: await filterByReasons(tenant, filter), zones, now, most: isOfReasons(by) ? MAX_FACTS : MAX_CELLS }
  return async (dates) =>
    plain(lossCells(await loadLossFacts(tenant, asked, dates), { measure, by, reasons, ...(statuses && { statuses }) }))
}

/** What the hours of work centers of one unit counted; what is in none of them, such as what people confirmed of a whole segment, stands beside them. */
async function outputByHour(
  tenant: Tenant,
  { by, filter, zones, made }: Pick<AnalyticsQuestion, 'by' | 'filter'> & Pick<Around, 'zones'> & { readonly made: MadeKind },
  dates: DateRange,
  unit: string,
): Promise<readonly Cell[]> {
  const ids = await placesOfUnit(tenant, filter, dates, unit)
  const hours = await readHourOutput(tenant, by, { ...filter, workCenterIds: ids }, { dates, zones, made })
  const without = by.filter((dimension) => dimension !== 'HOUR')
  const rest = (keys: readonly string[]) => keys.toSpliced(by.indexOf('HOUR'), 1)
  // Of some hours nothing is told but what they counted.
  if (filter.hoursOfDay !== null) return hours
  const all = await readOutput(tenant, without, filter, { dates, unit, made })
  const inNone = [...all, ...hours.map(({ keys, part }) => ({ keys: rest(keys), part: -part, base: null }))].map((cell) => ({
    ...cell,
    keys: cell.keys.toSpliced(by.indexOf('HOUR'), 0, NO_KEY),
  }))
  return addCells([...hours, ...addCells(inNone).filter(({ part }) => Math.abs(part) > LEAST_UNITS)])
}

/** Units in which something was made; of orders and products those of their own segments. */
async function unitsOf(tenant: Tenant, filter: AnalyticsQuestion['filter'], dates: DateRange): Promise<readonly string[]> {
  const made = await narrowedToMade(tenant, filter, dates)
  if (made === null) return listUnits(tenant, filter, { from: dates.from, to: dates.from })
  return listUnits(tenant, made.filter, made.dates, made.orderIds)
}

async function madeCells(
  tenant: Tenant,
  { measure, by, filter, now }: AnalyticsQuestion,
  { zones, dates }: Pick<Around, 'dates' | 'zones'>,
  unit: string,
): Promise<readonly Cell[]> {
  if (measure === 'ATTAINMENT') return attainmentCells(tenant, by, filter, { dates, unit, now })
  const made = measure === 'REJECTED' ? 'REJECTED' : 'ACCEPTED'
  if (isOfOrders(by) || isOfMade(filter)) {
    const own = await narrowedToMade(tenant, filter, dates)
    return own === null ? [] : outputByOrder(tenant, by, own.filter, { dates: own.dates, unit, most: MAX_FACTS, made })
  }
  return isOfHours(by, filter)
    ? outputByHour(tenant, { by, filter, zones, made }, dates, unit)
    : readOutput(tenant, by, filter, { dates, unit, made })
}

/** Returns the work centers that made nothing in another unit in the shifts of the dates: of them alone energy of a unit is told (domain.md E-56). */
export async function placesOfUnit(
  tenant: Tenant,
  filter: AnalyticsQuestion['filter'],
  dates: DateRange,
  unit: string,
): Promise<readonly WorkCenterId[]> {
  const places = await listUnitsOfPlaces(tenant, filter, dates)
  return places.filter(({ units }) => units.length === 1 && units[0] === unit).map(({ workCenterId }) => workCenterId)
}

/**
 * Returns the work centers whose energy should be known: those that have any in the dates or in those before. One that lost its samples between them is among
 * these, one that never had a meter is not.
 */
async function placesToKnow(
  tenant: Tenant,
  filter: AnalyticsQuestion['filter'],
  { dates, before }: Around,
): Promise<readonly WorkCenterId[]> {
  const now = await listMeasured(tenant, filter, dates)
  return before === null ? now : [...new Set([...now, ...(await listMeasured(tenant, filter, before))])]
}

type OfPlaces = { readonly places: readonly WorkCenterId[] }

/** Energy alone, or over the accepted units of the shifts of which it is known, of work centers of one unit (domain.md D-34). */
async function energyCells(
  tenant: Tenant,
  { measure, by, filter }: AnalyticsQuestion,
  { zones, dates, unit, places }: Around & OfPlaces & { readonly unit: string | null },
): Promise<ReadCells> {
  const cellOf = ({ keys, kwh }: EnergyFact): Cell => ({ keys, part: kwh, base: null })
  const answer = async (own: AnalyticsQuestion['filter'], facts: readonly EnergyFact[], cells: readonly Cell[]): Promise<ReadCells> => ({
    ...plain(cells),
    known: await knownCells(tenant, { by, filter: own, zones, places }, dates, facts),
  })
  if (measure === 'ENERGY') {
    const facts = await byClock(tenant, { by, filter, zones }, dates)
    return answer(filter, facts, addCells(facts.map(cellOf)))
  }
  if (unit === null) return plain([])
  const ofUnit = { ...filter, workCenterIds: await placesOfUnit(tenant, filter, dates, unit) }
  const good = await readOutput(tenant, ['WORK_CENTER'], ofUnit, { dates, unit, only: HAS_ENERGY })
  // One that made no good unit is left out, as on the page of energy; one that did is in with all of its shifts.
  const own = { ...filter, workCenterIds: good.flatMap(({ keys: [id], part }) => (part > 0 ? [asId<WorkCenterId>(Number(id))] : [])) }
  // What was made while nothing was measured would make a unit look cheap.
  const made = new Map((await readOutput(tenant, by, own, { dates, unit, only: HAS_ENERGY })).map((cell) => [keyOfCell(cell), cell.part]))
  const facts = await byClock(tenant, { by, filter: own, zones }, dates)
  const used = addCells(facts.map(cellOf))
  return answer(
    own,
    facts,
    used.map((cell) => ({ ...cell, base: made.get(keyOfCell(cell)) ?? 0 })),
  )
}

async function costReader(tenant: Tenant, { by, filter, unit: asked }: AnalyticsQuestion, around: Around): Promise<CellReader> {
  const { zones } = around
  // Of energy its cost is the extension (domain.md ST-1), also where a view, a report or the assistant asks for it.
  if (!isOn('ENERGY', await listChosenExtensions(tenant))) throw new Refusal({ code: 'EXTENSION_OFF', params: { extension: 'ENERGY' } })
  const tariffs = await listTariffs(tenant)
  const units = [...new Set(tariffs.map(({ currency }) => currency))]
  const unit = asked ?? units[0] ?? null
  const places = await placesToKnow(tenant, filter, around)
  return {
    units,
    unit,
    read: async (dates) => {
      if (unit === null) return plain([])
      // Shifts of the first date may begin a day before it in UTC, those of the last end a day after it.
      const span = { start: Date.parse(dates.from) - DAY_MS, end: Date.parse(dates.to) + 2 * DAY_MS }
      const priced = (zone: string) => ({ stretches: pricedStretches(zone, span, tariffs), currency: unit })
      const facts = await byClock(tenant, { by, filter, zones, priced }, dates)
      return {
        cells: addCells(facts.flatMap(({ keys, cost }) => (cost === null ? [] : [{ keys, part: cost, base: null }]))),
        targets: [],
        unpricedKwh: facts.reduce((sum, { unpricedKwh }) => sum + unpricedKwh, 0),
        known: await knownCells(tenant, { by, filter, zones, places }, dates, facts),
      }
    },
  }
}

/** Of the time of the shifts of the places, how much the energy is known of. */
async function knownCells(
  tenant: Tenant,
  { by, filter, zones, places }: EnergyByClock & OfPlaces,
  dates: DateRange,
  facts: readonly EnergyFact[],
): Promise<readonly Cell[]> {
  const asked = await eachClock({ filter, zones }, (zone, ids) => {
    const own = { ...filter, workCenterIds: ids.filter((id) => places.includes(id)) }
    return readAskedTime(tenant, { by, filter: own, zone }, dates)
  })
  const known = facts.map(({ keys, coveredMs }) => ({ keys, part: coveredMs, base: 0 }))
  return addCells([...asked.map(({ keys, ms }) => ({ keys, part: 0, base: ms })), ...known])
}

type EnergyByClock = {
  readonly by: readonly Dimension[]
  readonly filter: AnalyticsQuestion['filter']
  readonly zones: Around['zones']
  readonly priced?: (zone: string) => NonNullable<Parameters<typeof readEnergy>[1]['priced']>
}

/** Prices and hours are those of the clock of each plant. */
function byClock(tenant: Tenant, { by, filter, zones, priced }: EnergyByClock, dates: DateRange): Promise<readonly EnergyFact[]> {
  return eachClock({ filter, zones }, (zone, ids) =>
    readEnergy(tenant, { by, filter: { ...filter, workCenterIds: ids }, zone, priced: priced?.(zone) ?? null }, dates),
  )
}

/** Most companies have one clock. */
async function eachClock<T>(
  { filter, zones }: Pick<EnergyByClock, 'filter' | 'zones'>,
  read: (zone: string, ids: readonly WorkCenterId[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = []
  for (const [zone, own] of Map.groupBy(zones, ([, name]) => name)) {
    const ids = own.map(([id]) => id).filter((id) => filter.workCenterIds === null || filter.workCenterIds.includes(id))
    if (ids.length > 0) found.push(...(await read(zone, ids)))
  }
  return found
}

type Asked = RecordsAsked & { readonly filter: AnalyticsQuestion['filter'] }

/** Returns whether the question is divided by hours of the clock, or narrowed to some. */
export function isOfHours(by: readonly Dimension[], { hoursOfDay }: PieceFilter): boolean {
  return by.includes('HOUR') || hoursOfDay != null
}

/** Returns the sums of the shift records of the dates, or of their pieces where the dimensions or the filter ask for hours or orders. */
export async function recordFacts(
  tenant: Tenant,
  asked: Asked,
  dates: DateRange,
  zones: Around['zones'],
): Promise<readonly SummedRecords[]> {
  const isByHour = isOfHours(asked.by, asked.filter)
  if (!isByHour && !isOfOrders(asked.by) && !isOfMade(asked.filter)) return readRecordFacts(tenant, asked, dates)
  const made = await narrowedToMade(tenant, asked.filter, dates)
  if (made === null) return []
  const kind = isByHour ? ({ kind: 'HOURS', zones } as const) : ({ kind: 'SEGMENTS' } as const)
  const pieces = await readPieces(tenant, { ...asked, filter: made.filter, most: MAX_FACTS }, made.dates, kind)
  if (pieces.length > MAX_FACTS) throw new Refusal({ code: 'TOO_MANY_RESULTS', field: 'by', params: { max: MAX_FACTS } })
  return pieces.map(({ idle, ...piece }) => ({ ...piece, sums: sumsOfPieces(piece.sums, idle) }))
}

/** Returns the sums of the shift records of the dates: from kept sums of weeks and months where they can answer, else from the records. */
export async function readRecordFacts(tenant: Tenant, asked: Asked, dates: DateRange): Promise<readonly SummedRecords[]> {
  const { by, filter } = asked
  const isKept =
    filter.shiftCodes === null &&
    filter.weekdays === null &&
    by.every((dimension) => KEPT_DIMENSIONS.includes(dimension)) &&
    !(by.includes('WEEK') && by.includes('MONTH'))
  return isKept ? keptRecords(tenant, asked, dates) : readRecords(tenant, asked, dates)
}

/** What the kept sums of weeks and months of each work center can be divided by. */
const KEPT_DIMENSIONS: readonly Dimension[] = ['GROUP', 'MONTH', 'WEEK', 'WORK_CENTER']

async function keptRecords(tenant: Tenant, { by, filter, measure }: Asked, dates: DateRange): Promise<readonly SummedRecords[]> {
  const grain = by.includes('WEEK') ? 'WEEK' : 'MONTH'
  const rows = await loadRecordSums(tenant, { dates, grain, workCenterIds: filter.workCenterIds })
  const found = await findWorkCenters(tenant, [...new Set(rows.map(({ workCenterId }) => workCenterId))])
  const workCenters = new Map(found.map((one) => [one.id, one]))
  return rows.flatMap((row) => {
    const workCenter = workCenters.get(row.workCenterId)
    if (workCenter === undefined) return []
    const { groupId } = workCenter
    if (filter.workCenterGroupIds !== null && (groupId === null || !filter.workCenterGroupIds.includes(groupId))) return []
    const keys = by.map((dimension) => {
      if (dimension === 'WORK_CENTER') return String(row.workCenterId)
      return dimension === 'GROUP' ? String(groupId ?? '') : dateKey(grain, row.date)
    })
    const percent = workCenter[TARGETS[measure] ?? 'targetOee']
    return [{ keys, sums: row.sums, switches: workCenter, target: percent === null ? null : percent / 100 }]
  })
}

type TargetField = 'targetAvailability' | 'targetOee' | 'targetPerformance' | 'targetQuality'
const TARGETS: Partial<Record<RecordsAsked['measure'], TargetField>> = {
  AVAILABILITY: 'targetAvailability',
  PERFORMANCE: 'targetPerformance',
  QUALITY: 'targetQuality',
}
