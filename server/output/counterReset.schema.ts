import { COUNTER_RESET_STATES, counterResetState } from '#engine/output/counterReset.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { keyed, REQUEST_KEY } from '#server/jobOrder/orderMember.graph.ts'
import { userById, UserRef } from '#server/user/user.graph.ts'
import { resetCounter } from './counterReset.service.ts'
import { listResets } from './counterReset.store.ts'
import type { StoredReset } from './counterReset.store.ts'

const LISTED = 10

const StateEnum = builder.enumType('CounterResetState', { values: COUNTER_RESET_STATES })
const CounterResetRef = builder.objectRef<StoredReset>('CounterReset').implement({
  description: 'A command to a device to start its counter at 0: at the end of a shift, or because a person asked.',
  fields: (t) => ({
    id: t.exposeID('id'),
    deviceId: t.field({ type: 'Guid', resolve: ({ deviceId }) => deviceId }),
    shiftEnd: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The end of the shift that it is for; null: a person asked.',
      resolve: ({ shiftEndAt }) => shiftEndAt,
    }),
    askedBy: t.field({
      type: UserRef,
      nullable: true,
      resolve: ({ askedBy }, _args, context) => (askedBy === null ? null : userById(context).load(askedBy)),
    }),
    createdOn: t.field({ type: 'DateTime', resolve: ({ createdAt }) => createdAt }),
    validUntil: t.field({
      type: 'DateTime',
      description: 'A device that is away until then never gets it.',
      resolve: ({ expiresAt }) => expiresAt,
    }),
    sentOn: t.field({ type: 'DateTime', nullable: true, resolve: ({ sentAt }) => sentAt }),
    answeredOn: t.field({ type: 'DateTime', nullable: true, resolve: ({ answeredAt }) => answeredAt }),
    state: t.field({ type: StateEnum, resolve: (reset, _args, context) => counterResetState(reset, context.now()) }),
    detail: t.exposeString('detail', { nullable: true, description: 'What the device says about its answer.' }),
  }),
})

builder.queryField('counterResets', (t) =>
  t.field({
    type: [CounterResetRef],
    authScopes: can('READ', 'WORK_CENTER_SETTINGS'),
    description: 'The newest commands to reset the counter of the work center, ten at most.',
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: async (_root, args, context) => {
      const { id } = await context.workCenter(args.workCenterId)
      return [...(await context.inTenant((tenant) => listResets(tenant, id, LISTED)))]
    },
  }),
)

builder.mutationField('resetCounter', (t) =>
  t.field({
    type: CounterResetRef,
    authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
    description: 'Asks the device of the work center to start its counter at 0. Figures stay: a count that starts again loses nothing.',
    args: { workCenterId: t.arg.int({ required: true }), requestKey: t.arg({ type: 'Guid', description: REQUEST_KEY }) },
    resolve: async (_root, { requestKey, ...args }, context) => {
      const { id } = await context.workCenter(args.workCenterId)
      return resetCounter(context.deps, context.member(), id, keyed('resetCounter', requestKey, args))
    },
  }),
)
