import { WITHOUT_REASON } from '#engine/analytics/lossFact.ts'
import { asId } from '#engine/ids.ts'
import type { DeviceId } from '#engine/ids.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import {
  ActivityTypeEnum,
  AprovenessEnum,
  ClassificationEnum,
  CriticalnessEnum,
  EventPlanTypeEnum,
  EventTypeEnum,
  LossCategoryEnum,
  LossIssuesEnum,
  LossSourceEnum,
  StatusKindEnum,
} from '#server/graphql/enums.ts'
import { Refusal } from '#server/refusal.ts'
import type { LossQuestion } from './lossFilter.service.ts'
import type { UnderReasons, UnderStatuses } from './lossFilter.store.ts'

const MAX_TEXT = 200

const WithoutReasonEnum = builder.enumType('WithoutReason', {
  description:
    'What stands in the place of a reason: lost speed and rejects, stops that are planned by their status, small ones, and those that nobody explained.',
  values: WITHOUT_REASON,
})

const AnyReasonInput = builder.inputType('AnyReason', {
  fields: (t) => ({ reasonIds: t.intList(), without: t.field({ type: [WithoutReasonEnum] }) }),
})

const AnyStatusInput = builder.inputType('AnyStatus', {
  fields: (t) => ({
    statusRuleIds: t.intList(),
    kinds: t.field({ type: [StatusKindEnum] }),
    sources: t.field({ type: [LossSourceEnum] }),
  }),
})

export const LossesFilterInput = builder.inputType('LossesFilter', {
  fields: (t) => ({
    aproveness: t.field({ type: AprovenessEnum }),
    categories: t.field({ type: [LossCategoryEnum] }),
    classification: t.field({ type: ClassificationEnum }),
    criticalness: t.field({ type: CriticalnessEnum }),
    deviceIds: t.field({ type: ['Guid'] }),
    durationFilterFrom: t.field({ type: 'Seconds' }),
    durationFilterTo: t.field({ type: 'Seconds' }),
    ids: t.intList(),
    issues: t.field({ type: LossIssuesEnum }),
    isWithoutReason: t.boolean({
      description: 'true = only those without a reason, also those that need none; false = only those with one.',
    }),
    isValid: t.boolean({
      description: "false = people's entries on losses of which nothing is left; only ids, period and work centers filter them.",
    }),
    periodFrom: t.field({ type: 'DateTime' }),
    periodTo: t.field({ type: 'DateTime' }),
    planType: t.field({ type: EventPlanTypeEnum }),
    lowersOee: t.boolean({
      description: 'false = only those whose reason takes their time out of OEE; true = all others, also those without a reason.',
    }),
    reasonGroupIds: t.intList(),
    reasonIds: t.intList(),
    anyStatus: t.field({
      type: AnyStatusInput,
      description: 'Losses in any of these statuses or of any of these sources. A rule stands for all rules of its name.',
    }),
    anyReason: t.field({ type: AnyReasonInput, description: 'Those of any of these reasons, or without one for any of these causes.' }),
    activityTypes: t.field({ type: [ActivityTypeEnum], description: 'Those whose reason has one of these activities.' }),
    isOfLatestShift: t.boolean({ description: 'true = only those of the running shift of each work center, or of its last one.' }),
    isOfUnconfirmedShift: t.boolean({
      description: 'true = only those of shifts that nobody confirmed, those of archived work centers left out: nobody can confirm them.',
    }),
    lossTypes: t.field({ type: [EventTypeEnum] }),
    shiftDateFrom: t.field({ type: 'Date', description: 'Of shifts with this date or a later one.' }),
    shiftDateTo: t.field({ type: 'Date', description: 'Of shifts with this date or an earlier one.' }),
    text: t.string({ description: 'Part of the comment, upper and lower case alike; 1 to 200 characters.' }),
    workCenterGroupIds: t.intList(),
    shiftIds: t.intList({ description: 'Those in shifts with these numbers of the schedule, `Shift.shiftId`.' }),
    shiftCodes: t.stringList({ description: 'Those in shifts with these codes, `Shift.code`.' }),
    shiftInstanceIds: t.intList({ description: 'Those in these single shifts, `Shift.id`.' }),
    weekdays: t.intList({ description: 'Those in shifts of these days by their date, 1 = Monday to 7 = Sunday.' }),
    hoursOfDay: t.intList({ description: 'Those that begin in these hours of the clock of the work center, 0 to 23.' }),
    jobOrderIds: t.intList({ description: 'Those that lie over a run of one of these orders at the work center.' }),
    personIds: t.field({ type: ['Guid'], description: 'Those of which one of these people said something last; all zeros = nobody did.' }),
    source: t.field({ type: LossSourceEnum }),
    statusRuleIds: t.intList(),
    workCenterIds: t.intList(),
  }),
})

export type LossesFilterArgs = typeof LossesFilterInput.$inferInput | null | undefined

