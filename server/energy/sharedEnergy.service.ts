import { setImmediate as nextTurn } from 'node:timers/promises'
import { isEnergyMeter } from '#engine/energy/energyBuckets.ts'
import { energyParts } from '#engine/energy/energyHours.ts'
import type { EnergyParts, EnergyReading } from '#engine/energy/energyHours.ts'
import { ownedTimes } from '#engine/energy/energyShares.ts'
import type { OrderTime, StatusTime } from '#engine/energy/energyShares.ts'
import type { EnergyTariff, PricedStretch } from '#engine/energy/tariff.ts'
import { pricedStretches } from '#engine/energy/tariff.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { bucketAt } from '#engine/time/bucket.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { listElectricalVersionsOf } from '#server/workCenter/electricalVersion.store.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { energyByDevice } from './energy.service.ts'
import type { EnergyDeps } from './energy.service.ts'
import { listChunksBefore, listChunkSpans, listEnergyDevices } from './energyInput.store.ts'
import type { EnergyDevice } from './energyInput.store.ts'
import { readingOf } from './energySamples.service.ts'
import { listOrderTimes, listOrderUnits, listShareNames, listShareProgress, listStatusTimes, sumShares } from './energyShare.store.ts'
import type { ShareClock, ShareKey, ShareProgress } from './energyShare.store.ts'

/** Energy of a work center in one status, or with one set of orders. */
export type SharedEnergy = Interval & {
  readonly workCenter: WorkCenter
  readonly key: string
  readonly name: string | null
  readonly statusRuleId: number | null
  readonly jobOrderId: number | null
  readonly isEffective: boolean | null
  readonly elapsedMs: number
  readonly coveredMs: number
  readonly isAssumedBalanced: boolean
  /** By price, null where there is none; of an order, good units or null. */
  readonly priced: readonly { readonly kwh: number | null; readonly price: number | null; readonly currency: string | null }[]
  readonly accepted: number | null
}

/** What is not kept yet is worked out from the samples: days of machines at a time. */
const MAX_WAITING_DAYS = 31
/** More than a hundred machines for a year take too long to add up. */
const MAX_KEPT_DAYS = 40_000

type Owned = {
  readonly workCenterId: WorkCenterId
  readonly key: string
  readonly statusRuleId: number | null
  readonly jobOrderIds: readonly number[] | null
  readonly isEffective: boolean | null
  readonly elapsedMs: number
  readonly coveredMs: number
  readonly kwh: number | null
  readonly isAssumedBalanced: boolean
  readonly price: PricedStretch | undefined
} & Interval

/**
 * Returns the energy of the work centers in the time that has passed, by status or by orders, each work center ascending (domain.md S-14). Hours that are
 * kept are added up, the rest comes from the samples; refuses more than 31 days of machines that wait to be kept, and 40,000 in all.
 */
