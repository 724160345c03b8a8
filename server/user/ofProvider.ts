import type { Caller } from '#server/access/caller.ts'
import type { Tenant } from '#server/db/database.ts'
import { findProviderRole } from './providerPerson.store.ts'

/** Returns whether the caller answers for the provider: one of its people, and never a key, which is of one company, whoever made it. */
export async function isOfProvider(tx: Tenant['tx'], { apiKeyId, principal }: Pick<Caller, 'principal' | 'apiKeyId'>): Promise<boolean> {
  return apiKeyId === undefined && (await findProviderRole(tx, principal.userId)) !== null
}
