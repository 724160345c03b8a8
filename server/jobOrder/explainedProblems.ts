import type { Problem } from '#engine/result.ts'
import type { Tenant } from '#server/db/database.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { listOrderEvents } from './jobOrderEvent.store.ts'
import { listRunsOf } from './jobRun.store.ts'

/** Returns the problems; an action that the status does not allow says who gave the order that status, and when (domain.md J-1): a stale screen gets a truth, not an error. */
export async function explainedProblems(
  tenant: Tenant,
  order: Pick<JobOrder, 'id' | 'status'>,
  problems: readonly Problem[],
): Promise<readonly Problem[]> {
  const [problem] = problems
  if (problem?.code !== 'INVALID_JOB_ORDER_TRANSITION') return problems
  const change = order.status === 'PROGRESS' ? await openRun(tenant, order) : await lastChange(tenant, order)
  return change === null ? problems : [{ ...problem, params: { ...problem.params, since: change.since, by: change.by ?? '' } }]
}

async function openRun(tenant: Tenant, { id }: Pick<JobOrder, 'id'>) {
  const run = (await listRunsOf(tenant, [id])).findLast(({ end }) => end === null)
  return run === undefined ? null : { since: run.start, by: run.startedBy }
}

async function lastChange(tenant: Tenant, { id, status }: Pick<JobOrder, 'id' | 'status'>) {
  const event = (await listOrderEvents(tenant, [id])).find(
    ({ fromStatus, toStatus, undoneOn }) => toStatus === status && fromStatus !== status && undoneOn === null,
  )
  return event === undefined ? null : { since: event.at, by: event.createdBy }
}
