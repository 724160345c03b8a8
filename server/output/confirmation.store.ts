import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { BatchId, ContainerId, JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import { MAX_COUNTED } from '#server/boundedCount.ts'
import type { PageRange } from '#server/db/boundedPage.ts'
import type { Tenant } from '#server/db/database.ts'
import { folded } from '#server/db/foldedText.ts'
import type { ConfirmationType, OutputType } from './posting.store.ts'

/** One row of a posting as it is stored, with what of the posting it shows; instants are ms UTC. */
export type StoredConfirmation = {
  readonly id: number
  readonly postingId: number
  readonly workCenterId: WorkCenterId
  readonly jobOrderId: JobOrderId | null
  readonly output: number
  readonly outputType: OutputType
  /** PROCESSING while another system is told of it and did not answer. */
  readonly type: ConfirmationType
  /** Whether a person decided that another system is not told of it, and it was told of nothing later. */
  readonly isNotPosted: boolean
  readonly batchCode: string | null
  readonly batchId: BatchId | null
  readonly containerCode: string | null
  readonly containerId: ContainerId | null
  readonly comment: string | null
  readonly batchTime: number
  readonly sensorValue: number
  readonly isAutomatic: boolean
  readonly warnings: readonly string[]
  /** By how many units the order had more accepted than planned from then on; null = by none. */
  readonly overPlanBy: number | null
  /** Run time of the segments of the posting, its units, and what their device had counted. */
  readonly runMs: number
  readonly postedTotal: number
  readonly sensorTotal: number
  readonly createdBy: UserId | null
  readonly createdOn: Date
  readonly corrects: number | null
  readonly correctedBy: number | null
  readonly canceledBy: UserId | null
  readonly canceledOn: Date | null
  readonly cancelComment: string | null
}

/** Which confirmations a list shows; null = whatever it is. */
export type ConfirmationFilter = {
  readonly types: readonly ConfirmationType[] | null
  readonly jobOrderIds: readonly JobOrderId[] | null
  /** Part of the order code or the external code. */
  readonly orderLike: string | null
  readonly outputType: OutputType | null
  /** When it was made. */
  readonly period: { readonly start: number; readonly end: number } | null
  /** Those that the person may see; null = all of the company. */
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly postingIds: readonly number[] | null
  readonly batchCode: string | null
  readonly containerCode: string | null
  /** The code of a batch, also that of its label, or of a container, in whatever case. */
  readonly codeLike?: string | null
  /** Whether it went into a container. */
  readonly hasContainer?: boolean | null
  readonly userIds: readonly UserId[] | null
}

/** Messages of other systems that are not answered yet (domain.md IN-18); those of an integration that was deleted never will be. */
const IS_OPEN = sql`m.state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING') and exists (select from integration i
    where i.company_id = m.company_id and i.id = m.integration_id and i.deleted_on is null)`
const IS_ON_ITS_WAY = sql<boolean>`exists (select from integration_outbox m where m.company_id = c.company_id
  and m.posting_ids @> array[c.posting_id] and ${IS_OPEN})`
const IS_NOT_POSTED = sql<boolean>`exists (select from integration_outbox m where m.company_id = c.company_id
  and m.posting_ids @> array[c.posting_id] and m.state = 'SKIPPED' and not exists (select from integration_outbox l
    where l.company_id = m.company_id and l.integration_id = m.integration_id and l.external_id = m.external_id and l.id > m.id
    and l.operation = 'OUTPUT' and l.state = 'SENT'))`

const COLUMNS = sql`c.id, c.posting_id as "postingId", c.work_center_id as "workCenterId", c.job_order_id as "jobOrderId",
  c.accepted + c.rejected as output, c.output_type as "outputType",
  case when c.type = 'CONFIRMED' and ${IS_ON_ITS_WAY} then 'PROCESSING' else c.type end as type, ${IS_NOT_POSTED} as "isNotPosted", c.batch_code as "batchCode", c.batch_id as "batchId", c.container_code as "containerCode",
  c.container_id as "containerId", c.comment,
  c.batch_time as "batchTime", c.sensor_value as "sensorValue", p.is_automatic as "isAutomatic", p.warnings, p.over_plan_by as "overPlanBy",
  p.run_ms as "runMs", p.sensor_total as "sensorTotal", c.created_by as "createdBy", c.created_on as "createdOn", p.corrects, p.corrected_by as "correctedBy",
  p.canceled_by as "canceledBy", p.canceled_on as "canceledOn", p.cancel_comment as "cancelComment",
  (select sum(o.accepted + o.rejected) from output_confirmation o where o.company_id = c.company_id and o.posting_id = c.posting_id) as "postedTotal"`
const POSTING = sql`join output_posting p on p.company_id = c.company_id and p.id = c.posting_id`
/** A row of nothing only closes its segment. */
const HAS_UNITS = sql<boolean>`(c.accepted > 0 or c.rejected > 0)`
/** Batches of several products may have one code. */
const MOST_OF_CODE = 100

/** Returns a page of the confirmations that the filter leaves, the last made first, and how many there are: above MAX_COUNTED one more than that. */
export async function pageConfirmations(
  tenant: Tenant,
  filter: ConfirmationFilter,
  { page, size }: PageRange,
): Promise<{ readonly items: readonly StoredConfirmation[]; readonly totalItems: number; readonly hasNext: boolean }> {
  const where = conditionOf(tenant, filter)
  const by = sql`c.batch_time desc, c.id desc`
  // The page is chosen, from an index alone where that has all that the filter asks, before its rows and postings are looked at.
  const found = await sql<StoredConfirmation>`select ${COLUMNS} from (select c.company_id, c.id from output_confirmation c where ${where}
      order by ${by} limit ${size + 1} offset ${(page - 1) * size}) listed
    join output_confirmation c on c.company_id = listed.company_id and c.id = listed.id ${POSTING} order by ${by}`.execute(tenant.tx)
  const items = found.rows.slice(0, size)
  const hasNext = found.rows.length > size
  if (!hasNext && (items.length > 0 || page === 1))
    return { items, totalItems: Math.min((page - 1) * size + items.length, MAX_COUNTED + 1), hasNext }
  const counted = await sql<{ readonly total: number }>`select count(*)::int as total from (select 1 from output_confirmation c
    where ${where} limit ${MAX_COUNTED + 1}) few`.execute(tenant.tx)
  return { items, totalItems: counted.rows[0]?.total ?? 0, hasNext }
}

/** A posting with all of its rows that have units, in the order in which they were written; `lastId` is the row by which it is listed. */
export type StoredPosting = { readonly id: number; readonly lastId: number; readonly rows: readonly StoredConfirmation[] }

/** Most postings have a row or two: of so many, a page is found at the first walk. */
const ROWS_A_POSTING = 2
/** A walk that was too short is made so many times as long. */
const LONGER = 4

/**
 * Returns a page of the postings of which the filter leaves a row, the last made first, each whole, and how many there are: above MAX_COUNTED one more
 * than that.
 */
export async function pagePostings(
  tenant: Tenant,
  filter: ConfirmationFilter,
  range: PageRange,
): Promise<{ readonly items: readonly StoredPosting[]; readonly totalItems: number; readonly hasNext: boolean }> {
  const { page, size } = range
  const where = conditionOf(tenant, filter)
  const found = await walkToPage(tenant, where, range)
  const listed = found.slice(0, size)
  const ids = listed.map(({ id }) => id)
  const rows = Map.groupBy(await listConfirmationsOf(tenant, ids), ({ postingId }) => postingId)
  const items = listed.map(({ id, lastId }) => ({ id, lastId, rows: rows.get(id) ?? [] }))
  const hasNext = found.length > size
  if (!hasNext && (items.length > 0 || page === 1))
    return { items, totalItems: Math.min((page - 1) * size + items.length, MAX_COUNTED + 1), hasNext }
  return { items, totalItems: await countPostings(tenant, where), hasNext }
}

/**
 * Returns the postings of the page and one more where there is one, each with the last of its rows that the filter leaves. A posting stands where that row
 * does: where it is met first on the way from the newest row on. So the rows are walked no further than the page, whatever was made before.
 */
async function walkToPage(
  tenant: Tenant,
  where: RawBuilder<boolean>,
  { page, size }: PageRange,
): Promise<readonly { readonly id: number; readonly lastId: number }[]> {
  const offset = (page - 1) * size
  for (let most = ROWS_A_POSTING * (offset + size + 1); ; most *= LONGER) {
    const { rows } = await sql<{
      readonly id: number | null
      readonly lastId: number | null
      readonly walked: number
    }>`with walk as materialized (
        select c.posting_id, c.batch_time, c.id from output_confirmation c where ${where} order by c.batch_time desc, c.id desc limit ${most}),
      met as (select distinct on (w.posting_id) w.posting_id, w.batch_time, w.id from walk w order by w.posting_id, w.batch_time desc, w.id desc)
      select few.id, few."lastId", length.walked from (select count(*)::int as walked from walk) length
      left join lateral (select m.posting_id as id, m.id as "lastId", m.batch_time from met m
        order by m.batch_time desc, m.id desc limit ${size + 1} offset ${offset}) few on true
      order by few.batch_time desc, few."lastId" desc`.execute(tenant.tx)
    const found = rows.flatMap(({ id, lastId }) => (id === null || lastId === null ? [] : [{ id, lastId }]))
    if (found.length > size || (rows[0]?.walked ?? 0) < most) return found
  }
}

/** So many rows have enough postings to be counted no further, where most have one; more are walked by as many as a posting turned out to have. */
const COUNTED_ROWS = Math.ceil(1.25 * (MAX_COUNTED + 1))

/** Returns of how many postings the condition leaves a row, above MAX_COUNTED one more than that. */
async function countPostings(tenant: Tenant, where: RawBuilder<boolean>): Promise<number> {
  for (let most = COUNTED_ROWS; ;) {
    const { rows } = await sql<{
      readonly postings: number
      readonly walked: number
    }>`select count(distinct few.posting_id)::int as postings,
        count(*)::int as walked from (select c.posting_id from output_confirmation c where ${where} limit ${most}) few`.execute(tenant.tx)
    const { postings = 0, walked = 0 } = rows[0] ?? {}
    if (postings > MAX_COUNTED || walked < most) return Math.min(postings, MAX_COUNTED + 1)
    most = Math.ceil(most * Math.max(1.25, (1.25 * (MAX_COUNTED + 1)) / postings))
  }
}

/** Returns the rows of the postings, each posting's in the order in which they were written. */
export async function listConfirmationsOf(tenant: Tenant, postingIds: readonly number[]): Promise<readonly StoredConfirmation[]> {
  const { rows } = await sql<StoredConfirmation>`select ${COLUMNS} from output_confirmation c ${POSTING}
    where c.company_id = ${tenant.companyId} and c.posting_id = any(${postingIds}::int[]) and ${HAS_UNITS}
    order by c.posting_id, c.id`.execute(tenant.tx)
  return rows
}

function conditionOf(tenant: Tenant, filter: ConfirmationFilter): RawBuilder<boolean> {
  const {
    types,
    jobOrderIds,
    orderLike,
    outputType,
    period,
    workCenterIds,
    postingIds,
    batchCode,
    containerCode,
    codeLike = null,
    hasContainer = null,
    userIds,
  } = filter
  const conditions = [
    sql<boolean>`c.company_id = ${tenant.companyId}`,
    HAS_UNITS,
    types !== null && ofTypes(tenant, types),
    jobOrderIds !== null && oneOf(sql`c.job_order_id`, sql`int`, jobOrderIds),
    orderLike !== null &&
      sql<boolean>`c.job_order_id = any(array(select j.id from job_order j where j.company_id = ${tenant.companyId}
        and strpos(j.code_text, ${folded(sql`${orderLike}::text`)}) > 0))`,
    outputType !== null && sql<boolean>`c.output_type = ${outputType}`,
    period !== null && sql<boolean>`c.batch_time >= ${period.start}::int8 and c.batch_time < ${period.end}::int8`,
    workCenterIds !== null && oneOf(sql`c.work_center_id`, sql`int`, workCenterIds),
    postingIds !== null && sql<boolean>`c.posting_id = any(${postingIds}::int[])`,
    batchCode !== null && sql<boolean>`c.batch_code = ${batchCode}`,
    containerCode !== null && sql<boolean>`c.container_code = ${containerCode}`,
    codeLike !== null &&
      // Of what was never made here only what was typed is known.
      sql<boolean>`(c.batch_code = ${codeLike} or c.container_code = ${codeLike}
        or c.batch_code = any(array(select b.code from batch b where b.company_id = ${tenant.companyId}
          and (b.code_key = lower(${codeLike}::text) or b.bar_code_key = lower(${codeLike}::text)) limit ${MOST_OF_CODE}))
        or c.container_code = any(array(select k.code from container k where k.company_id = ${tenant.companyId}
          and k.code_key = lower(${codeLike}::text) limit ${MOST_OF_CODE})))`,
    hasContainer !== null && (hasContainer ? sql<boolean>`c.container_code is not null` : sql<boolean>`c.container_code is null`),
    userIds !== null && oneOf(sql`c.created_by`, sql`uuid`, userIds),
  ]
  return sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )
}

