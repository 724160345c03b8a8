/** What the server refused or could not do, as support can find it in the log: nothing that was typed, no names. */
export type Failure = {
  /** ISO 8601. */
  readonly at: string
  readonly operation: string
  readonly codes: readonly string[]
  /** Of the server's answer; null where none came. */
  readonly requestId: string | null
}

const MOST = 20

/** Of the open page: whoever switches the company begins anew. */
let kept: readonly Failure[] = []

/** Keeps a failure; the oldest are forgotten. */
export function noteFailure(failure: Omit<Failure, 'at'>, now: number = Date.now()): void {
  kept = [{ at: new Date(now).toISOString(), ...failure }, ...kept].slice(0, MOST)
}

/** Returns the failures of this page since it was loaded, the newest first, at most twenty. */
export function failures(): readonly Failure[] {
  return kept
}