export async function sharedEnergy(
  deps: EnergyDeps,
  workCenters: readonly WorkCenter[],
  period: Interval,
  { by, tariffs }: { readonly by: ShareKey; readonly tariffs: readonly EnergyTariff[] },
): Promise<readonly SharedEnergy[]> {
  const ids = workCenters.map(({ id }) => id)
  if (ids.length === 0) return []
  if (((period.end - period.start) / DAY_MS) * ids.length > MAX_KEPT_DAYS) throw tooLong(MAX_KEPT_DAYS / ids.length)
  // Asked first: what is written to its chunk after that is late for what is kept, too.
  const waiting = new Map(workCenters.map(({ companyId, id }) => [id, deps.unsealed.earliestOf({ companyId, workCenterId: id })]))
  const { plants, clocks, devices, divided, measured } = await deps.inTenant(async (tenant) => {
    const clocks = await listShareProgress(tenant, ids)
    const devices = await listEnergyDevices(tenant, ids)
    return {
      plants: await listPlantZones(tenant, ids),
      clocks,
      devices,
      divided: await listDivided(tenant, { clocks, devices, waiting }),
      measured: await listMeasured(tenant, { clocks, devices, period }),
    }
  })
  const plans = workCenters.map((workCenter): Plan => {
    const { id } = workCenter
    const { zone, progress, firstAt } = clocks.get(id) ?? { zone: 'UTC', progress: null, firstAt: null }
    const until = progress === null ? -Infinity : keptUntil(progress, waiting.get(id) ?? null, divided.get(id) ?? null)
    const span = measured.get(id)
    return {
      workCenter,
      zone,
      plantZone: plants.get(id) ?? zone,
      device: devices.get(id) ?? null,
      ...energyParts(zone, period, HOUR_MS, Number.isFinite(until) ? bucketAt(zone, until).start : until),
      waits:
        progress !== null
          ? { start: progress.sharedUntil, end: progress.derivedUntil }
          : { start: Math.max(firstAt ?? Infinity, span?.first ?? Infinity), end: span === undefined ? -Infinity : span.last + HOUR_MS },
    }
  })
  requireKept(plans, period)
  const windows = plans.flatMap((plan) => [plan.head, plan.tail].filter(({ start, end }) => end > start).map((part) => ({ plan, ...part })))
  const owned = await listOwned(deps, windows)
  const found: Owned[] = []
  for (const [plantZone, own] of Map.groupBy(plans, (plan) => plan.plantZone)) {
    const priced = pricedStretches(plantZone, period, tariffs)
    const asked = own.filter(({ kept }) => kept.end > kept.start).map(({ workCenter, kept }) => ({ ...kept, workCenterId: workCenter.id }))
    const sums = await deps.inTenant((tenant) => sumShares(tenant, asked, { by, priced }))
    found.push(...sums.map(({ priceAt, ...sum }) => ({ ...sum, price: priced[priceAt] })))
    const rest = owned.filter(({ plan }) => plan.plantZone === plantZone)
    // A few at a time, so that a large company does not take all connections at once.
    for (let at = 0; at < rest.length; at += AT_A_TIME) {
      const some = rest.slice(at, at + AT_A_TIME)
      found.push(...(await Promise.all(some.map((one) => fromSamples(deps, one, { by, priced })))).flat())
    }
  }
  return await named(deps, { workCenters, period, by, found })
}

/** Work centers whose samples are read at once. */
const AT_A_TIME = 4

type Plan = EnergyParts & {
  readonly workCenter: WorkCenter
  readonly zone: string
  readonly plantZone: string
  readonly device: EnergyDevice | null
  /** From where on energy waits to be kept, and up to where. */
  readonly waits: Interval
}

type Clocks = ReadonlyMap<WorkCenterId, ShareClock>
type Devices = ReadonlyMap<WorkCenterId, EnergyDevice>

/** Returns from where on a meter that reports on change may still change what is kept, of those of which a reading waits. */
async function listDivided(
  tenant: Tenant,
  {
    clocks,
    devices,
    waiting,
  }: { readonly clocks: Clocks; readonly devices: Devices; readonly waiting: ReadonlyMap<WorkCenterId, number | null> },
): Promise<ReadonlyMap<WorkCenterId, number>> {
  const meters = [...devices].flatMap(([workCenterId, { sensors }]) => {
    const progress = clocks.get(workCenterId)?.progress ?? null
    // Without a margin the device reports on change.
    if (progress === null || progress.marginMs !== 0 || waiting.get(workCenterId) == null) return []
    return sensors.filter(({ key }) => isEnergyMeter(key)).map(({ id }) => ({ workCenterId, id, before: progress.derivedUntil }))
  })
  return await listChunksBefore(tenant, meters)
}

/** Returns the first and last chunk in the period for work centers without kept energy in the current zone. */
async function listMeasured(
  tenant: Tenant,
  { clocks, devices, period }: { readonly clocks: Clocks; readonly devices: Devices; readonly period: Interval },
): Promise<ReadonlyMap<WorkCenterId, { readonly first: number; readonly last: number }>> {
  const sensors = [...devices].flatMap(([workCenterId, device]) =>
    clocks.get(workCenterId)?.progress == null ? device.sensors.map(({ id }) => ({ workCenterId, id })) : [],
  )
  return await listChunkSpans(tenant, sensors, period)
}

