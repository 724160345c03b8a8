import { listAdministrators } from '#server/company/administrators.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import type { Webhook } from './webhook.store.ts'

/** Queues an e-mail to each administrator of the company: the webhook was switched off. In a transaction of the system. */
export async function tellDisabled(tenant: Tenant, { name, url }: Pick<Webhook, 'name' | 'url'>): Promise<void> {
  // The path of an address may hold a key.
  const { host } = new URL(url)
  for (const { email, language, company } of await listAdministrators(tenant))
    await queueEmail(tenant.tx, { kind: 'WEBHOOK_DISABLED', params: { webhook: name, host, company }, to: email, language })
}
