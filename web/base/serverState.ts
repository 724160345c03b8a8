import { AWAY_CODES } from '#web/api/sendPatiently.ts'

/** `doubted`: one question was not answered. `away`: asked again, neither was the next. `maintenance`: technical work is in progress. */
export type ServerState = 'answers' | 'doubted' | 'away' | 'maintenance'

let state: ServerState = 'answers'
const listeners = new Set<() => void>()

/** Notes what the codes of an answer tell about the server: one that could not be had raises a doubt, any other settles it. */
export function noteAnswer(codes: readonly string[]): void {
  if (codes.includes('MAINTENANCE')) change('maintenance')
  else if (!codes.some((code) => AWAY_CODES.has(code))) change('answers')
  else if (state === 'answers') change('doubted')
}

/** Notes that the server was asked again in vain. */
export function noteAway(): void {
  if (state === 'doubted') change('away')
}

/** Returns whether the server answers, as far as the page knows. */
export function serverState(): ServerState {
  return state
}

/** Calls back when that changes; returns the function that stops it. */
export function onServerState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: ServerState): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}
