import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { insertDefaultTracking } from './defaultTracking.store.ts'
import { endManualStatusesOf } from './manualStatus.store.ts'
import type { Changed } from './ruleTransaction.ts'
import { closeVersions, insertStatusRule, replaceVersions, updateStatusRule } from './statusRule.store.ts'
import type { StatusRuleValues, StoredStatusRule } from './statusRule.store.ts'

/** Where and by whom a rule is stored, and from when it holds. */
export type Place = {
  readonly workCenterId: WorkCenterId
  readonly userId: UserId
  readonly validFrom: number
  /** Nobody named an instant: a new name or colour alone recalculates nothing. */
  readonly isFromNow: boolean
}

/**
 * Returns the stored rule: a new one with its default tracking, or the present one with a new version unless only name or colour changed. Refuses an
 * older version.
 */
export async function storeRule(
  tenant: Tenant,
  { workCenterId, userId, validFrom, isFromNow }: Place,
  { version }: { readonly version: number | null },
  present: StoredStatusRule | null,
  values: StatusRuleValues,
): Promise<Changed> {
  if (present === null) {
    const id = await insertStatusRule(tenant, workCenterId, values, validFrom, userId)
    if (!values.isEffective && !values.isScheduledLoss) await insertDefaultTracking(tenant, workCenterId, id, validFrom)
    return { id, from: validFrom }
  }
  await updateHead(tenant, present, version, { ...values, archivedOn: null }, userId)
  if (isFromNow && isSameMeaning(present, values)) return { id: present.id, from: null }
  await replaceVersions(tenant, present.id, values, validFrom)
  return { id: present.id, from: validFrom }
}

/** Returns the archived rule. From the instant on neither the rule nor its manual statuses apply. Refuses an older version. */
export async function endRule(
  tenant: Tenant,
  present: StoredStatusRule,
  { version, from, userId }: { readonly version: number | null; readonly from: number; readonly userId: UserId },
): Promise<Changed> {
  await updateHead(tenant, present, version, { ...present, archivedOn: new Date(from) }, userId)
  await closeVersions(tenant, present.id, from)
  await endManualStatusesOf(tenant, present.id, from)
  return { id: present.id, from }
}

/** Stores the fields of a rule without history: name, colour, archived. Refuses an older version, with the newer one's name. */
export async function updateHead(
  tenant: Tenant,
  present: StoredStatusRule,
  version: number | null,
  head: Parameters<typeof updateStatusRule>[3],
  userId: UserId,
): Promise<void> {
  if (!(await updateStatusRule(tenant, present.id, version, head, userId)))
    throw new Refusal({ code: 'CONFLICT', params: { version: present.version, id: present.id, name: present.name } })
}

function isSameMeaning(a: StatusRuleValues, b: StatusRuleValues): boolean {
  return (
    a.minEventDurationMs === b.minEventDurationMs &&
    a.isEffective === b.isEffective &&
    a.isScheduledLoss === b.isScheduledLoss &&
    a.needGenerateEventByState === b.needGenerateEventByState &&
    boundsOf(a) === boundsOf(b)
  )
}

function boundsOf({ range, phases }: StatusRuleValues): string {
  const bounds = [range, phases?.a, phases?.b, phases?.c]
  return JSON.stringify(bounds.map((bound) => (bound ? [bound.min, bound.max] : null)))
}
