import type { LossAnnotationId, LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { each, grouped, tenantLoader } from '#server/graphql/loader.ts'
import { listMarks } from '#server/recalculation/recalculation.store.ts'
import { findAnnotations } from './annotation.store.ts'
import { findLossesAt, listChains } from './loss.store.ts'
import type { PastSaying } from './lossHistory.store.ts'
import { listLossReasons } from './lossReason.store.ts'
import type { LossReason } from './lossReason.store.ts'
import { listLossReasonGroups } from './lossReasonGroup.store.ts'
import type { Loss } from './lossRow.ts'
import type { ManualLossPreview } from './manualLoss.service.ts'

export const LossReasonRef = builder.objectRef<LossReason>('LossReason')
export const LossRef = builder.objectRef<Loss>('Loss')
export const LossSayingRef = builder.objectRef<PastSaying>('LossSaying')
export const ManualLossPreviewRef = builder.objectRef<ManualLossPreview>('ManualLossPreview')

type Chain = Pick<Loss, 'workCenterId' | 'chainStart'>

export const lossReasonById = tenantLoader(async (tenant, ids: readonly LossReasonId[]) =>
  each(ids, await listLossReasons(tenant, ids), (reason) => reason.id),
)

export const lossReasonGroupById = tenantLoader(async (tenant, ids: readonly number[]) =>
  each(ids, await listLossReasonGroups(tenant, ids), (group) => group.id),
)

/** The stop of a work center that goes on at the first of the instants that has one; asked once for equal ones. */
export const stopIdAt = tenantLoader(
  async (tenant, asked: readonly { readonly workCenterId: WorkCenterId; readonly instants: readonly number[] }[]) => {
    const places = asked.flatMap(({ workCenterId, instants }) =>
      instants.map((start) => ({ workCenterId, source: 'STATUS' as const, start })),
    )
    const found = await findLossesAt(tenant, places)
    let place = 0
    return asked.map(({ instants }) => {
      const own = found.slice(place, (place += instants.length))
      return own.find((loss) => loss?.isValid === true)?.id ?? null
    })
  },
  ({ workCenterId, instants }) => `${workCenterId}/${instants.join('/')}`,
)

/** What people said of losses. */
export const annotationById = tenantLoader(async (tenant, ids: readonly LossAnnotationId[]) =>
  each(ids, await findAnnotations(tenant, ids), (annotation) => annotation.id),
)

/** The losses that one stop was divided into. */
export const lossesOfChain = tenantLoader(
  async (tenant, chains: readonly Chain[]) => grouped(chains.map(keyOf), await listChains(tenant, chains), keyOf),
  keyOf,
)

/** Whether records of a work center wait for their recalculation. */
export const isRecalculatingOf = tenantLoader(async (tenant, ids: readonly WorkCenterId[]) => {
  const waiting = new Set((await listMarks(tenant, ids)).map((mark) => mark.workCenterId))
  return ids.map((id) => waiting.has(id))
})

/** The time for which a person entered the loss of the annotation; null where it only says something of a loss. */
export const manualPeriodOf = tenantLoader(async (tenant, ids: readonly LossAnnotationId[]) =>
  each(ids, await findAnnotations(tenant, ids), ({ id }) => id).map((found) => {
    if (found?.isManual !== true || found.end === null) return null
    return { start: found.start, end: found.end }
  }),
)

function keyOf({ workCenterId, chainStart }: Chain): string {
  return `${workCenterId}@${chainStart}`
}
