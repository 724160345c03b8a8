import type { NextStep } from '#engine/notification/nextSteps.ts'
import type { BatteryForecast } from '#engine/notification/batteryForecast.ts'
import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { fullName } from '#engine/user/person.ts'
import { teamById } from '#server/company/company.graph.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { loader, tenantLoader } from '#server/graphql/loader.ts'
import { userById } from '#server/user/user.graph.ts'
import { TargetAudienceEnum } from './notification.graph.ts'
import { ItemRef } from './notification.schema.ts'
import { batteriesLeft } from './batteryLeft.service.ts'
import { noticesOfLoss, toldShortOf } from './toldShort.service.ts'

const shortOf = tenantLoader((tenant, ids: readonly string[]) => toldShortOf(tenant, ids))

const batteryOf = loader((ids: readonly WorkCenterId[], context) =>
  batteriesLeft({ ...context, companyId: context.member().companyId, now: context.now() }, ids),
)

const NextStepRef = builder.objectRef<NextStep>('NotificationNextStep').implement({
  description: 'Who is told next of what goes on, as things are.',
  fields: (t) => ({
    at: t.expose('at', {
      type: 'DateTime',
      nullable: true,
      description: 'When; with `lastingMinutes` not before then, and null = as soon as it has lasted so long.',
    }),
    lastingMinutes: t.exposeFloat('lastingMinutes', {
      nullable: true,
      description: 'How long it is to last, in time that counts; null = `at` alone decides.',
    }),
    targetAudience: t.expose('targetAudience', { type: TargetAudienceEnum }),
    names: t.stringList({
      nullable: true,
      description: 'Of people or teams, codes of roles; null = all of the kind.',
      resolve: async ({ targetAudience, identifiers }, _args, context) => {
        if (identifiers === null || targetAudience === 'ROLES') return identifiers === null ? null : [...identifiers]
        if (targetAudience === 'TEAMS') {
          const teams = await Promise.all(identifiers.map((id) => teamById(context).load(id)))
          return teams.flatMap((team) => (team === null ? [] : [team.name]))
        }
        const people = await Promise.all(identifiers.map((id) => userById(context).load(asId<UserId>(id))))
        return people.flatMap((person) => (person === null ? [] : [fullName(person)]))
      },
    }),
  }),
})

const BatteryLeftRef = builder.objectRef<BatteryForecast>('BatteryLeft').implement({
  description: 'In how many days a battery is empty.',
  fields: (t) => ({
    days: t.exposeFloat('days', { description: 'At its usual pace.' }),
    from: t.exposeFloat('from', { description: 'As in the faster quarter of its days.' }),
    to: t.exposeFloat('to', { nullable: true, description: 'As in the slower quarter; null = then it does not drain.' }),
  }),
})

builder.objectFields(ItemRef, (t) => ({
  toldPeople: t.int({
    description: 'How many people were told.',
    resolve: async ({ id }, _args, context) => (await shortOf(context).load(id)).people,
  }),
  batteryLeft: t.field({
    type: BatteryLeftRef,
    nullable: true,
    description: 'Of a low battery that goes on: how long it lasts as it drained in the last 14 days; null where that is not known.',
    resolve: ({ type, state, workCenterId }, _args, context) =>
      type === 'BATTERY_LOW' && state === 'OPEN' ? batteryOf(context).load(workCenterId) : null,
  }),
  nextSteps: t.field({
    type: [NextStepRef],
    description: 'Who is told next, in their order; none of what is over.',
    resolve: async ({ id }, _args, context) => [...(await shortOf(context).load(id)).next],
  }),
}))

builder.queryField('lossNotifications', (t) =>
  t.field({
    type: [ItemRef],
    authScopes: can('READ', 'LOSSES'),
    description:
      "What was told of a stop, the earliest first, as nobody's copy: for whoever may see the loss. Of lost speed and rejects nothing is told.",
    args: { lossId: t.arg.int({ required: true }) },
    resolve: async (_root, { lossId }, context) => {
      const visible = await context.visibleIds()
      return [...(await context.inTenant((tenant) => noticesOfLoss(tenant, lossId, visible)))]
    },
  }),
)
