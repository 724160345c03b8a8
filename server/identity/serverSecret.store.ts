import type { Transaction } from 'kysely'
import type { DB } from '#server/db/schema.ts'
import type { Sealed, Vault } from '#server/vault.ts'

/** What the value of a sealed secret begins with. */
export const SEALED = 'sealed:'

/** Returns the stored secret of the name, which lies sealed; the first caller's proposal becomes the secret. One of before that lies in clear is sealed. */
export async function keepSecret(tx: Transaction<DB>, vault: Vault, name: string, proposal: string): Promise<string> {
  const sealed = (text: string) => SEALED + vault.seal(text, ownerOfServerSecret(name))
  const present = await readSecret(tx, name)
  if (present === undefined) {
    await tx
      .insertInto('server_secret')
      .values({ name, value: sealed(proposal) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  } else if (!present.startsWith(SEALED)) {
    await tx
      .updateTable('server_secret')
      .set({ value: sealed(present) })
      .where('name', '=', name)
      .where('value', '=', present)
      .execute()
  }
  const stored = (present?.startsWith(SEALED) === true ? present : await readSecret(tx, name)) ?? ''
  return vault.open(stored.slice(SEALED.length), ownerOfServerSecret(name))
}

/** Returns one of the sealed secrets, by which a key is tried; null where there is none yet. */
export async function findSealed(tx: Transaction<DB>): Promise<Sealed | null> {
  const row = await tx
    .selectFrom('server_secret')
    .select(['name', 'value'])
    .where('value', 'like', `${SEALED}%`)
    .orderBy('name')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { sealed: row.value.slice(SEALED.length), owner: ownerOfServerSecret(row.name) }
}

async function readSecret(tx: Transaction<DB>, name: string): Promise<string | undefined> {
  return (await tx.selectFrom('server_secret').select('value').where('name', '=', name).executeTakeFirst())?.value
}

/** Returns what a secret of the server is sealed for: one that is copied into the row of another opens nothing. */
export function ownerOfServerSecret(name: string): string {
  return `server_secret ${name}`
}
