import { sumEnergy } from '#engine/energy/energySums.ts'
import { calendarStretches, minuteStretches } from '#engine/energy/energyStretches.ts'
import { costOf, pricedStretches } from '#engine/energy/tariff.ts'
import type { EnergyCost, EnergyTariff, PricedStretch } from '#engine/energy/tariff.ts'
import type { EnergyBucket } from '#engine/energy/energyBuckets.ts'
import { grainOf } from '#engine/energy/energyHours.ts'
import { averageKwOf, coveredShareOf } from '#engine/energy/averagePower.ts'
import { specificEnergyOf } from '#engine/oee/furtherKpis.ts'
import { bucketAt } from '#engine/time/bucket.ts'
import type { Interval } from '#engine/time/interval.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { dayBefore, shiftScopeOf, takesShift } from '#engine/time/statPeriod.ts'
import { Refusal } from '#server/refusal.ts'
import { listShifts } from '#server/shift/shift.store.ts'
import { findPlantZone, listPlantZones } from '#server/workCenter/plantZone.store.ts'
import { listElectricalVersionsOf } from '#server/workCenter/electricalVersion.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { energyByDevice, energyOf } from './energy.service.ts'
import type { Energy, EnergyDeps } from './energy.service.ts'
import { listEnergyDevices } from './energyInput.store.ts'
import { readingOf } from './energySamples.service.ts'
import { unitsOfStretches } from './measuredUnits.service.ts'
import { sharedEnergy } from './sharedEnergy.service.ts'
import type { SharedEnergy } from './sharedEnergy.service.ts'
import { listTariffs } from './tariff.store.ts'

/** What the cost of energy is divided by. */
export const ENERGY_SPLITS = [
  'WORK_CENTER',
  'MINUTES_5',
  'MINUTES_15',
  'MINUTES_30',
  'HOUR',
  'DAY',
  'WEEK',
  'MONTH',
  'SHIFT',
  'TARIFF_ZONE',
  'STATUS',
  'JOB_ORDER',
] as const
export type EnergySplit = (typeof ENERGY_SPLITS)[number]

/** Energy of a work center in one part of the period, with what it cost. */
export type EnergyCostRow = Interval &
  Pick<EnergyBucket, 'isAssumedBalanced' | 'kwh'> &
  EnergyCost & {
    readonly workCenter: WorkCenter
    /** Names the part among those of the work center; of time parts its start. */
    readonly key: string
    readonly name: string | null
    readonly statusRuleId: number | null
    readonly jobOrderId: number | null
    /** Of a status: whether the machine produced in it. */
    readonly isEffective: boolean | null
    readonly coverage: number | null
    /** How much of the part is over, in all its stretches. */
    readonly elapsedMs: number
    /** Of the covered time, and the greatest; null by status and by order, and where nothing was measured. */
    readonly averageKw: number | null
    readonly maxKw: number | null
    /** Of a shift its date. */
    readonly shiftDate: string | null
    /** Null where the part is no stretch of whole hours, no shift and no order, and where units are of several kinds. */
    readonly acceptedOutput: number | null
    /** Those of them that energy and cost are divided by. */
    readonly measuredOutput: number | null
    /** Of a part of the clock, over the units of its shifts with energy (domain.md D-34); so is the cost of a unit. */
    readonly kwhPerUnit: number | null
    readonly costPerUnit: number | null
  }

const MAX_ROWS = 10_000
const MINUTES = { MINUTES_5: 5, MINUTES_15: 15, MINUTES_30: 30, HOUR: 60 } as const

/**
 * Rows of a work center a day, at least a row a week; shifts of a day are three as a rule. A work center is one row however many days there are: 1/50 bounds
 * the days that are read of all of them, at 500,000. What the rows come to is counted, too.
 */
const PARTS_A_DAY: Partial<Record<EnergySplit, number>> = { DAY: 1, SHIFT: 3, WORK_CENTER: 1 / 50 }

function isMinutes(split: EnergySplit): split is keyof typeof MINUTES {
  return Object.hasOwn(MINUTES, split)
}

type Part = Interval & { readonly key: string; readonly name: string | null; readonly shiftDate?: string }

/**
 * Returns what the energy of the work centers cost in the period, divided as asked for, each ascending (domain.md S-14). By status and by order it is
 * exact to the instant. Refuses more than 10,000 rows.
 */
