import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Problem } from '#engine/result.ts'

const DIGITS = /^[0-9]{4}$/

/** Nobody is named for longer than a shift of this length without giving the PIN again. */
const LONGEST_WORK_MS = 12 * HOUR_MS

/** How far the clock that a device estimates may be off, for what it sends later. */
const CLOCK_ERROR_MS = MINUTE_MS

/** Returns why the text cannot be a PIN, or null: four digits, not all the same and not counting up or down by one (domain.md S-37a). */
export function problemOfPin(pin: string, field = 'pin'): Problem | null {
  if (!DIGITS.test(pin)) return { code: 'INVALID_FORMAT', field, params: { example: '4071' } }
  const steps = new Set(Array.from(pin.slice(1), (digit, at) => Number(digit) - Number(pin[at])))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1 ? { code: 'PIN_TOO_EASY', field } : null
}

/** Returns until when a person who gives the PIN now may be named (ms UTC): the end of their shift, 12 hours from now at most and where none is known. */
export function workUntil(now: number, shiftEnd: number | null): number {
  const longest = now + LONGEST_WORK_MS
  return shiftEnd === null || shiftEnd <= now ? longest : Math.min(shiftEnd, longest)
}

/** When a proof must begin at the latest, and end at the earliest (ms UTC). */
export type ProofBounds = { readonly latestFrom: number; readonly earliestUntil: number }

/** Returns when a proof must begin at the latest, and end at the earliest, to cover what was said at the instant (ms UTC). */
export function proofBounds(at: number): ProofBounds {
  return { latestFrom: at + CLOCK_ERROR_MS, earliestUntil: at - CLOCK_ERROR_MS }
}
