import { asId } from '#engine/ids.ts'
import type { StatusRuleId } from '#engine/ids.ts'
import type { Problem } from '#engine/result.ts'
import type { StatusRule, StatusRuleRangeType } from '#engine/status/statusRule.ts'
import { rulesIntersect, validateRule } from '#engine/status/validateRule.ts'
import { Refusal } from '#server/refusal.ts'
import { checkPattern, checkText } from '#server/workCenter/checkField.ts'
import type { StatusRuleValues } from './statusRule.store.ts'

const COLOR = /^#[0-9a-f]{6}$/i
const MAX_EVENT_MS = 86_400_000
/** Stands for a rule that has no id yet; ids begin at 1. */
const NEW_RULE = asId<StatusRuleId>(0)

/** Returns the instant from which a change holds, now by default; refuses one that is still to come. */
export function checkedFrom(field: string, from: number | null, now: number): number {
  if (from !== null && from > now) throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field, params: { value: from, max: now } })
  return from ?? now
}

/** Returns the values without blanks; refuses a colour that is none, a minimum duration over a day and a short name over 20 characters. */
export function checkedValues(draft: StatusRuleValues): StatusRuleValues {
  const color = checkPattern('color', draft.color, COLOR, '#2F9E44')
  if (color === null) throw new Refusal({ code: 'REQUIRED', field: 'color' })
  if (draft.minEventDurationMs > MAX_EVENT_MS) {
    const params = { value: draft.minEventDurationMs / 1000, min: 0, max: MAX_EVENT_MS / 1000 }
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'minEventDuration', params })
  }
  const shortName = draft.shortName === null ? null : checkText('shortName', draft.shortName, { min: 0, max: 20 }) || null
  return { ...draft, name: draft.name.trim(), shortName, color }
}

/** Refuses a set of changes in which a rule is of another work center than the one named, changed twice, or changed and archived; the field names it by its place. */
export function requireOneChangeEach(
  workCenterId: number,
  rules: readonly { readonly id: number | null; readonly workCenterId: number }[],
  archivedIds: readonly number[],
): void {
  const taken = new Set(archivedIds)
  rules.forEach((rule, at) => {
    atRule(at, () => {
      if (rule.workCenterId !== workCenterId)
        throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'workCenterId', params: { id: rule.workCenterId } })
      if (rule.id === null) return
      if (taken.has(rule.id)) throw new Refusal({ code: 'NOT_UNIQUE', field: 'id', params: { value: rule.id } })
      taken.add(rule.id)
    })
  })
}

/** Refuses a rule that its work center cannot have from the instant on: what validateRule refuses, and a range that another rule had then. */
export function requireFitting(
  rule: { readonly id: StatusRuleId | null; readonly values: StatusRuleValues; readonly validFrom: number },
  active: readonly StatusRule[],
  versions: readonly StatusRule[],
): void {
  const drafted: StatusRule = { ...rule.values, id: rule.id ?? NEW_RULE, validFrom: rule.validFrom, validTo: null }
  const [problem] = validateRule(drafted, active)
  if (problem) throw new Refusal(atInput(problem, drafted.rangeType))
  const rival = versions.find(
    (other) => other.id !== drafted.id && (other.validTo ?? Infinity) > rule.validFrom && rulesIntersect(drafted, other),
  )
  if (rival)
    throw new Refusal(atInput({ code: 'STATUS_RANGES_INTERSECT', field: 'range', params: { name: rival.name } }, drafted.rangeType))
}

/**
 * Refuses what requireFitting refuses of any rule, each beside the other new ones and `others`, the active rules that stay; `versions` are all
 * versions of those. A refusal names the rule by position: `rules.0.name`.
 */
export function requireAllFitting(drafted: readonly StatusRule[], others: readonly StatusRule[], versions: readonly StatusRule[]): void {
  drafted.forEach((rule, at) => {
    atRule(at, () =>
      requireFitting({ id: rule.id, values: rule, validFrom: rule.validFrom }, [...others, ...drafted.slice(0, at)], versions),
    )
  })
}

/** Returns the result of `check`. Its refusals name the rule by position: `rules.0.name`. */
export function atRule<Value>(at: number, check: () => Value): Value {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, field, params } = error
    throw new Refusal({ code, field: field === undefined ? `rules.${at}` : `rules.${at}.${field}`, params }, { cause: error })
  }
}

/** The engine names parts of a rule; people filled in the input's. */
function atInput(problem: Problem, rangeType: StatusRuleRangeType): Problem {
  const code = problem.code === 'STATUS_RANGES_INTERSECT' ? 'RANGES_INTERSECT' : problem.code
  const isBound = problem.field === 'range' || problem.field === 'phases'
  const field = isBound ? `by${rangeType.charAt(0)}${rangeType.slice(1).toLowerCase()}` : problem.field
  const named = field === 'minEventDurationSeconds' ? 'minEventDuration' : field
  return { ...problem, code, ...(named !== undefined && { field: named }) }
}
