import { SHIFT_GRACE_MS } from '#engine/shift/shiftStatus.ts'
import type { ShiftIssueCode } from '#engine/shift/blockingIssues.ts'
import { DAY_MS, MAX_PERIOD_DAYS } from '#engine/time/durations.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { LossIssuesEnum, OutputIIoTIssuesEnum, ShiftStatusEnum } from '#server/graphql/enums.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import type { Period } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { Refusal } from '#server/refusal.ts'
import { outputGapsOf, shiftIssuesOf } from './shift.graph.ts'
import { listShifts } from './shift.store.ts'
import type { StoredShift } from './shift.store.ts'
import type { ShiftKey } from './shiftCounts.store.ts'

const DEFAULT_DAYS = 30
/** Above this a list is not read by a person; nothing is left out silently. */
const MAX_SHIFTS = 20_000

export const ShiftsFilterInput = builder.inputType('ShiftsFilter', {
  fields: (t) => ({
    ids: t.intList(),
    period: t.field({ type: PeriodInput, description: 'Shifts that overlap it; without ids, period and dates the last 30 days.' }),
    shiftDateFrom: t.field({ type: 'Date', description: 'Those that belong to this date or a later one.' }),
    shiftDateTo: t.field({ type: 'Date', description: 'Those that belong to this date or an earlier one.' }),
    shiftIds: t.intList({ description: 'Numbers of shifts of the schedule.' }),
    statuses: t.field({ type: [ShiftStatusEnum], description: 'Closed is CONFIRMED, unclosed UNCONFIRMED, processing PROGRESS.' }),
    shiftCodes: t.stringList({ description: 'Those with these codes, `Shift.code`.' }),
    weekdays: t.intList({ description: 'Those of these days by their date, 1 = Monday to 7 = Sunday.' }),
    workCenterGroupIds: t.intList({ description: 'Those of work centers that are in one of these groups now.' }),
    workCenterIds: t.intList(),
    lossIssues: t.field({ type: LossIssuesEnum, description: 'NO_REASON: those that lack a reason of a loss.' }),
    outputIssues: t.field({
      type: OutputIIoTIssuesEnum,
      description: 'Those with output that has no job order or no confirmation, whatever the settings ask for.',
    }),
  }),
})

export type ShiftsFilterArgs = typeof ShiftsFilterInput.$inferInput | null | undefined

const LOSS_ISSUES: readonly ShiftIssueCode[] = ['UNCLASSIFIED_LOSSES', 'QUALITY_LOSSES_WITHOUT_REASON']

/** Returns the period that a filter speaks of; null with ids or dates alone. */
export function periodOf(context: RequestContext, args: ShiftsFilterArgs): Period | null {
  if (args?.period) return checkedPeriod(args.period)
  return args?.ids || args?.shiftDateFrom || args?.shiftDateTo ? null : { start: context.now() - DEFAULT_DAYS * DAY_MS, end: context.now() }
}

/** Returns the shifts that the filter lets through and the caller may see, the newest first. */
export async function listedShifts(context: RequestContext, args: ShiftsFilterArgs): Promise<readonly StoredShift[]> {
  const period = periodOf(context, args)
  const filter = {
    ids: args?.ids ?? null,
    workCenterIds: await context.narrowed(args?.workCenterIds),
    start: period?.start ?? null,
    end: period?.end ?? null,
    dateFrom: args?.shiftDateFrom ?? null,
    dateTo: args?.shiftDateTo ?? null,
    shiftIds: args?.shiftIds ?? null,
    workCenterGroupIds: args?.workCenterGroupIds ?? null,
    codes: args?.shiftCodes ?? null,
    weekdays: checkedWeekdays(args?.weekdays),
    statuses: args?.statuses ? { wanted: args.statuses, inProgressAfter: context.now() - SHIFT_GRACE_MS } : null,
  }
  const shifts = await context.inTenant((tenant) => listShifts(tenant, filter, MAX_SHIFTS + 1))
  if (shifts.length > MAX_SHIFTS) throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: MAX_PERIOD_DAYS } })
  const keys = shifts.map(({ workCenterId, shift }) => ({ workCenterId, start: shift.start }))
  const areWanted = await Promise.all(
    keys.map(async (key) => (await lacksReason(context, args, key)) && (await lacksOutput(context, args, key))),
  )
  return shifts.filter((_shift, index) => areWanted[index])
}

function checkedWeekdays(days: readonly number[] | null | undefined): readonly number[] | null {
  const wrong = days?.find((day) => day < 1 || day > 7)
  if (wrong !== undefined) throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'weekdays', params: { value: wrong, min: 1, max: 7 } })
  return days ?? null
}

async function lacksReason(context: RequestContext, args: ShiftsFilterArgs, key: ShiftKey): Promise<boolean> {
  if (args?.lossIssues !== 'NO_REASON') return true
  const issues = await shiftIssuesOf(context).load(key)
  return issues.some(({ code }) => LOSS_ISSUES.includes(code))
}

/** By what is stored: settings decide what holds a confirmation up, not what is there. */
async function lacksOutput(context: RequestContext, args: ShiftsFilterArgs, key: ShiftKey): Promise<boolean> {
  const wanted = args?.outputIssues
  if (wanted == null || wanted === 'ALL') return true
  const { withoutOrder, unconfirmed } = await outputGapsOf(context).load(key)
  return (wanted === 'NO_PRODUCTION_ORDER' ? withoutOrder : unconfirmed).length > 0
}
