import { MAX_OWN_ENTRIES, OWN_QUESTION_LENGTH, OWN_TEXT_LENGTH, OWN_WORDS_LENGTH } from '#engine/faq/ownEntryForm.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { deleteOwnEntry, saveOwnEntry } from './ownEntry.service.ts'
import { listOwnEntries } from './ownEntry.store.ts'
import type { OwnEntry } from './ownEntry.store.ts'

const FaqEntryRef = builder.objectRef<OwnEntry>('FaqEntry').implement({
  description: "An answer that the company wrote for its own people, beside the product's.",
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    question: t.exposeString('question'),
    words: t.exposeString('words', { description: 'Other words that people use for it.' }),
    screen: t.exposeString('screen', { nullable: true, description: 'The path of the screen that it is about; null = all.' }),
    text: t.exposeString('text'),
    version: t.exposeInt('version'),
  }),
})

const FaqEntryInput = builder.inputType('FaqEntryInput', {
  fields: (t) => ({
    id: t.field({ type: 'Guid', description: 'Left out: a new one.' }),
    version: t.int({ description: 'The one that was read; another one is refused as CONFLICT.' }),
    question: t.string({ required: true, description: `${OWN_QUESTION_LENGTH.min} to ${OWN_QUESTION_LENGTH.max} characters.` }),
    words: t.string({ description: `Other words that people use for it; at most ${OWN_WORDS_LENGTH.max} characters.` }),
    screen: t.string({ description: 'The path of the screen that it is about, such as `/losses`.' }),
    text: t.string({ required: true, description: `${OWN_TEXT_LENGTH.min} to ${OWN_TEXT_LENGTH.max} characters.` }),
  }),
})

builder.queryFields((t) => ({
  faqEntries: t.field({
    type: [FaqEntryRef],
    authScopes: { member: true },
    description: `The company's own answers, by their questions: at most ${MAX_OWN_ENTRIES}.`,
    resolve: async (_root, _args, context) => [...(await context.inTenant(listOwnEntries))],
  }),
}))

builder.mutationFields((t) => ({
  createOrUpdateFaqEntry: t.field({
    type: FaqEntryRef,
    authScopes: can('MODIFY', 'COMPANY_SETTINGS'),
    args: {
      input: t.arg({ type: FaqEntryInput, required: true }),
      requestKey: t.arg({ type: 'Guid', description: 'Asked again with the same key, it is done once.' }),
    },
    resolve: async (_root, { input, requestKey: key }, context) => {
      const { id, version, question, words, screen, text } = input
      const given = { id: id ?? null, version: version ?? null, question, words: words ?? '', screen: screen ?? null, text }
      const request = key == null ? null : { key, operation: 'createOrUpdateFaqEntry', content: input }
      return await saveOwnEntry(context.deps, context.member(), given, request)
    },
  }),
  deleteFaqEntry: t.field({
    type: 'Boolean',
    authScopes: can('MODIFY', 'COMPANY_SETTINGS'),
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => {
      await deleteOwnEntry(context.deps, context.member(), id)
      return true
    },
  }),
}))
