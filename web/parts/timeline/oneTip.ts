import { useEffect, useId, useSyncExternalStore } from 'react'

/** Lanes that want to show a tip, the latest one last. */
let wanting: readonly string[] = []
const listeners = new Set<() => void>()

/** Returns whether a lane that wants a tip shows it: of all lanes of a page only the one that wanted it last. */
export function useOneTip(isWanted: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!isWanted) return undefined
    change([...wanting, id])
    return () => change(wanting.filter((one) => one !== id))
  }, [isWanted, id])
  const isLatest = useSyncExternalStore(subscribe, () => wanting.at(-1) === id)
  return isWanted && isLatest
}

function change(next: readonly string[]): void {
  wanting = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
