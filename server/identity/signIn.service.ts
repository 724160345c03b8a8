import type { UserId } from '#engine/ids.ts'
import { lockMs, strangersLockMs } from '#engine/user/lockOut.ts'
import type { Database } from '#server/db/database.ts'
import { clearFailures, findCredentials } from '#server/user/credentials.store.ts'
import { isPasswordOf } from '#server/user/passwordHash.ts'
import { createSemaphore } from '#server/user/semaphore.ts'
import { addSourceFailures, clearSources, findSources, lockSources, STRANGERS } from '#server/user/signInSource.store.ts'
import type { SignInSource } from '#server/user/signInSource.store.ts'

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

/** Where a password comes from: a browser, named if its cookie has a name, at an address; or somebody who is signed in already. */
export type SignInFrom = { readonly browser: string | null; readonly address: string } | 'SESSION'

/** Returns the person who signs in, null for none, or that too many sign in at once. */
export type SignInCheck = (name: string, password: string, from: SignInFrom) => Promise<RightPassword | 'TOO_BUSY' | null>

/** Returns the sign-in check. Its answer is the same for an unknown name, a wrong password and a locked account. */
export function createSignInCheck(database: Database, check: typeof isPasswordOf = isPasswordOf): SignInCheck {
  const deps: SignInDeps = { database, now: Date.now, isPasswordOf: check }
  const semaphore = createSemaphore(MAX_PARALLEL_CHECKS)
  return async (name, password, from) =>
    semaphore.waiting() >= MAX_WAITING_CHECKS ? 'TOO_BUSY' : semaphore.run(() => checkPassword({ name, password, from }, deps))
}

/** A name (address or login) with the password that goes with it, perhaps. */
export type PasswordTry = { readonly name: string; readonly password: string; readonly from: SignInFrom }

/**
 * Returns the user with this name and password, or null. Unknown, locked and wrong take the same steps: one read, one hash, two writes. Failures are
 * counted by where they come from, so that a stranger locks only strangers out. A locked place is refused with the right password too, and failures
 * while locked do not count. With a second factor the right password forgets no failures, or its owner could guess codes without limit.
 */
export async function checkPassword({ name, password, from }: PasswordTry, deps: SignInDeps): Promise<RightPassword | null> {
  const { database, now } = deps
  const { credentials, found } = await database.inSystem(async (tx) => ({
    credentials: await findCredentials(tx, name),
    found: await findSources(tx, name, candidatesOf(from)),
  }))
  const isRight = await deps.isPasswordOf(password, credentials?.passwordHash ?? null)
  const at = now()
  const counted = countedOf(from, found)
  const locks = [credentials?.lockedUntil, ...found.filter((one) => counted.includes(one.source)).map((one) => one.lockedUntil)]
  const isLocked = locks.some((until) => until != null && until > at)
  if (credentials !== null && isRight && !isLocked) {
    const { userId, isTwoFactorOn } = credentials
    if (!isTwoFactorOn) {
      await database.inSystem(async (tx) => {
        await clearFailures(tx, userId)
        await clearSources(tx, userId, counted)
      })
    }
    return { userId, needsSecondFactor: isTwoFactorOn }
  }
  await database.inSystem(async (tx) => {
    const failed = await addSourceFailures(tx, name, { sources: isLocked ? [] : counted, at })
    const ends = failed.map(({ source, failures }) => ({
      source,
      until: at + (source === STRANGERS ? strangersLockMs(failures) : lockMs(failures)),
    }))
    await lockSources(
      tx,
      name,
      ends.filter(({ until }) => until > at),
    )
  })
  return null
}

const SESSION = 'session'

function candidatesOf(from: SignInFrom): readonly string[] {
  if (from === 'SESSION') return [SESSION]
  return [...(from.browser === null ? [] : [from.browser]), from.address, STRANGERS]
}

/** A browser that the person signed in with before is counted alone; any other one with its address and with all strangers. */
function countedOf(from: SignInFrom, found: readonly SignInSource[]): readonly string[] {
  if (from === 'SESSION') return [SESSION]
  const known = found.find((one) => one.source === from.browser && one.isKnown)
  return known === undefined ? [from.address, STRANGERS] : [known.source]
}
