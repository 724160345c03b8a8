import { isLanguage } from '#engine/user/language.ts'
import type { PresetReason } from '#server/company/presetReasons.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { LossCategoryEnum, LossReasonTypeEnum } from '#server/graphql/enums.ts'
import { LossReasonRef } from './loss.graph.ts'
import { importPresets, listMissingPresets, presetKey } from './presetReason.service.ts'

const PresetRef = builder.objectRef<PresetReason>('LossReasonPreset').implement({
  fields: (t) => ({
    key: t.string({ description: 'Names it, whatever the language.', resolve: presetKey }),
    name: t.string({ resolve: ({ names }, _args, { language }) => (isLanguage(language) ? names[language] : names.en) }),
    color: t.exposeString('color'),
    category: t.expose('category', { type: LossCategoryEnum }),
    type: t.expose('type', { type: LossReasonTypeEnum }),
    includeInOeeCalculation: t.exposeBoolean('includeInOee'),
  }),
})

builder.queryField('missingLossReasonPresets', (t) =>
  t.field({
    type: [PresetRef],
    authScopes: can('READ', 'COMPANY_SETTINGS'),
    description: 'The reasons that companies begin with and that this one does not have, by any of their names.',
    resolve: async (_root, _args, context) => [...(await context.inTenant((tenant) => listMissingPresets(tenant)))],
  }),
)

builder.mutationField('importLossReasonPresets', (t) =>
  t.field({
    type: [LossReasonRef],
    authScopes: can('MODIFY', 'COMPANY_SETTINGS'),
    description: 'Makes the missing reasons that companies begin with; returns the new ones.',
    args: { keys: t.arg.stringList({ description: 'Only these; left out = all that are missing.' }) },
    resolve: async (_root, { keys }, context) => [...(await importPresets(context.deps, context.member(), keys ?? null))],
  }),
)
