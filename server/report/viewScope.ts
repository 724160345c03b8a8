import { savedQuestionOf } from '#engine/analytics/savedQuestion.ts'
import type { Tenant } from '#server/db/database.ts'
import { listIdsOfGroups } from './report.store.ts'
import type { ReportRequest } from './reportRequest.ts'

/**
 * Returns the request with the work centers that its view is narrowed to, of those that it may tell: whether there is anything to tell, what is known and what
 * is final are of these alone (domain.md R-12). Other reports stay as they are.
 */
export async function scopeOfView<Asked extends Pick<ReportRequest, 'type' | 'view' | 'workCenterIds'>>(
  tenant: Tenant,
  asked: Asked,
): Promise<Asked> {
  if (asked.type !== 'VIEW') return asked
  const { workCenterIds, workCenterGroupIds } = savedQuestionOf(asked.view?.search ?? '')
  const ofGroups = workCenterGroupIds === null ? null : await listIdsOfGroups(tenant, workCenterGroupIds)
  const [first, ...others] = [asked.workCenterIds, workCenterIds, ofGroups].filter((ids) => ids !== null)
  if (first === undefined) return asked
  return { ...asked, workCenterIds: first.filter((id) => others.every((ids) => ids.some((one) => one === id))) }
}
