import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { DAY_MS, LONGEST_SHIFT_MS } from '#engine/time/durations.ts'
import { LENGTH_CLASSES, SAID_VIA } from '#engine/loss/rankReasons.ts'
import type { RankEvidence } from '#engine/loss/rankReasons.ts'
import type { ReplacedReason } from '#engine/loss/reasonSuccessors.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf, oneOfOrNull } from '#server/db/oneOf.ts'

type Row = {
  readonly reasonId: number
  readonly isOwn: boolean
  readonly ageDays: number
  readonly status: string
  readonly length: string
  readonly via: string | null
  readonly tilePlace: number | null
  readonly product: string | null
  readonly count: number
  readonly stopCount: number
}

/** No order is looked for that began longer before. */
const LONGEST_ORDER_MS = 92 * DAY_MS

/**
 * The one item that the orders in progress make at the instant; no row, or null, where none or several are made. `since`, the earliest start of an order, is
 * given: what is worked out in a join is no bound of an index under row level security.
 */
function productAt(
  tenant: Tenant,
  workCenterId: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
  since: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select case when min(o.item_id) = max(o.item_id) then min(o.item_id) end as item_id
    from job_order_run r join job_order o on o.company_id = r.company_id and o.id = r.job_order_id
    where r.company_id = ${tenant.companyId} and r.work_center_id = ${workCenterId} and r.start_at <= ${at} and r.start_at > ${since}
      and (r.end_at is null or r.end_at > ${at})`
}

/** Returns what is made at the work center at the instant, as the evidence names it; null where that is not known. */
export async function findProduct(tenant: Tenant, workCenterId: WorkCenterId, at: number): Promise<string | null> {
  const { rows } = await sql<{ item_id: number | null }>`${productAt(
    tenant,
    sql`${workCenterId}::int`,
    sql`${at}::int8`,
    sql`${at - LONGEST_ORDER_MS}::int8`,
  )}`.execute(tenant.tx)
  const itemId = rows[0]?.item_id ?? null
  return itemId === null ? null : String(itemId)
}

/** What people had said when the running shift began, so that places stay for a shift, of stops this far back (domain.md S-33). */
const DAYS = 60

/**
 * Returns to which stops of the work center and its group people gave which reason, those that are over, gathered by what they have in common; a stop
 * counts once a reason, as a whole: with its own length, from the shift in which its first piece of that reason lies. What was said since the running shift
 * began, later than its stop or instead of something else, does not count yet. What was said with a replaced reason counts for its successor. Without a
 * shift yet there is nothing.
 */
export async function listReasonEvidence(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  successors: ReadonlyMap<LossReasonId, LossReasonId> = new Map(),
): Promise<readonly RankEvidence[]> {
  const rows = await sql<Row>`with latest as (select start_at, shift_date from shift
      where company_id = ${tenant.companyId} and work_center_id = ${workCenterId} order by start_at desc limit 1),
    member as (select w.id, w.id = ${workCenterId} as is_own from work_center w join work_center asked
        on asked.company_id = w.company_id and asked.id = ${workCenterId} and (w.id = asked.id or w.group_id = asked.group_id)
      where w.company_id = ${tenant.companyId}),
    -- Known before the joins, so that the walks along the indexes begin and end there.
    far as (select start_at - ${DAYS * DAY_MS}::int8 as since, start_at as until from latest),
    -- What was said since the shift began of stops before it, as it was when the shift began; null where nothing was said then.
    -- Materialized with the bounds of the join that follows, so that the walk along its index begins and ends there.
    changed as materialized (select distinct on (h.work_center_id, h.annotation_id) h.id, h.work_center_id, h.start_at, h.end_at, h.before,
        h.start_at - ${LONGEST_SHIFT_MS}::int8 as since, coalesce(h.end_at, (select until from far)) as until
      from member join loss_history h on h.company_id = ${tenant.companyId} and h.work_center_id = member.id and h.source = 'STATUS'
        and h.start_at >= (select since from far) and h.start_at < (select until from far) and h.said_at >= (select until from far)
      order by h.work_center_id, h.annotation_id, h.id),
    -- What people said as it is now, and what it was before it changed; all other losses are left unread.
    known as (select l.id, l.work_center_id, l.chain_start_at, l.start_at, l.end_at, l.shift_start_at, l.kind, l.status_rule_id, l.annotation_id, member.is_own,
        case when l.reason_source = 'MANUAL' then l.reason_id end as reason_id
      from member join loss l on l.company_id = ${tenant.companyId} and l.work_center_id = member.id and l.source = 'STATUS'
        and l.start_at >= (select since from far) and l.start_at < (select until from far) and l.is_valid and l.end_at is not null
        and l.reason_source = 'MANUAL'
      union
      select l.id, l.work_center_id, l.chain_start_at, l.start_at, l.end_at, l.shift_start_at, l.kind, l.status_rule_id, l.annotation_id, member.is_own,
        case when l.reason_source = 'MANUAL' then l.reason_id end as reason_id
      from changed c join member on member.id = c.work_center_id
      join loss l on l.company_id = ${tenant.companyId} and l.work_center_id = c.work_center_id and l.source = 'STATUS'
        and l.start_at > c.since and l.start_at < c.until and l.end_at > c.start_at
        and l.start_at >= (select since from far) and l.start_at < (select until from far) and l.is_valid and l.end_at is not null),
    was as (select distinct on (k.id) k.id, c.before from known k join changed c on c.work_center_id = k.work_center_id
        and c.start_at < k.end_at and (c.end_at is null or c.end_at > k.start_at)
      order by k.id, c.before->>'reasonId' is null, c.id),
    spoken as (select k.work_center_id, k.chain_start_at, k.start_at, k.end_at, k.shift_start_at, k.kind, k.status_rule_id, k.is_own, latest.shift_date,
        case when was.id is null then k.reason_id else (was.before->>'reasonId')::int end as reason_id,
        case when was.id is null then said.via else was.before->>'via' end as via,
        case when was.id is null then said.tile_place else (was.before->>'tilePlace')::int2 end as tile_place
      from latest cross join known k left join was on was.id = k.id
      left join loss_annotation said on said.company_id = ${tenant.companyId} and said.id = k.annotation_id
      where case when was.id is null then k.reason_id else (was.before->>'reasonId')::int end is not null),
    piece as (select s.work_center_id, s.chain_start_at, s.start_at, s.end_at, s.shift_start_at, s.kind, s.status_rule_id, s.is_own, s.shift_date,
        coalesce(heir.to_id, s.reason_id) as reason_id, s.via, s.tile_place
      from spoken s left join unnest(${[...successors.keys()]}::int[], ${[...successors.values()]}::int[]) heir(from_id, to_id)
        on heir.from_id = s.reason_id),
    chains as materialized (select distinct work_center_id, chain_start_at, chain_start_at - ${LONGEST_ORDER_MS}::int8 as since from piece),
    -- Of pieces over the border of a shift, or cut by people, the whole stop lasted: looked up once for each.
    whole as materialized (select c.work_center_id, c.chain_start_at, i.end_at, made.item_id from chains c left join lateral (select end_at from status_interval i
        where i.company_id = ${tenant.companyId} and i.work_center_id = c.work_center_id and i.start_at <= c.chain_start_at
        order by i.start_at desc limit 1) i on true
      left join lateral (${productAt(tenant, sql`c.work_center_id`, sql`c.chain_start_at`, sql`c.since`)}
        -- Where no order ran nothing is looked up.
        and (select exists (select from member join job_order_run r on r.company_id = ${tenant.companyId} and r.work_center_id = member.id))) made on true),
    stop as (select distinct on (p.work_center_id, p.chain_start_at, p.reason_id) p.*,
        coalesce(whole.end_at, max(p.end_at) over chain) - p.chain_start_at as length_ms,
        p.start_at = min(p.start_at) over chain as is_first, whole.item_id
      from piece p join whole on whole.work_center_id = p.work_center_id and whole.chain_start_at = p.chain_start_at
      window chain as (partition by p.work_center_id, p.chain_start_at)
      order by p.work_center_id, p.chain_start_at, p.reason_id, p.start_at)
    select stop.reason_id as "reasonId", stop.is_own as "isOwn", (stop.shift_date - s.shift_date)::int as "ageDays",
      stop.kind || ' ' || coalesce(lower(r.name), '') as status,
      case when stop.length_ms < 60000 then 'UNDER_1_MIN' when stop.length_ms < 300000 then 'UNDER_5_MIN' when stop.length_ms < 1800000 then 'UNDER_30_MIN'
        when stop.length_ms < 7200000 then 'UNDER_2_H' else 'LONGER' end as length,
      stop.via, stop.tile_place as "tilePlace", stop.item_id::text as product, count(*)::int as count, (count(*) filter (where stop.is_first))::int as "stopCount"
    from stop
    join shift s on s.company_id = ${tenant.companyId} and s.work_center_id = stop.work_center_id and s.start_at = stop.shift_start_at
    left join status_rule r on r.company_id = ${tenant.companyId} and r.id = stop.status_rule_id
    group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(tenant.tx)
  return rows.rows.map((row) => ({
    ...row,
    reasonId: asId<LossReasonId>(row.reasonId),
    ageDays: Math.max(0, row.ageDays),
    length: oneOf(LENGTH_CLASSES, row.length),
    via: oneOfOrNull(SAID_VIA, row.via),
  }))
}

/** Which reasons were replaced by which, as long as they are hidden, and which were made since the running shift of the work center began. */
export type ReasonChanges = { readonly replaced: readonly ReplacedReason[]; readonly newIds: ReadonlySet<LossReasonId> }

/** Returns what changed of the company's reasons, as far as places of tiles follow from it. */
export async function findReasonChanges(tenant: Tenant, workCenterId: WorkCenterId): Promise<ReasonChanges> {
  const { rows } = await sql<{
    id: LossReasonId
    to: LossReasonId | null
    isNew: boolean
  }>`select r.id, case when r.is_hidden then r.replaced_by_id end as to,
      coalesce(r.created_on >= to_timestamp((select max(start_at) from shift
        where company_id = ${tenant.companyId} and work_center_id = ${workCenterId}) / 1000.0), false) as "isNew"
    from loss_reason r where r.company_id = ${tenant.companyId}`.execute(tenant.tx)
  return {
    replaced: rows.flatMap(({ id, to }) => (to === null ? [] : [{ from: id, to }])),
    newIds: new Set(rows.filter(({ isNew }) => isNew).map(({ id }) => id)),
  }
}
