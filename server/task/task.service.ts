import { hasAbility, ROLES } from '#engine/access/abilities.ts'
import type { AbilityGrants, Role } from '#engine/access/abilities.ts'
import { sentAtOf } from '#engine/conversation/message.ts'
import type { SaidMessage } from '#engine/conversation/message.ts'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import { mayHandleTasks, maySeeTasks, SUBJECT_OF_ACTION } from '#engine/task/mayHandleTasks.ts'
import { ACTION_OF } from '#engine/task/operationalTask.ts'
import type { OperationalEvent } from '#engine/task/operationalTask.ts'
import { problemOfClosing, problemOfPlan } from '#engine/task/taskForm.ts'
import { audited } from '#server/company/audit.store.ts'
import { addMessage } from '#server/conversation/conversation.service.ts'
import { findTeam } from '#server/company/team.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { insertEvents } from '#server/event/domainEvent.store.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { requireActor, sayerOf } from '#server/user/acting.ts'
import type { Actor } from '#server/user/acting.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { listResponsible } from '#server/workRequest/workRequest.store.ts'
import { listPlans, savePlan } from './plan.store.ts'
import type { StoredPlan } from './plan.store.ts'
import { tasksChangedEvent } from './tasksChangedEvent.ts'
import { assignTask, changeTasks, findTasks, listPlacesWithPending, lockTasks } from './task.store.ts'
import type { Task } from './task.store.ts'
import { markCompany } from './taskMark.store.ts'

export type TaskDeps = { readonly database: Database; readonly now: () => number }
/** Who acts on tasks; at a station the person who works there. */
export type TaskMember = Actor & {
  readonly companyId: CompanyId
  readonly grants: AbilityGrants
  /** Which work centers they may see; null = all. */
  readonly visible: ReadonlySet<number> | null
}

/** Roles that see only the work centers which they are assigned to. */
const ASSIGNED_ROLES: readonly Role[] = ['OPERATOR']

/** A plan as a person changes it; left out = as it is. */
export type PlanChange = {
  readonly event: OperationalEvent
  readonly version: number
  readonly isActive?: boolean | undefined
  readonly delaySeconds?: number | undefined
  readonly workCenterIds?: readonly WorkCenterId[] | undefined
  readonly teamId?: string | null | undefined
  readonly blocksShift?: boolean | undefined
  readonly remindAfterMinutes?: number | null | undefined
}

/** Returns the changed plan (domain.md T-1); switched on it asks from now on. Refuses an older version, unknown work centers and teams, and what problemOfPlan says. */
export async function changePlan(
  deps: TaskDeps,
  { companyId, userId }: { readonly companyId: CompanyId; readonly userId: UserId },
  change: PlanChange,
): Promise<StoredPlan> {
  const problem = problemOfPlan(change)
  if (problem !== null) throw new Refusal(problem)
  return await deps.database.inTenant(companyId, async (tenant) => {
    const before = await planOf(tenant, change.event)
    if (change.version !== before.version) throw new Refusal({ code: 'CONFLICT', params: { version: before.version } })
    await requireKnown(tenant, change)
    const { isActive = before.isActive, delaySeconds = before.delaySeconds, workCenterIds = before.workCenterIds } = change
    const { blocksShift = before.blocksShift } = change
    const teamId = change.teamId === undefined ? before.teamId : change.teamId
    const remindAfterMinutes = change.remindAfterMinutes === undefined ? before.remindAfterMinutes : change.remindAfterMinutes
    const now = deps.now()
    const activeFrom = isActive && !before.isActive ? now : before.activeFrom
    const { event, version } = before
    const isSaved = await savePlan(tenant, {
      event,
      isActive,
      activeFrom,
      delaySeconds,
      workCenterIds,
      teamId,
      blocksShift,
      remindAfterMinutes,
      version,
    })
    if (!isSaved) throw new Refusal({ code: 'CONFLICT', params: { version: (await planOf(tenant, event)).version } })
    const told = (
      plan: Pick<StoredPlan, 'blocksShift' | 'delaySeconds' | 'isActive' | 'remindAfterMinutes' | 'teamId' | 'workCenterIds'>,
    ) => ({
      isActive: plan.isActive,
      delaySeconds: plan.delaySeconds,
      workCenterIds: [...plan.workCenterIds],
      teamId: plan.teamId,
      blocksShift: plan.blocksShift,
      remindAfterMinutes: plan.remindAfterMinutes,
    })
    await audited(
      tenant,
      { userId, at: new Date(now), action: 'UPDATE_COMPANY', subject: `operational plan ${event}` },
      told(before),
      told({ isActive, delaySeconds, workCenterIds, teamId, blocksShift, remindAfterMinutes }),
    )
    await markCompany(tenant, now, now)
    if (teamId !== before.teamId || remindAfterMinutes !== before.remindAfterMinutes) {
      const places = await listPlacesWithPending(tenant, event)
      await insertEvents(
        tenant,
        places.map((workCenterId) => tasksChangedEvent(workCenterId, now)),
      )
    }
    return await planOf(tenant, event)
  })
}

