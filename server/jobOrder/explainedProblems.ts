import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { toldName } from '#server/user/toldName.ts'
import { listUsers } from '#server/user/user.store.ts'
import type { JobOrder } from './jobOrder.store.ts'
import { listOrderEvents } from './jobOrderEvent.store.ts'
import { listRunsOf } from './jobRun.store.ts'
import type { OrderMember } from './orderDeps.ts'

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

/** Refusals that say by whose id somebody was faster. */
const FASTER: ReadonlySet<string> = new Set(['INVALID_JOB_ORDER_TRANSITION', 'SEGMENT_CONFIRMED'])

/** Does the work; adds the user's name to a refusal because somebody was faster, so that the screen need not ask for it. */
export async function namingFaster<T>(
  database: Pick<Database, 'inSystem'>,
  member: Pick<OrderMember, 'companyId' | 'userId'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || !FASTER.has(error.code)) throw error
    const { by } = error.params
    if (typeof by !== 'string' || by === '') throw error
    const [user] = await database.inSystem((tx) => listUsers(tx, [asId<UserId>(by)]))
    if (user === undefined) throw error
    const { code, field, params, others } = error
    throw new Refusal(
      { code, ...(field !== undefined && { field }), params: { ...params, name: toldName(user, member) } },
      { cause: error, others },
    )
  }
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
