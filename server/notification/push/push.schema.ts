import { builder } from '#server/graphql/builder.ts'
import { addDevice, PUSH_TESTS, removeDevice, testDevice } from './device.service.ts'
import { listDevices } from './subscription.store.ts'
import type { Device } from './subscription.store.ts'
import { pushKeys } from './webPush.ts'

const DeviceRef = builder.objectRef<Device>('PushSubscription').implement({
  description: "A browser that shows the caller's notifications.",
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    label: t.exposeString('label'),
    endpointHash: t.exposeString('endpointHash', {
      description: 'SHA-256 of its endpoint, base64url: by this a browser finds itself among the devices.',
    }),
    createdOn: t.field({ type: 'DateTime', resolve: ({ createdOn }) => createdOn.getTime() }),
    lastOkOn: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its service took a message last.',
      resolve: ({ lastOkOn }) => lastOkOn?.getTime() ?? null,
    }),
  }),
})

const SubscriptionInput = builder.inputType('PushSubscriptionInput', {
  fields: (t) => ({
    endpoint: t.string({ required: true, description: 'As the browser gives it: https at a push service that the installation allows.' }),
    p256dh: t.string({ required: true, description: 'The key of the browser, base64url.' }),
    auth: t.string({ required: true, description: 'The secret of the browser, base64url.' }),
    label: t.string({ required: true, description: '1 to 100 characters, such as “Chrome on Android”.' }),
  }),
})

builder.queryFields((t) => ({
  pushKey: t.string({
    authScopes: { member: true },
    description: 'The public key that a browser subscribes with, base64url.',
    resolve: async (_root, _args, context) => (await pushKeys(context.deps.database)).publicKey,
  }),
  pushSubscriptions: t.field({
    type: [DeviceRef],
    authScopes: { member: true },
    description: "The caller's browsers that show notifications.",
    resolve: async (_root, _args, context) => [...(await context.inTenant((tenant) => listDevices(tenant, context.member().userId)))],
  }),
}))

builder.mutationFields((t) => ({
  addPushSubscription: t.field({
    type: DeviceRef,
    authScopes: { member: true },
    description: "Has a browser show the caller's notifications; the same browser twice is one.",
    args: { input: t.arg({ type: SubscriptionInput, required: true }) },
    resolve: (_root, { input }, context) => addDevice(context.deps, context.member(), { ...input }),
  }),
  removePushSubscription: t.boolean({
    authScopes: { member: true },
    description: 'Has a browser of the caller show no more notifications.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      await removeDevice(context.deps, context.member(), id)
      return true
    },
  }),
  testPush: t.field({
    type: builder.enumType('PushTest', {
      values: PUSH_TESTS,
      description: 'GONE: the service knows the browser no more, and it is removed.',
    }),
    authScopes: { member: true },
    description: 'Sends a message to a browser of the caller, and tells what came of it.',
    args: { id: t.arg({ type: 'Guid', required: true }), text: t.arg.string({ required: true, description: 'What it says.' }) },
    resolve: (_root, { id, text }, context) => testDevice(context.deps, context.member(), { id, text }),
  }),
}))
