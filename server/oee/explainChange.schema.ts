import { asId } from '#engine/ids.ts'
import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { CHANGE_CAUSES } from '#engine/oee/explainChange.ts'
import type { ChangePart } from '#engine/oee/explainChange.ts'
import type { MixPart, OeeMix } from '#engine/oee/explainMix.ts'
import { toPercentage } from '#engine/oee/percentage.ts'
import { daysBetween, movedDate } from '#engine/time/statPeriod.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { PercentageRef } from '#server/graphql/refs.ts'
import { LossReasonRef, lossReasonById } from '#server/loss/loss.graph.ts'
import { Refusal } from '#server/refusal.ts'
import { ShiftRef, viewOf } from '#server/shift/shift.graph.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { CHANGE_BASES, explainPeriodChange, explainShiftChange } from './explainChange.service.ts'
import type { ComparedDates, ExplainedChange } from './explainChange.service.ts'

const MAX_DAYS = 92
const USUAL_DAYS = 7

const ChangeBaseEnum = builder.enumType('ChangeBase', { values: CHANGE_BASES })
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

const ExplainChangeInput = builder.inputType('ExplainChangeInput', {
  description:
    'Either a shift, by its work center and `timeStart`, or two stretches of shift dates, all included, 92 days each at most: without dates the last seven days of the plant against as many before. Of shifts that go on nothing counts, and as much of a base of as many days.',
  fields: (t) => ({
    workCenterIds: t.intList({ description: 'One with `timeStart`; else those to add up, left out = all.' }),
    timeStart: t.field({ type: 'DateTime' }),
    against: t.field({ type: ChangeBaseEnum, defaultValue: 'PREVIOUS' }),
    dateFrom: t.field({ type: 'Date' }),
    dateTo: t.field({ type: 'Date' }),
    baseFrom: t.field({ type: 'Date' }),
    baseTo: t.field({ type: 'Date' }),
  }),
})
type Input = typeof ExplainChangeInput.$inferInput

builder.queryFields((t) => ({
  explainChange: t.field({
    type: OeeChangeRef,
    nullable: true,
    authScopes: can('READ', 'SHIFTS'),
    description: 'Null where either side has no OEE.',
    args: { input: t.arg({ type: ExplainChangeInput, required: true }) },
    resolve: (_root, { input }, context) => (input.timeStart == null ? changeOfPeriods(input, context) : changeOfShift(input, context)),
  }),
}))

async function changeOfShift(input: Input, context: RequestContext): Promise<OeeChange | null> {
  const { workCenterIds, timeStart, against } = input
  const [only, ...others] = workCenterIds ?? []
  if (only === undefined || others.length > 0 || timeStart == null) throw new Refusal({ code: 'REQUIRED', field: 'workCenterIds' })
  const workCenter = await context.workCenter(only)
  const shift = await context.inTenant((tenant) => explainShiftChange(tenant, workCenter, timeStart, against ?? 'PREVIOUS'))
  return shift === null ? null : { shift, mix: null }
}

async function changeOfPeriods(input: Input, context: RequestContext): Promise<OeeChange | null> {
  const ids = await context.narrowed(input.workCenterIds)
  const mix = await context.inTenant((tenant) => explainPeriodChange(tenant, ids, (today) => checkedDates(input, today), context.now()))
  return mix === null ? null : { shift: null, mix }
}

/** Returns both stretches, of which the later one ends today where nothing is named, with the day after their last; refuses an end before the beginning and more than 92 days. */
function checkedDates(input: Input, today: string): ComparedDates {
  const to = input.dateTo ?? today
  const from = input.dateFrom ?? movedDate(to, 1 - USUAL_DAYS)
  const days = checkedDays('dateTo', from, to)
  const baseTo = input.baseTo ?? movedDate(from, -1)
  const baseFrom = input.baseFrom ?? movedDate(baseTo, 1 - days)
  checkedDays('baseTo', baseFrom, baseTo)
  return { base: { from: baseFrom, to: movedDate(baseTo, 1) }, dates: { from, to: movedDate(to, 1) } }
}

function checkedDays(field: string, from: string, to: string): number {
  const days = daysBetween(from, to) + 1
  if (days < 1) throw new Refusal({ code: 'INVALID_PERIOD', field, params: { min: from } })
  if (days > MAX_DAYS) throw new Refusal({ code: 'INVALID_PERIOD', field, params: { maxDays: MAX_DAYS } })
  return days
}
