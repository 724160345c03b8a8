import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { each, grouped, tenantLoader } from '#server/graphql/loader.ts'
import { findLossesOver } from '#server/loss/loss.store.ts'
import { actorIn } from '#server/user/user.graph.ts'
import type { RequestMember } from './requestMember.ts'
import type { SeenLoss } from './openTwin.ts'
import { listRequestEvents, listRequestsById } from './workRequest.store.ts'
import type { WorkRequest, WorkRequestEvent } from './workRequest.store.ts'

export const WorkRequestRef = builder.objectRef<WorkRequest>('WorkRequest')
export const WorkRequestEventRef = builder.objectRef<WorkRequestEvent>('WorkRequestEvent')

export const requestById = tenantLoader(async (tenant, ids: readonly number[]) =>
  each(ids, await listRequestsById(tenant, ids), ({ id }) => id),
)

/** What became of a request. */
export const eventsOfRequest = tenantLoader(async (tenant, ids: readonly number[]) =>
  grouped(ids, await listRequestEvents(tenant, ids), ({ workRequestId }) => workRequestId),
)

/** The loss that a request came from, by what was seen of it; null = there is none any more. */
export const lossOfRequest = tenantLoader(
  async (tenant, seen: readonly SeenLoss[]) => (await findLossesOver(tenant, seen)).map((loss) => loss ?? null),
  ({ workCenterId, source, start, end }) => `${workCenterId}/${source}/${start}/${end}`,
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
