import { DAY_MS } from '#engine/time/durations.ts'
import { askToStay } from '../outbox/askToStay.ts'
import { finished, keptOpen } from '../outbox/indexedDb.ts'

/** What is kept on this device under its key, of one account in one company. */
export type KeptRow = { readonly key: string; readonly owner: string; /** UTC ms by the clock of this device. */ readonly madeAt: number }

export type KeptRows<Row extends KeptRow> = {
  /** Returns the row of the key; null = it is not kept, or no longer. */
  get(key: string): Promise<Row | null>
  /** Returns all rows. */
  list(): Promise<readonly Row[]>
  /** Keeps the row in the place of the one before; rejects where the device has no room. */
  put(row: Row): Promise<void>
  remove(key: string): Promise<void>
}

const DATABASE = 'trueline.checklists'
const STORES = ['drafts', 'photos', 'runs'] as const
/** One more with each store that is added. */
const VERSION = 2
/** What nobody sent by then is no longer taken (domain.md CL-10). */
const KEPT_MS = 14 * DAY_MS

const open = keptOpen({ factory: () => indexedDB, name: DATABASE, upgrade: addStores, version: VERSION })

function addStores(database: IDBDatabase): void {
  for (const store of STORES) if (!database.objectStoreNames.contains(store)) database.createObjectStore(store, { keyPath: 'key' })
}

/** Returns the rows of a store in the browser's database, which outlive a reload and the end of the browser. */
export function keptRows<Row extends KeptRow>(name: (typeof STORES)[number], isRow: (value: unknown) => value is Row): KeptRows<Row> {
  const inStore = async <Answer>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => IDBRequest<Answer>): Promise<Answer> => {
    const transaction = (await open()).transaction(name, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(name))
    await finished(transaction)
    return request.result
  }
  const remove = async (key: string): Promise<void> => {
    await inStore('readwrite', (rows) => rows.delete(key))
  }
  return {
    get: async (key) => {
      const row: unknown = await inStore('readonly', (rows) => rows.get(key))
      return isRow(row) ? row : null
    },
    list: async () => {
      const found: readonly unknown[] = await inStore('readonly', (rows) => rows.getAll())
      const rows = found.filter(isRow)
      const old = rows.filter(({ madeAt }) => madeAt < Date.now() - KEPT_MS)
      for (const { key } of old) await remove(key)
      return rows.filter((row) => !old.includes(row))
    },
    put: async (row) => {
      await inStore('readwrite', (rows) => rows.put(row))
      askToStay()
    },
    remove,
  }
}
