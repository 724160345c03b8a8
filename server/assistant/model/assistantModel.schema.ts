import { builder, can } from '#server/graphql/builder.ts'
import { allowAssistantModel, assistantModelOf } from './assistantModel.service.ts'
import type { AssistantModel } from './assistantModel.service.ts'

const AssistantModelRef = builder.objectRef<AssistantModel>('AssistantModel').implement({
  description: 'An external model that the assistant may ask: it chooses among the same intents and words the same figures.',
  fields: (t) => ({
    host: t.exposeString('host', { nullable: true, description: 'Null where the installation has none, and in the demo.' }),
    isAllowed: t.exposeBoolean('isAllowed', { description: 'Whether the company lets it be asked.' }),
  }),
})

builder.queryField('assistantModel', (t) =>
  t.field({
    type: AssistantModelRef,
    authScopes: { member: true },
    resolve: (_root, _args, context) => assistantModelOf(context.deps, context.member().companyId),
  }),
)

builder.mutationField('allowAssistantModel', (t) =>
  t.field({
    type: AssistantModelRef,
    authScopes: can('MODIFY', 'COMPANY_SETTINGS'),
    description:
      'Lets the assistant of the company ask the external model: questions that the product does not understand, and the lines of answers with the names of things, states, times and figures in them, go to its host; names of people whom the company knows, e-mail addresses and phone numbers are taken out before.',
    args: { host: t.arg.string({ description: 'As `assistantModel` has it; null = no external model.' }) },
    resolve: (_root, { host }, context) => allowAssistantModel(context.deps, context.member(), host ?? null),
  }),
)
