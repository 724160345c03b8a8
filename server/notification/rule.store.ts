import { sql } from 'kysely'
import { z } from 'zod'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Condition } from '#engine/notification/condition.ts'
import type { RulePolicy } from '#engine/notification/escalation.ts'
import { AUDIENCES, TARGET_PERIODS } from '#engine/notification/notificationType.ts'
import type { RuleForm } from '#engine/notification/ruleForm.ts'
import type { RuleType } from '#engine/notification/notificationType.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { Tenant } from '#server/db/database.ts'

/** A stored rule: what it watches, and who hears when. */
export type StoredRule = Condition &
  RulePolicy & {
    readonly type: RuleType
    readonly workCenterId: WorkCenterId
    readonly name: string | null
    readonly freshMinutes: number
    readonly ackTimeoutMinutes: number
    readonly isActive: boolean
    readonly timeOfSending: string | null
    readonly webhookIds: readonly string[]
    readonly version: number
  }

const STEPS = z.array(
  z.strictObject({ afterMinutes: z.number(), targetAudience: z.enum(AUDIENCES), identifiers: z.array(z.string()).nullable() }),
)

/** Returns the rules of the work centers (null = all of the company), in the order in which they were made. */
export async function listRules(tenant: Tenant, workCenterIds: readonly WorkCenterId[] | null): Promise<readonly StoredRule[]> {
  const rows = await rules(tenant)
    .$if(workCenterIds !== null, (query) => query.where('work_center_id', 'in', [...(workCenterIds ?? [])]))
    .orderBy('work_center_id')
    .orderBy('id')
    .execute()
  return rows.map(toRule)
}

/** Returns the company's rule of the id, or null. */
export async function findRule(tenant: Tenant, id: string): Promise<StoredRule | null> {
  const row = await rules(tenant).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toRule(row)
}

/** Holds the rules of the work center until the transaction ends: who changes them afterwards sees what was changed. */
export async function lockRules(tenant: Tenant, workCenterId: WorkCenterId): Promise<void> {
  await sql`select from work_center where company_id = ${tenant.companyId} and id = ${workCenterId} for no key update`.execute(tenant.tx)
}

/** Stores a new rule, whose time counts from `at`; returns its id. */
export async function insertRule(
  tenant: Tenant,
  form: RuleForm,
  by: { readonly userId: UserId | null; readonly at: number },
): Promise<string> {
  const row = await tenant.tx
    .insertInto('notification_config')
    .values({ company_id: tenant.companyId, ...columnsOf(form), counts_from: by.at, updated_by: by.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Replaces what a rule says; `countsFrom` is given when its time begins anew. */
export async function updateRuleRow(
  tenant: Tenant,
  id: string,
  form: RuleForm,
  by: { readonly userId: UserId; readonly countsFrom: number | null },
): Promise<void> {
  await tenant.tx
    .updateTable('notification_config')
    .set({
      ...columnsOf(form),
      updated_by: by.userId,
      version: sql<number>`version + 1`,
      ...(by.countsFrom !== null && { counts_from: by.countsFrom }),
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Removes a rule; what it told stays. */
export async function deleteRuleRow(tenant: Tenant, id: string): Promise<void> {
  await tenant.tx.deleteFrom('notification_config').where('company_id', '=', tenant.companyId).where('id', '=', id).execute()
}

function columnsOf(form: RuleForm) {
  return {
    work_center_id: form.workCenterId,
    type: form.type,
    name: form.name,
    status_rule_id: form.statusRuleId,
    mode: form.mode,
    unless_planned: form.unlessPlanned,
    target_value: form.targetValue,
    comparison_type: form.comparisonType,
    period_type: form.periodType ?? 'SHIFT',
    time_of_sending: form.timeOfSending,
    duration_minutes: form.durationMinutes,
    target_audience: form.targetAudience,
    identifiers: form.identifiers === null ? null : [...form.identifiers],
    severity: form.severity,
    fresh_minutes: form.freshMinutes,
    ack_timeout_minutes: form.ackTimeoutMinutes,
    steps: JSON.stringify(form.steps),
    is_active: form.isActive,
    webhook_ids: [...form.webhookIds],
  }
}

function rules(tenant: Tenant) {
  return tenant.tx
    .selectFrom('notification_config')
    .select([
      ...camelColumns('id', 'work_center_id', 'type', 'name', 'status_rule_id', 'mode', 'unless_planned', 'target_value'),
      ...camelColumns('comparison_type', 'duration_minutes', 'target_audience', 'identifiers', 'severity', 'fresh_minutes'),
      ...camelColumns(
        'ack_timeout_minutes',
        'steps',
        'is_active',
        'version',
        'counts_from',
        'period_type',
        'time_of_sending',
        'webhook_ids',
      ),
    ])
    .where('company_id', '=', tenant.companyId)
}

type Row = Awaited<ReturnType<ReturnType<typeof rules>['executeTakeFirstOrThrow']>>

function toRule({ durationMinutes, steps, periodType, ...row }: Row): StoredRule {
  return { ...row, periodType: oneOf(TARGET_PERIODS, periodType), durationMs: durationMinutes * MINUTE_MS, steps: STEPS.parse(steps) }
}
