import { createContextCache } from '@pothos/core'
import { asId } from '#engine/ids.ts'
import type { DeviceId } from '#engine/ids.ts'
import { EDITED_FIELDS } from '#engine/workCenter/workCenterFields.ts'
import type { ApiDeps } from '#server/apiDeps.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { ReportModeEnum } from '#server/graphql/enums.ts'
import { settingInputs } from '#server/graphql/settingFields.ts'
import { WorkCenterRef } from './workCenter.graph.ts'
import { addWorkCenter, archiveWorkCenter, createClaimLimits } from './claim.service.ts'
import { editWorkCenter } from './editWorkCenter.service.ts'
import { setDevice } from './workCenter.service.ts'
import { findWorkCenterIdByDevice } from './workCenter.store.ts'
import type { WorkCenter } from './workCenterRow.ts'

/** Attempts at devices that nobody may claim are counted by the server, not by the request. */
const claimLimitsOf = createContextCache((_deps: ApiDeps) => createClaimLimits())

const EditBoxInput = builder.inputType('EditBoxInput', {
  description: 'A missing field stays as it is; null empties it.',
  fields: (t) => ({
    id: t.int({ required: true }),
    version: t.int({ description: 'The version of the work center that the change is made to; another one is refused as a CONFLICT.' }),
    ...settingInputs(t, EDITED_FIELDS),
  }),
})

type Edit = typeof EditBoxInput.$inferInput

builder.mutationFields((t) => {
  const input = t.arg({ type: EditBoxInput, required: true })
  return {
    addBox: t.field({
      type: WorkCenterRef,
      authScopes: can('UPDATE', 'NEW_WORK_CENTER'),
      description:
        'Claims an unclaimed device and makes its work center. Wrong attempts are limited: ten per person, thirty per company within an hour.',
      args: {
        guid: t.arg({ type: 'Guid', description: 'Of the device, as its label has it; without it the code finds the device.' }),
        code: t.arg.string({ description: 'As printed on the device, qe-322z; with a guid it must belong to that device.' }),
        name: t.arg.string({ description: 'The code when left out.' }),
      },
      resolve: (_root, args, context) =>
        addWorkCenter({ ...context.deps, claimLimits: claimLimitsOf(context.deps) }, context.member(), {
          deviceId: args.guid == null ? null : asId<DeviceId>(args.guid),
          code: args.code ?? null,
          name: args.name ?? null,
        }),
    }),
    editBox: t.field({
      type: WorkCenterRef,
      authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
      description: 'Changes the settings of the work center; what decides figures recalculates the shifts that are not confirmed.',
      args: { input },
      resolve: (_root, args, context) => edit(context, args.input),
    }),
    updateBox: t.field({
      type: WorkCenterRef,
      authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
      description: 'The same as editBox.',
      args: { input },
      resolve: (_root, args, context) => edit(context, args.input),
    }),
    deleteBox: t.field({
      type: WorkCenterRef,
      authScopes: can('MODIFY', 'WORK_CENTER_SETTINGS'),
      description: 'Archives the work center and releases its device; the history stays.',
      args: { boxId: t.arg.int({ required: true }) },
      resolve: async (_root, args, context) => archiveWorkCenter(context.deps, context.member(), (await context.workCenter(args.boxId)).id),
    }),
    updateDevice: t.field({
      type: WorkCenterRef,
      authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
      description: 'Says how the device reports and how late its samples may come; the answer is the work center that it feeds.',
      args: {
        deviceId: t.arg({ type: 'Guid', required: true }),
        reportMode: t.arg({ type: ReportModeEnum }),
        nominalPeriodMs: t.arg.int(),
        acceptDaysBack: t.arg.int(),
        version: t.arg.int({
          description: 'The version of the work center that the change is made to; another one is refused as a CONFLICT.',
        }),
      },
      resolve: async (_root, args, context) => {
        const deviceId = asId<DeviceId>(args.deviceId)
        const known = await context.inTenant((tenant) => findWorkCenterIdByDevice(tenant, deviceId))
        if (known !== null) await context.workCenter(known)
        return await setDevice(context.deps, context.member(), deviceId, {
          reportMode: args.reportMode,
          nominalPeriodMs: args.nominalPeriodMs,
          acceptDaysBack: args.acceptDaysBack,
          version: args.version ?? null,
        })
      },
    }),
  }
})

async function edit(context: RequestContext, input: Edit): Promise<WorkCenter> {
  const { id } = await context.workCenter(input.id)
  return editWorkCenter(context.deps, context.member(), id, input)
}
