import type { CompanyId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { readAnnotations } from './annotationChanges.ts'
import type { LossDeps } from './lossEditing.ts'
import { annotationOf, withAnnotation } from './lossAnnotation.ts'
import type { LossPlace } from './lossPlace.ts'
import { findLosses, findLossesAt, listLossesIn } from './loss.store.ts'
import type { LossRange } from './loss.store.ts'
import type { Loss } from './lossRow.ts'

/**
 * Returns the losses as they are after their work centers are recalculated, in their order; one that was joined with its neighbour is the one that
 * holds its start, one of which nothing is left is as it was last, where that is given. What people said is shown even where the recalculation is not finished yet.
 */
export async function readLossesAgain(
  deps: LossDeps,
  companyId: CompanyId,
  losses: readonly (Loss | LossPlace)[],
): Promise<readonly Loss[]> {
  const found = await readById(deps, companyId, losses)
  return losses.flatMap((loss) => found.get(loss.id) ?? ('version' in loss ? loss : []))
}

/** Returns what readLossesAgain returns, by the ids that the losses had; one of which nothing is left is not among them. */
export async function readById(
  deps: LossDeps,
  companyId: CompanyId,
  losses: readonly (Loss | LossPlace)[],
): Promise<ReadonlyMap<number, Loss>> {
  await Promise.all(
    [...new Set(losses.map((loss) => loss.workCenterId))].map((id) => deps.ingest.reload({ companyId, workCenterId: id }, { wait: true })),
  )
  return await deps.database.inTenant(companyId, async (tenant) => {
    const ids = losses.map((loss) => loss.id)
    const found = new Map((await findLosses(tenant, ids)).map((loss) => [loss.id, loss]))
    const gone = losses.filter((loss) => !found.has(loss.id))
    const successors = await findLossesAt(tenant, gone)
    for (const [at, { id }] of gone.entries()) {
      const successor = successors[at]
      if (successor !== undefined) found.set(id, successor)
    }
    const asked = [...found]
    const read = await withAnnotations(
      tenant,
      asked.map(([, loss]) => loss),
    )
    return new Map(asked.flatMap(([id], at) => (read[at] === undefined ? [] : [[id, read[at]] as const])))
  })
}

/** Returns the losses of the stretch after the work center is recalculated: the pieces that a split left. */
export async function readPiecesAgain(deps: LossDeps, companyId: CompanyId, range: LossRange): Promise<readonly Loss[]> {
  await deps.ingest.reload({ companyId, workCenterId: range.workCenterId }, { wait: true })
  return await deps.database.inTenant(companyId, async (tenant) => await withAnnotations(tenant, await listLossesIn(tenant, range)))
}

async function withAnnotations(tenant: Tenant, losses: readonly Loss[]): Promise<readonly Loss[]> {
  const rangeOf = ({ workCenterId, source, start }: Loss) => ({ workCenterId, source, start, end: start + 1 })
  const annotations = await readAnnotations(tenant, losses.map(rangeOf))
  return losses.map((loss) => withAnnotation(loss, annotationOf(loss, annotations.listIn(rangeOf(loss)))))
}
