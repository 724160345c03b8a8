import { isProviderRole } from '#engine/access/abilities.ts'
import {
  isAnswerable,
  MAX_DIAGNOSTICS_LENGTH,
  MAX_SUPPORT_FILES,
  MAX_SUPPORT_LENGTH,
  SUPPORT_DIRECTIONS,
  SUPPORT_SEVERITIES,
  SUPPORT_STATUSES,
  supportStatusAt,
} from '#engine/support/supportRequest.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { each, grouped, loader, tenantLoader } from '#server/graphql/loader.ts'
import { Refusal } from '#server/refusal.ts'
import { userById, UserRef } from '#server/user/user.graph.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import {
  answerSupportRequest,
  closeSupportRequest,
  countSupportWaiting,
  createSupportRequest,
  MOST_IN_INBOX,
  storedOf,
  supportInbox,
} from './supportRequest.service.ts'
import type { SupportMember } from './supportRequest.service.ts'
import { type FailedJob, MOST_FAILED_JOBS, supportDiagnostics, type SupportDiagnostics } from './diagnostics.service.ts'
import { listSupportFiles, SUPPORT_FILE_PATH } from './supportFile.store.ts'
import type { SupportFile } from './supportFile.store.ts'
import { listSupportMessages, listSupportRequests } from './supportRequest.store.ts'
import type { SupportMessage, SupportRequest } from './supportRequest.store.ts'

const MOST = 500

const SupportStatusEnum = builder.enumType('SupportStatus', { values: SUPPORT_STATUSES })
const SupportDirectionEnum = builder.enumType('SupportDirection', { values: SUPPORT_DIRECTIONS })
const SupportSeverityEnum = builder.enumType('SupportSeverity', { values: SUPPORT_SEVERITIES })

const messagesOf = loader((ids: readonly number[], { deps }) =>
  deps.database.inSystem(async (tx) => grouped(ids, await listSupportMessages(tx, ids), ({ supportRequestId }) => supportRequestId)),
)

const filesOf = loader((ids: readonly number[], { deps }) =>
  deps.database.inSystem(async (tx) => grouped(ids, await listSupportFiles(tx, ids), ({ supportRequestId }) => supportRequestId)),
)

const SupportFileRef = builder.objectRef<SupportFile>('SupportFile').implement({
  description: `A picture or document, read at \`${SUPPORT_FILE_PATH}/{id}\`.`,
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    name: t.exposeString('name'),
    contentType: t.exposeString('contentType', { description: 'image/webp or application/pdf.' }),
    size: t.exposeInt('size', { description: 'In bytes.' }),
    width: t.exposeInt('width', { nullable: true, description: 'In pixels, of pictures.' }),
    height: t.exposeInt('height', { nullable: true, description: 'In pixels, of pictures.' }),
  }),
})

const SupportMessageRef = builder.objectRef<SupportMessage>('SupportMessage').implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => String(id) }),
    content: t.exposeString('content'),
    isProvider: t.exposeBoolean('isProvider', { description: 'Written by the provider.' }),
    author: t.field({
      type: UserRef,
      nullable: true,
      description: 'Null of the provider.',
      resolve: ({ isProvider, authorId }, _args, context) => (isProvider ? null : userById(context).load(authorId)),
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdOn }) => createdOn.getTime() }),
    files: t.field({
      type: [SupportFileRef],
      resolve: async ({ id, supportRequestId }, _args, context) =>
        (await filesOf(context).load(supportRequestId)).filter(({ supportMessageId }) => supportMessageId === id),
    }),
  }),
})

