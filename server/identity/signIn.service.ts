import type { UserId } from '#engine/ids.ts'
import { lockMs } from '#engine/user/lockOut.ts'
import type { Database } from '#server/db/database.ts'
import { isPasswordOf } from '#server/user/passwordHash.ts'
import { createTurns } from '#server/user/turns.ts'
import { addFailures, clearFailures, findCredentials, lockUntil } from '#server/user/user.store.ts'

export type SignInDeps = {
  readonly database: Database
  readonly now: () => number
  /** Whether the password has the hash; spends the same work without one. */
  readonly isPasswordOf: (password: string, hash: string | null) => Promise<boolean>
}

const MAX_PARALLEL_CHECKS = 2
/** About three seconds of work; whoever comes then is told to come again. */
const MAX_WAITING_CHECKS = 100

/** Answers who signs in, null for nobody, or that too many want to at once. */
export type SignInCheck = (email: string, password: string) => Promise<UserId | 'TOO_BUSY' | null>

/** Returns the check that a sign-in goes through; its answer tells nobody whether an address is known, wrong or locked. */
export function createSignInCheck(database: Database, check: typeof isPasswordOf = isPasswordOf): SignInCheck {
  const deps: SignInDeps = { database, now: Date.now, isPasswordOf: check }
  const turns = createTurns(MAX_PARALLEL_CHECKS)
  return async (email, password) =>
    turns.waiting() >= MAX_WAITING_CHECKS ? 'TOO_BUSY' : turns.run(() => checkPassword(email, password, deps))
}

/**
 * Returns the user whose address and password these are, or null. Unknown, locked and wrong take the same steps: one read, one hash, two writes.
 * A locked account refuses the right password too, and failures while it is locked do not count.
 */
export async function checkPassword(email: string, password: string, deps: SignInDeps): Promise<UserId | null> {
  const { database, now } = deps
  const credentials = await database.inSystem((tx) => findCredentials(tx, email))
  const isRight = await deps.isPasswordOf(password, credentials?.passwordHash ?? null)
  const isLocked = credentials?.lockedUntil != null && credentials.lockedUntil > now()
  if (credentials !== null && isRight && !isLocked) {
    await database.inSystem((tx) => clearFailures(tx, credentials.userId))
    return credentials.userId
  }
  await database.inSystem(async (tx) => {
    const lock = lockMs(await addFailures(tx, email, isLocked ? 0 : 1))
    await lockUntil(tx, email, isLocked ? credentials.lockedUntil : lock === 0 ? null : now() + lock)
  })
  return null
}
