import type { AuditAction } from '#engine/access/auditActions.ts'
import type { UserId } from '#engine/ids.ts'
import { audited } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import type { StoredStatusRule } from './statusRule.store.ts'

type Bounds = { readonly min: number | null; readonly max: number | null }

/** Writes the changes of a work center's rules to the audit log, one entry per changed rule. */
export async function auditRules(
  tenant: Tenant,
  before: readonly StoredStatusRule[],
  after: readonly StoredStatusRule[],
  { by, at }: { readonly by: UserId; readonly at: number },
): Promise<void> {
  const old = new Map(before.map((rule) => [rule.id, rule]))
  for (const rule of after) {
    const was = old.get(rule.id) ?? null
    const action = actionOf(was, rule)
    const entry = { userId: by, at: new Date(at), action, subject: `status ${rule.name}` }
    const about = { workCenterId: rule.workCenterId }
    await audited(tenant, { ...entry, about, isAlways: action !== 'UPDATE_STATUS_RULE' }, was && wordsOf(was), wordsOf(rule))
  }
}

function actionOf(was: StoredStatusRule | null, rule: StoredStatusRule): AuditAction {
  if (was === null) return 'CREATE_STATUS_RULE'
  if ((was.archivedOn === null) === (rule.archivedOn === null)) return 'UPDATE_STATUS_RULE'
  return rule.archivedOn === null ? 'RESTORE_STATUS_RULE' : 'ARCHIVE_STATUS_RULE'
}

function wordsOf(rule: StoredStatusRule) {
  const { name, shortName, color, rangeType, isEffective, isScheduledLoss, needGenerateEventByState, minEventDurationMs, validFrom } = rule
  return {
    name,
    shortName,
    color,
    rangeType,
    isEffective,
    isScheduledLoss,
    needGenerateEventByState,
    minEventDuration: minEventDurationMs / 1000,
    range: textOf(rule.range),
    phaseA: textOf(rule.phases?.a),
    phaseB: textOf(rule.phases?.b),
    phaseC: textOf(rule.phases?.c),
    validFrom: new Date(validFrom).toISOString(),
  }
}

function textOf(bounds: Bounds | null | undefined): string | null {
  return bounds == null ? null : `${bounds.min ?? ''} – ${bounds.max ?? '∞'}`
}