const SupportRequestRef = builder.objectRef<SupportRequest>('SupportRequest').implement({
  description: 'A question to the provider.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    companyName: t.exposeString('companyName'),
    content: t.exposeString('content'),
    direction: t.expose('direction', { type: SupportDirectionEnum }),
    severity: t.expose('severity', { type: SupportSeverityEnum }),
    status: t.field({
      type: SupportStatusEnum,
      description: 'WAITING = for who asked. What is solved closes by itself after 7 days.',
      resolve: (request, _args, context) => supportStatusAt(storedOf(request), context.now()),
    }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      description: 'Null also where it is of another company than that of the request.',
      resolve: ({ workCenterId, companyId }, _args, context) =>
        workCenterId === null || context.membership?.companyId !== companyId ? null : context.workCenters.load(workCenterId),
    }),
    diagnostics: t.exposeString('diagnostics', { nullable: true, description: 'JSON, as the person saw and sent it.' }),
    createdBy: t.field({ type: UserRef, nullable: true, resolve: ({ createdBy }, _args, context) => userById(context).load(createdBy) }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdOn }) => createdOn.getTime() }),
    isAnswerable: t.boolean({
      description: 'Whether an answer is taken: of a closed one for 30 days.',
      resolve: (request, _args, context) => isAnswerable(storedOf(request), context.now()),
    }),
    files: t.field({
      type: [SupportFileRef],
      description: 'Of the question itself.',
      resolve: async ({ id }, _args, context) =>
        (await filesOf(context).load(id)).filter(({ supportMessageId }) => supportMessageId === null),
    }),
    messages: t.field({
      type: [SupportMessageRef],
      description: 'The oldest first.',
      resolve: async ({ id }, _args, context) => [...(await messagesOf(context).load(id))],
    }),
  }),
})

const PartStatusEnum = builder.enumType('ServerPartStatus', {
  description: 'DEGRADED works with limits, DOWN does not work.',
  values: { READY: { value: 'ready' }, DEGRADED: { value: 'degraded' }, DOWN: { value: 'down' } } as const,
})
const ServerPartRef = builder.objectRef<SupportDiagnostics['parts'][number]>('ServerPart').implement({
  fields: (t) => ({ name: t.exposeString('name'), status: t.expose('status', { type: PartStatusEnum }) }),
})
const FailedJobRef = builder.objectRef<FailedJob>('FailedJob').implement({
  description: 'Work of the company that was given up.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    kind: t.exposeString('kind'),
    at: t.field({ type: 'DateTime', nullable: true, resolve: ({ endedOn }) => endedOn?.getTime() ?? null }),
    errorId: t.expose('errorId', { type: 'Guid', nullable: true, description: 'Of the failure in the log of the server.' }),
  }),
})
const DiagnosticsRef = builder.objectRef<SupportDiagnostics>('SupportDiagnostics').implement({
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Of the product.' }),
    schema: t.exposeString('schema', { description: 'The newest migration of the database.' }),
    parts: t.field({ type: [ServerPartRef], resolve: ({ parts }) => [...parts] }),
    failedJobs: t.field({
      type: [FailedJobRef],
      description: `Of the company, the newest first, at most ${MOST_FAILED_JOBS}.`,
      resolve: ({ failedJobs }) => [...failedJobs],
    }),
  }),
})

/** Questions that the caller just changed. */
const supportById = tenantLoader(async (tenant, ids: readonly number[]) =>
  each(ids, await listSupportRequests(tenant, { userId: null, ids, limit: MOST }), ({ id }) => id),
)

const FILES = `Files that the caller sent up before by \`PUT ${SUPPORT_FILE_PATH}/{id}?name=…\`, at most ${MAX_SUPPORT_FILES}.`

const CreateInput = builder.inputType('CreateSupportRequestInput', {
  fields: (t) => ({
    content: t.string({ required: true, description: `1 to ${MAX_SUPPORT_LENGTH} characters.` }),
    direction: t.field({ type: SupportDirectionEnum, required: true, defaultValue: 'SUPPORT' }),
    severity: t.field({ type: SupportSeverityEnum, required: true, defaultValue: 'NORMAL' }),
    workCenterId: t.int(),
    fileIds: t.field({ type: ['Guid'], description: FILES }),
    diagnostics: t.string({ description: `What the person saw before, up to ${MAX_DIAGNOSTICS_LENGTH} characters.` }),
  }),
})

