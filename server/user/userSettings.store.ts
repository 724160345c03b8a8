import type { Transaction } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import type { Language } from '#engine/user/language.ts'
import type { DB } from '#server/db/schema.ts'

/** A person's choices; missing fields stay, and a null time zone is the company's. */
export type UserSettingsChange = { readonly timeZone?: string | null; readonly language?: Language }

/** Stores the settings of the person; returns whether there is such a person. */
export async function updateUserSettings(tx: Transaction<DB>, userId: UserId, change: UserSettingsChange): Promise<boolean> {
  const row = await tx
    .updateTable('app_user')
    .set({
      // A column that is set to itself keeps an empty change a statement.
      id: userId,
      ...(change.timeZone !== undefined && { time_zone: change.timeZone }),
      ...(change.language !== undefined && { language: change.language }),
    })
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
