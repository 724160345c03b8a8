import type { JobOrderId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import { grouped, tenantLoader } from '#server/graphql/loader.ts'
import { JobOrderRef } from '#server/jobOrder/jobOrder.graph.ts'
import { OutboxOperationEnum, OutboxStateEnum, ServicesEnum } from './integrationType.schema.ts'
import { listOrdersElsewhere } from './orderElsewhere.store.ts'
import type { OrderElsewhere } from './orderElsewhere.store.ts'

const elsewhereOf = tenantLoader(async (tenant, ids: readonly JobOrderId[]) =>
  grouped(ids, await listOrdersElsewhere(tenant, ids), ({ jobOrderId }) => jobOrderId),
)

const ElsewhereRef = builder.objectRef<OrderElsewhere>('JobOrderElsewhere').implement({
  description: 'An order as the system that it comes from has it, and what that was told of ours.',
  fields: (t) => ({
    integrationId: t.expose('integrationId', { type: 'Guid' }),
    name: t.exposeString('name', { description: 'Of the integration.' }),
    service: t.expose('service', { type: ServicesEnum }),
    externalCode: t.exposeString('externalCode'),
    externalStatus: t.exposeString('externalStatus', { description: 'As the other system said it last.' }),
    hasEnded: t.exposeBoolean('hasEnded', { description: 'Whether it is over there: done, cancelled or deleted.' }),
    isGone: t.exposeBoolean('isGone', { description: 'It was deleted over there.' }),
    movedTo: t.exposeString('movedTo', {
      nullable: true,
      description: 'The work center there that it was moved to, which is none of ours; null: it stands at a linked one.',
    }),
    readOn: t.expose('readOn', { type: 'DateTime' }),
    sends: t.field({ type: [OutboxOperationEnum], description: 'Which acts go out.', resolve: ({ sends }) => [...sends] }),
    accepted: t.expose('said', {
      type: 'Decimal',
      nullable: true,
      description: 'The accepted quantity that stands over there, as far as is known.',
    }),
    state: t.expose('state', {
      type: OutboxStateEnum,
      nullable: true,
      description: 'Of the message that is open, else of the last one; null: it was told nothing.',
    }),
    saidOn: t.expose('saidOn', { type: 'DateTime', nullable: true, description: 'When it last heard of the order.' }),
  }),
})

builder.objectField(JobOrderRef, 'elsewhere', (t) =>
  t.field({
    type: [ElsewhereRef],
    description: 'In the systems that it comes from; empty for an order that was made here.',
    resolve: (order, _args, context) => elsewhereOf(context).load(order.id),
  }),
)
