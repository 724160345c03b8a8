import { useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { draftOf, keptDraft } from './draft.view.ts'

export type Draft<Values> = {
  /** What was typed before, in this tab and by the same person. */
  readonly initial: Values
  readonly keep: (values: Values) => void
  readonly forget: () => void
}

/** Returns what was typed into the form of the name and not sent, and how it is kept until the tab is closed. */
export function useDraft<Values extends object>(name: string, empty: Values): Draft<Values> {
  const key = `trueline.support ${useViewer().id} ${name}`
  const [initial] = useState(() => draftOf(read(key), empty))
  return {
    initial,
    keep: (values) => write(key, keptDraft(values, empty)),
    forget: () => write(key, null),
  }
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // A browser that keeps nothing, or has no room: the form works without.
  }
}
