import { energyParts } from '#engine/energy/energyHours.ts'
import { ownedTimes } from '#engine/energy/energyShares.ts'
import type { EnergyTariff, PricedStretch } from '#engine/energy/tariff.ts'
import { pricedStretches } from '#engine/energy/tariff.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { bucketAt } from '#engine/time/bucket.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import { Refusal } from '#server/refusal.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { energyWithinExactly, findDivided } from './energy.service.ts'
import type { EnergyDeps } from './energy.service.ts'
import { listOrderTimes, listOrderUnits, listShareNames, listShareProgress, listStatusTimes, sumShares } from './energyShare.store.ts'
import type { ShareKey, ShareProgress } from './energyShare.store.ts'

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
 * kept are added up, the rest comes from the samples; refuses more than 31 days of machines that are not kept yet, and 40,000 in all.
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
  const [plants, clocks] = await deps.inTenant(async (tenant) => [await listPlantZones(tenant, ids), await listShareProgress(tenant, ids)])
  const plans = await Promise.all(
    workCenters.map(async (workCenter) => {
      const { zone, progress, firstAt } = clocks.get(workCenter.id) ?? { zone: 'UTC', progress: null, firstAt: null }
      const until = progress === null ? -Infinity : await keptUntil(deps, workCenter.id, progress, waiting.get(workCenter.id) ?? null)
      const plantZone = plants.get(workCenter.id) ?? zone
      return {
        workCenter,
        zone,
        plantZone,
        ...energyParts(zone, period, HOUR_MS, Number.isFinite(until) ? bucketAt(zone, until).start : until),
        // From where on energy waits to be kept, and up to where.
        waits:
          progress === null ? { start: firstAt ?? Infinity, end: Infinity } : { start: progress.sharedUntil, end: progress.derivedUntil },
      }
    }),
  )
  requireKept(plans)
  const found: Owned[] = []
  for (const [plantZone, own] of Map.groupBy(plans, (plan) => plan.plantZone)) {
    const priced = pricedStretches(plantZone, period, tariffs)
    const asked = own.filter(({ kept }) => kept.end > kept.start).map(({ workCenter, kept }) => ({ ...kept, workCenterId: workCenter.id }))
    const sums = await deps.inTenant((tenant) => sumShares(tenant, asked, { by, priced }))
    found.push(...sums.map(({ priceAt, ...sum }) => ({ ...sum, price: priced[priceAt] })))
    // One after another, so that a large company does not take all connections at once.
    for (const { workCenter, zone, head, tail } of own)
      for (const part of [head, tail])
        if (part.end > part.start) found.push(...(await fromSamples(deps, workCenter, part, { zone, by, priced })))
  }
  return await named(deps, { workCenters, period, by, found })
}

/** Shares end where a late sample may still change them, like the hours that they belong to. */
async function keptUntil(deps: EnergyDeps, id: WorkCenterId, progress: ShareProgress, waiting: number | null): Promise<number> {
  const { sharedUntil, derivedUntil, marginMs, reachMs } = progress
  if (waiting === null) return sharedUntil
  const untouched = waiting - marginMs < derivedUntil ? waiting - reachMs : Infinity
  // Without a margin the device reports on change.
  const divided = marginMs === 0 ? await deps.inTenant((tenant) => findDivided(tenant, id, derivedUntil)) : null
  return Math.min(sharedUntil, untouched, divided ?? Infinity)
}

/** The last hours are never kept; what is kept by the hour and not yet by status waits for its turn. */
function requireKept(plans: readonly { readonly tail: Interval; readonly waits: Interval }[]): void {
  const waitingMs = plans.reduce(
    (sum, { tail, waits }) => sum + Math.max(0, Math.min(tail.end, waits.end) - Math.max(tail.start, waits.start)),
    0,
  )
  if (waitingMs > MAX_WAITING_DAYS * DAY_MS) throw tooLong(MAX_WAITING_DAYS / plans.length)
}

function tooLong(maxDays: number): Refusal {
  return new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: Math.max(1, Math.floor(maxDays)) } })
}

async function fromSamples(
  deps: EnergyDeps,
  workCenter: WorkCenter,
  window: Interval,
  { zone, by, priced }: { readonly zone: string; readonly by: ShareKey; readonly priced: readonly PricedStretch[] },
): Promise<readonly Owned[]> {
  const times = await deps.inTenant(async (tenant) => {
    await tenant.settle?.([workCenter.id], window.end)
    const statuses = await listStatusTimes(tenant, workCenter.id, window)
    return ownedTimes(zone, window, { statuses, orders: await listOrderTimes(tenant, workCenter.id, window) })
  })
  const energies = await energyWithinExactly(deps, workCenter, times)
  let at = 0
  return times.flatMap(({ start, end, status, jobOrderIds }, index) => {
    while (at < priced.length && (priced[at]?.end ?? Infinity) <= start) at++
    const key = by === 'STATUS' ? status && String(status.statusRuleId ?? status.kind) : (jobOrderIds?.join() ?? null)
    const energy = energies[index]
    if (key === null || energy === undefined) return []
    const { kwh, coveredMs, isAssumedBalanced } = energy
    const [statusRuleId, isEffective] = [status?.statusRuleId ?? null, status?.isEffective ?? null]
    return [
      {
        workCenterId: workCenter.id,
        key,
        statusRuleId,
        isEffective,
        jobOrderIds,
        start,
        end,
        elapsedMs: end - start,
        coveredMs,
        kwh,
        isAssumedBalanced,
        price: priced[at],
      },
    ]
  })
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
