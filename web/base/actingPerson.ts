import { useSyncExternalStore } from 'react'
import { onSecond, serverNow } from '#web/ui/clock.ts'

/** The person who works at a station, for one shift: until the instant nobody else has to be named. */
export type ActingPerson = {
  readonly stationId: string
  readonly userId: string
  readonly name: string
  readonly shiftStart: number
  readonly until: number
  /** Whether the person gave their PIN for that time. */
  readonly isProven?: boolean
}

const KEY = 'trueline.station.person'
const listeners = new Set<() => void>()
let current: ActingPerson | null | undefined
/** The account of the station that is signed in; null = a person's. */
let stationId: string | null = null

/** Says which station is signed in; null = none. Nobody acts for the account of a person. */
export function followStation(id: string | null): void {
  stationId = id
  for (const listener of listeners) listener()
}

/** Returns the id of the person who works at the station that is signed in, for its requests; null = nobody was named. */
export function actingUserId(): string | null {
  return actingPerson()?.userId ?? null
}

/** Returns who works at this station as far as it was said; null = nobody was named, or their shift is over. */
export function actingPerson(): ActingPerson | null {
  if (stationId === null) return null
  current ??= stored()
  return current?.stationId === stationId && serverNow() < current.until ? current : null
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
  return (
    typeof value === 'object' &&
    value !== null &&
    'stationId' in value &&
    'userId' in value &&
    'name' in value &&
    'shiftStart' in value &&
    'until' in value
  )
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  // A shift ends whatever page is open.
  const stop = onSecond(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}
