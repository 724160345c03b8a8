import type { WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { lossOfSubject, subjectOfLoss, subjectsOfLosses } from '#engine/workRequest/requestSubject.ts'
import type { Tenant } from '#server/db/database.ts'
import { findLosses, findLossesOver } from '#server/loss/loss.store.ts'
import { lossNotFound } from '#server/loss/lossEditing.ts'
import type { Loss } from '#server/loss/lossRow.ts'
import type { RequestMember } from './requestMember.ts'
import type { NewWorkRequest, WorkRequestDeps } from './workRequest.service.ts'
import { listOpenSubjects } from './workRequest.store.ts'

/** The stretch of a loss that somebody reported, ms UTC. */
export type SeenLoss = Pick<Loss, 'source' | 'start' | 'workCenterId'> & { readonly end: number }

/** Returns the stretch of the loss that the subject and how far it was seen name; null for another subject. */
export function seenLossOf({ subject, seenUntil }: { readonly subject: string; readonly seenUntil: number | null }): SeenLoss | null {
  const place = lossOfSubject(subject)
  if (place === null) return null
  return { ...place, workCenterId: asId<WorkCenterId>(place.workCenterId), end: Math.max(place.start + 1, seenUntil ?? 0) }
}

/**
 * Returns where a request from the loss comes from, and its work center; refuses a loss that the member may not see. The subject is that of the open request
 * whose loss it is, also after late data moved its start (domain.md ST-3).
 */
export async function requestOfLoss(
  { database, now }: WorkRequestDeps,
  { companyId, visible }: RequestMember,
  lossId: number,
): Promise<Pick<NewWorkRequest, 'seenUntil' | 'source' | 'subject' | 'workCenterId'>> {
  return await database.inTenant(companyId, async (tenant) => {
    const [loss] = await findLosses(tenant, [lossId])
    if (loss === undefined || (visible !== null && !visible.has(loss.workCenterId))) throw lossNotFound(lossId)
    const { workCenterId, start, end } = loss
    const subject = (await openSubjectOf(tenant, loss)) ?? subjectOfLoss(loss)
    return { source: 'LOSS', subject, seenUntil: Math.max(start + 1, end ?? now()), workCenterId }
  })
}

/** Returns the subject of the open request whose loss it is; null = there is none. */
async function openSubjectOf(tenant: Tenant, loss: Loss): Promise<string | null> {
  const open = await listOpenSubjects(tenant, { source: 'LOSS', begin: subjectsOfLosses(loss) })
  const near = open.flatMap((one) => {
    const seen = seenLossOf(one)
    return seen === null || seen.end <= loss.start || (loss.end !== null && seen.start >= loss.end) ? [] : [{ subject: one.subject, seen }]
  })
  const found = await findLossesOver(
    tenant,
    near.map(({ seen }) => seen),
  )
  return near.find((_one, at) => found[at]?.id === loss.id)?.subject ?? null
}
