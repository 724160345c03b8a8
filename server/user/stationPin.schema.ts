import { builder } from '#server/graphql/builder.ts'
import { setPin } from './stationPin.service.ts'
import { listPinHolders } from './stationPin.store.ts'
import { UserRef } from './user.graph.ts'

builder.objectField(UserRef, 'hasStationPin', (t) =>
  t.boolean({
    nullable: true,
    description: 'Whether the caller has a PIN for stations of this company; null for other people.',
    resolve: async ({ id }, _args, context) => {
      if (id !== context.principal.userId || context.membership === null) return null
      return (await context.inTenant((tenant) => listPinHolders(tenant, [id]))).has(id)
    },
  }),
)

builder.mutationFields((t) => ({
  setStationPin: t.boolean({
    authScopes: { member: true },
    description: 'Sets the four digits by which the caller proves at a station that they work there; null removes them.',
    args: { pin: t.arg.string() },
    resolve: async (_root, { pin }, context) => {
      await setPin(context.deps, context.member(), pin ?? null)
      return true
    },
  }),
}))
