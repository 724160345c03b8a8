import { findLosses } from '#server/loss/loss.store.ts'
import type { Loss } from '#server/loss/lossRow.ts'
import { Refusal } from '#server/refusal.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { costsOfStretches } from './energyCost.service.ts'
import type { StretchCost } from './energyCost.service.ts'
import type { EnergyDeps } from './energy.service.ts'

/** Energy of a stop with its cost; kWh, null where nothing was measured. */
export type StopEnergy = StretchCost & { readonly lossId: number }

/** Losses whose energy is asked for at once. */
export const MOST_LOSSES = 1000

/** Returns the energy of the stop with its cost, of one that goes on until now; null of other losses. Refuses a loss of none of the visible work centers (null = all). */
export async function energyOfLoss(deps: EnergyDeps, id: number, visible: ReadonlySet<number> | null): Promise<StopEnergy | null> {
  const [loss] = await deps.inTenant((tenant) => findLosses(tenant, [id]))
  if (loss === undefined || visible?.has(loss.workCenterId) === false) throw new Refusal({ code: 'LOSS_NOT_FOUND', params: { id } })
  return (await energyOfStops(deps, [loss]))[0] ?? null
}

/**
 * Returns the same of several losses: of those that are stops of the visible work centers (null = all), in no order. Refuses VALUE_OUT_OF_RANGE with more
 * than 1,000.
 */
export async function energyOfLosses(
  deps: EnergyDeps,
  ids: readonly number[],
  visible: ReadonlySet<number> | null,
): Promise<readonly StopEnergy[]> {
  if (ids.length > MOST_LOSSES)
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'ids', params: { value: ids.length, min: 0, max: MOST_LOSSES } })
  const losses = ids.length === 0 ? [] : await deps.inTenant((tenant) => findLosses(tenant, ids))
  return await energyOfStops(
    deps,
    losses.filter(({ workCenterId }) => visible?.has(workCenterId) !== false),
  )
}

/** Returns the energy of the stops among the losses with its cost (domain.md S-14), of those that go on until now. */
export async function energyOfStops(
  deps: EnergyDeps,
  losses: readonly Pick<Loss, 'end' | 'id' | 'source' | 'start' | 'workCenterId'>[],
): Promise<readonly StopEnergy[]> {
  const stops = losses.filter(({ source }) => source === 'STATUS')
  if (stops.length === 0) return []
  const ids = [...new Set(stops.map(({ workCenterId }) => workCenterId))]
  const workCenters = new Map((await deps.inTenant((tenant) => findWorkCenters(tenant, ids))).map((one) => [one.id, one]))
  const now = deps.now()
  const asked = stops.flatMap(({ id, workCenterId, start, end }) => {
    const workCenter = workCenters.get(workCenterId)
    const until = end ?? now
    return workCenter === undefined || until <= start ? [] : [{ lossId: id, workCenter, start, end: until }]
  })
  const costs = await costsOfStretches({ ...deps, now: () => now }, asked)
  return asked.flatMap(({ lossId }, at) => {
    const cost = costs[at]
    return cost === undefined ? [] : [{ ...cost, lossId }]
  })
}
