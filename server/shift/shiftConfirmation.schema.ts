import { builder, can } from '#server/graphql/builder.ts'
import { ShiftRef } from './shift.graph.ts'
import { ShiftIssueRef, viewOf } from './shift.schema.ts'
import { commentShift } from './shiftComment.service.ts'
import { confirmShift, confirmShifts } from './shiftConfirmation.service.ts'
import type { ConfirmationOutcome } from './shiftConfirmation.service.ts'
import { reopenShift } from './shiftReopening.service.ts'

const ConfirmationResultRef = builder.objectRef<ConfirmationOutcome>('ShiftConfirmationResult').implement({
  description: "The result of one shift's confirmation.",
  fields: (t) => ({
    id: t.exposeInt('id'),
    isConfirmed: t.boolean({ resolve: (outcome) => outcome.refusal === null }),
    errorCode: t.string({ nullable: true, description: 'As in `extensions.code` of an error.', resolve: (outcome) => outcome.refusal }),
    issues: t.field({ type: [ShiftIssueRef], resolve: (outcome) => [...outcome.issues] }),
    shift: t.field({ type: ShiftRef, nullable: true, resolve: (outcome) => outcome.shift && viewOf(outcome.shift) }),
  }),
})

const ConfirmShiftsInput = builder.inputType('ConfirmShiftsInput', {
  fields: (t) => ({
    ids: t.intList(),
    shiftDate: t.field({ type: 'Date', description: 'All that are over and belong to this date or one before it.' }),
    workCenterIds: t.intList({ description: 'Narrows those by date.' }),
    comment: t.string({ description: 'Applies to the shifts with issues.' }),
  }),
})

builder.mutationFields((t) => ({
  confirmShift: t.field({
    type: ShiftRef,
    authScopes: can('UPDATE', 'SHIFTS'),
    description: 'Freezes the shift. With issues left it needs a comment of at least three characters.',
    args: { id: t.arg.int({ required: true }), comment: t.arg.string(), version: t.arg.int() },
    resolve: async (_root, args, context) => viewOf(await confirmShift(context.deps, context.member(), await context.visibleIds(), args)),
  }),
  confirmShifts: t.field({
    type: [ConfirmationResultRef],
    authScopes: can('UPDATE', 'SHIFTS'),
    description: 'Judges each shift by itself; those that cannot be confirmed say why.',
    args: { input: t.arg({ type: ConfirmShiftsInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const workCenterIds = await context.narrowed(input.workCenterIds)
      return [...(await confirmShifts(context.deps, context.member(), await context.visibleIds(), { ...input, workCenterIds }))]
    },
  }),
  reopenShift: t.field({
    type: ShiftRef,
    authScopes: can('MODIFY', 'SHIFTS'),
    description: 'Reopens a confirmed shift; late samples are applied. The confirmed values stay in `revisions`.',
    args: { id: t.arg.int({ required: true }), reason: t.arg.string({ required: true }), version: t.arg.int() },
    resolve: async (_root, args, context) => viewOf(await reopenShift(context.deps, context.member(), await context.visibleIds(), args)),
  }),
  commentShift: t.field({
    type: ShiftRef,
    authScopes: can('READ', 'SHIFTS'),
    description: 'For people who may confirm, and for operators.',
    args: { id: t.arg.int({ required: true }), comment: t.arg.string(), version: t.arg.int() },
    resolve: async (_root, args, context) =>
      viewOf(await commentShift(context.deps, context.member(), await context.visibleIds(), { ...args, comment: args.comment ?? null })),
  }),
}))
