import { SHIFT_GRACE_MS } from '#engine/shift/shiftStatus.ts'
import type { ShiftIssueCode } from '#engine/shift/blockingIssues.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { LossIssuesEnum, OutputIIoTIssuesEnum, ShiftStatusEnum } from '#server/graphql/enums.ts'
import { checkedPeriod, MAX_PERIOD_DAYS } from '#server/graphql/period.ts'
import type { Period } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { Refusal } from '#server/refusal.ts'
import { shiftIssuesOf } from './shift.graph.ts'
import { listShifts } from './shift.store.ts'
import type { StoredShift } from './shift.store.ts'

const DEFAULT_DAYS = 30
/** Above this a list is not read by a person; nothing is left out silently. */
const MAX_SHIFTS = 20_000

export const ShiftsFilterInput = builder.inputType('ShiftsFilter', {
  fields: (t) => ({
    ids: t.intList(),
    period: t.field({ type: PeriodInput, description: 'Shifts that overlap it; without ids and period the last 30 days.' }),
    statuses: t.field({ type: [ShiftStatusEnum], description: 'Closed is CONFIRMED, unclosed UNCONFIRMED, processing PROGRESS.' }),
    workCenterIds: t.intList(),
    lossIssues: t.field({ type: LossIssuesEnum, description: 'NO_REASON: those that lack a reason of a loss.' }),
    outputIssues: t.field({ type: OutputIIoTIssuesEnum, description: 'Those that lack the job order or the confirmation of output.' }),
  }),
})

export type ShiftsFilterArgs = typeof ShiftsFilterInput.$inferInput | null | undefined

const LOSS_ISSUES: readonly ShiftIssueCode[] = ['UNCLASSIFIED_LOSSES', 'QUALITY_LOSSES_WITHOUT_REASON']

/** Returns the period that a filter speaks of; null with ids alone. */
export function periodOf(context: RequestContext, args: ShiftsFilterArgs): Period | null {
  if (args?.period) return checkedPeriod(args.period)
  return args?.ids ? null : { start: context.now() - DEFAULT_DAYS * DAY_MS, end: context.now() }
}

/** Returns the shifts that the filter lets through and the caller may see, the newest first. */
export async function listedShifts(context: RequestContext, args: ShiftsFilterArgs): Promise<readonly StoredShift[]> {
  const period = periodOf(context, args)
  const filter = {
    ids: args?.ids ?? null,
    workCenterIds: await context.narrowed(args?.workCenterIds),
    start: period?.start ?? null,
    end: period?.end ?? null,
    statuses: args?.statuses ? { wanted: args.statuses, inProgressAfter: context.now() - SHIFT_GRACE_MS } : null,
  }
  const shifts = await context.inTenant((tenant) => listShifts(tenant, filter, MAX_SHIFTS + 1))
  if (shifts.length > MAX_SHIFTS) throw new Refusal({ code: 'INVALID_PERIOD', field: 'period', params: { maxDays: MAX_PERIOD_DAYS } })
  const wanted = [
    args?.lossIssues === 'NO_REASON' ? LOSS_ISSUES : [],
    args?.outputIssues === 'NO_PRODUCTION_ORDER' ? (['OUTPUT_WITHOUT_JOB_ORDER'] as const) : [],
    args?.outputIssues === 'UNCONFIRMED' ? (['UNCONFIRMED_OUTPUT'] as const) : [],
  ].filter((codes) => codes.length > 0)
  if (wanted.length === 0) return shifts
  const keys = shifts.map(({ workCenterId, shift }) => ({ workCenterId, start: shift.start }))
  const issues = await Promise.all(keys.map((key) => shiftIssuesOf(context).load(key)))
  return shifts.filter((_shift, index) =>
    wanted.every((codes) => issues[index]?.some((issue) => codes.some((code) => code === issue.code))),
  )
}
