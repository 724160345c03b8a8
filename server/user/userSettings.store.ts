import type { Transaction } from 'kysely'
import type { ColumnsOf } from '#engine/fields/fieldTable.ts'
import type { UserId } from '#engine/ids.ts'
import type { REGION_FIELDS } from '#engine/user/personFields.ts'
import type { DB } from '#server/db/schema.ts'

/** Stores the settings of the person; returns whether there is such a person. */
export async function updateUserSettings(tx: Transaction<DB>, userId: UserId, columns: ColumnsOf<typeof REGION_FIELDS>): Promise<boolean> {
  const row = await tx
    .updateTable('app_user')
    // A column that is set to itself keeps an empty change a statement.
    .set({ id: userId, ...columns })
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
