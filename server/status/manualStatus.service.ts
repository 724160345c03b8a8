import type { StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { requireActor, sayerOf } from '#server/user/acting.ts'
import type { Actor } from '#server/user/acting.ts'
import { raiseSetupVersion } from '#server/workCenter/workCenter.store.ts'
import { checkedFrom } from './checkRule.ts'
import { endManualStatuses, insertManualStatus } from './manualStatus.store.ts'
import type { Editor, StatusDeps } from './statusDeps.ts'
import { findStatusRules } from './statusRule.store.ts'

/**
 * Stores the manual status of the work center from the instant on, by default from now (domain.md S-2); without a status ends the present one.
 * Says whose word it is, at a station that of the person who works there. Refuses a status that is not manual, an unknown or archived one, a future instant and an archived work center.
 */
export async function chooseStatus(
  deps: StatusDeps,
  member: Actor & Editor,
  workCenterId: WorkCenterId,
  chosen: { readonly statusRuleId: StatusRuleId | null; readonly start: number | null },
): Promise<void> {
  const start = checkedFrom('start', chosen.start, deps.now())
  await deps.database.inTenant(member.companyId, async (tenant) => {
    await raiseSetupVersion(tenant, workCenterId)
    await requireActive(tenant, workCenterId)
    await requireActor(tenant, member, [workCenterId])
    const by = sayerOf(member)
    const { statusRuleId } = chosen
    if (statusRuleId === null) await endManualStatuses(tenant, workCenterId, start, by)
    else {
      const [rule] = await findStatusRules(tenant, [statusRuleId])
      if (rule === undefined || rule.workCenterId !== workCenterId || rule.archivedOn !== null)
        throw new Refusal({ code: 'STATUS_RULE_NOT_FOUND', field: 'statusRuleId', params: { id: statusRuleId } })
      if (rule.rangeType !== 'MANUAL') throw new Refusal({ code: 'STATUS_NOT_MANUAL', field: 'statusRuleId', params: { name: rule.name } })
      await insertManualStatus(tenant, { workCenterId, statusRuleId, start, by })
    }
    await markForRecalculation(tenant, [{ workCenterId, from: start, to: null, cause: 'MANUAL_STATUS' }], member.userId)
  })
  await deps.ingest.reload({ companyId: member.companyId, workCenterId }, { wait: true })
}
