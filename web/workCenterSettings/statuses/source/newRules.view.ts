import type { SavedRule } from '../ruleDraft.view.ts'
import type { Total } from '../signalShape.view.ts'

/**
 * Returns the earlier totals under the new ids of converted rules, so that both are in one row: names of rules in force are unique. Null while a
 * rule is unknown.
 */
export function underNewRules(
  before: readonly Total[],
  after: readonly Total[],
  rules: readonly Pick<SavedRule, 'id' | 'name'>[],
): readonly Total[] | null {
  const names = new Map(rules.map(({ id, name }) => [id, name]))
  if ([...before, ...after].some(({ statusRuleId: id }) => id != null && !names.has(id))) return null
  const newIds = new Map(after.flatMap(({ statusRuleId: id }) => (id == null ? [] : [[names.get(id), id] as const])))
  return before.map((total) => {
    const id = total.statusRuleId
    return id == null ? total : { ...total, statusRuleId: newIds.get(names.get(id)) ?? id }
  })
}
