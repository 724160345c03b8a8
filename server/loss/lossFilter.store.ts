import { LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { NOBODY, type WithoutReason } from '#engine/analytics/lossFact.ts'
import type { LossSource } from '#engine/facts.ts'
import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import type { Classification } from '#engine/loss/lossKind.ts'
import type { StatusKind } from '#engine/status/statusRule.ts'
import { CLASSIFIED_AS } from './classification.ts'

/** Losses of the reasons, and of those without a reason the ones that it says. */
export type ReasonSet = {
  readonly reasonIds: readonly LossReasonId[]
  readonly unclassified: { readonly sources: readonly LossSource[]; readonly isScheduledLoss: boolean | null }
  /** Whether scheduled losses belong to it whatever their reason. */
  readonly isScheduledIncluded: boolean
}

/** Reasons, and what stands in the place of one. */
export type UnderReasons = { readonly reasonIds: readonly number[]; readonly without: readonly WithoutReason[] }

/** Statuses of rules and others, and what is lost without a stop. */
export type UnderStatuses = {
  readonly ruleIds: readonly number[]
  readonly kinds: readonly StatusKind[]
  readonly sources: readonly LossSource[]
}

/** Which losses a list shows; null does not narrow it. */
export type LossFilter = {
  readonly ids: readonly number[] | null
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly source: LossSource | null
  readonly isApproved: boolean | null
  readonly classification: Classification | null
  readonly isWithoutReason: boolean | null
  /** Those of any of these reasons, or without one for any of these causes. */
  readonly underReasons: UnderReasons | null
  /** Those in any of these statuses. */
  readonly underStatuses: UnderStatuses | null
  readonly isScheduledLoss: boolean | null
  /** A loss is shown when it is in all of the sets. */
  readonly sets: readonly ReasonSet[]
  readonly statusRuleIds: readonly number[] | null
  /** Numbers of shifts of the schedule. */
  readonly shiftIds: readonly number[] | null
  readonly shiftCodes: readonly string[] | null
  /** Single shifts. */
  readonly shiftInstanceIds: readonly number[] | null
  /** Dates of shifts, both included. */
  readonly shiftDateFrom: string | null
  readonly shiftDateTo: string | null
  /** Only those of the running shift of each work center, or of its last one. */
  readonly isOfLatestShift: boolean
  /** Only those of shifts that nobody confirmed and somebody still can. */
  readonly isOfUnconfirmedShift: boolean
  readonly workCenterGroupIds: readonly number[] | null
  /** Days of the dates of shifts, 1 = Monday. */
  readonly weekdays: readonly number[] | null
  /** Hours of the clock in which losses begin, and by which clock work centers go. */
  readonly clockHours: { readonly hours: readonly number[]; readonly zones: ReadonlyMap<WorkCenterId, string> } | null
  /** Orders that were in progress during a part of the loss. */
  readonly jobOrderIds: readonly number[] | null
  /** Who said something of it last, as a text; `NOBODY` = nobody did. */
  readonly personIds: readonly string[] | null
  /** Part of a comment, upper and lower case alike. */
  readonly text: string | null
  readonly durationFromMs: number | null
  readonly durationToMs: number | null
  /** Those that overlap `[periodFrom, periodTo)`. */
  readonly periodFrom: number | null
  readonly periodTo: number | null
}

/** A filter that nothing narrows. */
export const ALL_LOSSES: LossFilter = {
  ids: null,
  workCenterIds: null,
  source: null,
  isApproved: null,
  classification: null,
  isWithoutReason: null,
  underReasons: null,
  underStatuses: null,
  isScheduledLoss: null,
  sets: [],
  statusRuleIds: null,
  shiftIds: null,
  shiftCodes: null,
  shiftInstanceIds: null,
  shiftDateFrom: null,
  shiftDateTo: null,
  isOfLatestShift: false,
  isOfUnconfirmedShift: false,
  weekdays: null,
  clockHours: null,
  jobOrderIds: null,
  personIds: null,
  workCenterGroupIds: null,
  text: null,
  durationFromMs: null,
  durationToMs: null,
  periodFrom: null,
  periodTo: null,
}

/** A loss lies in one shift. */
export const LONGEST_LOSS_MS = LONGEST_SHIFT_MS
/** A date of any zone, and the longest shift that starts on it. */
const DATE_REACH_MS = 2 * 86_400_000

/** Returns the conditions of the filter on a loss `l`, each after an `and`. */
export function conditions(filter: LossFilter, now: number): RawBuilder<unknown> {
  const parts = [
    filter.ids && sql`l.id = any(${filter.ids}::int8[])`,
    filter.workCenterIds && sql`l.work_center_id = any(${filter.workCenterIds}::int[])`,
    filter.source && sql`l.source = ${filter.source}`,
    filter.isApproved !== null && (filter.isApproved ? sql`l.is_approved` : sql`not l.is_approved`),
    filter.classification && CLASSIFIED_AS[filter.classification],
    filter.isWithoutReason !== null && (filter.isWithoutReason ? sql`l.reason_id is null` : sql`l.reason_id is not null`),
    filter.underReasons && under(filter.underReasons),
    filter.underStatuses && inStatuses(filter.underStatuses),
    filter.isScheduledLoss !== null && (filter.isScheduledLoss ? sql`l.is_scheduled_loss` : sql`not l.is_scheduled_loss`),
    ...filter.sets.map(inSet),
    filter.statusRuleIds && sql`l.status_rule_id = any(${filter.statusRuleIds}::int[])`,
    filter.shiftIds && inShifts(sql`s.shift_id = any(${filter.shiftIds}::int[])`),
    filter.shiftCodes && inShifts(sql`s.code = any(${filter.shiftCodes}::text[])`),
    filter.weekdays && inShifts(sql`extract(isodow from s.shift_date) = any(${filter.weekdays}::int[])`),
    filter.clockHours && beginsIn(filter.clockHours),
    filter.personIds && sql`coalesce(l.updated_by::text, ${NOBODY}) = any(${filter.personIds}::text[])`,
    filter.jobOrderIds && duringRuns(filter.jobOrderIds, now),
    filter.shiftInstanceIds && inShifts(sql`s.id = any(${filter.shiftInstanceIds}::int8[])`),
    ...ofShiftDates(filter),
    filter.isOfLatestShift && IN_LATEST_SHIFT,
    filter.isOfUnconfirmedShift &&
      sql`${inShifts(sql`s.status <> 'CONFIRMED'`)} and l.work_center_id in (select w.id from work_center w
        where w.company_id = l.company_id and w.device_status <> 'ARCHIVE')`,
    filter.workCenterGroupIds &&
      sql`l.work_center_id in (select w.id from work_center w where w.company_id = l.company_id
        and w.group_id = any(${filter.workCenterGroupIds}::int[]))`,
    filter.text !== null && sql`l.comment is not null and l.comment ilike ${`%${filter.text.replace(/[\\%_]/g, String.raw`\$&`)}%`}`,
    ...longerThan(filter.durationFromMs, now),
    ...shorterThan(filter.durationToMs, now),
    filter.periodFrom !== null &&
      sql`coalesce(l.end_at, 9007199254740991) > ${filter.periodFrom}::int8 and l.start_at > ${filter.periodFrom - LONGEST_LOSS_MS}::int8`,
    filter.periodTo !== null && sql`l.start_at < ${filter.periodTo}::int8`,
  ].filter((part) => part !== false && part !== null)
  return parts.length === 0 ? sql`` : sql`and ${sql.join(parts, sql` and `)}`
}

/** Returns the condition that a loss `l`, or a sum `l` of losses, is in the set. */
export function inSet({ reasonIds, unclassified, isScheduledIncluded }: ReasonSet): RawBuilder<unknown> {
  const { sources, isScheduledLoss } = unclassified
  const scheduled = isScheduledLoss === null ? sql`` : isScheduledLoss ? sql`and l.is_scheduled_loss` : sql`and not l.is_scheduled_loss`
  const without = sql`l.reason_id is null and l.source = any(${sources}::text[]) ${scheduled}`
  if (sources.length === 0) return sql`l.reason_id = any(${reasonIds}::int[])`
  const always = isScheduledIncluded ? sql`or l.is_scheduled_loss` : sql``
  return sql`(l.reason_id = any(${reasonIds}::int[]) or (${without}) ${always})`
}

function under({ reasonIds, without }: UnderReasons): RawBuilder<unknown> {
  const causes = without.map((cause) => WITHOUT[cause])
  const none = causes.length === 0 ? sql`false` : sql`(l.reason_id is null and (${sql.join(causes, sql` or `)}))`
  return sql`(l.reason_id = any(${reasonIds}::int[]) or ${none})`
}

function inStatuses({ ruleIds, kinds, sources }: UnderStatuses): RawBuilder<unknown> {
  return sql`(l.source = any(${sources}::text[]) or (l.source = 'STATUS'
    and (l.status_rule_id = any(${ruleIds}::int[]) or (l.status_rule_id is null and l.kind = any(${kinds}::text[])))))`
}

/** As losses without a reason are told apart by `withoutReason` of the engine. */
const WITHOUT: Readonly<Record<WithoutReason, RawBuilder<unknown>>> = {
  SPEED: sql`l.source = 'SPEED'`,
  OUTPUT: sql`l.source = 'OUTPUT'`,
  PLANNED: sql`(l.source = 'STATUS' and ${CLASSIFIED_AS.CLASSIFIED})`,
  NOT_NEEDED: sql`(l.source = 'STATUS' and ${CLASSIFIED_AS.NOT_NEEDED})`,
  UNCLASSIFIED: sql`(l.source = 'STATUS' and ${CLASSIFIED_AS.UNCLASSIFIED})`,
}

function inShifts(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from shift s where s.company_id = l.company_id and s.work_center_id = l.work_center_id
    and s.start_at = l.shift_start_at and ${which})`
}

/** A few zones at most, each with its work centers. */
function beginsIn({ hours, zones }: NonNullable<LossFilter['clockHours']>): RawBuilder<unknown> {
  const parts = [...Map.groupBy(zones, ([, zone]) => zone)].map(
    ([zone, of]) => sql`(l.work_center_id = any(${of.map(([id]) => id)}::int[])
      and extract(hour from to_timestamp(l.start_at / 1000) at time zone ${zone}::text) = any(${hours}::int[]))`,
  )
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`
}

