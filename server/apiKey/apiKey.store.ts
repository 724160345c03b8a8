import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

/** A key of a company as its administrators see it; the secret is nowhere. */
export type ApiKey = {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly expiration: Date | null
  /** Whoever created it. */
  readonly userId: UserId
  readonly lastFour: string
  readonly createdOn: Date
  readonly lastUsedOn: Date | null
}

export type NewApiKey = Pick<ApiKey, 'name' | 'description' | 'expiration' | 'userId' | 'lastFour'> & { readonly hash: string }

/** A valid key with its company and its creator. */
export type LiveKey = { readonly id: string; readonly companyId: CompanyId; readonly userId: UserId; readonly lastUsedAt: number | null }

const COLUMNS = [
  ...camelColumns('id', 'name', 'description', 'user_id', 'last_four', 'created_on', 'last_used_on'),
  'expires_on as expiration',
] as const

/** Returns the keys of the company that were not revoked, expired ones too, the newest first. */
export async function listApiKeys(tenant: Tenant): Promise<readonly ApiKey[]> {
  return await tenant.tx
    .selectFrom('api_key')
    .select(COLUMNS)
    .where('company_id', '=', tenant.companyId)
    .where('revoked_on', 'is', null)
    .orderBy('created_on', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns how many keys of the company were not revoked. Until the transaction ends no other counts the company's keys. */
export async function countApiKeys(tenant: Tenant): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`api keys of ${tenant.companyId}`}))`.execute(tenant.tx)
  const row = await tenant.tx
    .selectFrom('api_key')
    .select((key) => key.fn.countAll<number>().as('count'))
    .where('company_id', '=', tenant.companyId)
    .where('revoked_on', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Returns the stored key. */
export async function insertApiKey(tenant: Tenant, key: NewApiKey): Promise<ApiKey> {
  return await tenant.tx
    .insertInto('api_key')
    .values({
      company_id: tenant.companyId,
      user_id: key.userId,
      name: key.name,
      description: key.description,
      expires_on: key.expiration,
      hash: key.hash,
      last_four: key.lastFour,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Returns the key that is revoked by this call; null for an unknown one and for one that was revoked before. */
export async function revokeApiKey(tenant: Tenant, id: string, by: UserId, at: Date): Promise<ApiKey | null> {
  const row = await tenant.tx
    .updateTable('api_key')
    .set({ revoked_on: at, revoked_by: by })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .where('revoked_on', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the key of the hash; null alike for one that never was, was revoked, or has expired by then. */
export async function findLiveKey(tx: Transaction<DB>, hash: string, at: Date): Promise<LiveKey | null> {
  const row = await tx
    .selectFrom('api_key')
    .select(camelColumns('id', 'company_id', 'user_id', 'last_used_on'))
    .where('hash', '=', hash)
    .where('revoked_on', 'is', null)
    .where((key) => key.or([key('expires_on', 'is', null), key('expires_on', '>', at)]))
    .executeTakeFirst()
  return row === undefined
    ? null
    : { id: row.id, companyId: row.companyId, userId: row.userId, lastUsedAt: row.lastUsedOn?.getTime() ?? null }
}

/** Writes down that the key was used. */
export async function markKeyUsed(tx: Transaction<DB>, key: LiveKey, at: Date): Promise<void> {
  await tx.updateTable('api_key').set({ last_used_on: at }).where('company_id', '=', key.companyId).where('id', '=', key.id).execute()
}
