import { grantsOf } from '#engine/access/abilities.ts'
import { CLOSED_CAUSES, OPERATIONAL_ACTIONS, OPERATIONAL_EVENTS, TASK_STATUSES } from '#engine/task/operationalTask.ts'
import type { OperationalEvent } from '#engine/task/operationalTask.ts'
import { listTeams, listTeamsOf } from '#server/company/team.store.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { each, grouped, tenantLoader } from '#server/graphql/loader.ts'
import { findLossesAt } from '#server/loss/loss.store.ts'
import type { LossRange } from '#server/loss/loss.store.ts'
import { actorIn } from '#server/user/user.graph.ts'
import { listPlans } from './plan.store.ts'
import type { StoredPlan } from './plan.store.ts'
import type { TaskMember } from './task.service.ts'
import { listTurns } from './task.store.ts'
import type { Task } from './task.store.ts'
import { findReachedOrders } from './taskFacts.store.ts'

export const OperationalEventEnum = builder.enumType('OperationalEvent', { values: OPERATIONAL_EVENTS })
export const OperationalActionEnum = builder.enumType('OperationalAction', { values: OPERATIONAL_ACTIONS })
export const OperationalTaskStatusEnum = builder.enumType('OperationalTaskStatus', { values: TASK_STATUSES })
export const ClosedCauseEnum = builder.enumType('OperationalTaskClosedCause', {
  description:
    'CONDITION: what was asked for was done. PERSON: somebody closed it. CONFIRMATION: its shift was confirmed. GONE: late data took its subject away, or no plan asks there any more.',
  values: CLOSED_CAUSES,
})

export const OperationalPlanRef = builder.objectRef<StoredPlan>('OperationalPlan')
export const OperationalTaskRef = builder.objectRef<Task>('OperationalTask')

type StopPlace = Pick<LossRange, 'source' | 'start' | 'workCenterId'>

/** The loss that a task is about; null = there is none any more. */
export const lossOfTask = tenantLoader(
  async (tenant, places: readonly StopPlace[]) => (await findLossesAt(tenant, places)).map((loss) => loss ?? null),
  ({ workCenterId, start }) => `${workCenterId}/${start}`,
)

/** The id of the order whose plan was reached there then, which a task asks about; null = it asks about something else. */
export const reachedOrderOf = tenantLoader(
  (tenant, places: readonly Pick<StopPlace, 'start' | 'workCenterId'>[]) => findReachedOrders(tenant, places),
  ({ workCenterId, start }) => `${workCenterId}/${start}`,
)

/** The plan of an event. */
export const planOfEvent = tenantLoader(async (tenant, events: readonly OperationalEvent[]) =>
  each(events, await listPlans(tenant), ({ event }) => event),
)

export const teamById = tenantLoader(async (tenant, ids: readonly string[]) => each(ids, await listTeams(tenant), ({ id }) => id))

/** The team of a person; null = they are in none. */
export const teamOfPerson = tenantLoader(async (tenant, userIds: readonly string[]) => {
  const teams = await listTeamsOf(tenant, userIds)
  return userIds.map((userId) => teams.get(userId) ?? null)
})

/** Each time that a task was closed, or asked again. */
export const turnsOf = tenantLoader(async (tenant, ids: readonly number[]) =>
  grouped(ids, await listTurns(tenant, ids), ({ taskId }) => taskId),
)

/** Returns who acts on tasks in the request. */
export async function taskMemberIn(context: RequestContext, named?: string | null, saidAt?: number | null): Promise<TaskMember> {
  return { ...actorIn(context, named, saidAt), grants: grantsOf(context.abilities()), visible: await context.visibleIds() }
}
