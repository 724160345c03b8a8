import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { grantsOf } from '#engine/access/abilities.ts'
import { maySeeTasks } from '#engine/task/mayHandleTasks.ts'
import { ACTION_OF, OPERATIONAL_EVENTS, taskStatus } from '#engine/task/operationalTask.ts'
import {
  DEFAULT_DELAY_SECONDS,
  MAX_DELAY_SECONDS,
  MAX_REMIND_MINUTES,
  MAX_TASK_COMMENT,
  MIN_DELAY_SECONDS,
  MIN_REMIND_MINUTES,
} from '#engine/task/taskForm.ts'
import { MIN_COMMENT_LENGTH } from '#engine/shift/confirmation.ts'
import { MAX_MESSAGE_LENGTH } from '#engine/conversation/message.ts'
import { asksPerson } from '#engine/task/askedPeople.ts'
import { TeamRef } from '#server/company/company.graph.ts'
import { ConversationRef, conversationOfTask, unreadOfTask } from '#server/conversation/conversation.graph.ts'
import { MessageContentTypeEnum } from '#server/graphql/enums.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { checkedPage, pageType } from '#server/graphql/page.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { jobOrderById, JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { keyed, REQUEST_KEY } from '#server/jobOrder/orderMember.graph.ts'
import { LossRef } from '#server/loss/loss.graph.ts'
import { ShiftRef, shiftStarting, viewOf } from '#server/shift/shift.graph.ts'
import { userById, UserRef } from '#server/user/user.graph.ts'
import { workCenterById, WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { listPlans } from './plan.store.ts'
import {
  ClosedCauseEnum,
  lossOfTask,
  planOfEvent,
  reachedOrderOf,
  teamById,
  teamOfPerson,
  OperationalActionEnum,
  OperationalEventEnum,
  OperationalPlanRef,
  OperationalTaskRef,
  OperationalTaskStatusEnum,
  taskMemberIn,
  turnsOf,
} from './task.graph.ts'
import { changePlan, closeTask, commentTask, giveTask, requireTask } from './task.service.ts'
import { pageTasks } from './task.store.ts'
import type { Task, TaskTurn } from './task.store.ts'

const ACTING = 'From a station: which of its people does it.'
const OCCURRED = 'When it was said, where it is sent later; at most 14 days ago.'

OperationalPlanRef.implement({
  description: 'Which task follows from an event. Each company has one plan for each event.',
  fields: (t) => ({
    event: t.expose('event', { type: OperationalEventEnum }),
    action: t.field({ type: OperationalActionEnum, resolve: ({ event }) => ACTION_OF[event] }),
    isActive: t.exposeBoolean('isActive'),
    delaySeconds: t.exposeInt('delaySeconds', { description: 'So old is what is asked about, if it has not ended before.' }),
    workCenterIds: t.intList({ description: 'Empty = all.', resolve: ({ workCenterIds }) => [...workCenterIds] }),
    teamId: t.field({
      type: 'Guid',
      nullable: true,
      description: 'Which team is asked; null = everybody who may do it at the work center.',
      resolve: ({ teamId }) => teamId,
    }),
    blocksShift: t.exposeBoolean('blocksShift', { description: 'Whether its pending tasks hold the confirmation of their shift up.' }),
    remindAfterMinutes: t.exposeInt('remindAfterMinutes', {
      nullable: true,
      description:
        'When a task has waited so long, whoever has it is told once, else the team of the plan, else the operators of the work center; null = nobody is.',
    }),
    version: t.exposeInt('version'),
  }),
})

const ParametersRef = builder.objectRef<Task>('OperationalTaskParameters').implement({
  description: 'What a task is about.',
  fields: (t) => ({
    start: t.field({ type: 'DateTime', resolve: ({ subject }) => subject.start }),
    end: t.field({ type: 'DateTime', nullable: true, description: 'Null = it lasts.', resolve: ({ subject }) => subject.end }),
    loss: t.field({
      type: LossRef,
      nullable: true,
      description: 'Of CLASSIFY_LOSS; null = there is none any more.',
      resolve: ({ event, workCenterId, subject }, _args, context) =>
        event === 'LOSS_APPEARED' ? lossOfTask(context).load({ workCenterId, source: 'STATUS', start: subject.start }) : null,
    }),
    jobOrder: t.field({
      type: JobOrderRef,
      nullable: true,
      description: 'Of CHOOSE_PRODUCTION_ORDER: the order that reached its plan; null = output after the reset of a counter has none.',
      resolve: async ({ event, workCenterId, subject }, _args, context) => {
        const id = event === 'COUNTER_RESET' ? await reachedOrderOf(context).load({ workCenterId, start: subject.start }) : null
        return id === null ? null : jobOrderById(context).load(id)
      },
    }),
  }),
})

const TurnRef = builder.objectRef<TaskTurn>('OperationalTaskTurn').implement({
  description: 'A time at which a task was closed, or asked again.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', resolve: ({ at }) => at }),
    cause: t.field({ type: ClosedCauseEnum, nullable: true, description: 'Null = it asked again.', resolve: ({ cause }) => cause }),
    by: t.field({
      type: UserRef,
      nullable: true,
      resolve: ({ by }, _args, context) => (by === null ? null : userById(context).load(by)),
    }),
    comment: t.exposeString('comment', { nullable: true }),
  }),
})

