import type { CompanyId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { listAnnotationsIn } from './annotation.store.ts'
import type { LossDeps } from './editedLoss.ts'
import { findLosses, listLossesIn } from './loss.store.ts'
import type { LossRange } from './loss.store.ts'
import type { Loss } from './lossRow.ts'
import { annotationOf, withAnnotation } from './saidAboutLoss.ts'

/** Returns the losses as they are once their work centers are recalculated; one that was joined with its neighbour is the one that holds its start. */
export async function freshLosses(deps: LossDeps, companyId: CompanyId, losses: readonly Loss[]): Promise<readonly Loss[]> {
  await Promise.all([...new Set(losses.map((loss) => loss.workCenterId))].map((id) => deps.recalculate(companyId, id)))
  return await deps.database.inTenant(companyId, async (tenant) => {
    const found = new Map(
      (
        await findLosses(
          tenant,
          losses.map((loss) => loss.id),
        )
      ).map((loss) => [loss.id, loss]),
    )
    const fresh: Loss[] = []
    for (const loss of losses) fresh.push(await asSaid(tenant, found.get(loss.id) ?? (await successorOf(tenant, loss)) ?? loss))
    return fresh
  })
}

/** Returns the losses of the stretch once the work center is recalculated: the pieces that a split left. */
export async function freshPieces(deps: LossDeps, companyId: CompanyId, range: LossRange): Promise<readonly Loss[]> {
  await deps.recalculate(companyId, range.workCenterId)
  return await deps.database.inTenant(companyId, async (tenant) => {
    const pieces: Loss[] = []
    for (const piece of await listLossesIn(tenant, range)) pieces.push(await asSaid(tenant, piece))
    return pieces
  })
}

async function successorOf(tenant: Tenant, { workCenterId, source, start }: Loss): Promise<Loss | undefined> {
  const [loss] = await listLossesIn(tenant, { workCenterId, source, start, end: start + 1 })
  return loss
}

async function asSaid(tenant: Tenant, loss: Loss): Promise<Loss> {
  const { workCenterId, source, start } = loss
  return withAnnotation(loss, annotationOf(loss, await listAnnotationsIn(tenant, { workCenterId, source, start, end: start + 1 })))
}
