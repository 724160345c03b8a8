import type { UserId } from '#engine/ids.ts'
import { lockMs } from '#engine/user/lockOut.ts'
import type { Database } from '#server/db/database.ts'
import { addFailures, clearFailures, findCredentials, lockUntil } from '#server/user/credentials.store.ts'
import { isPasswordOf } from '#server/user/passwordHash.ts'
import { createSemaphore } from '#server/user/semaphore.ts'

export type SignInDeps = {
  readonly database: Database
  readonly now: () => number
  /** Whether the password has the hash; spends the same work without one. */
  readonly isPasswordOf: (password: string, hash: string | null) => Promise<boolean>
}

const MAX_PARALLEL_CHECKS = 2
/** About three seconds of work; later checks are refused until there is room. */
const MAX_WAITING_CHECKS = 100

/** Whose password was right, and whether that is not enough. */
export type RightPassword = { readonly userId: UserId; readonly needsSecondFactor: boolean }

/** Returns the person who signs in, null for none, or that too many sign in at once. */
export type SignInCheck = (name: string, password: string) => Promise<RightPassword | 'TOO_BUSY' | null>

/** Returns the sign-in check. Its answer is the same for an unknown name, a wrong password and a locked account. */
export function createSignInCheck(database: Database, check: typeof isPasswordOf = isPasswordOf): SignInCheck {
  const deps: SignInDeps = { database, now: Date.now, isPasswordOf: check }
  const semaphore = createSemaphore(MAX_PARALLEL_CHECKS)
  return async (name, password) =>
    semaphore.waiting() >= MAX_WAITING_CHECKS ? 'TOO_BUSY' : semaphore.run(() => checkPassword(name, password, deps))
}

/**
 * Returns the user with this name (address or login) and password, or null. Unknown, locked and wrong take the same steps: one read, one hash, two
 * writes. A locked account refuses the right password too, and failures while locked do not count. With a second factor the right password forgets
 * no failures, or its owner could guess codes without limit.
 */
export async function checkPassword(name: string, password: string, deps: SignInDeps): Promise<RightPassword | null> {
  const { database, now } = deps
  const credentials = await database.inSystem((tx) => findCredentials(tx, name))
  const isRight = await deps.isPasswordOf(password, credentials?.passwordHash ?? null)
  const isLocked = credentials?.lockedUntil != null && credentials.lockedUntil > now()
  if (credentials !== null && isRight && !isLocked) {
    const { userId, isTwoFactorOn } = credentials
    if (!isTwoFactorOn) await database.inSystem((tx) => clearFailures(tx, userId))
    return { userId, needsSecondFactor: isTwoFactorOn }
  }
  await database.inSystem(async (tx) => {
    const lock = lockMs(await addFailures(tx, name, isLocked ? 0 : 1))
    await lockUntil(tx, name, isLocked ? credentials.lockedUntil : lock === 0 ? null : now() + lock)
  })
  return null
}
