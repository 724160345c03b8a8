import type { Database, Tenant } from '#server/db/database.ts'
import type { MailingList, Unsubscribing, Unsubscription } from '#server/mail/unsubscribe.ts'
import { isLanguage } from '#engine/user/language.ts'
import { listUsers } from '#server/user/user.store.ts'
import { REPORT_LIST } from '../delivery.service.ts'
import { reportTextsOf } from '../reportTexts.ts'
import { findSubscription, setLeft } from './subscription.store.ts'

/** Has people leave subscriptions by the link in an e-mail, and come back by it. */
export function endReportMails(
  unsubscribing: Pick<Unsubscribing, 'handle'>,
  database: Pick<Database, 'inSystem' | 'inTenant'>,
  now: () => number = Date.now,
): void {
  const asked =
    (act: (tenant: Tenant, id: number, by: Unsubscription) => Promise<unknown>): MailingList['leave'] =>
    async (by) => {
      const id = Number(by.key)
      const found = await database.inTenant(by.companyId, async (tenant) => {
        const subscription = await findSubscription(tenant, id)
        if (subscription?.recipients.some(({ userId }) => userId === by.userId) !== true) return null
        await act(tenant, id, by)
        return subscription
      })
      const [user] = found === null ? [] : await database.inSystem((tx) => listUsers(tx, [by.userId]))
      if (found === null || user === undefined) return null
      const language = isLanguage(user.language) ? user.language : 'en'
      return { language, name: reportTextsOf(language).titles[found.type] }
    }
  unsubscribing.handle(REPORT_LIST, {
    name: asked(() => Promise.resolve()),
    leave: asked((tenant, id, { userId }) => setLeft(tenant, id, userId, new Date(now()))),
    comeBack: asked((tenant, id, { userId }) => setLeft(tenant, id, userId, null)),
  })
}
