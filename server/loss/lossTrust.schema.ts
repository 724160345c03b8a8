import { TRUST_KINDS } from '#engine/loss/trust.ts'
import type { TrustShare } from '#engine/loss/trust.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { LossesFilterInput, questionOf } from './lossFilter.schema.ts'
import { trustOf } from './lossTrust.service.ts'

const TrustKindEnum = builder.enumType('TrustKind', {
  description: 'HASTY: the first tile, tapped within 1.5 s. AT_ONCE: at most 10 minutes after the end of the stop. LATE: after that.',
  values: TRUST_KINDS,
})

const TrustShareRef = builder.objectRef<TrustShare>('TrustShare').implement({
  fields: (t) => ({
    kind: t.field({ type: TrustKindEnum, resolve: ({ kind }) => kind }),
    duration: t.field({ type: 'Seconds', resolve: ({ durationMs }) => durationMs / 1000 }),
    percent: t.float({ description: 'With one decimal, such that all add up to 100.', resolve: ({ shownPercent }) => shownPercent }),
  }),
})

builder.queryFields((t) => ({
  lossesTrust: t.field({
    type: [TrustShareRef],
    authScopes: can('READ', 'LOSSES'),
    description: 'How the reasons of the stops of the filter came about, by their time; what there is none of is left out.',
    args: { filter: t.arg({ type: LossesFilterInput }) },
    resolve: async (_root, { filter }, context) => {
      const question = await questionOf(context, filter)
      return [...(await context.inTenant((tenant) => trustOf(tenant, question, context.now())))]
    },
  }),
}))
