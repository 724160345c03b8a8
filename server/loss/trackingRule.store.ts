import { sql } from 'kysely'
import type { StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import { TIME_UNITS } from '#engine/loss/timeUnit.ts'
import type { TrackingRowEntry } from '#engine/loss/validateTrackingRows.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import { selectedFrom } from '#server/db/selection.ts'
import type { Selected } from '#server/db/selection.ts'

/** A version of the rule of a status: a stop takes the one in force at its start (domain.md S-23). `statusRuleId` null = stops without a rule. */
export type TrackingRule = {
  readonly id: number
  readonly workCenterId: WorkCenterId
  readonly statusRuleId: StatusRuleId | null
  readonly validFrom: number
  readonly validTo: number | null
  readonly version: number
  readonly rows: readonly TrackingRowEntry[]
}

export type TrackingRuleFilter = {
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly id?: number
  /** false = only those that are still in force, or will be. */
  readonly isPastIncluded: boolean
}

const SELECTIONS = camelColumns('id', 'work_center_id', 'status_rule_id', 'valid_from', 'valid_to', 'version')

type Row = Selected<'loss_tracking_rule', (typeof SELECTIONS)[number]> & {
  readonly rows: readonly (Omit<TrackingRowEntry, 'fromUnit' | 'toUnit'> & { readonly fromUnit: string; readonly toUnit: string })[]
}

/** Returns versions of tracking rules by work center, status and start. */
export async function listTrackingRules(tenant: Tenant, filter: TrackingRuleFilter): Promise<readonly TrackingRule[]> {
  const { workCenterIds, id, isPastIncluded } = filter
  const rows =
    await sql<Row>`select ${selectedFrom('r', SELECTIONS)}, coalesce((select json_agg(json_build_object('fromMs', w.from_ms, 'toMs', w.to_ms,
        'fromUnit', w.from_unit, 'toUnit', w.to_unit, 'reasonId', w.loss_reason_id) order by w.from_ms)
      from loss_tracking_row w where w.company_id = r.company_id and w.loss_tracking_rule_id = r.id), '[]') as rows
    from loss_tracking_rule r where r.company_id = ${tenant.companyId}
      ${workCenterIds === null ? sql`` : sql`and r.work_center_id = any(${workCenterIds}::int[])`}
      ${id === undefined ? sql`` : sql`and r.id = ${id}`}
      ${isPastIncluded ? sql`` : sql`and r.valid_to is null`}
    order by r.work_center_id, r.status_rule_id nulls last, r.valid_from`.execute(tenant.tx)
  return rows.rows.map((rule) => ({
    ...rule,
    rows: rule.rows.map((row) => ({ ...row, fromUnit: oneOf(TIME_UNITS, row.fromUnit), toUnit: oneOf(TIME_UNITS, row.toUnit) })),
  }))
}

/** Returns the id of the stored version, which holds from its `validFrom` on, up to `validTo` if that is given. */
export async function insertTrackingRule(
  tenant: Tenant,
  rule: Omit<TrackingRule, 'id' | 'validTo'> & Partial<Pick<TrackingRule, 'validTo'>>,
): Promise<number> {
  const { id } = await tenant.tx
    .insertInto('loss_tracking_rule')
    .values({
      company_id: tenant.companyId,
      work_center_id: rule.workCenterId,
      status_rule_id: rule.statusRuleId,
      valid_from: rule.validFrom,
      valid_to: rule.validTo ?? null,
      version: rule.version,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRows(tenant, id, rule.rows)
  return id
}

/** Gives the version another number, end and rows. */
export async function replaceTrackingRule(tenant: Tenant, { id, version, validTo, rows }: TrackingRule): Promise<void> {
  await sql`update loss_tracking_rule set version = ${version}, valid_to = ${validTo}::int8 where company_id = ${tenant.companyId} and id = ${id}`.execute(
    tenant.tx,
  )
  await sql`delete from loss_tracking_row where company_id = ${tenant.companyId} and loss_tracking_rule_id = ${id}`.execute(tenant.tx)
  await insertRows(tenant, id, rows)
}

async function insertRows(tenant: Tenant, id: number, rows: readonly TrackingRowEntry[]): Promise<void> {
  await tenant.tx
    .insertInto('loss_tracking_row')
    .values(
      rows.map((row) => ({
        company_id: tenant.companyId,
        loss_tracking_rule_id: id,
        from_ms: row.fromMs,
        to_ms: row.toMs,
        from_unit: row.fromUnit,
        to_unit: row.toUnit,
        loss_reason_id: row.reasonId,
      })),
    )
    .execute()
}

/** Ends the rule of the status at the instant: what would have begun later is removed, what held before stays for the stops before. */
export async function endTrackingRule(
  tenant: Tenant,
  of: { readonly workCenterId: WorkCenterId; readonly statusRuleId: StatusRuleId | null },
  at: number,
): Promise<void> {
  const versions = sql`company_id = ${tenant.companyId} and work_center_id = ${of.workCenterId}
    and status_rule_id is not distinct from ${of.statusRuleId}::int`
  await sql`delete from loss_tracking_rule where ${versions} and valid_from >= ${at}`.execute(tenant.tx)
  await sql`update loss_tracking_rule set valid_to = ${at} where ${versions} and coalesce(valid_to, 9007199254740991) > ${at}`.execute(
    tenant.tx,
  )
}
