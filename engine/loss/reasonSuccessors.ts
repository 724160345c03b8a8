import type { LossReasonId } from '#engine/ids.ts'

/** A hidden reason, and the one that took its place. */
export type ReplacedReason = { readonly from: LossReasonId; readonly to: LossReasonId }

/**
 * Returns for each replaced reason the one that speaks for it now, along the whole chain (domain.md S-33): what people said with the old one counts
 * for it. Reasons that replaced each other in a circle are left out.
 */
export function reasonSuccessors(replaced: readonly ReplacedReason[]): ReadonlyMap<LossReasonId, LossReasonId> {
  const next = new Map(replaced.map(({ from, to }) => [from, to]))
  const found = new Map<LossReasonId, LossReasonId>()
  for (const from of next.keys()) {
    const last = lastOf(next, from)
    if (last !== null) found.set(from, last)
  }
  return found
}

function lastOf(next: ReadonlyMap<LossReasonId, LossReasonId>, from: LossReasonId): LossReasonId | null {
  const seen = new Set<LossReasonId>()
  let at = from
  for (let to = next.get(at); to !== undefined; to = next.get(at)) {
    if (seen.has(at)) return null
    seen.add(at)
    at = to
  }
  return at
}