/** Stored is what counts: CONFIRMED also of what is on its way to another system. */
function ofTypes(tenant: Tenant, types: readonly ConfirmationType[]): RawBuilder<boolean> {
  const stored = [...new Set(types.map((type) => (type === 'PROCESSING' ? 'CONFIRMED' : type)))]
  const ofStored = oneOf(sql`c.type`, sql`text`, stored)
  const wantsOnTheirWay = types.includes('PROCESSING')
  if (wantsOnTheirWay === types.includes('CONFIRMED')) return ofStored
  const onTheirWay = sql`c.posting_id = any(array(select unnest(m.posting_ids) from integration_outbox m
    where m.company_id = ${tenant.companyId} and ${IS_OPEN}))`
  const isRight = wantsOnTheirWay ? onTheirWay : sql`not (${onTheirWay})`
  return sql<boolean>`${ofStored} and (c.type <> 'CONFIRMED' or ${isRight})`
}

/** One is asked for as one, so that its index gives the order, too. */
function oneOf(column: RawBuilder<unknown>, type: RawBuilder<unknown>, values: readonly (number | string)[]): RawBuilder<boolean> {
  const [only, ...others] = values
  return others.length === 0 && only !== undefined
    ? sql<boolean>`${column} = ${only}::${type}`
    : sql<boolean>`${column} = any(${values}::${type}[])`
}
