import { sql } from 'kysely'
import type { StatusRuleId, UserId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { StatusRule } from '#engine/status/statusRule.ts'
import type { Tenant } from '#server/db/database.ts'

/** A status rule with its newest version. */
export type StoredStatusRule = StatusRule & {
  readonly workCenterId: WorkCenterId
  readonly archivedOn: Date | null
  /** Who saved it last and when; null = nobody since this is written down. */
  readonly updatedBy: UserId | null
  readonly updatedOn: Date | null
  readonly version: number
}

const HEAD = [
  'rule.id',
  'rule.work_center_id',
  'rule.name',
  'rule.short_name',
  'rule.color',
  'rule.range_type',
  'rule.archived_on',
  'rule.updated_by',
  'rule.updated_on',
  'rule.version',
] as const

export type StatusRuleValues = Omit<StatusRule, 'id' | 'validFrom' | 'validTo'>

/** Returns the rules of the work centers with their newest versions, archived ones included, by name. */
export async function listStatusRules(tenant: Tenant, workCenterIds: readonly WorkCenterId[]): Promise<readonly StoredStatusRule[]> {
  const rows = await newest(tenant)
    .where('rule.work_center_id', '=', sql<WorkCenterId>`any(${workCenterIds})`)
    .orderBy('rule.name')
    .orderBy('rule.id')
    .execute()
  return rows.map(toStatusRule)
}

/** Returns what all rules of the company are called, archived ones included. */
export async function listStatusNames(tenant: Tenant): Promise<readonly { readonly id: StatusRuleId; readonly name: string }[]> {
  return tenant.tx.selectFrom('status_rule').select(['id', 'name']).where('company_id', '=', tenant.companyId).orderBy('id').execute()
}

/** Returns the rules of the ids that the company has, with their newest versions. */
export async function findStatusRules(tenant: Tenant, ids: readonly StatusRuleId[]): Promise<readonly StoredStatusRule[]> {
  const rows = await newest(tenant)
    .where('rule.id', '=', sql<StatusRuleId>`any(${ids})`)
    .execute()
  return rows.map(toStatusRule)
}

/** Returns the id of the rule that the person stored, which holds from `validFrom` (ms UTC). */
export async function insertStatusRule(
  tenant: Tenant,
  workCenterId: WorkCenterId,
  rule: StatusRuleValues,
  validFrom: number,
  userId: UserId,
): Promise<StatusRuleId> {
  const { id } = await tenant.tx
    .insertInto('status_rule')
    .values({
      company_id: tenant.companyId,
      work_center_id: workCenterId,
      name: rule.name,
      short_name: rule.shortName,
      color: rule.color,
      range_type: rule.rangeType,
      updated_by: userId,
      updated_on: sql<Date>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ruleId = asId<StatusRuleId>(id)
  await insertVersion(tenant, ruleId, rule, validFrom)
  return ruleId
}

/** Returns whether the rule had the version (null = whichever it has); its name, short name and colour are now these. Archived it is from `archivedOn` on, null = not. */
export async function updateStatusRule(
  tenant: Tenant,
  id: StatusRuleId,
  version: number | null,
  head: Pick<StatusRuleValues, 'name' | 'shortName' | 'color'> & { readonly archivedOn: Date | null },
  userId: UserId,
): Promise<boolean> {
  const updated = await tenant.tx
    .updateTable('status_rule')
    .set({
      name: head.name,
      short_name: head.shortName,
      color: head.color,
      archived_on: head.archivedOn,
      updated_by: userId,
      updated_on: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .$if(version !== null, (update) => update.where('version', '=', version))
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Stores the rule's values from `validFrom` on (ms UTC); earlier time keeps its values. */
export async function replaceVersions(tenant: Tenant, id: StatusRuleId, rule: StatusRuleValues, validFrom: number): Promise<void> {
  await tenant.tx
    .deleteFrom('status_rule_version')
    .where('company_id', '=', tenant.companyId)
    .where('status_rule_id', '=', id)
    .where('valid_from', '>=', validFrom)
    .execute()
  await endVersions(tenant, id, validFrom)
  await insertVersion(tenant, id, rule, validFrom)
}

/** Stores that the rule is not in force from the instant on; it keeps at least a millisecond of its first version, which tells its last values. */
export async function closeVersions(tenant: Tenant, id: StatusRuleId, at: number): Promise<void> {
  const versions = await listVersions(tenant, [id])
  const first = versions[0]
  if (first === undefined) return
  await tenant.tx
    .deleteFrom('status_rule_version')
    .where('company_id', '=', tenant.companyId)
    .where('status_rule_id', '=', id)
    .where('valid_from', '>=', at)
    .where('valid_from', '>', first.validFrom)
    .execute()
  await endVersions(tenant, id, Math.max(at, first.validFrom + 1))
}

/** Returns all versions of the rules, by rule and then the oldest first. */
export async function listVersions(tenant: Tenant, ids: readonly StatusRuleId[]): Promise<readonly StoredStatusRule[]> {
  const rows = await tenant.tx
    .selectFrom('status_rule_version as now')
    .innerJoin('status_rule as rule', (join) =>
      join.onRef('rule.company_id', '=', 'now.company_id').onRef('rule.id', '=', 'now.status_rule_id'),
    )
    .selectAll('now')
    .select(HEAD)
    .where('now.company_id', '=', tenant.companyId)
    .where('now.status_rule_id', '=', sql<StatusRuleId>`any(${ids})`)
    .orderBy('now.status_rule_id')
    .orderBy('now.valid_from')
    .execute()
  return rows.map(toStatusRule)
}

async function endVersions(tenant: Tenant, id: StatusRuleId, at: number): Promise<void> {
  await tenant.tx
    .updateTable('status_rule_version')
    .set({ valid_to: at })
    .where('company_id', '=', tenant.companyId)
    .where('status_rule_id', '=', id)
    .where('valid_from', '<', at)
    .where((row) => row.or([row('valid_to', 'is', null), row('valid_to', '>', at)]))
    .execute()
}

async function insertVersion(tenant: Tenant, id: StatusRuleId, rule: StatusRuleValues, validFrom: number): Promise<void> {
  const { a, b, c } = rule.phases ?? {}
  await tenant.tx
    .insertInto('status_rule_version')
    .values({
      company_id: tenant.companyId,
      status_rule_id: id,
      valid_from: validFrom,
      min_value: rule.range?.min ?? null,
      max_value: rule.range?.max ?? null,
      current_a_min: a?.min ?? null,
      current_a_max: a?.max ?? null,
      current_b_min: b?.min ?? null,
      current_b_max: b?.max ?? null,
      current_c_min: c?.min ?? null,
      current_c_max: c?.max ?? null,
      min_event_duration_seconds: Math.round(rule.minEventDurationMs / 1000),
      need_generate_event_by_state: rule.needGenerateEventByState,
      is_effective: rule.isEffective,
      is_scheduled_loss: rule.isScheduledLoss,
    })
    .execute()
}

function newest(tenant: Tenant) {
  return tenant.tx
    .selectFrom('status_rule as rule')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('status_rule_version as version')
          .selectAll('version')
          .whereRef('version.company_id', '=', 'rule.company_id')
          .whereRef('version.status_rule_id', '=', 'rule.id')
          .orderBy('version.valid_from', 'desc')
          .limit(1)
          .as('now'),
      (join) => join.onTrue(),
    )
    .selectAll('now')
    .select(HEAD)
    .where('rule.company_id', '=', tenant.companyId)
}

type Row = Awaited<ReturnType<ReturnType<typeof newest>['executeTakeFirstOrThrow']>>

function toStatusRule(row: Row): StoredStatusRule {
  const rangeType = row.range_type
  const phases = {
    ...(row.current_a_min !== null && { a: { min: row.current_a_min, max: row.current_a_max } }),
    ...(row.current_b_min !== null && { b: { min: row.current_b_min, max: row.current_b_max } }),
    ...(row.current_c_min !== null && { c: { min: row.current_c_min, max: row.current_c_max } }),
  }
  return {
    id: row.id,
    workCenterId: row.work_center_id,
    name: row.name,
    shortName: row.short_name,
    color: row.color,
    rangeType,
    ...(row.min_value !== null && { range: { min: row.min_value, max: row.max_value } }),
    ...(rangeType === 'CURRENT' && { phases }),
    minEventDurationMs: row.min_event_duration_seconds * 1000,
    isEffective: row.is_effective,
    isScheduledLoss: row.is_scheduled_loss,
    needGenerateEventByState: row.need_generate_event_by_state,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    archivedOn: row.archived_on,
    updatedBy: row.updated_by,
    updatedOn: row.updated_on,
    version: row.version,
  }
}
