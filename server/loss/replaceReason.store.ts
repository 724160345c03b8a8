import { sql } from 'kysely'
import type { LossSource } from '#engine/facts.ts'
import type { LossAnnotationId, LossReasonId, UserId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { selectedFrom } from '#server/db/selection.ts'
import type { ShiftRun } from '#engine/loss/ruleVersions.ts'
import { ANNOTATION_COLUMNS, findAnnotations } from './annotation.store.ts'
import type { StoredAnnotation } from './annotation.store.ts'

/** Who replaces a reason, and when (UTC ms). */
export type ReplacedBy = { readonly userId: UserId; readonly at: number }

type Replaced = { readonly from: LossReasonId; readonly to: LossReasonId }

/** Where a reason was given, or is named by a tracking rule, outside confirmed shifts. */
export type ReasonPlace = { readonly workCenterId: WorkCenterId; readonly source: LossSource; readonly isOfRule: boolean }

/** What is said of a stop, with the confirmed shifts that it reaches into, ascending. */
export type AnnotationOverBorder = {
  readonly annotation: StoredAnnotation
  readonly confirmed: readonly { readonly start: number; readonly end: number }[]
}

const FOR_EVER = sql`9007199254740991`

/** Shares and what waits for review belong to the shift in which they start; what is said of a stop may reach over its border. */
const REACHES_CONFIRMED = sql`s.company_id = a.company_id and s.work_center_id = a.work_center_id and s.status = 'CONFIRMED'
  and s.end_at > a.start_at and case when a.source = 'STATUS' and a.is_valid then s.start_at < coalesce(a.end_at, ${FOR_EVER}) else s.start_at <= a.start_at end`
const LIES_IN_CONFIRMED = sql`exists (select from shift s where ${REACHES_CONFIRMED} and s.start_at <= a.start_at
  and (a.source <> 'STATUS' or not a.is_valid or s.end_at >= a.end_at))`
/** Versions of tracking rules that still decide something nobody confirmed. */
const STILL_DECIDES = sql`coalesce(t.valid_to, ${FOR_EVER}) > coalesce((select min(s.start_at) from shift s
  where s.company_id = t.company_id and s.work_center_id = t.work_center_id and s.status <> 'CONFIRMED'), 0)`

/** Returns where the reason is said outside confirmed shifts, by people and by rules. */
export async function listReasonPlaces(tenant: Tenant, id: LossReasonId): Promise<readonly ReasonPlace[]> {
  const { rows } = await sql<ReasonPlace>`
    select distinct a.work_center_id as "workCenterId", a.source, false as "isOfRule" from loss_annotation a
    where a.company_id = ${tenant.companyId} and a.reason_id = ${id} and not ${LIES_IN_CONFIRMED}
    union all
    select distinct t.work_center_id, 'STATUS', true from loss_tracking_row w
    join loss_tracking_rule t on t.company_id = w.company_id and t.id = w.loss_tracking_rule_id
    where w.company_id = ${tenant.companyId} and w.loss_reason_id = ${id} and ${STILL_DECIDES}
    order by 1, 2, 3`.execute(tenant.tx)
  return rows
}

/**
 * Gives what people said with the one reason the other one, where no confirmed shift is touched; returns how much it was. Clears approval (domain.md S-27).
 * Whose word it was and when stays; the history tells who replaced what.
 */
export async function moveAnnotations(tenant: Tenant, { from, to }: Replaced, by: ReplacedBy): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`with past as (select x.id, to_jsonb(x) as past from (select ${selectedFrom('a', ANNOTATION_COLUMNS)}
      from loss_annotation a where a.company_id = ${tenant.companyId} and a.reason_id = ${from}
        and not exists (select from shift s where ${REACHES_CONFIRMED})) x
    ), moved as (
      update loss_annotation a set reason_id = ${to}, is_approved = false, version = a.version + 1, updated_by = ${by.userId}, updated_on = now()
      from past where a.company_id = ${tenant.companyId} and a.id = past.id returning a.*, past.past
    ), told as (
      insert into loss_history (company_id, work_center_id, source, annotation_id, start_at, end_at, reason_id, comment, is_approved, version, via, said_by,
        said_at, before)
      select company_id, work_center_id, source, id, start_at, end_at, reason_id, comment, is_approved, version, 'BULK', ${by.userId}, ${by.at}, past from moved
    ) select count(*)::int as count from moved`.execute(tenant.tx)
  return rows[0]?.count ?? 0
}

/** Returns what people said with the reason of stops that reach over the border of a confirmed shift. */
export async function listOverBorder(tenant: Tenant, id: LossReasonId): Promise<readonly AnnotationOverBorder[]> {
  const { rows } = await sql<{ id: number; confirmed: AnnotationOverBorder['confirmed'] }>`select a.id, c.confirmed from loss_annotation a
    cross join lateral (select json_agg(json_build_object('start', s.start_at, 'end', s.end_at) order by s.start_at) as confirmed
      from shift s where ${REACHES_CONFIRMED}) c
    where a.company_id = ${tenant.companyId} and a.reason_id = ${id} and a.source = 'STATUS' and a.is_valid and c.confirmed is not null
      and not ${LIES_IN_CONFIRMED}`.execute(tenant.tx)
  const confirmed = new Map(rows.map((row) => [asId<LossAnnotationId>(row.id), row.confirmed]))
  return (await findAnnotations(tenant, [...confirmed.keys()])).map((annotation) => ({
    annotation,
    confirmed: confirmed.get(annotation.id) ?? [],
  }))
}

/** Returns whether the shifts of the work centers are confirmed, ascending by work center and start; shifts that follow each other are one. */
export async function listShiftRuns(
  tenant: Tenant,
  workCenterIds: readonly WorkCenterId[],
): Promise<ReadonlyMap<WorkCenterId, readonly ShiftRun[]>> {
  const { rows } = await sql<
    ShiftRun & { readonly workCenterId: WorkCenterId }
  >`select work_center_id as "workCenterId", min(start_at) as start,
      max(end_at) as "end", is_confirmed as "isConfirmed"
    from (select work_center_id, start_at, end_at, status = 'CONFIRMED' as is_confirmed, row_number() over (partition by work_center_id order by start_at)
        - row_number() over (partition by work_center_id, status = 'CONFIRMED' order by start_at) as run
      from shift where company_id = ${tenant.companyId} and work_center_id = any(${workCenterIds}::int[])) as numbered
    group by work_center_id, is_confirmed, run order by work_center_id, min(start_at)`.execute(tenant.tx)
  return Map.groupBy(rows, (row) => row.workCenterId)
}

/** Hides the reason, and lets the other one classify scheduled losses where it did. */
export async function hideReplaced(tenant: Tenant, { from, to }: Replaced): Promise<void> {
  const { rows } = await sql<{ was: boolean }>`with before as (select is_default_planned as was from loss_reason
      where company_id = ${tenant.companyId} and id = ${from})
    update loss_reason r set is_hidden = true, replaced_by_id = ${to}, is_default_planned = false, version = r.version + 1 from before
    where r.company_id = ${tenant.companyId} and r.id = ${from} returning before.was`.execute(tenant.tx)
  if (rows[0]?.was !== true) return
  await sql`update loss_reason set is_default_planned = true, version = version + 1
    where company_id = ${tenant.companyId} and id = ${to}`.execute(tenant.tx)
}
