import type { StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { StatusRule } from '#engine/status/statusRule.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { atRule, checkedFrom, checkedValues, requireAllFitting, requireFitting } from './checkRule.ts'
import { changeRule, changeRules } from './ruleTransaction.ts'
import { endRule, storeRule, updateHead } from './ruleVersion.ts'
import type { Editor, StatusDeps } from './statusDeps.ts'
import { listVersions, replaceVersions } from './statusRule.store.ts'
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

/** Rules that are saved together, all from one instant on. */
export type StatusRulesChange = {
  readonly rules: readonly Omit<StatusRuleChange, 'validFrom'>[]
  readonly archivedIds: readonly StatusRuleId[]
  readonly validFrom: number | null
}

/** Fields besides the rule when it is archived or restored. */
export type RuleStep = Pick<StatusRuleChange, 'validFrom' | 'version'> & { readonly id: StatusRuleId }

/** Stands for rules that have no id yet; stored ones are positive. */
const FIRST_NEW_ID = -1

/**
 * Returns the rule from the instant on; its past stays (domain.md S-8), and later figures are recalculated unless only name or colour changed.
 * Refuses what validateRule refuses, a range that met another rule's since the instant, a future instant, an invalid colour, an unknown or archived
 * rule, an archived work center and an older version.
 */
export async function saveStatusRule(
  deps: StatusDeps,
  member: Editor,
  workCenterId: WorkCenterId,
  change: StatusRuleChange,
): Promise<StoredStatusRule> {
  const validFrom = checkedFrom('validFrom', change.validFrom, deps.now())
  return await changeRule(deps, member, workCenterId, async (tenant, rules) => {
    const { present, values } = checkedChange(rules, change)
    await requireFit(tenant, rules, { id: change.id, values, validFrom })
    return await storeRule(
      tenant,
      { workCenterId, userId: member.userId, isFromNow: change.validFrom === null, validFrom },
      change,
      present,
      values,
    )
  })
}

/**
 * Returns the given rules from the instant on, in order, and archives the named others; all or nothing, so that a bound shared by two rules moves at
 * once. Refuses what saveStatusRule and archiveStatusRule refuse, each rule judged beside the others' new state. A refusal names the rule by
 * position, `rules.0.name`.
 */
export async function saveStatusRules(
  deps: StatusDeps,
  member: Editor,
  workCenterId: WorkCenterId,
  change: StatusRulesChange,
): Promise<readonly StoredStatusRule[]> {
  const validFrom = checkedFrom('validFrom', change.validFrom, deps.now())
  return await changeRules(deps, member, workCenterId, async (tenant, rules) => {
    const checked = change.rules.map((one, at) => atRule(at, () => checkedChange(rules, one)))
    const ended = change.archivedIds.map((id) => requireRule(rules, id, false))
    const replaced = new Set([...checked.flatMap(({ present }) => present?.id ?? []), ...change.archivedIds])
    const drafted = checked.map(({ present, values }, at): StatusRule => {
      return { ...values, id: present?.id ?? asId<StatusRuleId>(FIRST_NEW_ID - at), validFrom, validTo: null }
    })
    const others = rules.filter((rule) => !replaced.has(rule.id))
    const versions = await listVersions(
      tenant,
      others.map((rule) => rule.id),
    )
    requireAllFitting(
      drafted,
      others.filter((rule) => rule.archivedOn === null),
      versions,
    )
    const froms: (number | null)[] = []
    for (const present of ended)
      froms.push((await endRule(tenant, present, { version: null, from: validFrom, userId: member.userId })).from)
    const place = { workCenterId, userId: member.userId, isFromNow: change.validFrom === null, validFrom }
    const ids: StatusRuleId[] = []
    for (const [at, one] of change.rules.entries()) {
      const { present, values } = checked[at] ?? checkedChange(rules, one)
      const stored = await storeRule(tenant, place, one, present, values)
      ids.push(stored.id)
      froms.push(stored.from)
    }
    return { ids, from: froms.some((from) => from !== null) ? validFrom : null }
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
  return await changeRule(deps, member, workCenterId, async (tenant, rules) =>
    endRule(tenant, requireRule(rules, step.id, false), { version: step.version, from, userId: member.userId }),
  )
}

/** Returns the rule in force again with its last values, from the instant on (now by default). Refuses one that another has taken the range or name of, which is named. */
export async function restoreStatusRule(
  deps: StatusDeps,
  member: Editor,
  workCenterId: WorkCenterId,
  step: RuleStep,
): Promise<StoredStatusRule> {
  const from = checkedFrom('validFrom', step.validFrom, deps.now())
  return await changeRule(deps, member, workCenterId, async (tenant, rules) => {
    const present = requireRule(rules, step.id, true)
    await requireFit(tenant, rules, { id: present.id, values: present, validFrom: from })
    await updateHead(tenant, present, step.version, { ...present, archivedOn: null }, member.userId)
    await replaceVersions(tenant, present.id, present, from)
    return { id: present.id, from }
  })
}

function checkedChange(
  rules: readonly StoredStatusRule[],
  { id, draft }: Pick<StatusRuleChange, 'id' | 'draft'>,
): { readonly present: StoredStatusRule | null; readonly values: StatusRuleValues } {
  const present = id === null ? null : requireRule(rules, id, false)
  if (present !== null && present.rangeType !== draft.rangeType) throw new Refusal({ code: 'RANGE_TYPE_FIXED', field: 'rangeType' })
  return { present, values: checkedValues(draft) }
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