export async function energyCosts(
  deps: EnergyDeps,
  workCenters: readonly WorkCenter[],
  period: Interval,
  split: EnergySplit,
): Promise<readonly EnergyCostRow[]> {
  const days = (period.end - period.start) / DAY_MS
  const perDay = isMinutes(split) ? (24 * 60) / MINUTES[split] : (PARTS_A_DAY[split] ?? 1 / 7)
  if (days * perDay * workCenters.length > MAX_ROWS) throw tooLong(MAX_ROWS / perDay / workCenters.length)
  const tariffs = await deps.inTenant(listTariffs)
  // One now for all of the answer: what runs ends with the period that it is asked for.
  const now = deps.now()
  const still = { ...deps, now: () => now }
  if (split === 'STATUS' || split === 'JOB_ORDER') {
    const shared = await sharedEnergy(still, workCenters, { start: period.start, end: Math.min(period.end, now) }, { by: split, tariffs })
    if (shared.length > MAX_ROWS) throw tooLong((days * MAX_ROWS) / shared.length)
    return shared.map(rowOfShared)
  }
  const pricedIn = new Map<string, readonly PricedStretch[]>()
  const rows: EnergyCostRow[] = []
  // One after another, so that a large company does not take all connections at once.
  for (const workCenter of workCenters) {
    rows.push(...(await costsOf(still, workCenter, { period, split, tariffs, pricedIn })))
    if (rows.length > MAX_ROWS) throw tooLong((days * MAX_ROWS) / rows.length)
  }
  return rows
}

/** Energy of a stretch of time with what it cost. */
export type StretchCost = EnergyBucket & EnergyCost & { readonly coverage: number | null }

/** Time of a work center whose energy is asked for by itself. */
export type AskedStretch = Interval & { readonly workCenter: WorkCenter }

/**
 * Returns what each of the stretches used and what that cost by the tariffs, in their order, exact to the instant (domain.md S-14). Samples are read once for
 * stretches of a work center that lie close together; of a stretch of more than two hours the kept hours answer, and samples only for its edges and for
 * what is not kept yet.
 */
export async function costsOfStretches(deps: EnergyDeps, asked: readonly AskedStretch[]): Promise<readonly StretchCost[]> {
  const workCenters = [...new Map(asked.map(({ workCenter }) => [workCenter.id, workCenter])).values()]
  const ids = workCenters.map(({ id }) => id)
  if (ids.length === 0) return []
  const { tariffs, zones, devices, versions } = await deps.inTenant(async (tenant) => ({
    tariffs: await listTariffs(tenant),
    zones: await listPlantZones(tenant, ids),
    devices: await listEnergyDevices(tenant, ids),
    versions: await listElectricalVersionsOf(tenant, ids),
  }))
  const measuredBy = new Map(
    workCenters.map((workCenter) => {
      const device = devices.get(workCenter.id)
      const isMeasured = device !== undefined && device.sensors.length > 0
      return [workCenter.id, isMeasured ? { device, reading: readingOf(workCenter, device, versions.get(workCenter.id) ?? []) } : null]
    }),
  )
  const now = deps.now()
  const still = { ...deps, now: () => now }
  const costOfRun = async ({ workCenter, start, end, stretches }: Run): Promise<readonly (readonly [number, StretchCost])[]> => {
    const parts = stretches.map((one) => ({ start: one.start, end: one.end, key: String(one.at), name: null }))
    const pieces = cutAtPrices(parts, pricedStretches(zones.get(workCenter.id) ?? 'UTC', { start, end }, tariffs))
    const energies = isLong({ start, end })
      ? await energyOfLong(still, workCenter, pieces)
      : await energyByDevice(still, workCenter, measuredBy.get(workCenter.id) ?? null, pieces)
    const priced = pieces.flatMap(({ part, price, currency }, at) => {
      const energy = energies[at]
      return energy === undefined ? [] : [{ ...energy, key: part.key, price, currency }]
    })
    return [...Map.groupBy(priced, ({ key }) => Number(key))].map(([at, own]) => {
      const energy = sumEnergy(own)
      return [at, { ...energy, ...costOf(own), coverage: coveredShareOf(energy.coveredMs, energy.end - energy.start) }] as const
    })
  }
  const found = new Map<number, StretchCost>()
  const runs = runsOf(asked)
  // A few at a time, so that a question does not take all connections at once.
  for (let at = 0; at < runs.length; at += RUNS_AT_A_TIME)
    for (const own of await Promise.all(runs.slice(at, at + RUNS_AT_A_TIME).map(costOfRun)))
      for (const [place, cost] of own) found.set(place, cost)
  return asked.map(({ start, end }, at) => found.get(at) ?? { ...sumEnergy([]), ...costOf([]), start, end, coverage: null })
}

const RUNS_AT_A_TIME = 4
/** Between stretches whose samples are read together. */
const NEAR_MS = HOUR_MS
/** Samples of no longer time are read together, and kept hours answer for stretches that are longer. */
const LONGEST_RUN_MS = 2 * HOUR_MS

