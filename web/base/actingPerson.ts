import { useSyncExternalStore } from 'react'

/** The person who works at a station, for one shift. */
export type ActingPerson = { readonly userId: string; readonly name: string; readonly shiftStart: number }

const KEY = 'trueline.station.person'
const listeners = new Set<() => void>()
let current: ActingPerson | null | undefined

/** Returns who works at this station as far as it was said; null = nobody was named. */
export function actingPerson(): ActingPerson | null {
  current ??= stored()
  return current
}

/** Returns the same, also when it changes. */
export function useActingPerson(): ActingPerson | null {
  return useSyncExternalStore(listen, actingPerson)
}

/** Keeps who works at this station; null = nobody. */
export function nameActingPerson(person: ActingPerson | null): void {
  current = person
  if (person === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, JSON.stringify(person))
  for (const listener of listeners) listener()
}

function stored(): ActingPerson | null {
  const text = localStorage.getItem(KEY)
  if (text === null) return null
  const value: unknown = JSON.parse(text)
  return isPerson(value) ? value : null
}

function isPerson(value: unknown): value is ActingPerson {
  return typeof value === 'object' && value !== null && 'userId' in value && 'name' in value && 'shiftStart' in value
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
