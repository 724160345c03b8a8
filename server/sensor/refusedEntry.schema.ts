import { REFUSAL_REASONS } from '#engine/sensor/refusalReason.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { checkedPage } from '#server/graphql/page.ts'
import { listRefusedMessages } from './refusedEntry.store.ts'
import type { RefusedMessage } from './refusedEntry.store.ts'

const RefusedEntryRef = builder.objectRef<RefusedMessage>('RefusedEntry').implement({
  description: 'What was refused of one message of a device, by its reason.',
  fields: (t) => ({
    receivedAt: t.expose('receivedAt', { type: 'DateTime' }),
    reason: t.expose('reason', {
      type: builder.enumType('RefusedEntryReason', { description: 'The codes that a device is answered with.', values: REFUSAL_REASONS }),
    }),
    detail: t.exposeString('detail', {
      description: 'The first refused entry by its place in the message, from 0, and how many more there were.',
    }),
    payload: t.exposeString('payload', { nullable: true, description: 'The first 500 bytes of the message; null = they were not kept.' }),
  }),
})

builder.queryField('refusedEntries', (t) =>
  t.field({
    type: [RefusedEntryRef],
    authScopes: can('READ', 'WORK_CENTER_SETTINGS'),
    description:
      "What was refused of the messages of a work center's device, the newest first: of the last 90 days, at most 1,000 of a device.",
    args: { workCenterId: t.arg.int({ required: true }), size: t.arg.int({ defaultValue: 20, description: '1 to 100.' }) },
    resolve: async (_root, { workCenterId, size }, context) => {
      const place = await context.workCenter(workCenterId)
      const range = checkedPage({ page: 1, size: size ?? 20 })
      return [...(await context.inTenant((tenant) => listRefusedMessages(tenant, place.id, range.size)))]
    },
  }),
)