function isLong({ start, end }: Interval): boolean {
  return end - start > LONGEST_RUN_MS
}

/** Prices that change within a quarter of an hour cut what is kept: then samples answer, of the time of one price after the other. */
async function energyOfLong(deps: EnergyDeps, workCenter: WorkCenter, pieces: readonly Interval[]): Promise<readonly Energy[]> {
  const zone = await deps.inTenant((tenant) => findPlantZone(tenant, workCenter.id))
  if (grainOf(zone, pieces) !== 'SAMPLES') return await energyOf(deps, workCenter, pieces)
  const energies: Energy[] = []
  for (const piece of pieces) energies.push(...(await energyOf(deps, workCenter, [piece])))
  return energies
}

/** Stretches of a work center that follow each other closely, ascending; `at` their places among those asked for. */
type Run = AskedStretch & { readonly stretches: readonly (Interval & { readonly at: number })[] }

function runsOf(asked: readonly AskedStretch[]): readonly Run[] {
  const runs: Run[] = []
  const sorted = [...asked.entries()].toSorted(([, one], [, other]) => one.workCenter.id - other.workCenter.id || one.start - other.start)
  for (const [at, { workCenter, start, end }] of sorted) {
    const last = runs.at(-1)
    const isNear =
      last?.workCenter.id === workCenter.id && start >= last.end && start - last.end <= NEAR_MS && end - last.start <= LONGEST_RUN_MS
    if (last !== undefined && isNear) runs[runs.length - 1] = { ...last, end, stretches: [...last.stretches, { start, end, at }] }
    else runs.push({ workCenter, start, end, stretches: [{ start, end, at }] })
  }
  return runs
}

function tooLong(maxDays: number): Refusal {
  return new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: Math.max(1, Math.floor(maxDays)) } })
}

type Asked = {
  readonly period: Interval
  readonly split: ClockSplit
  readonly tariffs: readonly EnergyTariff[]
  /** By plant's zone: most work centers share one. */
  readonly pricedIn: Map<string, readonly PricedStretch[]>
}

async function costsOf(deps: EnergyDeps, workCenter: WorkCenter, asked: Asked): Promise<readonly EnergyCostRow[]> {
  const { period, split, tariffs, pricedIn } = asked
  const zone = await deps.inTenant((tenant) => findPlantZone(tenant, workCenter.id))
  const until = Math.min(period.end, deps.now())
  if (until <= period.start) return []
  const elapsed = { start: period.start, end: until }
  // Shifts of its dates may begin before it and end after it.
  const around = split === 'SHIFT' ? { start: period.start - DAY_MS, end: Math.min(period.end + DAY_MS, deps.now()) } : elapsed
  const priced = pricedIn.get(zone) ?? pricedStretches(zone, around, tariffs)
  pricedIn.set(zone, priced)
  const parts = split === 'SHIFT' ? await shiftsOf(deps, workCenter, { ...period, zone }) : partsOf({ ...elapsed, zone, split, priced })
  const pieces = cutAtPrices(parts, priced)
  const energies = await energyOf(deps, workCenter, pieces)
  const byKey = Map.groupBy(pieces.keys(), (at) => pieces[at]?.part.key ?? '')
  const found = [...byKey.values()].flatMap((own) => {
    const first = pieces[own[0] ?? 0]?.part
    if (first === undefined) return []
    const known = own.flatMap((at) => {
      const [energy, piece] = [energies[at], pieces[at]]
      return energy === undefined || piece === undefined ? [] : [{ ...energy, price: piece.price, currency: piece.currency }]
    })
    const energy = sumEnergy(known)
    const elapsedMs = known.reduce((sum, { start, end }) => sum + end - start, 0)
    return [{ first, energy, cost: costOf(known), elapsedMs, coverage: coveredShareOf(energy.coveredMs, elapsedMs) }]
  })
  const ofHours = split === 'TARIFF_ZONE' ? [] : found.filter(({ energy }) => split === 'SHIFT' || isOfHours(zone, energy, deps.now()))
  const units = await unitsOfStretches(
    deps,
    workCenter,
    ofHours.map(({ energy: { start, end, kwh }, coverage }) => ({ start, end, kwh, isWhole: coverage === 1 })),
  )
  const unitsOf = new Map(ofHours.map((part, at) => [part, units[at]]))
  return found.map((part): EnergyCostRow => {
    const { first, energy, cost, elapsedMs, coverage } = part
    const own = unitsOf.get(part)
    return {
      ...energy,
      ...cost,
      workCenter,
      key: first.key,
      name: first.name,
      statusRuleId: null,
      jobOrderId: null,
      isEffective: null,
      coverage,
      elapsedMs,
      averageKw: averageKwOf(energy.kwh, energy.coveredMs),
      maxKw: energy.maxKw,
      shiftDate: first.shiftDate ?? null,
      acceptedOutput: own?.accepted ?? null,
      measuredOutput: own?.measured ?? null,
      ...perUnit(energy.kwh, cost, own?.measured ?? null),
    }
  })
}

