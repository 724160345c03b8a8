import { finished, keptOpen } from './indexedDb.ts'
import type { OutboxEntry } from './outboxEntry.ts'

/** Where entries are kept. Each change is done whole or not at all. */
export type EntryStore = {
  /** Returns the entries of the owner in the order in which they were added. */
  list(owner: string): Promise<readonly OutboxEntry[]>
  add(entries: readonly Omit<OutboxEntry, 'id'>[]): Promise<void>
  change(change: { readonly remove: readonly number[]; readonly put: readonly OutboxEntry[] }): Promise<void>
  /** Returns whether there was no place for entries when this page opened it: none was ever kept, or the browser threw all away. */
  isMadeAnew(): Promise<boolean>
}

const DATABASE = 'trueline.outbox'
const ENTRIES = 'entries'
const BY_OWNER = 'owner'

/** Returns the store in the browser's database; it is opened when it is first used. */
export function createEntryStore(factory: IDBFactory = indexedDB): EntryStore {
  let isMadeAnew = false
  const open = keptOpen({
    factory: () => factory,
    name: DATABASE,
    upgrade: (database) => {
      isMadeAnew = true
      database.createObjectStore(ENTRIES, { keyPath: 'id', autoIncrement: true }).createIndex(BY_OWNER, BY_OWNER)
    },
  })
  const inStore = async <Answer>(
    mode: IDBTransactionMode,
    work: (entries: IDBObjectStore) => IDBRequest<Answer> | null,
  ): Promise<Answer | null> => {
    const transaction = (await open()).transaction(ENTRIES, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(ENTRIES))
    await finished(transaction)
    return request === null ? null : request.result
  }
  return {
    isMadeAnew: async () => {
      await open()
      return isMadeAnew
    },
    list: async (owner) => {
      const found = await inStore<unknown[]>('readonly', (entries) => entries.index(BY_OWNER).getAll(owner))
      return (found ?? []).filter(isEntry).toSorted((left, right) => left.id - right.id)
    },
    add: async (added) => {
      await inStore('readwrite', (entries) => {
        for (const entry of added) entries.add(entry)
        return null
      })
    },
    change: async ({ remove, put }) => {
      await inStore('readwrite', (entries) => {
        for (const id of remove) entries.delete(id)
        for (const entry of put) {
          // One that somebody gave up meanwhile stays given up.
          const there = entries.getKey(entry.id)
          there.onsuccess = () => {
            if (there.result !== undefined) entries.put(entry)
          }
        }
        return null
      })
    },
  }
}

/** Entries of an older version that cannot be read are left alone. */
function isEntry(value: unknown): value is OutboxEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'key' in value &&
    typeof value.key === 'string' &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    'madeAt' in value &&
    typeof value.madeAt === 'number' &&
    'body' in value &&
    'refusal' in value
  )
}
