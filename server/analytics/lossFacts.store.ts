import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Dimension } from '#engine/analytics/dimensions.ts'
import type { LossFact } from '#engine/analytics/lossFact.ts'
import type { LossCut, LossGrain } from '#engine/analytics/lossPlan.ts'
import type { LossSource } from '#engine/facts.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Classification } from '#engine/loss/lossKind.ts'
import type { DateRange } from '#engine/time/statPeriod.ts'
import type { Tenant } from '#server/db/database.ts'
import { CLASSIFIED_AS } from '#server/loss/classification.ts'
import { conditions, inSet } from '#server/loss/lossFilter.store.ts'
import type { LossFilter } from '#server/loss/lossFilter.store.ts'

/** By what losses are divided, which of them, and by which clocks work centers go. */
export type FactsQuestion = {
  readonly by: readonly Dimension[]
  readonly filter: LossFilter
  readonly zones: ReadonlyMap<WorkCenterId, string>
  readonly now: number
  /** So many facts are read at most, and one more. */
  readonly most: number
}

type Stretch = DateRange & { readonly grain: LossGrain | 'ROWS' }

/** Returns the losses of shifts of the dates, those that are alike together; reads every loss. */
export async function readLosses(tenant: Tenant, question: FactsQuestion, dates: Stretch): Promise<readonly LossFact[]> {
  const { by, filter, zones, now } = question
  const needs = needsOf(by)
  const joined = sql`${needs.hour ? joinClock(zones) : sql``} ${needs.group ? GROUP_JOIN : sql``}`
  const rows = await sql<Row>`select ${columnsOf(needs, OF_LOSSES)}, count(*)::int as n, sum((${lengthOf(now)})::float8)::int8 as ms
    ${fromLosses(tenant, dates, joined)}
    ${filter.workCenterIds === null ? sql`` : sql`and s.work_center_id = any(${filter.workCenterIds}::int[])`}
    ${conditions({ ...filter, shiftCodes: null, weekdays: null }, now)} ${ofShifts(filter, sql`s.code`, sql`s.shift_date`)}
    group by ${sql.raw(PLACES)} limit ${question.most + 1}`.execute(tenant.tx)
  return rows.rows.map(toFact)
}

/** Returns the same of whole periods from the sums that are kept of them by the cut. */
export async function readLossSums(tenant: Tenant, question: FactsQuestion, cut: LossCut, dates: Stretch): Promise<readonly LossFact[]> {
  const { by, filter } = question
  const needs = needsOf(by)
  const hours = filter.clockHours === null ? sql`` : sql`and l.hour = any(${filter.clockHours.hours}::int[])`
  const groups =
    filter.workCenterGroupIds === null
      ? sql``
      : sql`and l.work_center_id in (select w.id from work_center w where w.company_id = l.company_id and w.group_id = any(${filter.workCenterGroupIds}::int[]))`
  const rows = await sql<Row>`select ${columnsOf(needs, OF_SUMS)}, sum(l.loss_count)::int as n, sum(l.length_ms::float8)::int8 as ms
    from loss_sum l ${needs.group ? GROUP_JOIN : sql``}
    where l.company_id = ${tenant.companyId} and l.grain = ${dates.grain} and l.cut = ${cut}
      and l.first_date >= ${dates.from}::date and l.first_date < ${dates.to}::date
      and (${filter.workCenterIds}::int[] is null or l.work_center_id = any(${filter.workCenterIds}::int[]))
      and (${filter.source}::text is null or l.source = ${filter.source}) ${groups} ${hours}
      ${sql.join(
        filter.sets.map((set) => sql`and ${inSet(set)}`),
        sql` `,
      )}
      ${ofShifts(filter, sql`l.shift_code`, sql`l.first_date`)}
    group by ${sql.raw(PLACES)} limit ${question.most + 1}`.execute(tenant.tx)
  return rows.rows.map(toFact)
}

/** Returns the part of a statement that finds the valid losses `l` of the shifts `s` of the dates, with what else it joins. */
export function fromLosses(tenant: Tenant, { from, to }: DateRange, joined: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`from shift s join loss l
      on l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.shift_start_at = s.start_at ${joined}
    where s.company_id = ${tenant.companyId} and s.shift_date >= ${from}::date and s.shift_date < ${to}::date and l.is_valid`
}

/** Returns the join of the clock by which the work center of a loss goes. */
export function joinClock(zones: ReadonlyMap<WorkCenterId, string>): RawBuilder<unknown> {
  return sql`join unnest(${[...zones.keys()]}::int[], ${[...zones.values()]}::text[]) as clock (work_center_id, zone)
    on clock.work_center_id = l.work_center_id`
}