function rowOfShared({ priced, elapsedMs, coveredMs, accepted, ...owner }: SharedEnergy): EnergyCostRow {
  const known = priced.filter((part) => part.kwh !== null)
  const kwh = known.length === 0 ? null : known.reduce((sum, part) => sum + (part.kwh ?? 0), 0)
  const cost = costOf(priced)
  return {
    ...owner,
    ...cost,
    kwh,
    coverage: coveredShareOf(coveredMs, elapsedMs),
    elapsedMs,
    averageKw: averageKwOf(kwh, coveredMs),
    maxKw: null,
    shiftDate: null,
    acceptedOutput: accepted,
    measuredOutput: kwh === null ? null : accepted,
    ...perUnit(kwh, cost, accepted),
  }
}

function perUnit(kwh: number | null, { cost, unpricedKwh }: EnergyCost, accepted: number | null) {
  return {
    kwhPerUnit: kwh === null || accepted === null ? null : specificEnergyOf(kwh, accepted),
    costPerUnit: cost === null || unpricedKwh > 0 || accepted === null ? null : specificEnergyOf(cost, accepted),
  }
}

/** Units are known by the hour of the clock: a part that begins or ends within one has none of its own, unless it ends now. */
function isOfHours(zone: string, { start, end }: Interval, now: number): boolean {
  return bucketAt(zone, start).start === start && (end === now || bucketAt(zone, end).start === end)
}

/** The shifts that figures of the period take, each as long as it lasted so far (domain.md D-44). */
async function shiftsOf(
  deps: EnergyDeps,
  workCenter: WorkCenter,
  { zone, ...period }: Interval & { readonly zone: string },
): Promise<readonly Part[]> {
  const scope = shiftScopeOf(zone, period)
  const filter = { ids: null, workCenterIds: [workCenter.id], start: null, end: null, dateFrom: scope.from, dateTo: dayBefore(scope.to) }
  const shifts = await deps.inTenant((tenant) => listShifts(tenant, filter, MAX_ROWS + 1))
  const now = deps.now()
  return shifts
    .filter(({ shift }) => shift.start < now && takesShift(scope, shift))
    .toSorted((one, other) => one.shift.start - other.shift.start)
    .map(({ code, name, shift: { start, end, shiftDate } }) => ({
      start,
      end: Math.min(end, now),
      key: String(start),
      name: name === '' ? code : name,
      shiftDate,
    }))
}

type ClockSplit = Exclude<EnergySplit, 'JOB_ORDER' | 'STATUS'>
type Clock = Interval & { readonly zone: string; readonly split: Exclude<ClockSplit, 'SHIFT'>; readonly priced: readonly PricedStretch[] }

function partsOf({ start, end, zone, split, priced }: Clock): readonly Part[] {
  const stretch = (one: Interval): Part => ({ ...one, key: String(one.start), name: null })
  switch (split) {
    case 'WORK_CENTER':
      return [{ start, end, key: 'ALL', name: null }]
    case 'MINUTES_5':
    case 'MINUTES_15':
    case 'MINUTES_30':
    case 'HOUR':
      return minuteStretches(zone, { start, end }, MINUTES[split]).map(stretch)
    case 'TARIFF_ZONE':
      return priced.map((one) => ({ start: one.start, end: one.end, key: JSON.stringify([one.zone, one.price === null]), name: one.zone }))
    default:
      return calendarStretches(zone, { start, end }, split).map(stretch)
  }
}

type Piece = Interval & { readonly part: Part; readonly price: number | null; readonly currency: string | null }

/** Both lists ascend; a part may have time before it that belongs to none. */
function cutAtPrices(parts: readonly Part[], priced: readonly PricedStretch[]): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const part of parts) {
    while (from < priced.length && (priced[from]?.end ?? Infinity) <= part.start) from++
    for (let at = from; at < priced.length; at++) {
      const stretch = priced[at]
      if (stretch === undefined || stretch.start >= part.end) break
      const [start, end] = [Math.max(part.start, stretch.start), Math.min(part.end, stretch.end)]
      if (end > start) pieces.push({ start, end, part, price: stretch.price, currency: stretch.currency })
    }
  }
  return pieces
}
