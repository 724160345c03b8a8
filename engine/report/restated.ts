/** One confirmation of a shift; `at` in ms UTC. */
export type ConfirmedAs<Figures> = { readonly revision: number; readonly at: number; readonly figures: Figures }

/**
 * Returns how a shift stood when it was reported and how it was confirmed since; null where it was not confirmed then, or not again.
 * `revisions` ascending.
 */
export function restatement<Figures>(
  revisions: readonly ConfirmedAs<Figures>[],
  reportedAt: number,
): { readonly before: ConfirmedAs<Figures>; readonly after: ConfirmedAs<Figures> } | null {
  const before = revisions.findLast(({ at }) => at <= reportedAt)
  const after = revisions.at(-1)
  return before === undefined || after === undefined || after.revision === before.revision ? null : { before, after }
}
