import { JOB_STATES } from '#server/company/jobRun.store.ts'
import { isLanguage, LANGUAGES } from '#engine/user/language.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { Refusal } from '#server/refusal.ts'
import { requestRunPrint, waitForPrint } from './printRun.service.ts'
import type { RunPrint } from './printRun.service.ts'

const StateEnum = builder.enumType('ChecklistPrintState', { values: JOB_STATES })

const PrintRef = builder.objectRef<RunPrint>('ChecklistPrint').implement({
  description: 'A run of a checklist as a PDF.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    state: t.field({ type: StateEnum, resolve: ({ state }) => state }),
    fileId: t.expose('fileId', {
      type: 'Guid',
      nullable: true,
      description: 'Read at `/api/file/{id}`, with the token of the person who asked for it; null = not yet, or never.',
    }),
  }),
})

builder.queryField('checklistPrint', (t) =>
  t.field({
    type: PrintRef,
    authScopes: can('READ', 'CHECKLISTS'),
    description: 'How far a PDF is that the caller asked for; waits some seconds for it.',
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => waitForPrint(context.deps, context.member(), id, context.deps.reportWaitMs ?? 0),
  }),
)

builder.mutationField('printChecklist', (t) =>
  t.field({
    type: PrintRef,
    authScopes: can('READ', 'CHECKLISTS'),
    description: 'Has what was answered made into a PDF, with pictures, signature and whether it changed since.',
    args: {
      occurrenceId: t.arg.int({ required: true }),
      language: t.arg.string({ required: true, description: `One of ${LANGUAGES.join(', ')}.` }),
    },
    resolve: async (_root, { occurrenceId, language }, context) => {
      if (!isLanguage(language)) throw new Refusal({ code: 'INVALID_FORMAT', field: 'language', params: { example: LANGUAGES.join(', ') } })
      const id = await requestRunPrint(context.deps, context.member(), await context.visibleIds(), { occurrenceId, language })
      return await waitForPrint(context.deps, context.member(), id, context.deps.reportWaitMs ?? 0)
    },
  }),
)
