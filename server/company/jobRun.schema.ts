import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { checkedOrder, checkedPage, orderInput, pageType } from '#server/graphql/page.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { requestAuditExport } from './auditExport.service.ts'
import { retryJob, withRetryable } from './jobRetry.service.ts'
import { JOB_RUN_ORDER_FIELDS, JOB_STATES, listJobRuns, NEWEST_FIRST } from './jobRun.store.ts'
import type { JobRun } from './jobRun.store.ts'

const JobStateEnum = builder.enumType('JobState', { values: JOB_STATES })

const JobFileRef = builder.objectRef<NonNullable<JobRun['file']>>('JobFile').implement({
  fields: (t) => ({
    id: t.expose('id', {
      type: 'Guid',
      description: 'The file is read at `/api/file/{id}`, with the token of the person who asked for it.',
    }),
    name: t.exposeString('name'),
    size: t.exposeFloat('size', { description: 'Bytes.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
  }),
})

const JobRunRef = builder.objectRef<JobRun & { readonly isRetryable: boolean }>('JobRun').implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    kind: t.exposeString('kind', { description: 'Such as EMAIL, CALIBRATION or EXPORT.' }),
    subject: t.exposeString('subject', { nullable: true, description: 'What the job is about: an address, a work center.' }),
    state: t.field({ type: JobStateEnum, resolve: (run) => run.state }),
    progress: t.exposeInt('progress', { nullable: true, description: 'Percent, for jobs that tell.' }),
    attempts: t.exposeInt('attempts'),
    error: t.exposeString('error', { nullable: true, description: 'The last failure.' }),
    errorId: t.expose('errorId', { type: 'Guid', nullable: true, description: 'The id of the failure in the log of the server.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'When it runs, or is tried again.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    userId: t.expose('userId', { type: 'Guid', nullable: true, description: 'The person who asked for it.' }),
    isRetryable: t.exposeBoolean('isRetryable', { description: 'Whether it failed at every try, and `retryJob` runs it again.' }),
    file: t.field({ type: JobFileRef, nullable: true, description: 'What it made, until that expires.', resolve: (run) => run.file }),
  }),
})

const JobRunPageRef = pageType('JobRunPage', JobRunRef)

const JobRunOrderInput = orderInput('JobRunOrder', JOB_RUN_ORDER_FIELDS)

builder.queryField('jobRuns', (t) =>
  t.field({
    type: JobRunPageRef,
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    description:
      'Background jobs of the company: what waits, runs, is done and failed, the newest first unless asked otherwise. Kept for 30 days, failures for 90.',
    args: {
      state: t.arg({ type: JobStateEnum }),
      kind: t.arg.string(),
      orderBy: t.arg({ type: JobRunOrderInput, description: 'The newest first unless asked otherwise.' }),
      current: t.arg.int({ defaultValue: 1 }),
      size: t.arg.int({ defaultValue: 50 }),
    },
    resolve: async (_root, args, context) => {
      const page = checkedPage({ page: args.current ?? 1, size: args.size ?? 50 })
      const { companyId } = context.member()
      const order = checkedOrder(args.orderBy, NEWEST_FIRST)
      const { items, totalItems } = await context.inTenant((tenant) =>
        listJobRuns(tenant, { state: args.state, kind: args.kind }, page, order),
      )
      return { ...page, totalItems, items: await withRetryable(context.deps, companyId, items) }
    },
  }),
)

builder.mutationField('exportAuditLog', (t) =>
  t.field({
    type: 'Guid',
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    description: 'Has the audit log written into a CSV file, and returns the id of the job; its file is among `jobRuns` for 24 hours.',
    args: { userId: t.arg({ type: 'Guid' }), action: t.arg.string(), period: t.arg({ type: PeriodInput }) },
    resolve: async (_root, { userId, action, period }, context) =>
      requestAuditExport(context.deps, context.member(), {
        userId: userId == null ? null : asId<UserId>(userId),
        action: action ?? null,
        ...(period == null ? { start: null, end: null } : checkedPeriod(period)),
      }),
  }),
)

builder.mutationField('retryJob', (t) =>
  t.field({
    type: 'Guid',
    authScopes: can('MODIFY', 'COMPANY_USERS'),
    description: 'Runs a job that failed at every try once more, as a job of its own, and returns the id of that.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => retryJob(context.deps, context.member(), id),
  }),
)
