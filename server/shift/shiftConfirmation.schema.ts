import { grantsOf } from '#engine/access/abilities.ts'
import { problemOfConfirmation, problemOfReopening, problemOfShiftComment } from '#engine/shift/mayEditShift.ts'
import { shiftStatusAt } from '#engine/shift/shiftStatus.ts'
import { isArchived } from '#engine/workCenter/mayEditWorkCenter.ts'
import { isMarked } from '#server/recalculation/recalculation.store.ts'
import { workCenterById } from '#server/workCenter/workCenter.graph.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { marksOf, shiftIssuesOf, ShiftRef, viewOf } from './shift.graph.ts'
import { ShiftIssueRef } from './shift.schema.ts'
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
    versions: t.intList({
      description: 'The versions that were seen, in the order of the ids; a shift that changed since answers CONFLICT.',
    }),
  }),
})

builder.objectFields(ShiftRef, (t) => ({
  isRecalculating: t.boolean({
    description: 'Whether a change of its figures waits to be worked in; it cannot be confirmed meanwhile.',
    resolve: async ({ workCenterId, shift }, _args, context) => isMarked(await marksOf(context).load(workCenterId), shift),
  }),
  confirmRefusal: t.string({
    nullable: true,
    description: 'The code of the error with which a confirmation without a comment by the caller is refused now. Null if it is not.',
    resolve: async ({ record, workCenterId, shift }, _args, context) => {
      if (record === null) return 'SHIFT_NOT_FOUND'
      const [marks, issues] = await Promise.all([
        marksOf(context).load(workCenterId),
        shiftIssuesOf(context).load({ workCenterId, start: shift.start }),
      ])
      const status = shiftStatusAt({ isConfirmed: record.storedStatus === 'CONFIRMED', end: shift.end }, context.now())
      const isRecalculating = isMarked(marks, shift)
      return problemOfConfirmation(grantsOf(context.abilities()), { status, version: record.version, isRecalculating, issues })
    },
  }),
  commentRefusal: t.string({
    nullable: true,
    description: 'The code of the error with which a comment by the caller is refused now. Null if it is not.',
    resolve: ({ record }, _args, context) => {
      if (record === null) return 'SHIFT_NOT_FOUND'
      const by = { grants: grantsOf(context.abilities()), role: context.member().role }
      return problemOfShiftComment(by, record, null)?.code ?? null
    },
  }),
  reopenRefusal: t.string({
    nullable: true,
    description: 'The code of the error with which a reopening by the caller is refused now. Null if it is not.',
    resolve: async ({ record, workCenterId }, _args, context) => {
      if (record === null) return 'SHIFT_NOT_FOUND'
      const isWorkCenterArchived = isArchived(await workCenterById(context).load(workCenterId))
      return problemOfReopening(grantsOf(context.abilities()), { ...record, isWorkCenterArchived }, null)?.code ?? null
    },
  }),
}))

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
