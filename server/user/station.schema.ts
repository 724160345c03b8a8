import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { listStationPeople } from './stationPeople.store.ts'
import type { StationPerson } from './stationPeople.store.ts'
import { UserRef, userById } from './user.graph.ts'

const StationPersonRef = builder.objectRef<StationPerson>('StationPerson').implement({
  fields: (t) => ({
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
      return [
        ...(await context.inTenant((tenant) =>
          listStationPeople(
            tenant,
            [...visible].map((id) => asId<WorkCenterId>(id)),
          ),
        )),
      ]
    },
  }),
)
