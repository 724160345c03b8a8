import type { CompanyId, UserId } from '#engine/ids.ts'
import { isLanguage, LANGUAGES } from '#engine/user/language.ts'
import { isApiKey } from '#server/apiKey/apiKeySecret.ts'
import { createKeyCheck } from '#server/apiKey/keyCheck.ts'
import type { KeyCheck } from '#server/apiKey/keyCheck.ts'
import type { Topics } from '#server/event/topics.ts'
import { findMembership, listMemberships } from '#server/company/membership.store.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database } from '#server/db/database.ts'
import { companyOfRequest } from '#server/identity/principal.ts'
import type { Principal } from '#server/identity/principal.ts'
import { findVerification } from '#server/user/account.store.ts'
import type { AccountVerification } from '#server/user/account.store.ts'

/** How long a membership is believed without asking the database again; what this process changes itself is forgotten at once. */
const CACHE_MS = 5_000
const MAX_CACHED = 10_000

/**
 * How far the caller is authenticated: not signed in; signed in with an unproven address; the same, within the company whose administrator made
 * the account; signed in with a proven address.
 */
export type AuthLevel = 'NOBODY' | 'UNPROVEN' | 'COMPANY' | 'PROVEN'

/** The caller of a request, and the company it is for. */
export type Caller = {
  readonly principal: Principal
  readonly membership: Membership | null
  readonly authLevel: AuthLevel
  readonly language: string
  /** Who works at the station whose account asks, as the request says; nobody has checked it. */
  readonly actingUserId?: string
  /** The key that a program asks with; absent when the person asks. */
  readonly apiKeyId?: string
}

export type CallerRequest = {
  readonly authorization: string | undefined
  readonly schemaCode: string | undefined
  readonly language: string | undefined
  /** Whether an open connection asks whether it may stay, not a new request. */
  readonly isRecheck?: boolean
}

/** Finds out who asks and for which company; null = HTTP 401. */
export type CallerFinder = (asked: CallerRequest) => Promise<Caller | null>

type Deps = {
  readonly database: Database
  readonly verifyAccessToken: (token: string) => Promise<Principal | null>
  readonly topics: Pick<Topics, 'memberChanges'>
  readonly now: () => number
}
type Cached = { readonly membership: Membership | null; readonly until: number }

/** The cache, and the number of changes seen: an answer that was loading during a change is not cached. */
type Memory = { readonly entries: Map<string, Cached>; changes: number }

/**
 * Returns a finder that verifies the bearer (token or API key) and looks up the membership: in the company of header and token, else in the user's
 * first. An unknown company and one without membership both give no caller.
 */
export function createCallerFinder(deps: Deps): CallerFinder {
  const memory: Memory = { entries: new Map(), changes: 0 }
  deps.topics.memberChanges.subscribe(({ companyId, userId }) => {
    memory.changes++
    for (const key of [keyOf(userId, companyId), keyOf(userId, null)]) memory.entries.delete(key)
  })
  const accounts: Accounts = new Map()
  const checkKey = createKeyCheck(deps)
  return async ({ authorization, schemaCode, language, isRecheck = false }) => {
    const token = bearerOf(authorization)
    if (token !== null && isApiKey(token)) return keyCaller(checkKey, token, { schemaCode, language, isRecheck })
    const principal = token === null ? null : await deps.verifyAccessToken(token)
    if (principal === null) return null
    const asked = schemaCode?.trim() ?? ''
    const companyId = companyOfRequest(principal, asked)
    const isNoneNamed = asked === '' && principal.companyId === null && principal.onlyCompanyIds === undefined
    if (companyId === null && !isNoneNamed) return null
    // An open connection that asks again asks because something may have changed.
    if (isRecheck) memory.entries.delete(keyOf(principal.userId, companyId))
    const membership = await cached(memory, deps, principal.userId, companyId)
    if (membership === null && companyId !== null) return null
    const account = await knownAccount(accounts, deps, principal)
    if (account === null) return null
    const authLevel = authLevelOf(account, membership, principal)
    // Until the address is proven, nobody's member; what is left to do is in the scope `account`.
    return { principal, membership: authLevel === 'UNPROVEN' ? null : membership, authLevel, language: languageOf(language) }
  }
}

/** The same for an API key, which is tied to its company. */
async function keyCaller(
  checkKey: KeyCheck,
  bearer: string,
  { schemaCode, language, isRecheck }: Omit<CallerRequest, 'authorization'> & { readonly isRecheck: boolean },
): Promise<Caller | null> {
  const asked = schemaCode?.trim() ?? ''
  const holder = await checkKey(bearer, { companyId: asked === '' ? null : asked, isRecheck })
  if (holder === null) return null
  const { userId, companyId, membership, apiKeyId } = holder
  // A key belongs to a company; whatever leads out of it is closed to keys anyway.
  return { principal: { userId, companyId }, membership, authLevel: 'COMPANY', language: languageOf(language), apiKeyId }
}

/** Accounts of proven addresses and living sessions, by both, with the time until which they are believed. */
type Accounts = Map<string, { readonly account: AccountVerification; readonly until: number }>

/** Returns the account behind a token; null when it is gone or the token's session has ended. */
async function knownAccount(accounts: Accounts, deps: Deps, { userId, sessionId = null }: Principal): Promise<AccountVerification | null> {
  const key = `${userId}/${sessionId ?? ''}`
  const now = deps.now()
  const present = accounts.get(key)
  if (present && present.until > now) return present.account
  const account = await deps.database.inSystem((tx) => findVerification(tx, userId, sessionId))
  if (accounts.size >= MAX_CACHED) accounts.clear()
  // Who has to prove the address may do so with the next request.
  if (account?.isEmailVerified === true) accounts.set(key, { account, until: now + CACHE_MS })
  else accounts.delete(key)
  return account
}

/** An issuer that speaks for some companies only proves nobody to others. */
function authLevelOf(
  { isEmailVerified, madeByCompanyId }: AccountVerification,
  membership: Membership | null,
  principal: Principal,
): AuthLevel {
  if (isEmailVerified) return principal.onlyCompanyIds === undefined ? 'PROVEN' : 'COMPANY'
  return membership !== null && membership.companyId === madeByCompanyId ? 'COMPANY' : 'UNPROVEN'
}

async function cached(memory: Memory, deps: Deps, userId: UserId, companyId: CompanyId | null): Promise<Membership | null> {
  const { entries, changes } = memory
  const key = keyOf(userId, companyId)
  const now = deps.now()
  const present = entries.get(key)
  if (present && present.until > now) return present.membership
  const membership = await deps.database.inSystem(async (tx) =>
    companyId === null ? ((await listMemberships(tx, userId))[0] ?? null) : findMembership(tx, companyId, userId),
  )
  if (entries.size >= MAX_CACHED) entries.clear()
  // Who is no member yet may become one with the next request: registerCompany does it.
  if (membership !== null && memory.changes === changes) entries.set(key, { membership, until: now + CACHE_MS })
  return membership
}

function keyOf(userId: UserId, companyId: CompanyId | null): string {
  return `${userId}/${companyId ?? ''}`
}

/** Returns the token of an Authorization header, or null. */
export function bearerOf(authorization: string | undefined): string | null {
  const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '') ?? []
  return token ?? null
}

/** Returns the language of an Accept-Language header, the default one when it names none of ours. */
export function languageOf(header: string | undefined): string {
  const wanted = (header ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return wanted.find(isLanguage) ?? LANGUAGES[0]
}
