import { sql } from 'kysely'
import { STORED_SECRETS } from '#engine/integration/integrationForm.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { ownerOfServerSecret, SEALED } from '#server/identity/serverSecret.store.ts'
import { ownerOfSigningKey } from '#server/identity/signingKey.store.ts'
import type { StoredSecret } from '#server/integration/integration.store.ts'
import { ownerOfIntegrationSecret } from '#server/integration/integrationDeps.ts'
import { ownerOfBrowser } from '#server/notification/push/subscription.store.ts'
import type { Vault } from '#server/vault.ts'
import { ownerOfWebhookSecret } from '#server/webhook/webhook.store.ts'

/** How many secrets are sealed with the new key now, how many were already, and how many browsers are sealed with a key that is lost. */
export type Resealed = { readonly resealed: number; readonly already: number; readonly lost: number }

type Tx = Parameters<Parameters<Database['inSystem']>[0]>[0]

/**
 * Seals each secret of the database that the key of `from` opens with that of `to`, in one transaction, and returns how many. What the new key opens stays; what
 * neither opens is refused, and then nothing is changed; but browsers of which neither opens the keys are left as they are, and counted.
 */
export async function resealSecrets(database: Pick<Database, 'inSystem'>, from: Vault, to: Vault): Promise<Resealed> {
  let [resealed, already, lost] = [0, 0, 0]
  const anew = (sealed: string, owner: string): string => {
    if (opens(to, sealed, owner)) {
      already++
      return sealed
    }
    const text = from.open(sealed, owner)
    resealed++
    return to.seal(text, owner)
  }
  await database.inSystem(async (tx) => {
    await resealServer(tx, anew)
    await resealWebhooks(tx, anew)
    lost = await resealBrowsers(tx, { anew, opens: (sealed, owner) => opens(to, sealed, owner) || opens(from, sealed, owner) })
    await resealIntegrations(tx, anew)
  })
  return { resealed, already, lost }
}

type Anew = (sealed: string, owner: string) => string

async function resealServer(tx: Tx, anew: Anew): Promise<void> {
  for (const { name, value } of await tx.selectFrom('server_secret').select(['name', 'value']).orderBy('name').forUpdate().execute()) {
    // One of before that lies in clear is sealed at the next start.
    if (!value.startsWith(SEALED)) continue
    const sealed = SEALED + anew(value.slice(SEALED.length), ownerOfServerSecret(name))
    await tx.updateTable('server_secret').set({ value: sealed }).where('name', '=', name).execute()
  }
  for (const { kid, jwk } of await tx.selectFrom('signing_key').select(['kid', 'jwk']).orderBy('kid').forUpdate().execute())
    if (typeof jwk === 'string')
      await tx
        .updateTable('signing_key')
        .set({ jwk: JSON.stringify(anew(jwk, ownerOfSigningKey(kid))) })
        .where('kid', '=', kid)
        .execute()
}

async function resealWebhooks(tx: Tx, anew: Anew): Promise<void> {
  type Row = { readonly companyId: CompanyId; readonly id: string; readonly sealed: string; readonly before: string | null }
  const { rows } = await sql<Row>`select company_id as "companyId", id, sealed, sealed_before as before from webhook
    order by company_id, id for update`.execute(tx)
  for (const { companyId, id, sealed, before } of rows) {
    const owner = ownerOfWebhookSecret(companyId, id)
    await sql`update webhook set sealed = ${anew(sealed, owner)}, sealed_before = ${before === null ? null : anew(before, owner)}
      where company_id = ${companyId} and id = ${id}::uuid`.execute(tx)
  }
}

/** Returns how many are opened by neither key: such a person adds the browser anew. */
async function resealBrowsers(
  tx: Tx,
  { anew, opens: isOpened }: { readonly anew: Anew; readonly opens: (sealed: string, owner: string) => boolean },
): Promise<number> {
  let lost = 0

  type Row = { readonly companyId: CompanyId; readonly hash: string; readonly sealed: string }
  const { rows } = await sql<Row>`select company_id as "companyId", endpoint_hash as hash, sealed from push_subscription
    order by company_id, endpoint_hash for update`.execute(tx)
  for (const { companyId, hash, sealed } of rows) {
    const owner = ownerOfBrowser(companyId, hash)
    if (isOpened(sealed, owner))
      await sql`update push_subscription set sealed = ${anew(sealed, owner)}
        where company_id = ${companyId} and endpoint_hash = ${hash}`.execute(tx)
    else lost++
  }
  return lost
}

async function resealIntegrations(tx: Tx, anew: Anew): Promise<void> {
  type Row = { readonly companyId: CompanyId; readonly id: string; readonly secrets: Readonly<Record<string, StoredSecret | undefined>> }
  const { rows } =
    await sql<Row>`select company_id as "companyId", id, secrets from integration order by company_id, id for update`.execute(tx)
  for (const { companyId, id, secrets } of rows) {
    const sealed: Record<string, StoredSecret> = {}
    for (const name of STORED_SECRETS) {
      const stored = secrets[name]
      if (stored !== undefined) sealed[name] = { ...stored, sealed: anew(stored.sealed, ownerOfIntegrationSecret(companyId, id, name)) }
    }
    await sql`update integration set secrets = secrets || ${JSON.stringify(sealed)}::jsonb
      where company_id = ${companyId} and id = ${id}::uuid`.execute(tx)
  }
}

function opens(vault: Vault, sealed: string, owner: string): boolean {
  try {
    vault.open(sealed, owner)
    return true
  } catch {
    return false
  }
}
