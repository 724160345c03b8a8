import type { Problem } from '#engine/result.ts'

export const PASSWORD_MIN_LENGTH = 8
/** Longer input is refused before it is hashed, so that a request cannot keep the server busy. */
export const PASSWORD_MAX_LENGTH = 200

/**
 * Returns the unmet rules of a new password, empty when it is good: length, lower-case and upper-case Latin letters, a digit or symbol
 * (spec 000 §5).
 */
export function passwordProblems(password: string, field = 'password'): readonly Problem[] {
  const problems: Problem[] = []
  const length = Array.from(password).length
  if (length < PASSWORD_MIN_LENGTH) problems.push({ code: 'PASSWORD_TOO_SHORT', field, params: { min: PASSWORD_MIN_LENGTH } })
  if (length > PASSWORD_MAX_LENGTH) problems.push({ code: 'PASSWORD_TOO_LONG', field, params: { max: PASSWORD_MAX_LENGTH } })
  if (!/[a-z]/.test(password) || !/[A-Z]/.test(password)) problems.push({ code: 'PASSWORD_NEEDS_BOTH_CASES', field })
  if (!/[^\p{L}\s]/u.test(password)) problems.push({ code: 'PASSWORD_NEEDS_DIGIT_OR_SYMBOL', field })
  return problems
}

/** A rule for new passwords as a form shows it while somebody types. */
export type PasswordRule = { readonly code: string; readonly params: Readonly<Record<string, unknown>>; readonly isMet: boolean }

/** Returns the rules that a form lists, each with whether the password keeps it (spec 000 §5). */
export function passwordRules(password: string): readonly PasswordRule[] {
  const missing = new Set(passwordProblems(password).map((problem) => problem.code))
  return passwordProblems('').map(({ code, params = {} }) => ({ code, params, isMet: !missing.has(code) }))
}
