import { subjectOfLoss } from '#engine/workRequest/requestSubject.ts'
import { findLosses } from '#server/loss/loss.store.ts'
import { lossNotFound } from '#server/loss/lossEditing.ts'
import { openRequestOfLoss } from './openTwin.ts'
import type { RequestMember } from './requestMember.ts'
import type { NewWorkRequest, WorkRequestDeps } from './workRequest.service.ts'

/**
 * Returns where a request from the loss comes from, and its work center; refuses a loss that the member may not see. The subject is that of the open request
 * whose loss it is, where there is one.
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
    const subject = (await openRequestOfLoss(tenant, loss))?.subject ?? subjectOfLoss(loss)
    return { source: 'LOSS', subject, seenUntil: Math.max(start + 1, end ?? now()), workCenterId }
  })
}
