import type { Database } from '#server/db/database.ts'
import type { PartState } from '#server/partState.ts'
import { countPushTrouble } from './pushTrouble.store.ts'

/** Returns how messages to browsers do: degraded while push services refuse the keys of the installation, or do not take messages, which wait. */
export async function pushState(database: Pick<Database, 'inSystem'>, now: number): Promise<PartState> {
  const { refused, waiting } = await database.inSystem((tx) => countPushTrouble(tx, now))
  const detail = [
    ...(refused === 0 ? [] : [`push services refuse our keys: ${refused} messages within a day`]),
    ...(waiting === 0 ? [] : [`${waiting} messages wait to be tried again`]),
  ].join(', ')
  return detail === '' ? { status: 'ready' } : { status: 'degraded', detail }
}