/** Returns the task, closed with the comment (domain.md T-5). Refuses one that the member may not see or close, and what problemOfClosing says. */
export async function closeTask(
  deps: TaskDeps,
  member: TaskMember,
  { id, comment, occurredAt }: { readonly id: number; readonly comment: string; readonly occurredAt: number | null },
  request: KeyedRequest | null,
): Promise<Task> {
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const { answer } = await once(tenant, member.userId, request, {
      act: async () => {
        const task = await requireHandled(tenant, member, id)
        const problem = problemOfClosing(task, comment)
        if (problem !== null) throw new Refusal(problem)
        const now = deps.now()
        const said = sentAtOf(occurredAt, now)
        if (said.problem !== null) throw new Refusal(said.problem)
        // Nobody closes what was not asked yet.
        const closed = {
          cause: 'PERSON',
          at: Math.max(said.at, Math.min(task.dueAt, now)),
          by: sayerOf(member).userId,
          comment: comment.trim(),
        } as const
        await changeTasks(tenant, [{ id, subject: task.subject, dueAt: task.dueAt, closed, isTurned: true }], now)
        await insertEvents(tenant, [tasksChangedEvent(task.workCenterId, now)])
        await tell(tenant, task)
        return id
      },
      read: Number,
    })
    return await requireTask(tenant, member, answer)
  })
}

/** Returns the task once the person wrote beside it (domain.md T-9). Refuses who may not handle it, and what addMessage refuses. */
export async function commentTask(
  deps: TaskDeps,
  member: TaskMember,
  { id, ...said }: SaidMessage & { readonly id: number; readonly occurredAt: number | null },
  request: KeyedRequest | null,
): Promise<Task> {
  await deps.database.inTenant(member.companyId, async (tenant) => requireHandler(tenant, member, id))
  await addMessage(deps, member, member.visible, { ...said, beside: { taskId: id } }, request)
  return await deps.database.inTenant(member.companyId, async (tenant) => requireTask(tenant, member, id))
}

/**
 * Returns the task, given to the person, null = to nobody in particular, and with the time by which it is to be done; left out = as it is. Refuses what
 * closeTask refuses, and somebody who may not handle it there.
 */
export async function giveTask(
  deps: TaskDeps,
  member: TaskMember,
  { id, ...given }: { readonly id: number; readonly assigneeId?: UserId | null; readonly wantedBy?: number | null },
): Promise<Task> {
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const task = await requireHandled(tenant, member, id)
    if (task.closed !== null) throw new Refusal({ code: 'TASK_CLOSED', params: { cause: task.closed.cause } })
    const { assigneeId = task.assigneeId, wantedBy = task.wantedBy } = given
    if (assigneeId !== null && assigneeId !== task.assigneeId) await requireAssignable(tenant, task, assigneeId)
    await assignTask(tenant, id, { assigneeId, wantedBy })
    if (assigneeId !== task.assigneeId || wantedBy !== task.wantedBy)
      await insertEvents(tenant, [tasksChangedEvent(task.workCenterId, deps.now())])
    await tell(tenant, task)
    return await requireTask(tenant, member, id)
  })
}

/** The task after those who change tasks there; refuses who may not handle it. */
async function requireHandled(tenant: Tenant, member: TaskMember, id: number): Promise<Task> {
  const { workCenterId } = await requireHandler(tenant, member, id)
  await lockTasks(tenant, workCenterId)
  return await requireTask(tenant, member, id)
}

async function requireHandler(tenant: Tenant, member: TaskMember, id: number): Promise<Task> {
  const task = await requireTask(tenant, member, id)
  const { workCenterId, event } = task
  const action = ACTION_OF[event]
  if (!mayHandleTasks(member.grants, action))
    throw new Refusal({ code: 'FORBIDDEN', params: { action: 'UPDATE', subject: SUBJECT_OF_ACTION[action] } })
  await requireActor(tenant, member, [workCenterId])
  return task
}

/** Returns the task. Refuses one that the member may not see, as one that is not there. */
export async function requireTask(tenant: Tenant, { visible, grants }: TaskMember, id: number): Promise<Task> {
  const [task] = await findTasks(tenant, [id])
  if (task === undefined || visible?.has(task.workCenterId) === false || !maySeeTasks(grants, ACTION_OF[task.event]))
    throw new Refusal({ code: 'TASK_NOT_FOUND', params: { id } })
  return task
}

async function requireAssignable(tenant: Tenant, { event, workCenterId }: Task, userId: UserId): Promise<void> {
  const roles = ROLES.filter((role) => hasAbility(role, tenant.companyId, 'UPDATE', SUBJECT_OF_ACTION[ACTION_OF[event]]))
  const asked = { roles, assignedRoles: ASSIGNED_ROLES, workCenterId, userIds: [userId], limit: 1 }
  if ((await listResponsible(tenant, asked)).length > 0) return
  throw new Refusal({ code: 'USER_NOT_FOUND', field: 'assigneeId', params: { id: userId } })
}

async function planOf(tenant: Tenant, event: OperationalEvent): Promise<StoredPlan> {
  const found = (await listPlans(tenant)).find((plan) => plan.event === event)
  if (found === undefined) throw new Error(`there is no plan of ${event}`)
  return found
}

async function requireKnown(tenant: Tenant, { workCenterIds = [], teamId = null }: PlanChange): Promise<void> {
  const known = await findWorkCenters(tenant, workCenterIds)
  const id = workCenterIds.find((one) => known.every((place) => place.id !== one))
  if (id !== undefined) throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'workCenterIds', params: { id } })
  if (teamId !== null && (await findTeam(tenant, teamId)) === null)
    throw new Refusal({ code: 'TEAM_NOT_FOUND', field: 'teamId', params: { id: teamId } })
}

async function tell(tenant: Tenant, { workCenterId, event, subject }: Task): Promise<void> {
  const kinds = event === 'LOSS_APPEARED' ? (['loss'] as const) : (['output'] as const)
  await notifyRecordsChanged(tenant, [{ workCenterId, kinds, from: subject.start, to: subject.end }])
}
