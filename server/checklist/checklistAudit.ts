import { asId } from '#engine/ids.ts'
import type { LossReasonId, StatusRuleId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { listItems } from '#server/item/item.store.ts'
import { listLossReasons } from '#server/loss/lossReason.store.ts'
import { findStatusRules } from '#server/status/statusRule.store.ts'
import type { Checklist } from './checklist.store.ts'

type Told = Omit<Checklist, 'activeFrom' | 'id' | 'isArchived' | 'version'>

/** Returns what the audit log tells of a checklist: products, the status and the reason by their names, tasks by what they ask, and all that is said of them in other languages. */
export async function wordsOfChecklist(tenant: Tenant, checklist: Told) {
  const { name, group, isActive, workCenterIds, itemIds, tasks, signatureRequired, answerWithinMs, missedSeverity, blocksShift } = checklist
  const { statusRuleId, reasonId, ...frequency } = checklist.frequency
  const items = new Map((await listItems(tenant, itemIds)).map((item) => [item.id, item.name]))
  const [status] = statusRuleId === null ? [] : await findStatusRules(tenant, [asId<StatusRuleId>(statusRuleId)])
  const [reason] = reasonId === null ? [] : await listLossReasons(tenant, [asId<LossReasonId>(reasonId)])
  return {
    name,
    group,
    isActive,
    workCenterIds,
    products: itemIds.flatMap((id) => items.get(id) ?? []),
    frequency: { ...frequency, status: status?.name ?? null, reason: reason?.name ?? null },
    tasks: tasks.map(({ description }) => description),
    instructions: checklist.instructions,
    translations: [
      ...checklist.instructionsIn.map(({ language, text }) => `${language} ${text}`),
      ...tasks.flatMap(({ translations = [] }) =>
        translations.map(({ language, description, message, options }) =>
          [language, ...[description, message, options.join(' / ')].filter((said) => said !== null && said !== '')].join(' '),
        ),
      ),
    ],
    signatureRequired,
    answerWithinMs,
    missedSeverity,
    blocksShift,
  }
}
