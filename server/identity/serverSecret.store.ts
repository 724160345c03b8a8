import type { Transaction } from 'kysely'
import type { DB } from '#server/db/schema.ts'

/** Returns the stored secret of the name; the first caller's proposal becomes the secret. */
export async function keepSecret(tx: Transaction<DB>, name: string, proposal: string): Promise<string> {
  await tx
    .insertInto('server_secret')
    .values({ name, value: proposal })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await tx.selectFrom('server_secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