builder.queryFields((t) => ({
  supportRequests: t.field({
    type: [SupportRequestRef],
    authScopes: { member: true },
    description: `The caller's questions to the provider, the newest first, at most ${MOST}. Who manages people, and a visitor of the provider, see those of the company.`,
    resolve: async (_root, _args, context) => {
      const { userId, seesAll } = memberIn(context)
      return [...(await context.inTenant((tenant) => listSupportRequests(tenant, { userId: seesAll ? null : userId, limit: MOST })))]
    },
  }),
  supportWaitingCount: t.int({
    authScopes: { member: true },
    description:
      "How many questions wait for the caller, at most 100: of the provider's people all that wait for the provider, of others their own that were answered.",
    resolve: (_root, _args, context) => countSupportWaiting(context.deps, context, context.member()),
  }),
  supportDiagnostics: t.field({
    type: DiagnosticsRef,
    authScopes: { member: true },
    description:
      'What goes with a question to the provider where its asker says so: how the server does, and which jobs of the company failed.',
    resolve: async (_root, _args, context) => await supportDiagnostics(context.deps, context.member()),
  }),
  supportInbox: t.field({
    type: [SupportRequestRef],
    authScopes: { signedIn: true },
    description: `The questions of all companies for the provider's people, none for others; what waits for them first, at most ${MOST_IN_INBOX}.`,
    resolve: async (_root, _args, context) => [...(await supportInbox(context.deps, context))],
  }),
}))

builder.mutationFields((t) => ({
  createSupportRequest: t.field({
    type: SupportRequestRef,
    authScopes: { member: true },
    description: 'Asks the provider. It goes to its inbox, and as an e-mail to its address with the caller as whom a reply reaches.',
    args: {
      input: t.arg({ type: CreateInput, required: true }),
      requestKey: t.arg({ type: 'Guid', description: 'Asked again with the same key, it is done once.' }),
    },
    resolve: async (_root, { input, requestKey: key }, context) => {
      const { workCenterId, diagnostics, fileIds, ...said } = input
      const place = workCenterId == null ? null : (await context.workCenter(workCenterId)).id
      const asked = { ...said, workCenterId: place, diagnostics: diagnostics ?? null, fileIds: fileIds ?? [], language: context.language }
      const request = key == null ? null : { key, operation: 'createSupportRequest', content: input }
      return await requireOwn(context, await createSupportRequest(context.deps, memberIn(context), asked, request))
    },
  }),
  answerSupportRequest: t.field({
    type: 'Int',
    authScopes: { signedIn: true },
    description: 'Answers a question: an own one, or as a person of the provider any. Answers its id.',
    args: {
      id: t.arg.int({ required: true }),
      content: t.arg.string({ required: true, description: `1 to ${MAX_SUPPORT_LENGTH} characters.` }),
      fileIds: t.arg({
        type: ['Guid'],
        description: `${FILES} When answering another company's question, the provider adds \`&request={id}\`.`,
      }),
      isSolved: t.arg.boolean({ defaultValue: false, description: 'Of the provider: that this solves it.' }),
      requestKey: t.arg({ type: 'Guid', description: 'Asked again with the same key, it is done once.' }),
    },
    resolve: (_root, { id, content, isSolved, fileIds, requestKey: key }, context) => {
      const by = { userId: context.principal.userId, member: context.membership === null ? null : memberIn(context) }
      const said = { id, content, isSolved: isSolved === true }
      // Without files it is what it was before there were any.
      const asked = fileIds == null ? said : { ...said, fileIds }
      const request = key == null ? null : { key, operation: 'answerSupportRequest', content: asked }
      return answerSupportRequest(context.deps, by, { ...said, fileIds: fileIds ?? [] }, request)
    },
  }),
  closeSupportRequest: t.field({
    type: SupportRequestRef,
    authScopes: { member: true },
    description: 'Closes an own question; an answer within 30 days opens it again.',
    args: { id: t.arg.int({ required: true }) },
    resolve: async (_root, { id }, context) => requireOwn(context, await closeSupportRequest(context.deps, memberIn(context), id)),
  }),
}))

function memberIn(context: RequestContext): SupportMember {
  const { companyId, companyName, userId, role } = context.member()
  return { companyId, companyName, userId, seesAll: context.may('MODIFY', 'COMPANY_USERS') || isProviderRole(role) }
}

async function requireOwn(context: RequestContext, id: number): Promise<SupportRequest> {
  const request = await supportById(context).load(id)
  if (request === null) throw new Refusal({ code: 'SUPPORT_REQUEST_NOT_FOUND', params: { id } })
  return request
}
