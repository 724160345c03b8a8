import type { StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { Refusal } from '#server/refusal.ts'
import { insertDefaultTracking } from './defaultTracking.store.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { raiseSetupVersion } from '#server/workCenter/workCenter.store.ts'
import { checkedFrom, checkedValues, requireFitting } from './checkRule.ts'
import { endManualStatusesOf } from './manualStatus.store.ts'
import type { Editor, StatusDeps } from './statusDeps.ts'
import {
  closeVersions,
  findStatusRules,
  insertStatusRule,
  listStatusRules,
  listVersions,
  replaceVersions,
  updateStatusRule,
} from './statusRule.store.ts'
import type { StatusRuleValues, StoredStatusRule } from './statusRule.store.ts'

export type StatusRuleChange = {
  /** Null = a new rule. */
  readonly id: StatusRuleId | null
  readonly draft: StatusRuleValues
  /** From when it holds (ms UTC); null = now, an earlier instant recalculates from there on (domain.md S-8). */
  readonly validFrom: number | null
  /** The version that the person saw; null = whichever it has. */
  readonly version: number | null
}

/** What is said beside the rule when it is archived or restored. */
export type RuleStep = Pick<StatusRuleChange, 'validFrom' | 'version'> & { readonly id: StatusRuleId }

/**
 * Returns the rule as it is from the instant on; its past stays (domain.md S-8), and figures from there on are recalculated unless only its name or
 * colour changed. Refuses what validateRule refuses, a range that met another rule's since the instant, an instant to come, a colour that is none, an
 * unknown or archived rule, an archived work center and an older version.
 */
export async function saveStatusRule(
  deps: StatusDeps,
  member: Editor,
  workCenterId: WorkCenterId,
  change: StatusRuleChange,
): Promise<StoredStatusRule> {
  const validFrom = checkedFrom('validFrom', change.validFrom, deps.now())
  return await changeRules(deps, member, workCenterId, async (tenant, rules) => {
    const present = change.id === null ? null : requireRule(rules, change.id, false)
    if (present !== null && present.rangeType !== change.draft.rangeType)
      throw new Refusal({ code: 'RANGE_TYPE_FIXED', field: 'rangeType' })
    const values = checkedValues(change.draft)
    await requireFit(tenant, rules, { id: change.id, values, validFrom })
    if (present === null) {
      const id = await insertStatusRule(tenant, workCenterId, values, validFrom)
      if (!values.isEffective && !values.isScheduledLoss) await insertDefaultTracking(tenant, workCenterId, id, validFrom)
      return { id, from: validFrom }
    }
    await updateHead(tenant, present, change.version, { ...values, archivedOn: null })
    if (change.validFrom === null && isSameMeaning(present, values)) return { id: present.id, from: null }
    await replaceVersions(tenant, present.id, values, validFrom)
    return { id: present.id, from: validFrom }
  })
}

/** Returns the archived rule: it is not in force from the instant on (now by default), its past stays (domain.md S-8). Refuses an unknown, archived or changed one. */
export async function archiveStatusRule(
  deps: StatusDeps,
  member: Editor,
  workCenterId: WorkCenterId,
  step: RuleStep,
): Promise<StoredStatusRule> {
  const from = checkedFrom('validFrom', step.validFrom, deps.now())
  return await changeRules(deps, member, workCenterId, async (tenant, rules) => {
    const present = requireRule(rules, step.id, false)
    await updateHead(tenant, present, step.version, { ...present, archivedOn: new Date(from) })
    await closeVersions(tenant, present.id, from)
    await endManualStatusesOf(tenant, present.id, from)
    return { id: present.id, from }
  })
}

/** Returns the rule in force again with its last values, from the instant on (now by default). Refuses one that another has taken the range or name of, which is named. */
export async function restoreStatusRule(
  deps: StatusDeps,
  member: Editor,
  workCenterId: WorkCenterId,
  step: RuleStep,
): Promise<StoredStatusRule> {
  const from = checkedFrom('validFrom', step.validFrom, deps.now())
  return await changeRules(deps, member, workCenterId, async (tenant, rules) => {
    const present = requireRule(rules, step.id, true)
    await requireFit(tenant, rules, { id: present.id, values: present, validFrom: from })
    await updateHead(tenant, present, step.version, { ...present, archivedOn: null })
    await replaceVersions(tenant, present.id, present, from)
    return { id: present.id, from }
  })
}

type Changed = { readonly id: StatusRuleId; readonly from: number | null }

async function changeRules(
  deps: StatusDeps,
  member: Editor,
  workCenterId: WorkCenterId,
  change: (tenant: Tenant, rules: readonly StoredStatusRule[]) => Promise<Changed>,
): Promise<StoredStatusRule> {
  const { rule, isMarked } = await deps.database.inTenant(member.companyId, async (tenant) => {
    // Taken first, so that of two people who save at once the second sees the first one's ranges.
    await raiseSetupVersion(tenant, workCenterId)
    await requireActive(tenant, workCenterId)
    const { id, from } = await change(tenant, await listStatusRules(tenant, [workCenterId]))
    if (from !== null) await markForRecalculation(tenant, [{ workCenterId, from, to: null, cause: 'STATUS_RULE' }], member.userId)
    const [saved] = await findStatusRules(tenant, [id])
    if (saved === undefined) throw new Error(`status rule ${id} vanished while it was saved`)
    return { rule: saved, isMarked: from !== null }
  })
  deps.setupChanged(member.companyId, workCenterId)
  if (isMarked) await deps.recalculate(member.companyId, workCenterId)
  return rule
}

function requireRule(rules: readonly StoredStatusRule[], id: StatusRuleId, isArchived: boolean): StoredStatusRule {
  const rule = rules.find((one) => one.id === id)
  if (rule === undefined || (rule.archivedOn !== null) !== isArchived)
    throw new Refusal({ code: 'STATUS_RULE_NOT_FOUND', field: 'id', params: { id } })
  return rule
}

async function requireFit(
  tenant: Tenant,
  rules: readonly StoredStatusRule[],
  rule: { readonly id: StatusRuleId | null; readonly values: StatusRuleValues; readonly validFrom: number },
): Promise<void> {
  const active = rules.filter((one) => one.archivedOn === null)
  const versions = await listVersions(
    tenant,
    rules.map((one) => one.id),
  )
  requireFitting(rule, active, versions)
}

async function updateHead(
  tenant: Tenant,
  present: StoredStatusRule,
  version: number | null,
  head: Parameters<typeof updateStatusRule>[3],
): Promise<void> {
  if (!(await updateStatusRule(tenant, present.id, version, head)))
    throw new Refusal({ code: 'CONFLICT', params: { version: present.version } })
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
