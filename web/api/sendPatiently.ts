import type { ApiProblem } from '#web/api/problems.ts'

/** Pauses before the second and the third attempt. */
const PAUSES_MS = [400, 1200] as const

/** Of a server that cannot be reached, or that cannot reach its database. */
export const AWAY_CODES: ReadonlySet<string> = new Set(['OFFLINE', 'SERVICE_UNAVAILABLE'])
/** Answers of a server that may answer in a moment; without a connection there is none. */
export const TRANSIENT_CODES: ReadonlySet<string> = new Set([...AWAY_CODES, 'SERVER_BUSY'])

/** Returns whether the same request may succeed in a moment: the connection was lost, or the server is busy. */
export function isTransient(problems: readonly ApiProblem[]): boolean {
  return problems.length > 0 && problems.every(({ code }) => TRANSIENT_CODES.has(code))
}

/** Returns the outcome of the request, sent up to three times while its outcome is transient. Only for requests that the server does once. */
export async function sendPatiently<Outcome>(
  ask: () => Promise<Outcome>,
  isAgain: (outcome: Outcome) => boolean,
  pause: (ms: number) => Promise<void> = wait,
): Promise<Outcome> {
  let outcome = await ask()
  for (const ms of PAUSES_MS) {
    if (!isAgain(outcome)) return outcome
    await pause(ms)
    outcome = await ask()
  }
  return outcome
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
