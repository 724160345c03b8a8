import { isFaqEntry } from '#engine/faq/faqIds.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { Refusal } from '#server/refusal.ts'
import { faqRatings } from './faqRating.service.ts'
import { saveFaqRating } from './faqRating.store.ts'
import type { FaqRating } from './faqRating.store.ts'
import { hasOwnEntry } from './ownEntry.store.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const FaqRatingRef = builder.objectRef<FaqRating>('FaqRating').implement({
  description: 'How many people of the company an entry of the FAQ helped.',
  fields: (t) => ({
    entry: t.exposeString('entry'),
    helped: t.exposeInt('helped'),
    notHelped: t.exposeInt('notHelped'),
  }),
})

builder.queryFields((t) => ({
  faqRatings: t.field({
    type: [FaqRatingRef],
    authScopes: can('READ', 'COMPANY_SETTINGS'),
    description:
      "Which entries of the FAQ helped, and which did not, as the people of the company said; for who visits as one of the provider's people those of all companies together.",
    resolve: async (_root, _args, context) => [...(await faqRatings(context.deps, context, context.member()))],
  }),
}))

builder.mutationFields((t) => ({
  rateFaq: t.field({
    type: 'Boolean',
    authScopes: { member: true },
    description: 'Says whether an entry of the FAQ helped; the last word of a person counts.',
    args: {
      entry: t.arg.string({ required: true, description: 'As `/faq?entry=` has it, such as `sign-in`, or the id of an own answer.' }),
      isHelpful: t.arg.boolean({ required: true }),
    },
    resolve: async (_root, { entry, isHelpful }, context) => {
      const { userId } = context.member()
      const isOwn = UUID.test(entry) && (await context.inTenant((tenant) => hasOwnEntry(tenant, entry)))
      if (!isOwn && !isFaqEntry(entry)) throw new Refusal({ code: 'INVALID_FORMAT', field: 'entry', params: { example: 'sign-in' } })
      await context.inTenant((tenant) => saveFaqRating(tenant, { entry, userId, isHelpful, at: new Date(context.now()) }))
      return true
    },
  }),
}))
