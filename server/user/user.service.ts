import type { UserId } from '#engine/ids.ts'
import { personFormProblems, trimPersonForm } from '#engine/user/person.ts'
import type { PersonForm } from '#engine/user/person.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { ownAccount } from './password.service.ts'
import { updateNames } from './user.store.ts'
import type { User } from './user.store.ts'

/** Returns the person with new names and phone; refuses REQUIRED, LENGTH_OUT_OF_RANGE and the PHONE_… codes per field, USER_NOT_FOUND and DEMO_ACCOUNT. */
export async function updateUser(database: Database, userId: UserId, form: PersonForm): Promise<User> {
  const trimmed = trimPersonForm(form)
  const [problem] = personFormProblems(trimmed)
  if (problem !== undefined) throw new Refusal(problem)
  await ownAccount(database, userId)
  const user = await database.inSystem((tx) => updateNames(tx, userId, trimmed))
  if (user === null) throw new Refusal({ code: 'USER_NOT_FOUND' })
  return user
}
