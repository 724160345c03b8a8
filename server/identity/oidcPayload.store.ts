import { sql } from 'kysely'
import { errors } from './oidcLibrary.ts'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import type { Transaction } from 'kysely'

/** Returns the provider's storage for one of its models: sessions, grants, codes and refresh tokens as rows of oidc_payload. */
export function createOidcAdapter(database: Database, model: string): Adapter {
  const find = async (column: 'id' | 'uid' | 'user_code', value: string) =>
    hasNul(value) ? undefined : database.inSystem((tx) => findPayload(tx, model, column, value))
  return {
    find: (id) => find('id', id),
    findByUid: (uid) => find('uid', uid),
    findByUserCode: (userCode) => find('user_code', userCode),
    upsert: async (id, payload, expiresIn) => {
      if (hasNul(payload)) throw new errors.InvalidRequest('a parameter holds the character NUL')
      await database.inSystem((tx) => upsertPayload(tx, { model, id, payload, expiresIn }))
    },
    destroy: (id) => database.inSystem((tx) => destroyPayload(tx, model, id)),
    revokeByGrantId: (grantId) => database.inSystem((tx) => revokeGrant(tx, grantId)),
    consume: async (id) => {
      const isFirst = await database.inSystem((tx) => consumePayload(tx, model, id))
      if (!isFirst) throw new errors.InvalidGrant('the token was used already')
    },
  }
}

/** The database keeps no text with a NUL: it would look like a failure of ours. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNul)
}

/** Returns how many expired rows were removed. */
export async function removeExpired(tx: Transaction<DB>): Promise<number> {
  const result = await tx
    .deleteFrom('oidc_payload')
    .where('expires_on', '<', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Lets a sign-in session and its grant live for so many seconds from now; a session that has ended stays ended. */
export async function extendSession(tx: Transaction<DB>, sessionUid: string, grantId: string, seconds: number): Promise<void> {
  const until = Math.floor(Date.now() / 1000) + seconds
  await sql`
    update oidc_payload set expires_on = to_timestamp(${until}), payload = jsonb_set(payload, '{exp}', to_jsonb(${until}::bigint))
    where ((model = 'Session' and uid = ${sessionUid}) or (model = 'Grant' and id = ${grantId})) and expires_on < to_timestamp(${until})
  `.execute(tx)
}

async function findPayload(
  tx: Transaction<DB>,
  model: string,
  column: 'id' | 'uid' | 'user_code',
  value: string,
): Promise<AdapterPayload | undefined> {
  const row = await tx
    .selectFrom('oidc_payload')
    .select(['payload', 'consumed_on'])
    .where('model', '=', model)
    .where(column, '=', value)
    .executeTakeFirst()
  if (row === undefined || typeof row.payload !== 'object' || row.payload === null || Array.isArray(row.payload)) return undefined
  const consumed = row.consumed_on === null ? {} : { consumed: Math.floor(row.consumed_on.getTime() / 1000) }
  return { ...row.payload, ...consumed }
}

type Upsert = {
  readonly model: string
  readonly id: string
  readonly payload: AdapterPayload
  readonly expiresIn: number | undefined
}

async function upsertPayload(tx: Transaction<DB>, { model, id, payload, expiresIn }: Upsert): Promise<void> {
  const values = {
    payload: JSON.stringify(payload),
    grant_id: payload.grantId ?? null,
    user_code: payload.userCode ?? null,
    uid: payload.uid ?? null,
    expires_on: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
  }
  await tx
    .insertInto('oidc_payload')
    .values({ model, id, ...values })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
    .execute()
}

/** Marks as used; the loser of a race is a replay like any later one, so the grant falls with it. */
async function consumePayload(tx: Transaction<DB>, model: string, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('oidc_payload')
    .set({ consumed_on: sql<Date>`now()` })
    .where('model', '=', model)
    .where('id', '=', id)
    .where('consumed_on', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (row !== undefined) return true
  const used = await tx.selectFrom('oidc_payload').select('grant_id').where('model', '=', model).where('id', '=', id).executeTakeFirst()
  if (used?.grant_id) {
    await revokeGrant(tx, used.grant_id)
    await destroyPayload(tx, 'Grant', used.grant_id)
  }
  return false
}

async function destroyPayload(tx: Transaction<DB>, model: string, id: string): Promise<void> {
  await tx.deleteFrom('oidc_payload').where('model', '=', model).where('id', '=', id).execute()
}

/** A grant covers codes and refresh tokens alike; they go together. */
async function revokeGrant(tx: Transaction<DB>, grantId: string): Promise<void> {
  await tx.deleteFrom('oidc_payload').where('grant_id', '=', grantId).execute()
}
