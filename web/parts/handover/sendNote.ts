import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import type { NoteInput } from './handoverKinds.ts'

/** When something was said and by whom: it is sent with it, since at another time somebody else may work at the station. */
export type SaidHere = { readonly occurredAt?: string; readonly actingUserId: string | null }

/** Returns when and by whom something is said here; without an instant where this device never learned the server's clock. */
export function saidHere(now: number | null, actingUserId: string | null): SaidHere {
  return { ...(now !== null && { occurredAt: new Date(now).toISOString() }), actingUserId }
}

/** One attempt to save a note: what was written, what is sent of it, and its key. */
export type NoteAttempt = { readonly written: string; readonly input: NoteInput; readonly key: string }

/**
 * Returns the attempt to save what was written: the one before where it was the same and nobody knows whether it arrived. The server does what has one
 * key and one content once.
 */
export function attemptOf(note: NoteInput, said: SaidHere, unknown: NoteAttempt | null): NoteAttempt {
  const written = JSON.stringify(note)
  return unknown?.written === written ? unknown : { written, input: { ...note, ...said }, key: newRequestKey() }
}

type Ways = {
  /** Whether something waits that was said before: it goes first. */
  isWaiting(): boolean
  /** Sends the note now; returns what was refused. */
  send(input: NoteInput, key: string): Promise<readonly ApiProblem[]>
  /** Keeps the note until it can be sent; resolves to false where there is no room. */
  keep(input: NoteInput, key: string): Promise<boolean>
}

/** Returns what became of the attempt, which has one key whether it is sent now or later; UNKNOWN = no answer came, and there is no room to keep it. */
export async function sendNote({ input, key }: NoteAttempt, ways: Ways): Promise<'KEPT' | 'REFUSED' | 'SAVED' | 'UNKNOWN'> {
  if (ways.isWaiting() && (await ways.keep(input, key))) return 'KEPT'
  const refused = await ways.send(input, key)
  if (refused.length === 0) return 'SAVED'
  if (!isTransient(refused)) return 'REFUSED'
  return (await ways.keep(input, key)) ? 'KEPT' : 'UNKNOWN'
}
