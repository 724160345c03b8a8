import { useState } from 'react'

export type Drafts = {
  of(stopId: number): string
  put(stopId: number, text: string): void
  forget(stopId: number): void
}

/** Returns the notes that were typed and not saved, by their stops: they outlive the way back home. */
export function useDrafts(): Drafts {
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(() => new Map())
  const put = (stopId: number, text: string) => setTexts((known) => new Map([...known, [stopId, text]]))
  return { of: (stopId) => texts.get(stopId) ?? '', put, forget: (stopId) => put(stopId, '') }
}
