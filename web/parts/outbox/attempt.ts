import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { isTransient } from '#web/api/sendPatiently.ts'

/** When something was said and by whom: it is sent with it, since at another time somebody else may work at the station. */
export type SaidHere = { readonly occurredAt?: string; readonly actingUserId: string | null }

/** Returns when and by whom something is said here; without an instant where this device never learned the server's clock. */
export function saidHere(now: number | null, actingUserId: string | null): SaidHere {
  return { ...(now !== null && { occurredAt: new Date(now).toISOString() }), actingUserId }
}

/** One attempt to send what a person said: what was written, what is sent of it, and its key. */
export type Attempt<Input> = { readonly written: string; readonly input: Input & SaidHere; readonly key: string }

/**
 * Returns the attempt to send what was written: the one before where it was the same and nobody knows whether it arrived. The server does what has one
 * key and one content once.
 */
export function attemptOf<Input extends object>(written: Input, said: SaidHere, unknown: Attempt<Input> | null): Attempt<Input> {
  const text = JSON.stringify(written)
  return unknown?.written === text ? unknown : { written: text, input: { ...written, ...said }, key: newRequestKey() }
}

type Ways<Input> = {
  /** Whether something waits that was said before: it goes first. */
  isWaiting(): boolean
  /** Sends it now; returns what was refused. */
  send(input: Input & SaidHere, key: string): Promise<readonly ApiProblem[]>
  /** Keeps it until it can be sent; resolves to false where there is no room. */
  keep(input: Input & SaidHere, key: string): Promise<boolean>
}

/** Returns what became of the attempt, which has one key whether it is sent now or later; UNKNOWN = no answer came, and there is no room to keep it. */
export async function sendOrKeep<Input>(
  { input, key }: Attempt<Input>,
  ways: Ways<Input>,
): Promise<'KEPT' | 'REFUSED' | 'SENT' | 'UNKNOWN'> {
  if (ways.isWaiting() && (await ways.keep(input, key))) return 'KEPT'
  const refused = await ways.send(input, key)
  if (refused.length === 0) return 'SENT'
  if (!isTransient(refused)) return 'REFUSED'
  return (await ways.keep(input, key)) ? 'KEPT' : 'UNKNOWN'
}
