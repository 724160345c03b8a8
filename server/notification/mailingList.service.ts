import { NOTIFICATION_TYPES } from '#engine/notification/notificationType.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import { isLanguage } from '#engine/user/language.ts'
import type { Database } from '#server/db/database.ts'
import { emailTextsOf } from '#server/mail/emailTexts.ts'
import type { MailingList, Unsubscribing } from '#server/mail/unsubscribe.ts'
import { listUsers } from '#server/user/user.store.ts'
import { endEmailsOf, isMemberOf, takeEmailsBack } from './people.store.ts'

export const NOTIFICATION_LIST = 'NOTIFICATION'
const BETWEEN = '+'

/** Returns the key under which e-mails of these types are ended. */
export function listKey(types: readonly NotificationType[]): string {
  return [...new Set(types)].toSorted().join(BETWEEN)
}

/** Has people end e-mails of types of notifications by the link in one, and get them again as before by it (domain.md AL-15); the inbox and devices stay as they are. */
export function endNotificationMails(
  unsubscribing: Pick<Unsubscribing, 'handle'>,
  database: Pick<Database, 'inSystem' | 'inTenant'>,
): void {
  const asked =
    (emailFrom: 'AS_BEFORE' | 'NEVER' | null): MailingList['leave'] =>
    async ({ companyId, key, userId }) => {
      const types = NOTIFICATION_TYPES.filter((type) => key.split(BETWEEN).includes(type))
      const isMember = await database.inTenant(companyId, async (tenant) => {
        if (!(await isMemberOf(tenant, userId))) return false
        if (emailFrom === null) return true
        if (emailFrom === 'NEVER') await endEmailsOf(tenant, userId, types)
        else await takeEmailsBack(tenant, userId, types)
        return true
      })
      const [user] = isMember && types.length > 0 ? await database.inSystem((tx) => listUsers(tx, [userId])) : []
      if (user === undefined) return null
      const language = isLanguage(user.language) ? user.language : 'en'
      const { notificationTypes } = emailTextsOf(language)
      return { language, name: types.map((type) => notificationTypes[type]).join(', ') }
    }
  unsubscribing.handle(NOTIFICATION_LIST, { name: asked(null), leave: asked('NEVER'), comeBack: asked('AS_BEFORE') })
}
