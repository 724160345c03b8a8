import { ASSISTANT_LANGUAGES } from '#engine/assistant/askContext.ts'
import { builder } from '#server/graphql/builder.ts'
import { Refusal } from '#server/refusal.ts'
import { productFaq, type ProductFaqEntry } from './productFaq.ts'

const ProductFaqEntryRef = builder.objectRef<ProductFaqEntry>('ProductFaqEntry').implement({
  description: "An answer of the product's FAQ, as `/faq?entry=` shows it.",
  fields: (t) => ({
    id: t.exposeString('id', { description: 'The same in every language.' }),
    question: t.exposeString('question'),
    words: t.exposeString('words', { description: 'Other words that people use for it.' }),
    screen: t.exposeString('screen', { nullable: true, description: 'The path of the screen that it is about; null = all.' }),
    text: t.exposeString('text', { description: 'Paragraphs, an empty line between them.' }),
    refusals: t.stringList({
      description: 'Codes of the refusals of this API that it says what to do about.',
      resolve: ({ refusals }) => [...refusals],
    }),
  }),
})

builder.queryFields((t) => ({
  faq: t.field({
    type: [ProductFaqEntryRef],
    authScopes: { signedIn: true },
    description: "The product's FAQ in a language: entries about what the caller may read.",
    args: {
      language: t.arg.string({ description: `${ASSISTANT_LANGUAGES.join(', ')}; left out: that of the request.` }),
    },
    resolve: (_root, { language }, context) => {
      const wanted = language ?? context.language
      const known = ASSISTANT_LANGUAGES.find((one) => one === wanted)
      if (known === undefined) throw new Refusal({ code: 'INVALID_FORMAT', field: 'language', params: { example: 'en' } })
      const readable = new Set(context.abilities().flatMap(({ action, subject }) => (action === 'READ' ? [subject] : [])))
      return productFaq(known).filter(({ ability }) => ability === null || readable.has(ability))
    },
  }),
}))
