import type { UserId } from '#engine/ids.ts'
import { passwordProblems } from '#engine/user/password.ts'
import { personFormProblems, trimPersonForm } from '#engine/user/person.ts'
import type { PersonForm } from '#engine/user/person.ts'
import type { Database } from '#server/db/database.ts'
import { checkPassword } from '#server/identity/signIn.service.ts'
import { Refusal } from '#server/refusal.ts'
import { hashPassword, isPasswordOf } from './passwordHash.ts'
import { endSessions } from './signInSession.store.ts'
import { findUser, updateNames, updatePasswordHash } from './user.store.ts'
import type { User } from './user.store.ts'

/** Returns the person with new names and phone; refuses REQUIRED, LENGTH_OUT_OF_RANGE and the PHONE_… codes per field, and USER_NOT_FOUND. */
export async function updateUser(database: Database, userId: UserId, form: PersonForm): Promise<User> {
  const trimmed = trimPersonForm(form)
  const [problem] = personFormProblems(trimmed)
  if (problem !== undefined) throw new Refusal(problem)
  const user = await database.inSystem((tx) => updateNames(tx, userId, trimmed))
  if (user === null) throw new Refusal({ code: 'USER_NOT_FOUND' })
  return user
}

/**
 * Changes the password and ends the person's other sign-in sessions. Refuses WRONG_PASSWORD (field oldPassword), which counts like a failed sign-in,
 * and the PASSWORD_… codes of the rule for passwords (field newPassword).
 */
export async function changePassword(
  database: Database,
  caller: { readonly userId: UserId; readonly sessionId?: string | null },
  passwords: { readonly oldPassword: string; readonly newPassword: string },
): Promise<void> {
  const [problem] = passwordProblems(passwords.newPassword, 'newPassword')
  if (problem !== undefined) throw new Refusal(problem)
  const user = await database.inSystem((tx) => findUser(tx, caller.userId))
  if (user === null) throw new Refusal({ code: 'USER_NOT_FOUND' })
  const userId = await checkPassword(user.email, passwords.oldPassword, { database, now: Date.now, isPasswordOf })
  if (userId === null) throw new Refusal({ code: 'WRONG_PASSWORD', field: 'oldPassword' })
  const passwordHash = await hashPassword(passwords.newPassword)
  await database.inSystem(async (tx) => {
    await updatePasswordHash(tx, userId, passwordHash)
    await endSessions(tx, userId, caller.sessionId ?? null)
  })
}
