import { isToMend, TO_MEND } from '#engine/notification/noticeWay.ts'
import { subjectOfNotification } from '#engine/workRequest/requestSubject.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { Refusal } from '#server/refusal.ts'
import type { RequestMember } from './requestMember.ts'
import { findToldPlace } from './toldNotification.store.ts'
import type { NewWorkRequest, WorkRequestDeps } from './workRequest.service.ts'

/**
 * Returns where a request because of the notification comes from, and its work center; refuses one that the member was not told, or may not see, and one of a
 * type that leaves nothing to mend at the machine.
 */
export async function requestOfNotification(
  { database }: WorkRequestDeps,
  { companyId, userId, visible }: RequestMember,
  id: string,
): Promise<Pick<NewWorkRequest, 'seenUntil' | 'source' | 'subject' | 'workCenterId'>> {
  const visibleIds = visible && [...visible].map((one) => asId<WorkCenterId>(one))
  const told = await database.inTenant(companyId, (tenant) => findToldPlace(tenant, { userId, visibleIds }, id))
  const field = 'notificationId'
  if (told === null) throw new Refusal({ code: 'NOTIFICATION_NOT_FOUND', field, params: { id } })
  if (!isToMend(told.type)) throw new Refusal({ code: 'INVALID_FORMAT', field, params: { example: [...TO_MEND].join(', ') } })
  return { source: 'NOTIFICATION', subject: subjectOfNotification(id), seenUntil: null, workCenterId: told.workCenterId }
}
