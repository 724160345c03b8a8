import { asId } from '#engine/ids.ts'
import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { CHANGE_CAUSES } from '#engine/oee/explainChange.ts'
import type { ChangePart } from '#engine/oee/explainChange.ts'
import type { MixPart, OeeMix } from '#engine/oee/explainMix.ts'
import { toPercentage } from '#engine/oee/percentage.ts'
import { builder } from '#server/graphql/builder.ts'
import { PercentageRef } from '#server/graphql/refs.ts'
import { LossReasonRef, lossReasonById } from '#server/loss/loss.graph.ts'
import { ShiftRef, viewOf } from '#server/shift/shift.graph.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import type { ExplainedChange } from './explainChange.service.ts'

const ChangeCauseEnum = builder.enumType('ChangeCause', { values: CHANGE_CAUSES })

/** A change of one shift by cause, or of several work centers by rate and mix. */
export type OeeChange =
  | { readonly shift: ExplainedChange; readonly mix: null }
  | { readonly shift: null; readonly mix: OeeMix<WorkCenterId> }

const points = (of: number) => toPercentage(of)

const PartRef = builder.objectRef<ChangePart>('OeeChangePart').implement({
  description: 'A cause of the change; all figures in points of OEE.',
  fields: (t) => ({
    cause: t.field({ type: ChangeCauseEnum, resolve: ({ cause }) => cause }),
    reason: t.field({
      type: LossReasonRef,
      nullable: true,
      resolve: ({ reasonId }, _args, context) => (reasonId === null ? null : lossReasonById(context).load(asId<LossReasonId>(reasonId))),
    }),
    points: t.field({
      type: PercentageRef,
      nullable: true,
      description: 'Above 0 = better than before.',
      resolve: (part) => points(part.points),
    }),
    lostBefore: t.field({ type: PercentageRef, nullable: true, resolve: (part) => points(part.lostBefore) }),
    lostNow: t.field({ type: PercentageRef, nullable: true, resolve: (part) => points(part.lostNow) }),
  }),
})

const MixRef = builder.objectRef<MixPart<WorkCenterId>>('OeeChangeOfWorkCenter').implement({
  description: 'What a work center did to OEE of all, in points: by working better, and by its share of the planned time.',
  fields: (t) => ({
    workCenter: t.field({ type: WorkCenterRef, resolve: ({ id }, _args, context) => context.workCenter(id) }),
    rate: t.field({ type: PercentageRef, nullable: true, resolve: ({ rate }) => points(rate) }),
    mix: t.field({ type: PercentageRef, nullable: true, resolve: ({ mix }) => points(mix) }),
    shareBefore: t.exposeFloat('shareBefore', { description: 'Fraction of the planned time of all.' }),
    shareNow: t.exposeFloat('shareNow'),
  }),
})

export const OeeChangeRef = builder.objectRef<OeeChange>('OeeChange').implement({
  description: 'Why OEE changed, to the last point: the parts, or rate and mix, sum to the difference.',
  fields: (t) => ({
    before: t.field({ type: PercentageRef, nullable: true, resolve: (answer) => points(changeOf(answer).before) }),
    now: t.field({ type: PercentageRef, nullable: true, resolve: (answer) => points(changeOf(answer).now) }),
    difference: t.field({ type: PercentageRef, nullable: true, resolve: (answer) => points(changeOf(answer).difference) }),
    against: t.field({
      type: [ShiftRef],
      description: 'The shifts that a shift is measured against, the newest first.',
      resolve: ({ shift }) => (shift === null ? [] : shift.against.map(viewOf)),
    }),
    parts: t.field({
      type: [PartRef],
      description: 'Of a shift, the largest difference first.',
      resolve: ({ shift }) => (shift === null ? [] : [...shift.change.parts]),
    }),
    rate: t.field({ type: PercentageRef, nullable: true, resolve: ({ mix }) => (mix === null ? null : points(mix.rate)) }),
    mix: t.field({ type: PercentageRef, nullable: true, resolve: ({ mix }) => (mix === null ? null : points(mix.mix)) }),
    workCenters: t.field({ type: [MixRef], resolve: ({ mix }) => (mix === null ? [] : [...mix.parts]) }),
  }),
})

function changeOf({ shift, mix }: OeeChange): { readonly before: number; readonly now: number; readonly difference: number } {
  return shift === null ? mix : shift.change
}