/** Returns what a filter asks for, of the work centers that the caller may see. */
export async function questionOf(context: RequestContext, args: LossesFilterArgs): Promise<LossQuestion> {
  requireRanges(args)
  const deviceIds = args?.deviceIds?.map((id) => asId<DeviceId>(id))
  const isNoReason = args?.issues === 'NO_REASON'
  return {
    ids: args?.ids ?? null,
    workCenterIds: await context.idsOf(args?.workCenterIds, deviceIds),
    source: args?.source ?? null,
    categories: args?.categories ?? null,
    isApproved: chosen(args?.aproveness, 'APPROVED'),
    classification: isNoReason
      ? 'UNCLASSIFIED'
      : args?.classification == null || args.classification === 'ALL'
        ? null
        : args.classification,
    isWithoutReason: args?.isWithoutReason ?? null,
    isCritical: chosen(args?.criticalness, 'CRITICAL'),
    planType: args?.planType === 'ALL_TYPES' ? null : (args?.planType ?? null),
    lowersOee: args?.lowersOee ?? null,
    underReasons: args?.anyReason == null ? null : underReasonsOf(args.anyReason),
    underStatuses: args?.anyStatus == null ? null : underStatusesOf(args.anyStatus),
    reasonIds: args?.reasonIds ?? null,
    groupIds: args?.reasonGroupIds ?? null,
    statusRuleIds: args?.statusRuleIds ?? null,
    shiftIds: args?.shiftIds ?? null,
    shiftCodes: args?.shiftCodes ?? null,
    shiftInstanceIds: args?.shiftInstanceIds ?? null,
    shiftDateFrom: args?.shiftDateFrom ?? null,
    shiftDateTo: args?.shiftDateTo ?? null,
    isOfLatestShift: args?.isOfLatestShift === true,
    isOfUnconfirmedShift: args?.isOfUnconfirmedShift === true,
    workCenterGroupIds: args?.workCenterGroupIds ?? null,
    weekdays: checkedNumbers(args?.weekdays, { field: 'weekdays', min: 1, max: 7 }),
    hoursOfDay: checkedNumbers(args?.hoursOfDay, { field: 'hoursOfDay', min: 0, max: 23 }),
    jobOrderIds: args?.jobOrderIds ?? null,
    personIds: args?.personIds ?? null,
    text: checkedText(args?.text),
    activityTypes: args?.activityTypes ?? null,
    lossTypes: args?.lossTypes ?? null,
    durationFromMs: args?.durationFilterFrom == null ? null : args.durationFilterFrom * 1000,
    durationToMs: args?.durationFilterTo == null ? null : args.durationFilterTo * 1000,
    periodFrom: args?.periodFrom ?? null,
    periodTo: args?.periodTo ?? null,
  }
}

function underReasonsOf({ reasonIds, without }: typeof AnyReasonInput.$inferInput): UnderReasons {
  return { reasonIds: reasonIds ?? [], without: without ?? [] }
}

function underStatusesOf({ statusRuleIds, kinds, sources }: typeof AnyStatusInput.$inferInput): UnderStatuses {
  return { ruleIds: statusRuleIds ?? [], kinds: kinds ?? [], sources: sources ?? [] }
}

/** Returns the text to look for, null for none; refuses one that is too long. */
function checkedText(text: string | null | undefined): string | null {
  const wanted = text?.replaceAll('\0', '').trim() ?? ''
  if (wanted === '') return null
  if (wanted.length > MAX_TEXT) throw new Refusal({ code: 'LENGTH_OUT_OF_RANGE', field: 'text', params: { min: 1, max: MAX_TEXT } })
  return wanted
}

/** Returns the numbers, null for all; refuses one out of the range. */
function checkedNumbers(
  numbers: readonly number[] | null | undefined,
  { field, min, max }: { readonly field: string; readonly min: number; readonly max: number },
): readonly number[] | null {
  const wrong = numbers?.find((value) => value < min || value > max)
  if (wrong !== undefined) throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field, params: { value: wrong, min, max } })
  return numbers ?? null
}

/** Refuses a period and a range of lengths that end before they begin: no loss could lie in them. */
function requireRanges(args: LossesFilterArgs): void {
  const { shiftDateFrom: first, shiftDateTo: last } = args ?? {}
  if (first != null && last != null && last < first)
    throw new Refusal({ code: 'INVALID_PERIOD', field: 'shiftDateTo', params: { min: first } })
  const { periodFrom: start, periodTo: end, durationFilterFrom: least, durationFilterTo: most } = args ?? {}
  if (start != null && end != null && end <= start)
    throw new Refusal({ code: 'INVALID_PERIOD', field: 'periodTo', params: { min: new Date(start + 1).toISOString() } })
  if (least != null && most != null && most <= least)
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'durationFilterTo', params: { value: most, min: least } })
}

/** ALL and nothing do not narrow. */
function chosen(value: string | null | undefined, positive: string): boolean | null {
  return value == null || value === 'ALL' ? null : value === positive
}