OperationalTaskRef.implement({
  description: 'Something that a person is asked to do after an event.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    workCenterId: t.int({ resolve: ({ workCenterId }) => workCenterId }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      resolve: ({ workCenterId }, _args, context) => workCenterById(context).load(workCenterId),
    }),
    action: t.field({ type: OperationalActionEnum, resolve: ({ event }) => ACTION_OF[event] }),
    event: t.expose('event', { type: OperationalEventEnum }),
    status: t.field({ type: OperationalTaskStatusEnum, resolve: taskStatus }),
    shift: t.field({
      type: ShiftRef,
      nullable: true,
      description: 'Null = out of schedule.',
      resolve: async ({ workCenterId, shiftStart }, _args, context) => {
        if (shiftStart === null) return null
        const shift = await shiftStarting(context).load({ workCenterId, start: shiftStart })
        return shift && viewOf(shift)
      },
    }),
    timeStart: t.field({ type: 'DateTime', description: 'Since when it asks.', resolve: ({ dueAt }) => dueAt }),
    closedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ closed }) => closed?.at ?? null }),
    closedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Null where no person closed it.',
      resolve: ({ closed }, _args, context) => (closed?.by == null ? null : userById(context).load(closed.by)),
    }),
    closedCause: t.field({ type: ClosedCauseEnum, nullable: true, resolve: ({ closed }) => closed?.cause ?? null }),
    comment: t.string({ nullable: true, resolve: ({ closed }) => closed?.comment ?? null }),
    assignee: t.field({
      type: UserRef,
      nullable: true,
      resolve: ({ assigneeId }, _args, context) => (assigneeId === null ? null : userById(context).load(assigneeId)),
    }),
    team: t.field({
      type: TeamRef,
      nullable: true,
      description: 'Which team its plan asks; null = everybody who may do it there.',
      resolve: async ({ event }, _args, context) => {
        const teamId = (await planOfEvent(context).load(event))?.teamId ?? null
        return teamId === null ? null : teamById(context).load(teamId)
      },
    }),
    asks: t.boolean({
      description: 'Whether it asks the person: it is theirs; or nobody’s, and of their team or of none.',
      args: { userId: t.arg({ type: 'Guid', required: true }) },
      resolve: async ({ assigneeId, event }, { userId }, context) => {
        const plan = await planOfEvent(context).load(event)
        const teamId = await teamOfPerson(context).load(userId)
        return asksPerson({ assigneeId, event }, plan === null ? [] : [plan], { userId, teamId })
      },
    }),
    wantedBy: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'By when it is to be done; null = nobody said.',
      resolve: ({ wantedBy }) => wantedBy,
    }),
    conversation: t.field({
      type: ConversationRef,
      nullable: true,
      description: 'What people wrote beside it; null until somebody does.',
      resolve: ({ id }, _args, context) => conversationOfTask(context).load(id),
    }),
    unreadMessages: t.int({
      description: 'Messages of others that the caller has not read; 99 stands for more.',
      resolve: ({ id }, _args, context) => unreadOfTask(context).load(id),
    }),
    version: t.exposeInt('version'),
    parameters: t.field({ type: ParametersRef, resolve: (task) => task }),
    turns: t.field({ type: [TurnRef], description: 'Oldest first.', resolve: async ({ id }, _args, context) => turnsOf(context).load(id) }),
  }),
})

