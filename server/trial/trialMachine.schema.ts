import { createContextCache } from '@pothos/core'
import type { ApiDeps } from '#server/apiDeps.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { addTrialMachine, createTrialLimits } from './trialMachine.service.ts'
import type { NewTrialMachine } from './trialMachine.service.ts'

/** What was made is counted by the server, not by the request. */
const limitsOf = createContextCache((_deps: ApiDeps) => createTrialLimits())

const TrialMachineRef = builder.objectRef<NewTrialMachine>('TrialMachine').implement({
  description: 'A work center to try with. Its device sends over HTTP alone: small messages, at most three a second.',
  fields: (t) => ({
    workCenter: t.field({ type: WorkCenterRef, resolve: ({ workCenter }) => workCenter }),
    deviceId: t.expose('deviceId', { type: 'Guid' }),
    secret: t.exposeString('secret', { description: 'Shown this once.' }),
  }),
})

builder.mutationFields((t) => ({
  addTrialMachine: t.field({
    type: TrialMachineRef,
    authScopes: can('READ', 'NEW_WORK_CENTER'),
    description:
      'Makes a work center with a device to try with; visitors of the demo may too, and the night removes theirs. At most five at once, six of an address within an hour.',
    args: { name: t.arg.string({ description: 'In the demo the product names it.' }) },
    resolve: (_root, args, context) =>
      addTrialMachine(
        context.deps,
        limitsOf(context.deps),
        { ...context.member(), address: context.address, language: context.language },
        args.name ?? null,
      ),
  }),
}))
