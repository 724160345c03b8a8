/** Failures of a sign-in: the server's answers, and failures on the way. */
export type SignInFailure =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wrongCode' }
  | { readonly kind: 'tooMany'; readonly untilMs: number }
  | { readonly kind: 'notAMember' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'unavailable' }

/** `secondFactor`: the password was right, and the account asks for a code too. */
export type SignInAnswer = { readonly kind: 'continue'; readonly url: string } | { readonly kind: 'secondFactor' } | SignInFailure

/** Attempts before the screen mentions that sign-in may be paused. The server does not say, so that addresses stay secret. */
const ATTEMPTS_BEFORE_HINT = 5

/** Returns what an answer of the sign-in endpoints means; `nowMs` is the instant of the answer. */
export function readAnswer(status: number, body: unknown, nowMs: number): SignInAnswer {
  const url = text(body, 'continueAt')
  if (status === 200 && url !== null) return { kind: 'continue', url }
  if (status === 200 && text(body, 'next') === 'SECOND_FACTOR') return { kind: 'secondFactor' }
  switch (text(body, 'error')) {
    case 'WRONG_CREDENTIALS':
      return { kind: 'wrong' }
    case 'WRONG_CODE':
      return { kind: 'wrongCode' }
    case 'TOO_MANY_ATTEMPTS':
      return { kind: 'tooMany', untilMs: nowMs + retryAfterSeconds(body) * 1000 }
    case 'NOT_A_MEMBER':
      return { kind: 'notAMember' }
    case 'INTERACTION_EXPIRED':
      return { kind: 'expired' }
    default:
      return { kind: 'unavailable' }
  }
}

/** Returns whole seconds until the instant, 0 when it has passed. */
export function secondsUntil(untilMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
}

/** Returns whether the screen explains the pause after so many failed attempts on it. */
export function explainsPause(failedAttempts: number): boolean {
  return failedAttempts >= ATTEMPTS_BEFORE_HINT
}

function text(body: unknown, name: string): string | null {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
  return typeof value === 'string' ? value : null
}

function retryAfterSeconds(body: unknown): number {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'retryAfterSeconds') : null
  return typeof value === 'number' ? value : 60
}
