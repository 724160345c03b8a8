import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { workAtStation } from './stationPin.service.ts'
import { arePinsAsked, listPinHolders } from './stationPin.store.ts'
import type { StationWork } from './stationPin.store.ts'
import { listStationPeople } from './stationPeople.store.ts'
import type { StationPerson } from './stationPeople.store.ts'
import { UserRef, userById } from './user.graph.ts'

/** A person who may work at the station, and what it takes to say so. */
type Listed = StationPerson & { readonly isPinAsked: boolean; readonly hasPin: boolean }

const StationPersonRef = builder.objectRef<Listed>('StationPerson').implement({
  fields: (t) => ({
    isPinAsked: t.exposeBoolean('isPinAsked', { description: 'Whether the person proves by PIN that they work there (workAtStation).' }),
    hasPin: t.exposeBoolean('hasPin', { description: 'Whether the person has set one; only told where PINs are asked for.' }),
    user: t.field({ type: UserRef, nullable: true, resolve: ({ userId }, _args, context) => userById(context).load(userId) }),
    workCenterIds: t.intList({
      description: 'Of which work centers the person may be named.',
      resolve: ({ workCenterIds }) => [...workCenterIds],
    }),
  }),
})

builder.queryField('stationPeople', (t) =>
  t.field({
    type: [StationPersonRef],
    authScopes: can('UPDATE', 'LOSSES'),
    description: 'The operators who may work at the station that asks; none for an account that is no station.',
    resolve: async (_root, _args, context) => {
      const visible = await context.visibleIds()
      if (!context.member().isStation || visible === null) return []
      return await context.inTenant(async (tenant) => {
        const people = await listStationPeople(
          tenant,
          [...visible].map((id) => asId<WorkCenterId>(id)),
        )
        const isPinAsked = await arePinsAsked(tenant)
        const ids = isPinAsked ? people.map(({ userId }) => userId) : []
        const holders = await listPinHolders(tenant, ids)
        return people.map((person) => ({ ...person, isPinAsked, hasPin: holders.has(person.userId) }))
      })
    },
  }),
)

const StationWorkRef = builder.objectRef<StationWork>('StationWork').implement({
  description: 'Who works at a station: until when it may name the person.',
  fields: (t) => ({
    userId: t.expose('userId', { type: 'Guid' }),
    from: t.expose('from', { type: 'DateTime' }),
    until: t.expose('until', { type: 'DateTime' }),
  }),
})

builder.mutationFields((t) => ({
  workAtStation: t.field({
    type: StationWorkRef,
    authScopes: can('UPDATE', 'LOSSES'),
    description:
      'Says who works at the station that asks, which may name the person from then on. Five wrong PINs in a row lock it for a minute, more for longer.',
    args: {
      userId: t.arg({ type: 'Guid', required: true }),
      pin: t.arg.string({ description: 'Asked for where `isPinAsked` of stationPeople says so.' }),
      until: t.arg({ type: 'DateTime', description: 'When the shift ends; 12 hours from now at most, and where it is left out.' }),
    },
    resolve: async (_root, { userId, pin, until }, context) => {
      const given = { userId: asId<UserId>(userId), pin: pin ?? null, shiftEnd: until ?? null }
      return await workAtStation(context.deps, context.member(), await context.visibleIds(), given)
    },
  }),
}))
