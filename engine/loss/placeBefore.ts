/** Returns the ids with `id` right before another one, null = at the end; null where the other one is not among them. */
export function placeBefore<Id>(ids: readonly Id[], id: Id, beforeId: Id | null): readonly Id[] | null {
  const others = ids.filter((one) => one !== id)
  if (beforeId === null) return [...others, id]
  const at = others.indexOf(beforeId)
  return at < 0 ? null : [...others.slice(0, at), id, ...others.slice(at)]
}
