import type { UserId } from '#engine/ids.ts'
import { PERSON_FIELDS } from '#engine/user/personFields.ts'
import type { PersonForm } from '#engine/user/personFields.ts'
import { checkedColumns } from '#server/checkedColumns.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { ownAccount } from './password.service.ts'
import { updatePerson } from './user.store.ts'
import type { User } from './user.store.ts'

/** Returns the person with new names and phone; refuses REQUIRED, LENGTH_OUT_OF_RANGE and the PHONE_… codes per field, USER_NOT_FOUND and DEMO_ACCOUNT. */
export async function updateUser(database: Database, userId: UserId, form: PersonForm): Promise<User> {
  const columns = checkedColumns(PERSON_FIELDS, form)
  await ownAccount(database, userId)
  const user = await database.inSystem((tx) => updatePerson(tx, userId, columns))
  if (user === null) throw new Refusal({ code: 'USER_NOT_FOUND' })
  return user
}
