import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { UserId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { listUsers } from '#server/user/user.store.ts'

/** Names of people that are looked up when they are first met. */
export type PeopleNames = {
  /** Looks up those of the ids that are not known yet. */
  learn(ids: readonly (UserId | null)[]): Promise<void>
  /** Returns the name, of a person without one the number; null of nobody. */
  name(id: UserId | null): string | null
}

/** Returns the names of people in the company. A file goes further than a screen, so it has no address; in the demo, where visitors meet, no name either. */
export function createPeopleNames(database: Pick<Database, 'inSystem'>, companyId: string): PeopleNames {
  const names = new Map<UserId, string>()
  return {
    learn: async (ids) => {
      const unknown = [...new Set(ids.flatMap((id) => (id === null || names.has(id) ? [] : [id])))]
      if (unknown.length === 0) return
      for (const { id, firstName, lastName, systemNumber } of await database.inSystem((tx) => listUsers(tx, unknown))) {
        const name = companyId === DEMO_COMPANY_ID ? '' : `${firstName} ${lastName}`.trim()
        names.set(id, name || `#${systemNumber}`)
      }
    },
    name: (id) => (id === null ? null : (names.get(id) ?? null)),
  }
}
