import { daysBetween, movedDate } from '#engine/time/statPeriod.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { Refusal } from '#server/refusal.ts'
import { type OeeChange, OeeChangeRef } from './explainChange.graph.ts'
import { CHANGE_BASES, explainPeriodChange, explainShiftChange } from './explainChange.service.ts'
import type { ComparedDates } from './explainChange.service.ts'

const MAX_DAYS = 92
const USUAL_DAYS = 7

const ChangeBaseEnum = builder.enumType('ChangeBase', { values: CHANGE_BASES })

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
