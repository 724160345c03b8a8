import { currentZoneName, isTimeZone } from '#engine/company/timeZone.ts'
import type { UserId } from '#engine/ids.ts'
import { isLanguage } from '#engine/user/language.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { updateUserSettings } from './userSettings.store.ts'

/**
 * Stores a person's time zone and e-mail language. null or missing leaves a field; an empty time zone is the company's. Refuses INVALID_FORMAT per
 * field, and USER_NOT_FOUND.
 */
export async function changeUserSettings(
  database: Database,
  userId: UserId,
  wanted: { readonly timeZone?: string | null | undefined; readonly language?: string | null | undefined },
): Promise<void> {
  const timeZone = wanted.timeZone == null ? undefined : currentZoneName(wanted.timeZone.trim())
  if (timeZone !== undefined && timeZone !== '' && !isTimeZone(timeZone)) {
    throw new Refusal({ code: 'INVALID_FORMAT', field: 'timeZone', params: { example: 'Europe/Warsaw' } })
  }
  const language = wanted.language ?? undefined
  if (language !== undefined && !isLanguage(language)) {
    throw new Refusal({ code: 'INVALID_FORMAT', field: 'language', params: { example: 'en' } })
  }
  const change = {
    ...(timeZone !== undefined && { timeZone: timeZone === '' ? null : timeZone }),
    ...(language !== undefined && { language }),
  }
  if (!(await database.inSystem((tx) => updateUserSettings(tx, userId, change)))) throw new Refusal({ code: 'USER_NOT_FOUND' })
}
