type Message = { readonly id: string }

/** Returns the messages that were read before those of the answer, the oldest first; `left` = what stood in the answer of before and is too old for this one. */
export function keptOlder<One extends Message>(older: readonly One[], left: readonly One[], answered: readonly One[]): readonly One[] {
  const first = answered[0]
  if (first === undefined) return older
  const isOlder = ({ id }: One) => Number(id) < Number(first.id)
  const byId = new Map([...older, ...left].filter(isOlder).map((message) => [message.id, message]))
  return [...byId.values()].toSorted((one, other) => Number(one.id) - Number(other.id))
}
