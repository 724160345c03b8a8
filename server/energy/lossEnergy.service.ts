import { findLosses } from '#server/loss/loss.store.ts'
import { Refusal } from '#server/refusal.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { costOfStretch } from './energyCost.service.ts'
import type { StretchCost } from './energyCost.service.ts'
import type { EnergyDeps } from './energy.service.ts'

/** Returns the energy of the stop with its cost, of one that goes on until now; null of other losses. Refuses a loss of none of the visible work centers (null = all). */
export async function energyOfLoss(deps: EnergyDeps, id: number, visible: ReadonlySet<number> | null): Promise<StretchCost | null> {
  const [loss] = await deps.inTenant((tenant) => findLosses(tenant, [id]))
  if (loss === undefined || visible?.has(loss.workCenterId) === false) throw new Refusal({ code: 'LOSS_NOT_FOUND', params: { id } })
  if (loss.source !== 'STATUS') return null
  const end = loss.end ?? deps.now()
  const [workCenter] = await deps.inTenant((tenant) => findWorkCenters(tenant, [loss.workCenterId]))
  return workCenter === undefined || end <= loss.start ? null : await costOfStretch(deps, workCenter, { start: loss.start, end })
}