/** Shares end where a late sample may still change them, like the hours that they belong to. */
function keptUntil(
  { sharedUntil, derivedUntil, marginMs, reachMs }: ShareProgress,
  waiting: number | null,
  divided: number | null,
): number {
  if (waiting === null) return sharedUntil
  const untouched = waiting - marginMs < derivedUntil ? waiting - reachMs : Infinity
  return Math.min(sharedUntil, untouched, divided ?? Infinity)
}

/** Refuses a period whose energy is still to be divided: the same question is answered later. */
export class SharesWait extends Refusal {}

/** Refuses a period with more than 31 machine-days of hours that are not shared yet; the last hours are always read from samples. */
function requireKept(plans: readonly Plan[], { start, end }: Interval): void {
  const waiting = plans
    .map(({ tail, waits }) => Math.min(tail.end, waits.end) - Math.max(tail.start, waits.start))
    .filter((waitingMs) => waitingMs > 0)
  if (waiting.reduce((sum, waitingMs) => sum + waitingMs, 0) <= MAX_WAITING_DAYS * DAY_MS) return
  if (waiting.length <= MAX_WAITING_DAYS) {
    const maxDays = Math.max(1, Math.floor(MAX_WAITING_DAYS / waiting.length))
    throw new SharesWait({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays } })
  }
  // Not even one day fits for this many work centers, so the refusal names how many would.
  const max = Math.max(1, Math.floor((MAX_WAITING_DAYS * DAY_MS) / (end - start)))
  throw new SharesWait({ code: 'TOO_MANY_RESULTS', field: 'workCenterIds', params: { max } })
}

function tooLong(maxDays: number): Refusal {
  return new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: Math.max(1, Math.floor(maxDays)) } })
}

/** Time of a work center that is worked out from its samples, with whose it is. */
type OwnedWindow = {
  readonly plan: Plan
  readonly window: Interval
  readonly statuses: readonly StatusTime[]
  readonly orders: readonly OrderTime[]
  readonly reading: EnergyReading | null
}

/** Returns the statuses and orders of all the windows, and by what their samples are read: three statements, however many there are. */
async function listOwned(deps: EnergyDeps, windows: readonly (Interval & { readonly plan: Plan })[]): Promise<readonly OwnedWindow[]> {
  if (windows.length === 0) return []
  const asked = windows.map(({ plan, start, end }) => ({ workCenterId: plan.workCenter.id, start, end }))
  const ids = [...new Set(asked.map(({ workCenterId }) => workCenterId))]
  return await deps.inTenant(async (tenant) => {
    const end = asked.reduce((last, one) => Math.max(last, one.end), -Infinity)
    await tenant.settle?.(ids, end)
    const [statuses, orders] = [await listStatusTimes(tenant, asked), await listOrderTimes(tenant, asked)]
    const versions = await listElectricalVersionsOf(tenant, ids)
    return windows.map(({ plan, ...window }, at) => {
      const { workCenter, device } = plan
      const isMeasured = device !== null && device.sensors.length > 0
      return {
        plan,
        window,
        statuses: statuses[at] ?? [],
        orders: orders[at] ?? [],
        reading: isMeasured ? readingOf(workCenter, device, versions.get(workCenter.id) ?? []) : null,
      }
    })
  })
}