const TasksPageRef = pageType<Task>('OperationalTasksPage', OperationalTaskRef, { isBounded: true })

builder.queryFields((t) => ({
  operationalPlans: t.field({
    type: [OperationalPlanRef],
    authScopes: can('READ', 'COMPANY_SETTINGS'),
    description: 'Which tasks there are: one plan for each event.',
    resolve: async (_root, _args, context) => [...(await context.inTenant(listPlans))],
  }),
  operationalTask: t.field({
    type: OperationalTaskRef,
    authScopes: can('READ', 'LOSSES'),
    description: 'The task of the id. Operators see those of their work centers.',
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_root, { id }, context) => {
      const member = await taskMemberIn(context)
      return await context.inTenant((tenant) => requireTask(tenant, member, id))
    },
  }),
  operationalTasks: t.field({
    type: TasksPageRef,
    authScopes: can('READ', 'LOSSES'),
    description:
      'Pending ones first: those that are wanted by a time, the soonest at the top, then the oldest. Operators see those of their work centers.',
    args: {
      action: t.arg({ type: OperationalActionEnum }),
      event: t.arg({ type: OperationalEventEnum }),
      period: t.arg({ type: PeriodInput, description: 'Since when they ask.' }),
      status: t.arg({ type: OperationalTaskStatusEnum }),
      workCenterId: t.arg.int(),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      size: t.arg.int({ required: true, defaultValue: 50 }),
    },
    resolve: async (_root, { action, event, period, status, workCenterId, page, size }, context) => {
      const range = checkedPage({ page, size })
      const grants = grantsOf(context.abilities())
      const events = OPERATIONAL_EVENTS.filter(
        (one) => (event ?? one) === one && (action ?? ACTION_OF[one]) === ACTION_OF[one] && maySeeTasks(grants, ACTION_OF[one]),
      )
      const filter = {
        events,
        status: status ?? null,
        workCenterIds: await context.narrowed(workCenterId == null ? null : [workCenterId]),
        period: period == null ? null : checkedPeriod(period),
      }
      return { ...range, ...(await context.inTenant((tenant) => pageTasks(tenant, filter, range))) }
    },
  }),
}))

