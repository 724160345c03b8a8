import { currentZoneName } from '#engine/company/timeZone.ts'
import type { ChangeOf } from '#engine/fields/fieldTable.ts'
import type { UserId } from '#engine/ids.ts'
import { REGION_FIELDS } from '#engine/user/personFields.ts'
import { checkedColumns } from '#server/checkedColumns.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { updateUserSettings } from './userSettings.store.ts'

/**
 * Stores a person's time zone and e-mail language. null or missing leaves a field; an empty time zone is the company's. Refuses INVALID_FORMAT per
 * field, and USER_NOT_FOUND.
 */
export async function changeUserSettings(database: Database, userId: UserId, wanted: ChangeOf<typeof REGION_FIELDS>): Promise<void> {
  const timeZone = wanted.timeZone == null ? undefined : currentZoneName(wanted.timeZone.trim())
  const columns = checkedColumns(REGION_FIELDS, { ...wanted, timeZone })
  if (!(await database.inSystem((tx) => updateUserSettings(tx, userId, columns)))) throw new Refusal({ code: 'USER_NOT_FOUND' })
}