async function fromSamples(
  deps: EnergyDeps,
  { plan: { workCenter, device, zone }, window, statuses, orders, reading }: OwnedWindow,
  { by, priced }: { readonly by: ShareKey; readonly priced: readonly PricedStretch[] },
): Promise<readonly Owned[]> {
  await nextTurn()
  const times = ownedTimes(zone, window, { statuses, orders })
  const energies = await energyByDevice(deps, workCenter, device === null || reading === null ? null : { device, reading }, times)
  // What nothing measured is put together by its price: a year of it is many quarter hours, and nothing else.
  const together = new Map<string, Owned>()
  let at = 0
  const parts = times.flatMap(({ start, end, status, jobOrderIds }, index): readonly Owned[] => {
    while (at < priced.length && (priced[at]?.end ?? Infinity) <= start) at++
    const key = by === 'STATUS' ? status && String(status.statusRuleId ?? status.kind) : (jobOrderIds?.join() ?? null)
    const energy = energies[index]
    if (key === null || energy === undefined) return []
    const { kwh, coveredMs, isAssumedBalanced } = energy
    const [statusRuleId, isEffective] = [status?.statusRuleId ?? null, status?.isEffective ?? null]
    const elapsedMs = end - start
    const part = {
      workCenterId: workCenter.id,
      key,
      statusRuleId,
      isEffective,
      jobOrderIds,
      start,
      end,
      elapsedMs,
      coveredMs,
      kwh,
      isAssumedBalanced,
    }
    if (kwh !== null) return [{ ...part, price: priced[at] }]
    const name = `${key} ${at}`
    const before = together.get(name)
    together.set(name, before ? { ...before, end, elapsedMs: before.elapsedMs + elapsedMs } : { ...part, price: priced[at] })
    return []
  })
  return [...parts, ...together.values()]
}

type Found = {
  readonly workCenters: readonly WorkCenter[]
  readonly period: Interval
  readonly by: ShareKey
  readonly found: readonly Owned[]
}

async function named(deps: EnergyDeps, { workCenters, period, by, found }: Found): Promise<readonly SharedEnergy[]> {
  const groups = Map.groupBy(found, ({ workCenterId, key }) => `${workCenterId} ${key}`)
  const unique = <T>(all: readonly (T | null)[]) => [...new Set(all)].filter((one) => one !== null)
  const [names, units] = await deps.inTenant(async (tenant) => {
    const ids = workCenters.map(({ id }) => id)
    if (by === 'JOB_ORDER') await tenant.settle?.(ids, period.end)
    return [
      await listShareNames(tenant, {
        rules: by === 'STATUS' ? unique(found.map(({ statusRuleId }) => statusRuleId)) : [],
        orders: by === 'JOB_ORDER' ? unique(found.flatMap(({ jobOrderIds }) => jobOrderIds ?? [])) : [],
      }),
      by === 'JOB_ORDER' ? await listOrderUnits(tenant, ids, period, deps.now()) : [],
    ]
  })
  const acceptedOf = new Map(units.map(({ workCenterId, key, accepted }) => [`${workCenterId} ${key}`, accepted]))
  const byId = new Map(workCenters.map((workCenter) => [workCenter.id, workCenter]))
  const places = new Map(workCenters.map(({ id }, at) => [id, at]))
  return [...groups]
    .flatMap(([group, parts]): SharedEnergy[] => {
      const sorted = parts.toSorted((one, other) => one.start - other.start)
      const [first] = sorted
      const workCenter = first && byId.get(first.workCenterId)
      if (first === undefined || workCenter === undefined) return []
      const orders = first.jobOrderIds ?? []
      const codes = orders.toSorted((one, other) => one - other).flatMap((id) => names.orders.get(id) ?? [])
      const isStatus = by === 'STATUS'
      return [
        {
          workCenter,
          key: first.key,
          name: isStatus ? (names.rules.get(first.statusRuleId ?? 0) ?? null) : codes.length === 0 ? null : codes.join(' + '),
          statusRuleId: isStatus ? first.statusRuleId : null,
          jobOrderId: isStatus || orders.length !== 1 ? null : (orders[0] ?? null),
          isEffective: isStatus ? first.isEffective : null,
          start: first.start,
          end: sorted.reduce((last, { end }) => Math.max(last, end), first.end),
          elapsedMs: sorted.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0),
          // Time is known of nothing but measured energy.
          coveredMs: sorted.reduce((sum, { kwh, coveredMs }) => sum + (kwh === null ? 0 : coveredMs), 0),
          isAssumedBalanced: sorted.some(({ isAssumedBalanced }) => isAssumedBalanced),
          priced: sorted.map(({ kwh, price }) => ({ kwh, price: price?.price ?? null, currency: price?.currency ?? null })),
          accepted: acceptedOf.get(group) ?? null,
        },
      ]
    })
    .toSorted((one, other) => (places.get(one.workCenter.id) ?? 0) - (places.get(other.workCenter.id) ?? 0) || one.start - other.start)
}