/** How a loss is classified, and the hour of its plant's clock in which it begins. */
export const CLASSIFICATION = sql`case when ${CLASSIFIED_AS.CLASSIFIED} then 'CLASSIFIED' when ${CLASSIFIED_AS.UNCLASSIFIED} then 'UNCLASSIFIED' else 'NOT_NEEDED' end`
export const CLOCK_HOUR = sql`extract(hour from to_timestamp(l.start_at / 1000) at time zone clock.zone)::int`

/** Returns how long a loss lasts or is worth in ms; one that goes on ends now, at the latest with its shift. */
export function lengthOf(now: number): RawBuilder<unknown> {
  return sql`coalesce(l.length_ms, least(${now}::int8, s.end_at) - l.start_at)`
}

const GROUP_JOIN = sql`left join lateral (select w.group_id from work_center w where w.company_id = l.company_id and w.id = l.work_center_id) place on true`

type Needs = {
  readonly time: Dimension | null
  readonly workCenter: boolean
  readonly group: boolean
  readonly hour: boolean
  readonly weekday: boolean
  readonly shift: boolean
  readonly person: boolean
  readonly reason: boolean
  readonly status: boolean
}

/** Where the columns are read; the closed list of all that a statement is made of. */
type Columns = {
  readonly date: RawBuilder<unknown>
  readonly hour: RawBuilder<unknown>
  readonly code: RawBuilder<unknown>
  readonly kind: RawBuilder<unknown>
  readonly person: RawBuilder<unknown>
}
const OF_LOSSES: Columns = {
  date: sql`s.shift_date`,
  hour: CLOCK_HOUR,
  code: sql`s.code`,
  kind: CLASSIFICATION,
  person: sql`l.updated_by::text`,
}
const OF_SUMS: Columns = {
  date: sql`l.first_date`,
  hour: sql`l.hour::int`,
  code: sql`l.shift_code`,
  kind: sql`l.classification`,
  person: sql`l.person_id::text`,
}

const REASON_DIMENSIONS: readonly Dimension[] = ['ACTIVITY', 'CATEGORY', 'REASON', 'REASON_GROUP', 'SOURCE', 'TYPE']

function needsOf(by: readonly Dimension[]): Needs {
  const [time, ...others] = by.filter((dimension) => dimension === 'DAY' || dimension === 'WEEK' || dimension === 'MONTH')
  return {
    time: others.length > 0 ? 'DAY' : (time ?? null),
    workCenter: by.includes('WORK_CENTER'),
    group: by.includes('GROUP'),
    hour: by.includes('HOUR'),
    weekday: by.includes('WEEKDAY'),
    shift: by.includes('SHIFT'),
    person: by.includes('PERSON'),
    reason: by.some((dimension) => REASON_DIMENSIONS.includes(dimension)),
    status: by.includes('STATUS'),
  }
}

/** Thirteen columns; those that are not needed are the same in all rows. */
const PLACES = '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13'

function columnsOf(needs: Needs, { date, hour, code, kind, person }: Columns): RawBuilder<unknown> {
  return sql`${needs.time === null ? sql`null::date` : bucketOf(needs.time, date)} as date,
    ${needs.workCenter ? sql`l.work_center_id` : sql`null::int`} as "workCenterId",
    ${needs.group ? sql`place.group_id` : sql`null::int`} as "groupId",
    ${needs.hour ? hour : sql`null::int`} as hour,
    ${needs.weekday ? sql`extract(isodow from ${date})::int` : sql`null::int`} as weekday,
    ${needs.shift ? code : sql`null::text`} as "shiftCode",
    ${needs.reason ? sql`l.reason_id` : sql`null::int`} as "reasonId",
    ${needs.reason || needs.status ? sql`l.source` : sql`'STATUS'::text`} as source,
    ${needs.reason ? sql`l.is_scheduled_loss` : sql`false`} as "isScheduledLoss",
    ${needs.reason ? kind : sql`'UNCLASSIFIED'::text`} as classification,
    ${needs.person ? person : sql`null::text`} as "personId",
    ${needs.status ? sql`l.kind` : sql`null::text`} as kind,
    ${needs.status ? sql`l.status_rule_id` : sql`null::int`} as "statusRuleId"`
}

function bucketOf(time: Dimension, date: RawBuilder<unknown>): RawBuilder<unknown> {
  if (time === 'MONTH') return sql`date_trunc('month', ${date})::date`
  return time === 'WEEK' ? sql`date_trunc('week', ${date})::date` : date
}

function ofShifts({ shiftCodes, weekdays }: LossFilter, code: RawBuilder<unknown>, date: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`and (${shiftCodes}::text[] is null or ${code} = any(${shiftCodes}::text[]))
    and (${weekdays}::int[] is null or extract(isodow from ${date}) = any(${weekdays}::int[]))`
}

type Row = Omit<LossFact, 'classification' | 'count' | 'durationMs' | 'source'> & {
  readonly source: LossSource
  readonly classification: Classification
  readonly n: number
  readonly ms: number
}

function toFact({ n, ms, ...row }: Row): LossFact {
  return { ...row, count: n, durationMs: ms }
}
