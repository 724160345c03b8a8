import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { errors, Provider } from './oidcLibrary.ts'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import type { Transaction } from 'kysely'

/**
 * For so long the very last refresh token may be used again: a phone whose answer was lost asks once more with the token that it has. Two tabs that
 * renew at once are the same case.
 */
const GRACE_SECONDS = 30

/** Models whose id is what a client shows; only its hash is kept. */
const HASHED_MODELS: ReadonlySet<string> = new Set(['AuthorizationCode', 'RefreshToken'])

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
      const parent = model === 'RefreshToken' ? (Provider.ctx?.oidc.entities.RotatedRefreshToken?.jti ?? null) : null
      await database.inSystem((tx) => upsertPayload(tx, { model, id, payload, expiresIn, parent }))
    },
    destroy: (id) => database.inSystem((tx) => destroyPayload(tx, model, id)),
    revokeByGrantId: (grantId) => database.inSystem((tx) => revokeGrant(tx, grantId)),
    consume: async (id) => {
      const isGood = await database.inSystem((tx) => consumePayload(tx, model, id))
      if (!isGood) throw new errors.InvalidGrant('the token was used already')
    },
  }
}

function keyOf(model: string, id: string): string {
  return HASHED_MODELS.has(model) ? createHash('sha256').update(id).digest('hex') : id
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
    .select(['id', 'payload', 'consumed_on', 'family', 'generation'])
    .where('model', '=', model)
    .where(column, '=', column === 'id' ? keyOf(model, value) : value)
    .executeTakeFirst()
  if (row === undefined || typeof row.payload !== 'object' || row.payload === null || Array.isArray(row.payload)) return undefined
  const usedOn = await unforgivenUse(tx, row)
  const consumed = usedOn === null ? {} : { consumed: Math.floor(usedOn.getTime() / 1000) }
  return { ...row.payload, ...(column === 'id' && { jti: value }), ...consumed }
}

type Upsert = {
  readonly model: string
  readonly id: string
  readonly payload: AdapterPayload
  readonly expiresIn: number | undefined
  /** The refresh token that this one is made from. */
  readonly parent: string | null
}

async function upsertPayload(tx: Transaction<DB>, { model, id, payload, expiresIn, parent }: Upsert): Promise<void> {
  const key = keyOf(model, id)
  const { jti: _id, ...rest } = payload
  const values = {
    payload: JSON.stringify(HASHED_MODELS.has(model) ? rest : payload),
    grant_id: payload.grantId ?? null,
    user_code: payload.userCode ?? null,
    uid: payload.uid ?? null,
    expires_on: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
    ...(model === 'RefreshToken' && (await lineage(tx, key, parent))),
  }
  await tx
    .insertInto('oidc_payload')
    .values({ model, id: key, ...values })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
    .execute()
}

type Lineage = { readonly family: string | null; readonly generation: number | null }

async function lineage(tx: Transaction<DB>, key: string, parent: string | null): Promise<Lineage> {
  const row =
    parent === null
      ? undefined
      : await tx
          .selectFrom('oidc_payload')
          .select(['family', 'generation'])
          .where('model', '=', 'RefreshToken')
          .where('id', '=', keyOf('RefreshToken', parent))
          .executeTakeFirst()
  return row === undefined ? { family: key, generation: 0 } : { family: row.family, generation: (row.generation ?? 0) + 1 }
}

/**
 * Returns whether the token may be used now, and marks it as used. One that was used before is a replay, so the grant falls with it; only the last
 * refresh token of its family may be used again within the grace.
 */
async function consumePayload(tx: Transaction<DB>, model: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('oidc_payload')
    .select(['id', 'grant_id', 'consumed_on', 'family', 'generation'])
    .where('model', '=', model)
    .where('id', '=', keyOf(model, id))
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return false
  if ((await unforgivenUse(tx, row)) === null) {
    await tx
      .updateTable('oidc_payload')
      .set({ consumed_on: sql<Date>`coalesce(consumed_on, clock_timestamp())` })
      .where('model', '=', model)
      .where('id', '=', row.id)
      .execute()
    return true
  }
  if (row.grant_id !== null) {
    await revokeGrant(tx, row.grant_id)
    await destroyPayload(tx, 'Grant', row.grant_id)
  }
  return false
}

/**
 * Returns when the token was used up, null while it is good. What was made from one refresh token twice, because the first answer was lost, is of one
 * generation: the first of them that is used supersedes the others.
 */
async function unforgivenUse(tx: Transaction<DB>, row: Lineage & { readonly consumed_on: Date | null }): Promise<Date | null> {
  const { family, generation } = row
  if (family === null || generation === null) return row.consumed_on
  const { usedOn, isForgiven } = await tx
    .selectFrom('oidc_payload')
    .select([
      sql<Date | null>`min(consumed_on)`.as('usedOn'),
      sql<
        boolean | null
      >`max(generation) = ${generation} and min(consumed_on) > clock_timestamp() - make_interval(secs => ${GRACE_SECONDS})`.as(
        'isForgiven',
      ),
    ])
    .where('model', '=', 'RefreshToken')
    .where('family', '=', family)
    .where('generation', '>=', generation)
    .where('consumed_on', 'is not', null)
    .executeTakeFirstOrThrow()
  return isForgiven === true ? null : usedOn
}

async function destroyPayload(tx: Transaction<DB>, model: string, id: string): Promise<void> {
  await tx.deleteFrom('oidc_payload').where('model', '=', model).where('id', '=', keyOf(model, id)).execute()
}

/** A grant covers codes and refresh tokens alike; they go together. */
async function revokeGrant(tx: Transaction<DB>, grantId: string): Promise<void> {
  await tx.deleteFrom('oidc_payload').where('grant_id', '=', grantId).execute()
}
