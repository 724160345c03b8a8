import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import type { DB } from '#server/db/schema.ts'
import type { Vault } from '#server/vault.ts'

const signingJwk = z.object({
  kty: z.literal('RSA'),
  kid: z.string(),
  alg: z.literal('RS256'),
  use: z.literal('sig'),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
})

/** A private key of the provider; RS256, which every client library reads. */
export type SigningKey = z.infer<typeof signingJwk>

const ROTATE_AFTER_DAYS = 90
/** Tokens live for an hour at most, but a sign-out may show an id token of the last month. */
const KEEP_AFTER_ROTATION_DAYS = 60

/** Returns the provider's keys, which lie sealed, the newest (which signs) first. Makes the first key, replaces one older than 90 days and drops those out of use for 60 days. */
export async function keepSigningKeys(tx: Transaction<DB>, vault: Vault): Promise<readonly SigningKey[]> {
  await sql`select pg_advisory_xact_lock(hashtext('signing_key'))`.execute(tx)
  // Who has a backup of before can read a key that lay in clear, so it signs and verifies nothing any more.
  await tx
    .deleteFrom('signing_key')
    .where(sql<string>`jsonb_typeof(jwk)`, '<>', 'string')
    .execute()
  const young = await tx
    .selectFrom('signing_key')
    .select('kid')
    .where('created_on', '>', daysAgo(ROTATE_AFTER_DAYS))
    .limit(1)
    .executeTakeFirst()
  if (young === undefined) await addSigningKey(tx, vault)
  await tx
    .deleteFrom('signing_key')
    .where('created_on', '<', daysAgo(ROTATE_AFTER_DAYS + KEEP_AFTER_ROTATION_DAYS))
    .execute()
  return listSigningKeys(tx, vault)
}

/** Stores a new key, which signs from the next reading of the keys on; older ones go on verifying. */
export async function addSigningKey(tx: Transaction<DB>, vault: Vault): Promise<void> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  const key = signingJwk.parse({ ...jwk, kid, alg: 'RS256', use: 'sig' })
  await tx
    .insertInto('signing_key')
    .values({ kid, jwk: JSON.stringify(vault.seal(JSON.stringify(key), ownerOfSigningKey(kid))), created_on: sql`clock_timestamp()` })
    .execute()
}

/** Returns the provider's keys, the newest first. */
export async function listSigningKeys(tx: Transaction<DB>, vault: Vault): Promise<readonly SigningKey[]> {
  const rows = await tx.selectFrom('signing_key').select(['kid', 'jwk']).orderBy('created_on', 'desc').execute()
  return rows.flatMap(({ kid, jwk }) =>
    typeof jwk === 'string' ? [signingJwk.parse(JSON.parse(vault.open(jwk, ownerOfSigningKey(kid))))] : [],
  )
}

/** Returns what a signing key is sealed for: one that is copied into the row of another opens nothing. */
export function ownerOfSigningKey(kid: string): string {
  return `signing_key ${kid}`
}

function daysAgo(days: number) {
  return sql<Date>`now() - make_interval(days => ${days})`
}
