import { grantsOf } from '#engine/access/abilities.ts'
import { mayManageWebhooks, WEBHOOK_LIMITS } from '#engine/webhook/webhookForm.ts'
import { WEBHOOK_TOPICS } from '#engine/webhook/webhookTopic.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { tenantLoader } from '#server/graphql/loader.ts'
import { OUTBOUND_PROBLEMS } from '#server/outbound/guardedFetch.ts'
import { deleteWebhook, rotateSecret, saveWebhook, testWebhook } from './webhook.service.ts'
import type { SavedWebhook } from './webhook.service.ts'
import { listMessages, WEBHOOK_STATES } from './webhookDelivery.store.ts'
import type { Answered, ShownMessage } from './webhookDelivery.store.ts'
import { DISABLED_BECAUSE, listWebhooks } from './webhook.store.ts'
import type { Webhook } from './webhook.store.ts'

const SHOWN_MESSAGES = 50
const messagesOf = tenantLoader((tenant, ids: readonly string[]) => listMessages(tenant, ids, SHOWN_MESSAGES))

const TopicEnum = builder.enumType('WebhookTopic', {
  values: WEBHOOK_TOPICS,
  description:
    'ORDERS: order.planned, started, stopped, closed, cancelled, restored, undone. OUTPUT: output.confirmed, corrected, cancelled.',
})
const ProblemEnum = builder.enumType('WebhookProblem', { values: OUTBOUND_PROBLEMS })

const MessageRef = builder.objectRef<ShownMessage>('WebhookMessage').implement({
  description: 'What a webhook was sent, or is to be sent.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid', description: 'Its `webhook-id`, the same at every try.' }),
    type: t.exposeString('type', { description: 'Such as `notification.fired`.' }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    state: t.expose('state', {
      type: builder.enumType('WebhookMessageState', {
        values: WEBHOOK_STATES,
        description: 'CANCELLED: the webhook was switched off before it was sent.',
      }),
    }),
    tries: t.exposeInt('tries'),
    status: t.exposeInt('status', { nullable: true, description: 'The status that was answered last; null = there was no answer.' }),
    problem: t.expose('problem', { type: ProblemEnum, nullable: true, description: 'Why there was no answer.' }),
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'When it is sent next, while it waits.' }),
    settledAt: t.expose('settledAt', { type: 'DateTime', nullable: true }),
  }),
})

const WebhookRef = builder.objectRef<Webhook>('Webhook').implement({
  description: 'An address of another system that is told what happens, signed after Standard Webhooks.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    name: t.exposeString('name'),
    url: t.string({
      nullable: true,
      description: 'null for who may not change integrations: its path may hold a key.',
      resolve: ({ url }, _args, context) => (mayManageWebhooks(grantsOf(context.abilities())) ? url : null),
    }),
    isActive: t.exposeBoolean('isActive'),
    topics: t.field({
      type: [TopicEnum],
      description: 'What it is told of beside the notifications of rules.',
      resolve: ({ topics }) => [...topics],
    }),
    disabledBecause: t.expose('disabledBecause', {
      type: builder.enumType('WebhookDisabledBecause', {
        values: DISABLED_BECAUSE,
        description: 'GONE: it answered 410. DEAD: it took nothing for five days.',
      }),
      nullable: true,
    }),
    failsSince: t.field({ type: 'DateTime', nullable: true, resolve: ({ failsSince }) => failsSince?.getTime() ?? null }),
    lastOkOn: t.field({ type: 'DateTime', nullable: true, resolve: ({ lastOkOn }) => lastOkOn?.getTime() ?? null }),
    version: t.exposeInt('version'),
    messages: t.field({
      type: [MessageRef],
      description: `The newest ${SHOWN_MESSAGES}; none for who may not change integrations.`,
      resolve: async ({ id }, _args, context) =>
        mayManageWebhooks(grantsOf(context.abilities())) ? [...(await messagesOf(context).load(id))] : [],
    }),
  }),
})

const SavedRef = builder.objectRef<SavedWebhook>('SavedWebhook').implement({
  fields: (t) => ({
    webhook: t.expose('webhook', { type: WebhookRef }),
    secret: t.exposeString('secret', {
      nullable: true,
      description: 'By it the receiver checks the signature; given once, when it is made.',
    }),
  }),
})

const TestRef = builder.objectRef<Answered>('WebhookTest').implement({
  description: 'What came of a test.',
  fields: (t) => ({
    isTaken: t.boolean({ resolve: ({ status }) => status !== null && status >= 200 && status < 300 }),
    status: t.exposeInt('status', { nullable: true }),
    problem: t.expose('problem', { type: ProblemEnum, nullable: true }),
  }),
})

const WebhookInput = builder.inputType('WebhookInput', {
  fields: (t) => ({
    id: t.field({ type: 'Guid', description: 'Left out = a new one.' }),
    name: t.string({ required: true, description: `1 to ${WEBHOOK_LIMITS.name} characters.` }),
    url: t.string({ required: true, description: 'https; http and private addresses only where the installation allows them.' }),
    isActive: t.boolean({ description: 'True when left out.' }),
    topics: t.field({ type: [TopicEnum], description: 'Left out: as they are, none of a new one.' }),
    version: t.int({ description: 'The version that the change is made to.' }),
  }),
})

builder.queryField('webhooks', (t) =>
  t.field({
    type: [WebhookRef],
    authScopes: can('READ', 'WORK_CENTER_SETTINGS'),
    description: "The company's webhooks, which rules of notifications may tell.",
    resolve: async (_root, _args, context) => [...(await context.inTenant(listWebhooks))],
  }),
)

builder.mutationFields((t) => {
  const authScopes = can('MODIFY', 'INTEGRATIONS')
  const id = t.arg({ type: 'Guid', required: true })
  return {
    createOrUpdateWebhook: t.field({
      type: SavedRef,
      authScopes,
      description: 'Stores a webhook; a new one is answered with its secret.',
      args: { input: t.arg({ type: WebhookInput, required: true }) },
      resolve: (_root, { input }, context) => {
        const { id: given, isActive, version, topics, ...form } = input
        return saveWebhook(context.deps, context.member(), {
          ...form,
          id: given ?? null,
          isActive: isActive ?? true,
          topics: topics ?? null,
          version: version ?? null,
        })
      },
    }),
    rotateWebhookSecret: t.field({
      type: SavedRef,
      authScopes,
      description: 'Gives a webhook another secret; the one before it signs, too, for a day.',
      args: { id },
      resolve: (_root, args, context) => rotateSecret(context.deps, context.member(), args.id),
    }),
    testWebhook: t.field({
      type: TestRef,
      authScopes,
      description: 'Sends a message of the type `webhook.test`, and tells what was answered.',
      args: { id },
      resolve: (_root, args, context) => testWebhook(context.deps, context.member(), args.id),
    }),
    deleteWebhook: t.boolean({
      authScopes,
      description: 'Removes a webhook with what waits for it, and from the rules that told it.',
      args: { id },
      resolve: async (_root, args, context) => {
        await deleteWebhook(context.deps, context.member(), args.id)
        return true
      },
    }),
  }
})
