import { HOUR_MS } from '../time/durations.ts'

/** What a device may answer to a command. */
export const COMMAND_ANSWERS = ['DONE', 'REFUSED'] as const
export type CommandAnswer = (typeof COMMAND_ANSWERS)[number]

export const COUNTER_RESET_STATES = ['WAITING', 'SENT', 'DONE', 'REFUSED', 'NO_ANSWER', 'NOT_DELIVERED'] as const
export type CounterResetState = (typeof COUNTER_RESET_STATES)[number]

/** A device that comes back later goes on with its count: it would lose what it shows of the shift that runs. */
export const RESET_VALID_MS = HOUR_MS

/** What is known of a command (ms UTC). */
export type CounterReset = {
  readonly answer: CommandAnswer | null
  readonly sentAt: number | null
  readonly expiresAt: number
}

/** Returns what has become of a command: an answer holds whenever it comes, and without one it ends unanswered or undelivered (domain.md O-21). */
export function counterResetState({ answer, sentAt, expiresAt }: CounterReset, now: number): CounterResetState {
  if (answer !== null) return answer
  if (now < expiresAt) return sentAt === null ? 'WAITING' : 'SENT'
  return sentAt === null ? 'NOT_DELIVERED' : 'NO_ANSWER'
}
