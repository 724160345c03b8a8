import { randomBytes } from 'node:crypto'
import { passwordProblems } from '#engine/user/password.ts'

/** Returns 18 random characters of the safe base64 alphabet, drawn again until the rule for passwords holds. */
export function generatePassword(): string {
  for (;;) {
    const password = randomBytes(14).toString('base64url').slice(0, 18)
    if (passwordProblems(password).length === 0) return password
  }
}