/** Half-open on both sides: an order that began when the stop ended has nothing to do with it. */
function duringRuns(jobOrderIds: readonly number[], now: number): RawBuilder<unknown> {
  return sql`exists (select from job_order_run r where r.company_id = l.company_id and r.work_center_id = l.work_center_id
    and r.job_order_id = any(${jobOrderIds}::int[]) and r.start_at < coalesce(l.end_at, ${now}::int8) and (r.end_at is null or r.end_at > l.start_at))`
}

/** The dates of shifts, and the instants between which their losses begin, which an index knows. */
function ofShiftDates({ shiftDateFrom, shiftDateTo }: LossFilter): RawBuilder<unknown>[] {
  if (shiftDateFrom === null && shiftDateTo === null) return []
  const dates = inShifts(
    sql`s.shift_date between coalesce(${shiftDateFrom}::date, '-infinity') and coalesce(${shiftDateTo}::date, 'infinity')`,
  )
  return [
    dates,
    ...(shiftDateFrom === null ? [] : [sql`l.start_at >= ${Date.parse(shiftDateFrom) - DATE_REACH_MS}::int8`]),
    ...(shiftDateTo === null ? [] : [sql`l.start_at < ${Date.parse(shiftDateTo) + 2 * DATE_REACH_MS}::int8`]),
  ]
}

const IN_LATEST_SHIFT = sql`(l.work_center_id, l.shift_start_at) in (select w.id, newest.start_at from work_center w
  cross join lateral (select s.start_at from shift s where s.company_id = w.company_id and s.work_center_id = w.id
    order by s.start_at desc limit 1) newest where w.company_id = l.company_id)`

/** Written so that the index over the lengths of closed losses serves it. */
function longerThan(ms: number | null, now: number): RawBuilder<unknown>[] {
  if (ms === null) return []
  return [sql`(l.length_ms >= ${ms}::int8 or (l.length_ms is null and l.start_at <= ${now - ms}::int8))`]
}

function shorterThan(ms: number | null, now: number): RawBuilder<unknown>[] {
  if (ms === null) return []
  return [sql`(l.length_ms < ${ms}::int8 or (l.length_ms is null and l.start_at > ${now - ms}::int8))`]
}
