import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { violatedConstraint } from '#server/db/uniqueViolation.ts'

/** A key as it is stored with what was asked. */
export type StoredRequest = { readonly userId: UserId; readonly operation: string; readonly contentHash: string }

const KEPT = '30 days'
/** A claim clears away this many old keys at most, so that it stays quick. */
const CLEARED_AT_ONCE = 100

const PRIMARY_KEY = 'request_key_pkey'

/** Says that a key was used before; its transaction is over. */
export class KeyUsed extends Error {}

/**
 * Returns whether the key is new, and stores it then. A transaction that holds the same key is awaited: when it fails, the key is new again. Keys of
 * the company that are older than 30 days go in the same statement.
 */
export async function claimKey(tenant: Tenant, key: string, request: StoredRequest): Promise<boolean> {
  const rows = await claiming(tenant, key, request, sql`on conflict do nothing`).execute(tenant.tx)
  return rows.rows.length > 0
}

/**
 * Returns true and stores the key as claimKey does. Where it was used before, it throws KeyUsed and ends the transaction: what was sent behind it is not
 * done and waits for no lock.
 */
export async function claimNewKey(tenant: Tenant, key: string, request: StoredRequest): Promise<true> {
  try {
    await claiming(tenant, key, request, sql``).execute(tenant.tx)
    return true
  } catch (error) {
    throw violatedConstraint(error) === PRIMARY_KEY ? new KeyUsed('the key was used before', { cause: error }) : error
  }
}

function claiming({ companyId }: Tenant, key: string, { userId, operation, contentHash }: StoredRequest, onConflict: RawBuilder<unknown>) {
  return sql`with old as (select key from request_key where company_id = ${companyId}
        and created_on < now() - ${KEPT}::interval limit ${CLEARED_AT_ONCE} for update skip locked),
      cleared as (delete from request_key r using old where r.company_id = ${companyId} and r.key = old.key)
    insert into request_key (company_id, key, user_id, operation, content_hash)
      values (${companyId}, ${key}, ${userId}, ${operation}, ${contentHash})
      ${onConflict} returning key`
}

/** Returns what was asked with the key, and what was answered. */
export async function findRequest(tenant: Tenant, key: string): Promise<(StoredRequest & { readonly answer: unknown }) | null> {
  const rows = await sql<{
    user_id: UserId
    operation: string
    content_hash: string
    answer: unknown
  }>`select user_id, operation, content_hash, answer
    from request_key where company_id = ${tenant.companyId} and key = ${key}`.execute(tenant.tx)
  const [row] = rows.rows
  return row ? { userId: row.user_id, operation: row.operation, contentHash: row.content_hash, answer: row.answer } : null
}

/** Stores the answer of the act that the key was claimed for. */
export async function keepAnswer(tenant: Tenant, key: string, answer: unknown): Promise<void> {
  await sql`update request_key set answer = ${JSON.stringify(answer)}::jsonb where company_id = ${tenant.companyId} and key = ${key}`.execute(
    tenant.tx,
  )
}
