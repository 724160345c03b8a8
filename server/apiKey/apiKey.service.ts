import { apiKeyProblems, trimApiKeyForm } from '#engine/apiKey/apiKeyForm.ts'
import type { ApiKeyForm } from '#engine/apiKey/apiKeyForm.ts'
import type { UserId } from '#engine/ids.ts'
import { writeAudit } from '#server/company/audit.store.ts'
import type { Topics } from '#server/event/topics.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database } from '#server/db/database.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import { Refusal } from '#server/refusal.ts'
import { findUser } from '#server/user/user.store.ts'
import { countApiKeys, insertApiKey, revokeApiKey } from './apiKey.store.ts'
import type { ApiKey } from './apiKey.store.ts'
import { apiKeyHash, newApiKeySecret } from './apiKeySecret.ts'

/** More than programs that a factory runs; a list of keys stays a list that a person can oversee. */
export const MAX_KEYS = 100
const SHOWN_CHARACTERS = 4

type Deps = {
  readonly database: Database
  readonly topics: Pick<Topics, 'memberChanges'>
  readonly now: () => number
}
type Member = Pick<Membership, 'companyId' | 'companyName' | 'userId'>

/** Returns the new key with its secret, which is shown only now. Refuses an invalid form, and TOO_MANY_API_KEYS. */
export async function createApiKey(deps: Deps, member: Member, form: ApiKeyForm): Promise<ApiKey & { readonly secret: string }> {
  const trimmed = trimApiKeyForm(form)
  const [problem] = apiKeyProblems(trimmed, deps.now())
  if (problem !== undefined) throw new Refusal(problem)
  const creator = await deps.database.inSystem((tx) => findUser(tx, member.userId))
  if (creator === null) throw new Refusal({ code: 'USER_NOT_FOUND' })
  const secret = newApiKeySecret()
  const key = await deps.database.inTenant(member.companyId, async (tenant) => {
    if ((await countApiKeys(tenant)) >= MAX_KEYS) throw new Refusal({ code: 'TOO_MANY_API_KEYS', params: { max: MAX_KEYS } })
    const stored = await insertApiKey(tenant, {
      name: trimmed.name,
      description: trimmed.description,
      expiration: trimmed.expiration === null ? null : new Date(trimmed.expiration),
      userId: member.userId,
      hash: apiKeyHash(secret),
      lastFour: secret.slice(-SHOWN_CHARACTERS),
    })
    await writeAudit(tenant, entryOf('CREATE_API_KEY', stored, member.userId, deps.now()))
    // Whoever did not create it learns that somebody else did in their name.
    const params = { name: creator.firstName, key: stored.name, company: member.companyName }
    await queueEmail(tenant.tx, { to: creator.email, language: creator.language, kind: 'API_KEY_CREATED', params })
    return stored
  })
  return { ...key, secret }
}

/** Ends the key at once, in connections of the hub too. Refuses API_KEY_NOT_FOUND for an unknown one and one that was revoked before. */
export async function endApiKey(deps: Deps, member: Member, id: string): Promise<void> {
  const key = await deps.database.inTenant(member.companyId, async (tenant) => {
    const revoked = await revokeApiKey(tenant, id, member.userId, new Date(deps.now()))
    if (revoked === null) throw new Refusal({ code: 'API_KEY_NOT_FOUND', params: { id } })
    await writeAudit(tenant, entryOf('DELETE_API_KEY', revoked, member.userId, deps.now()))
    return revoked
  })
  deps.topics.memberChanges.publish({ companyId: member.companyId, userId: key.userId })
}

function entryOf(action: 'CREATE_API_KEY' | 'DELETE_API_KEY', key: ApiKey, userId: UserId, now: number) {
  return {
    userId,
    at: new Date(now),
    action,
    subject: `apiKey ${key.id}`,
    details: { name: key.name, lastFour: key.lastFour, expiration: key.expiration?.toISOString() ?? null },
  }
}
