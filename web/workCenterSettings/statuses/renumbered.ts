import type { Saved } from './SavedMinutes.tsx'
import type { RuleDraft } from './ruleDraft.view.ts'

/** Returns the totals of the preview under the ids that new rules have since. */
export function renumbered(
  previewed: Saved['previewed'] | undefined,
  changed: readonly RuleDraft[],
  ids: readonly number[],
): Saved['previewed'] {
  const places = new Map(changed.map(({ id, key }, at) => [id ?? -Number(key.slice(4)), ids[at] ?? null]))
  return (
    previewed?.map((total) => ({
      ...total,
      statusRuleId: total.statusRuleId == null ? null : (places.get(total.statusRuleId) ?? total.statusRuleId),
    })) ?? null
  )
}
