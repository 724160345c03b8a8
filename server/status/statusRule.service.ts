import { asId } from '#engine/ids.ts'
import type { CompanyId, StatusRuleId, WorkCenterId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import { validateRule } from '#engine/status/validateRule.ts'
import type { StatusRuleRangeType } from '#engine/status/statusRule.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { checkPattern, checkText } from '#server/workCenter/checkField.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { raiseSetupVersion } from '#server/workCenter/workCenter.store.ts'
import { findStatusRules, insertStatusRule, listStatusRules, replaceStatusRule } from './statusRule.store.ts'
import type { StatusRuleValues, StoredStatusRule } from './statusRule.store.ts'

type Deps = {
  readonly database: Database
  readonly now: () => number
  readonly setupChanged: (companyId: CompanyId, workCenterId: WorkCenterId) => void
}

export type StatusRuleChange = {
  /** Null = a new rule. */
  readonly id: StatusRuleId | null
  readonly draft: StatusRuleValues
  /** From when it holds (ms UTC); null = now. */
  readonly validFrom: number | null
  /** The version that the person saw; null = whichever it has. */
  readonly version: number | null
}

const COLOR = /^#[0-9a-f]{6}$/i
const MAX_EVENT_MS = 86_400_000
/** Stands for a rule that has no id yet; ids begin at 1. */
const NEW_RULE = asId<StatusRuleId>(0)

/** Returns the rule as it is from then on; its past stays (domain.md S-8). Refuses what validateRule refuses, a colour that is none, an unknown rule, an archived work center and an older version. */
export async function saveStatusRule(
  deps: Deps,
  member: { readonly companyId: CompanyId },
  workCenterId: WorkCenterId,
  change: StatusRuleChange,
): Promise<StoredStatusRule> {
  const validFrom = change.validFrom ?? deps.now()
  const saved = await deps.database.inTenant(member.companyId, async (tenant) => {
    // Taken first, so that of two people who save at once the second sees the first one's ranges.
    await raiseSetupVersion(tenant, workCenterId)
    await requireActive(tenant, workCenterId)
    const rules = (await listStatusRules(tenant, [workCenterId])).filter((rule) => rule.archivedOn === null)
    const present = change.id === null ? null : requireRule(rules, change)
    const values = checkedValues(change.draft)
    const [problem] = validateRule({ ...values, id: change.id ?? NEW_RULE, validFrom, validTo: null }, rules)
    if (problem) throw new Refusal(atInput(problem, values.rangeType))
    const id =
      present === null
        ? await insertStatusRule(tenant, workCenterId, values, validFrom)
        : await replace(tenant, present, change, values, validFrom)
    const [rule] = await findStatusRules(tenant, [id])
    if (rule === undefined) throw new Error(`status rule ${id} vanished while it was saved`)
    return rule
  })
  deps.setupChanged(member.companyId, workCenterId)
  return saved
}

async function replace(
  tenant: Tenant,
  present: StoredStatusRule,
  change: StatusRuleChange,
  draft: StatusRuleValues,
  validFrom: number,
): Promise<StatusRuleId> {
  const isReplaced = await replaceStatusRule(tenant, present.id, change.version, draft, validFrom)
  if (!isReplaced) throw new Refusal({ code: 'CONFLICT', params: { version: present.version } })
  return present.id
}

function requireRule(rules: readonly StoredStatusRule[], change: StatusRuleChange): StoredStatusRule {
  const rule = rules.find((one) => one.id === change.id)
  if (rule === undefined) throw new Refusal({ code: 'STATUS_RULE_NOT_FOUND', field: 'id', params: { id: change.id ?? 0 } })
  if (rule.rangeType !== change.draft.rangeType) throw new Refusal({ code: 'RANGE_TYPE_FIXED', field: 'rangeType' })
  return rule
}

function checkedValues(draft: StatusRuleValues): StatusRuleValues {
  const color = checkPattern('color', draft.color, COLOR, '#2F9E44')
  if (color === null) throw new Refusal({ code: 'REQUIRED', field: 'color' })
  if (draft.minEventDurationMs > MAX_EVENT_MS) {
    const params = { value: draft.minEventDurationMs / 1000, min: 0, max: MAX_EVENT_MS / 1000 }
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'minEventDuration', params })
  }
  const shortName = draft.shortName === null ? null : checkText('shortName', draft.shortName, { min: 0, max: 20 }) || null
  return { ...draft, name: draft.name.trim(), shortName, color }
}

/** The engine names parts of a rule; people filled in the input's. */
function atInput(problem: Problem, rangeType: StatusRuleRangeType): Problem {
  const code = problem.code === 'STATUS_RANGES_INTERSECT' ? 'RANGES_INTERSECT' : problem.code
  const isBound = problem.field === 'range' || problem.field === 'phases'
  const field = isBound ? `by${rangeType.charAt(0)}${rangeType.slice(1).toLowerCase()}` : problem.field
  const named = field === 'minEventDurationSeconds' ? 'minEventDuration' : field
  return { ...problem, code, ...(named !== undefined && { field: named }) }
}
