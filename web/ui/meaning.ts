import { useSyncExternalStore } from 'react'

/** Tells what a sentence means: the label of the way there, and what opens it; null of a sentence that refuses nothing, or has no explanation. */
export type Meaning = { readonly label: string; readonly openerOf: (sentence: string) => (() => void) | null }

const listeners = new Set<() => void>()
let current: Meaning | null = null

/** Says who explains sentences; null while nobody does. */
export function provideMeaning(meaning: Meaning | null): void {
  current = meaning
  for (const listener of listeners) listener()
}

/** Returns who explains sentences, null before the extras of the page are there. */
export function useMeaning(): Meaning | null {
  return useSyncExternalStore(onMeaning, currentMeaning)
}

function onMeaning(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const currentMeaning = () => current

/** More than a page tells at once. */
const MOST_KEPT = 50
/** The codes of the sentences that were told, the last at the end: what draws a sentence needs no code to say where it is explained. */
const told = new Map<string, string>()

/** Remembers which refusal a sentence tells. */
export function noteRefusal(sentence: string, code: string): void {
  told.delete(sentence)
  told.set(sentence, code)
  if (told.size > MOST_KEPT) for (const [oldest] of told) return void told.delete(oldest)
}

/** Returns the code of the refusal that a message is, or has among others; of several the one that was told last, null without one. */
export function refusalIn(message: string): string | null {
  const whole = told.get(message)
  if (whole !== undefined) return whole
  return [...told].findLast(([sentence]) => message.includes(sentence))?.[1] ?? null
}
