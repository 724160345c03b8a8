import { START_SIGNS } from '#engine/jobOrder/forecast/startProposal.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { jobOrderById, JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { ACTING, memberIn } from '#server/jobOrder/orderMember.graph.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { answerProposal, proposalRecord, proposeStart } from './startProposal.service.ts'
import type { ProposalRecord, StartProposal } from './startProposal.service.ts'

const SignEnum = builder.enumType('JobOrderStartSign', {
  description: 'Units come while no order is worked on; a tenth more than was planned of the running order is made; or its pace is seen.',
  values: START_SIGNS,
})
const ProposalRef = builder.objectRef<StartProposal>('JobOrderStartProposal').implement({
  description:
    'An order that seems to have begun while another is still in progress, or none. Nothing is started: startJobOrder does, since `at`.',
  fields: (t) => ({
    jobOrder: t.field({
      type: JobOrderRef,
      nullable: true,
      resolve: ({ jobOrderId }, _args, context) => jobOrderById(context).load(jobOrderId),
    }),
    at: t.field({
      type: 'DateTime',
      resolve: ({ at }) => at,
      description:
        'When the stop before it began, so that the changeover is its own; else when the plan before it was made, or its first unit.',
    }),
    sign: t.field({ type: SignEnum, resolve: ({ sign }) => sign }),
  }),
})
type Asked = ProposalRecord & { readonly place: WorkCenter }

const ProposalsRef = builder.objectRef<Asked>('JobOrderStartProposals').implement({
  description: 'What the pace of a work center says of its orders, and how the newest 20 proposals of the last 30 days were answered.',
  fields: (t) => ({
    proposal: t.field({
      type: ProposalRef,
      nullable: true,
      description: 'From the pace of its units after a stop; null where it cannot be told.',
      resolve: async ({ place }, _args, context) => {
        const { now, readSamples } = context
        return await proposeStart({ inTenant: (work) => context.inTenant(work), readSamples, now }, place)
      },
    }),
    answered: t.exposeInt('answered'),
    accepted: t.exposeInt('accepted'),
    isOff: t.exposeBoolean('isOff', {
      description: 'Fewer than half of 20 were right: none is made until answers are older than 30 days.',
    }),
  }),
})

builder.queryField('orderStartProposals', (t) =>
  t.field({
    type: ProposalsRef,
    authScopes: can('READ', 'JOB_ORDERS'),
    description: 'Whether another order seems to have begun at the work center.',
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: async (_root, args, context) => {
      const place = await context.workCenter(args.workCenterId)
      return { place, ...(await context.inTenant((tenant) => proposalRecord(tenant, place, context.now()))) }
    },
  }),
)

builder.mutationField('answerOrderStartProposal', (t) =>
  t.boolean({
    authScopes: can('UPDATE', 'JOB_ORDERS'),
    description: 'Says whether a proposal was right; it starts nothing. The first answer stands, so asked again it changes nothing.',
    args: {
      workCenterId: t.arg.int({ required: true }),
      jobOrderId: t.arg.int({ required: true }),
      at: t.arg({ type: 'DateTime', required: true, description: 'That of the proposal.' }),
      isAccepted: t.arg.boolean({ required: true }),
      sign: t.arg({ type: SignEnum, description: 'That of the proposal; without it the answer is taken for one to any.' }),
      actingUserId: t.arg({ type: 'Guid', description: ACTING }),
    },
    resolve: async (_root, { workCenterId, jobOrderId, at, isAccepted, sign, actingUserId }, context) => {
      const place = await context.workCenter(workCenterId)
      const asking = { member: memberIn(context, actingUserId), visible: await context.visibleIds(), now: context.deps.now() }
      const answer = { at, jobOrderId: asId<JobOrderId>(jobOrderId), isAccepted, sign: sign ?? null }
      await context.inTenant((tenant) => answerProposal(tenant, asking, place, answer))
      return true
    },
  }),
)