builder.mutationFields((t) => ({
  updateOperationalPlan: t.field({
    type: OperationalPlanRef,
    authScopes: can('MODIFY', 'COMPANY_SETTINGS'),
    description: 'What is left out stays as it is. Switched on, a plan asks about what happens from now on.',
    args: {
      event: t.arg({ type: OperationalEventEnum, required: true }),
      version: t.arg.int({ required: true, description: 'The version that the change is made to; another one is refused as a CONFLICT.' }),
      isActive: t.arg.boolean(),
      delaySeconds: t.arg.int({ description: `${MIN_DELAY_SECONDS} to ${MAX_DELAY_SECONDS}; ${DEFAULT_DELAY_SECONDS} at first.` }),
      workCenterIds: t.arg.intList({ description: 'Empty = all.' }),
      teamId: t.arg({ type: 'Guid', description: 'Null = everybody who may do it at the work center.' }),
      blocksShift: t.arg.boolean(),
      remindAfterMinutes: t.arg.int({ description: `${MIN_REMIND_MINUTES} to ${MAX_REMIND_MINUTES}; null = nobody is reminded.` }),
    },
    resolve: async (_root, { event, version, isActive, delaySeconds, workCenterIds, teamId, blocksShift, remindAfterMinutes }, context) =>
      changePlan(context.deps, context.member(), {
        event,
        version,
        isActive: isActive ?? undefined,
        delaySeconds: delaySeconds ?? undefined,
        workCenterIds: workCenterIds?.map((id) => asId<WorkCenterId>(id)),
        teamId,
        blocksShift: blocksShift ?? undefined,
        remindAfterMinutes,
      }),
  }),
  closeOperationalTask: t.field({
    type: OperationalTaskRef,
    authScopes: can('UPDATE', 'LOSSES'),
    description: 'Closes the task without doing what it asks for. Needs UPDATE of LOSSES or OUTPUTS, by its action.',
    args: {
      id: t.arg.int({ required: true }),
      comment: t.arg.string({ required: true, description: `${MIN_COMMENT_LENGTH} to ${MAX_TASK_COMMENT} characters.` }),
      occurredAt: t.arg({ type: 'DateTime', description: OCCURRED }),
      requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
      actingUserId: t.arg({ type: 'Guid', description: ACTING }),
    },
    resolve: async (_root, { requestKey: key, actingUserId: named, ...args }, context) => {
      const said = { ...args, occurredAt: args.occurredAt ?? null }
      return await closeTask(
        context.deps,
        await taskMemberIn(context, named, said.occurredAt),
        said,
        keyed('closeOperationalTask', key, args),
      )
    },
  }),
  commentOperationalTask: t.field({
    type: OperationalTaskRef,
    authScopes: can('UPDATE', 'LOSSES'),
    description: 'Writes beside the task. Needs UPDATE of LOSSES or OUTPUTS, by its action.',
    args: {
      id: t.arg.int({ required: true }),
      content: t.arg.string({ required: true, description: `A text of 1 to ${MAX_MESSAGE_LENGTH} characters, or the id of an upload.` }),
      contentType: t.arg({ type: MessageContentTypeEnum, required: true, defaultValue: 'TEXT' }),
      occurredAt: t.arg({ type: 'DateTime', description: OCCURRED }),
      requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }),
      actingUserId: t.arg({ type: 'Guid', description: ACTING }),
    },
    resolve: async (_root, { requestKey: key, actingUserId: named, ...args }, context) => {
      const said = { ...args, occurredAt: args.occurredAt ?? null }
      const member = await taskMemberIn(context, named, said.occurredAt)
      return await commentTask(context.deps, member, said, keyed('commentOperationalTask', key, args))
    },
  }),
  assignOperationalTask: t.field({
    type: OperationalTaskRef,
    authScopes: can('UPDATE', 'LOSSES'),
    description:
      'Gives the task to somebody who may do what it asks for, and says by when. Needs UPDATE of LOSSES or OUTPUTS, by its action.',
    args: {
      id: t.arg.int({ required: true }),
      assigneeId: t.arg({ type: 'Guid', description: 'Null = nobody in particular; left out = as it is.' }),
      wantedBy: t.arg({ type: 'DateTime', description: 'Null = no time; left out = as it is.' }),
      actingUserId: t.arg({ type: 'Guid', description: ACTING }),
    },
    resolve: async (_root, { id, assigneeId, wantedBy, actingUserId: named }, context) =>
      giveTask(context.deps, await taskMemberIn(context, named), {
        id,
        ...(assigneeId !== undefined && { assigneeId: assigneeId === null ? null : asId<UserId>(assigneeId) }),
        ...(wantedBy !== undefined && { wantedBy }),
      }),
  }),
}))
