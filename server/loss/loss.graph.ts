import type { LossReasonId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { each, grouped, tenantLoader } from '#server/graphql/loader.ts'
import { listChains } from './loss.store.ts'
import { listLossReasons } from './lossReason.store.ts'
import type { LossReason } from './lossReason.store.ts'
import { listLossReasonGroups } from './lossReasonGroup.store.ts'
import type { Loss } from './lossRow.ts'

export const LossReasonRef = builder.objectRef<LossReason>('LossReason')
export const LossRef = builder.objectRef<Loss>('Loss')

type Chain = Pick<Loss, 'workCenterId' | 'chainStart'>

export const lossReasonById = tenantLoader(async (tenant, ids: readonly LossReasonId[]) =>
  each(ids, await listLossReasons(tenant, ids), (reason) => reason.id),
)

export const lossReasonGroupById = tenantLoader(async (tenant, ids: readonly number[]) =>
  each(ids, await listLossReasonGroups(tenant, ids), (group) => group.id),
)

/** The losses that one stop was divided into. */
export const lossesOfChain = tenantLoader(
  async (tenant, chains: readonly Chain[]) => grouped(chains.map(keyOf), await listChains(tenant, chains), keyOf),
  keyOf,
)

function keyOf({ workCenterId, chainStart }: Chain): string {
  return `${workCenterId}@${chainStart}`
}
