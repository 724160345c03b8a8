import { subjectOfLoss } from '#engine/workRequest/requestSubject.ts'
import { findLosses } from '#server/loss/loss.store.ts'
import { lossNotFound } from '#server/loss/lossEditing.ts'
import type { RequestMember } from './requestMember.ts'
import type { NewWorkRequest, WorkRequestDeps } from './workRequest.service.ts'

/** Returns where a request from the loss comes from, and its work center; refuses a loss that the member may not see. */
export async function requestOfLoss(
  { database }: WorkRequestDeps,
  { companyId, visible }: RequestMember,
  lossId: number,
): Promise<Pick<NewWorkRequest, 'source' | 'subject' | 'workCenterId'>> {
  const [loss] = await database.inTenant(companyId, (tenant) => findLosses(tenant, [lossId]))
  if (loss === undefined || (visible !== null && !visible.has(loss.workCenterId))) throw lossNotFound(lossId)
  const { workCenterId, source, start } = loss
  return { source: 'LOSS', subject: subjectOfLoss({ workCenterId, source, start }), workCenterId }
}
