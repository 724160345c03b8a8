import type { LossSubject } from '#engine/workRequest/requestSubject.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { each, grouped, tenantLoader } from '#server/graphql/loader.ts'
import { findLossesAt } from '#server/loss/loss.store.ts'
import { actorIn } from '#server/user/user.graph.ts'
import type { RequestMember } from './requestMember.ts'
import { listRequestEvents, listRequestsById } from './workRequest.store.ts'
import type { WorkRequest } from './workRequest.store.ts'

export const WorkRequestRef = builder.objectRef<WorkRequest>('WorkRequest')

export const requestById = tenantLoader(async (tenant, ids: readonly number[]) =>
  each(ids, await listRequestsById(tenant, ids), ({ id }) => id),
)

/** What became of a request. */
export const eventsOfRequest = tenantLoader(async (tenant, ids: readonly number[]) =>
  grouped(ids, await listRequestEvents(tenant, ids), ({ workRequestId }) => workRequestId),
)

/** The loss that lies where a request came from; null = there is none any more. */
export const lossOfRequest = tenantLoader(
  async (tenant, subjects: readonly LossSubject[]) => {
    const places = subjects.map(({ workCenterId, ...place }) => ({ ...place, workCenterId: asId<WorkCenterId>(workCenterId) }))
    return (await findLossesAt(tenant, places)).map((loss) => loss ?? null)
  },
  ({ workCenterId, source, start }) => `${workCenterId}/${source}/${start}`,
)

/** Returns who acts on work requests in the request, and when they said it, as `actorIn` tells. */
export async function requestMemberIn(context: RequestContext, named?: string | null, saidAt?: number | null): Promise<RequestMember> {
  return {
    ...actorIn(context, named, saidAt),
    mayUpdate: context.may('UPDATE', 'LOSSES'),
    mayManage: context.may('MODIFY', 'LOSSES'),
    visible: await context.visibleIds(),
  }
}
