import type { StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { raiseSetupVersion } from '#server/workCenter/workCenter.store.ts'
import { auditRules } from './ruleAudit.ts'
import type { Editor, StatusDeps } from './statusDeps.ts'
import { listStatusRules } from './statusRule.store.ts'
import type { StoredStatusRule } from './statusRule.store.ts'

/** A rule that was changed, and from when figures follow (ms UTC); null = none do. */
export type Changed = { readonly id: StatusRuleId; readonly from: number | null }

/** Returns the one rule that `change` stores; see changeRules. */
export async function changeRule(
  deps: StatusDeps,
  member: Editor,
  workCenterId: WorkCenterId,
  change: (tenant: Tenant, rules: readonly StoredStatusRule[]) => Promise<Changed>,
): Promise<StoredStatusRule> {
  const [rule] = await changeRules(deps, member, workCenterId, async (tenant, rules) => {
    const { id, from } = await change(tenant, rules)
    return { ids: [id], from }
  })
  if (rule === undefined) throw new Error('a status rule vanished while it was saved')
  return rule
}

/**
 * Returns the rules stored by `change`, in one transaction with audit log and recalculation. Refuses an archived work center and what `change`
 * refuses.
 */
export async function changeRules(
  deps: StatusDeps,
  member: Editor,
  workCenterId: WorkCenterId,
  change: (
    tenant: Tenant,
    rules: readonly StoredStatusRule[],
  ) => Promise<{ readonly ids: readonly StatusRuleId[]; readonly from: number | null }>,
): Promise<readonly StoredStatusRule[]> {
  const { saved, isMarked } = await deps.database.inTenant(member.companyId, async (tenant) => {
    // Taken first, so that of two people who save at once the second sees the first one's ranges.
    await raiseSetupVersion(tenant, workCenterId)
    await requireActive(tenant, workCenterId)
    const before = await listStatusRules(tenant, [workCenterId])
    const { ids, from } = await change(tenant, before)
    if (from !== null) await markForRecalculation(tenant, [{ workCenterId, from, to: null, cause: 'STATUS_RULE' }], member.userId)
    const rules = await listStatusRules(tenant, [workCenterId])
    await auditRules(tenant, before, rules, { by: member.userId, at: deps.now() })
    const found = new Map(rules.map((rule) => [rule.id, rule]))
    return { saved: ids.flatMap((id) => found.get(id) ?? []), isMarked: from !== null }
  })
  await deps.ingest.reload({ companyId: member.companyId, workCenterId }, { wait: isMarked })
  return saved
}
