import type { UserId } from '#engine/ids.ts'
import { TIME_UNIT_MS } from '#engine/loss/timeUnit.ts'
import { audited } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { findStatusRules } from '#server/status/statusRule.store.ts'
import { listLossReasons } from './lossReason.store.ts'
import type { TrackingRule } from './trackingRule.store.ts'

/** Writes the rows of a tracking rule before and after a change into the audit log, with the names of their reasons; without one after, it was deleted. */
export async function auditTracking(
  tenant: Tenant,
  before: TrackingRule | null,
  after: TrackingRule | null,
  { by, at, validFrom }: { readonly by: UserId; readonly at: number; readonly validFrom: number },
): Promise<void> {
  const rule = after ?? before
  if (rule === null) return
  const names = new Map((await listLossReasons(tenant)).map((reason) => [reason.id, reason.name]))
  const rowsOf = (one: TrackingRule | null) =>
    one?.rows.map((row) => {
      const from = `${row.fromMs / TIME_UNIT_MS[row.fromUnit]} ${row.fromUnit}`
      const to = row.toMs === null ? '∞' : `${row.toMs / TIME_UNIT_MS[row.toUnit]} ${row.toUnit}`
      return `${from} – ${to}: ${names.get(row.reasonId) ?? row.reasonId}`
    }) ?? null
  const [status] = rule.statusRuleId === null ? [] : await findStatusRules(tenant, [rule.statusRuleId])
  const entry = {
    userId: by,
    at: new Date(at),
    action: after === null ? 'DELETE_LOSS_TRACKING_RULE' : 'UPDATE_LOSS_TRACKING_RULE',
    subject: `status ${status?.name ?? ''}`.trim(),
    about: { workCenterId: rule.workCenterId, validFrom: new Date(validFrom).toISOString() },
    isAlways: true,
  } as const
  await audited(tenant, entry, { rows: rowsOf(before) }, { rows: rowsOf(after) })
}
