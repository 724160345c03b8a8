import { keyWarning } from '#engine/integration/keyEnd.ts'
import { isOfDemo } from '#server/company/mayAsk.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import type { EmailContent } from '#server/mail/emailKind.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import { listAdministrators } from '#server/company/administrators.store.ts'
import { listEndingKeys, storeKeyTold, takeFailed } from './attention.store.ts'
import type { ToldIntegration } from './attention.store.ts'

type Deps = { readonly database: Database; readonly publicUrl: string; readonly now: () => number }

/**
 * Tells administrators by e-mail, once each, of integrations whose runs ended by failures, and of keys that end in 14, 3 and 0 days (domain.md IN-16).
 * Whoever sets an integration up sees its failure, so nothing is told before it ran.
 */
export async function tellAttention({ database, publicUrl, now }: Deps): Promise<void> {
  const link = `${publicUrl}/integrations`
  await database.inSystem(async (tx) => {
    const at = new Date(now())
    for (const one of await takeFailed(tx, at))
      await tell(database, tx, one, (company) => ({ kind: 'INTEGRATION_FAILED', params: { link, company, integration: one.name } }))
    for (const one of await listEndingKeys(tx, at)) {
      const due = keyWarning(one.daysLeft, one.told)
      if (due === null) continue
      await storeKeyTold(tx, one, due)
      const params = { link, integration: one.name, day: one.day }
      await tell(database, tx, one, (company) => ({ kind: 'INTEGRATION_KEY_ENDS', params: { ...params, company } }))
    }
  })
}

async function tell(
  database: Database,
  tx: Tenant['tx'],
  { companyId }: ToldIntegration,
  contentOf: (company: string) => EmailContent,
): Promise<void> {
  if (await isOfDemo({ database }, companyId)) return
  for (const { email, language, company } of await listAdministrators({ tx, companyId }))
    await queueEmail(tx, { ...contentOf(company), to: email, language })
}
