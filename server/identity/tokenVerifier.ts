import { createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { TrustedIssuer } from '#server/config.ts'
import type { Logger } from '#server/log.ts'
import { Refusal } from '#server/refusal.ts'
import { companyOfPath } from './authority.ts'
import type { Principal } from './principal.ts'
import { API_AUDIENCE, API_SCOPE } from './provider.ts'

/** One row of the table of trusted issuers. The unverified `iss` only chooses the row; everything else is checked against it. */
export type IssuerRow = {
  readonly isIssuer: (issuer: string) => boolean
  readonly keys: JWTVerifyGetKey
  readonly algorithms: readonly string[]
  /** null = the issuer writes no audience of ours; then the scope has to tell. */
  readonly audience: string | null
  readonly requiredScope: string | null
  readonly typ: string | null
  readonly claimMap: ClaimMap
  /** Whether the company in the issuer's path must be the company of the token. */
  readonly hasCompanyInPath: boolean
  readonly onlyCompanyIds: readonly CompanyId[]
}

/** Which claims say who it is: our own user id, or an e-mail address to look up. */
export type ClaimMap = {
  readonly user: { readonly claim: string; readonly is: 'id' | 'email' }
  readonly company: string | null
  readonly session: string | null
}

export type FindUserId = (email: string) => Promise<UserId | null>

const ASYMMETRIC = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const
const CLOCK_TOLERANCE_SECONDS = 5
/** Codes of the library for an issuer that is late, and one that answers another status than 200. */
const AWAY_CODES: ReadonlySet<string> = new Set([errors.JWKSTimeout.code, errors.JOSEError.code])
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the row of the embedded provider. */
export function embeddedIssuer(isIssuer: (issuer: string) => boolean, keys: JWTVerifyGetKey): IssuerRow {
  return {
    isIssuer,
    keys,
    algorithms: ['RS256'],
    audience: API_AUDIENCE,
    requiredScope: API_SCOPE,
    typ: 'at+jwt',
    claimMap: { user: { claim: 'sub', is: 'id' }, company: 'tenant', session: 'sid' },
    hasCompanyInPath: true,
    onlyCompanyIds: [],
  }
}

/** Returns the row of a customer's own provider from the settings; its people are known by their e-mail address. */
export function externalIssuer(issuer: TrustedIssuer): IssuerRow {
  return {
    isIssuer: (text) => text === issuer.issuer,
    keys: remoteKeys(issuer),
    algorithms: ASYMMETRIC,
    audience: issuer.audience,
    requiredScope: issuer.requiredScope,
    typ: null,
    claimMap: { user: { claim: issuer.emailClaim, is: 'email' }, company: null, session: null },
    hasCompanyInPath: false,
    onlyCompanyIds: issuer.companyIds.map((id) => asId<CompanyId>(id)),
  }
}

/**
 * Returns the principal of the access token, or null for any invalid token: unknown issuer, key, algorithm, audience, time, scope or company.
 * Refuses with SERVICE_UNAVAILABLE while the issuer's keys cannot be fetched.
 */
export async function verifyToken(
  token: string,
  rows: readonly IssuerRow[],
  deps: { readonly findUserId: FindUserId; readonly log: Logger },
): Promise<Principal | null> {
  const row = chooseRow(token, rows)
  if (row === undefined) return null
  try {
    const { payload } = await jwtVerify(token, row.keys, {
      algorithms: [...row.algorithms],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'iss'],
      ...(row.audience === null ? {} : { audience: row.audience }),
      ...(row.typ === null ? {} : { typ: row.typ }),
    })
    return await principalOf(payload, row, deps.findUserId)
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    deps.log.debug({ code: error.code }, 'an access token was refused')
    return null
  }
}

function chooseRow(token: string, rows: readonly IssuerRow[]): IssuerRow | undefined {
  try {
    const { iss } = decodeJwt(token)
    return iss === undefined ? undefined : rows.find((row) => row.isIssuer(iss))
  } catch {
    return undefined // not a JWT at all
  }
}

async function principalOf(payload: JWTPayload, row: IssuerRow, findUserId: FindUserId): Promise<Principal | null> {
  if (row.requiredScope !== null && !scopesOf(payload).includes(row.requiredScope)) return null
  const companyId = companyOfClaim(payload, row)
  const pathCompany = row.hasCompanyInPath ? companyOfPath(new URL(payload.iss ?? '').pathname) : null
  if (pathCompany !== null && pathCompany !== companyId) return null
  const userId = await userOf(payload, row, findUserId)
  if (userId === null) return null
  return {
    userId,
    companyId,
    sessionId: row.claimMap.session === null ? null : textClaim(payload, row.claimMap.session),
    ...(row.onlyCompanyIds.length === 0 ? {} : { onlyCompanyIds: row.onlyCompanyIds }),
  }
}

function companyOfClaim(payload: JWTPayload, row: IssuerRow): CompanyId | null {
  const claim = row.claimMap.company === null ? null : textClaim(payload, row.claimMap.company)
  return claim === null ? null : asId<CompanyId>(claim)
}

async function userOf(payload: JWTPayload, row: IssuerRow, findUserId: FindUserId): Promise<UserId | null> {
  const { claim, is } = row.claimMap.user
  const text = textClaim(payload, claim)
  if (text === null) return null
  if (is === 'id') return UUID.test(text) ? asId<UserId>(text) : null
  // Some providers write the word.
  const isUnproven = payload['email_verified'] === false || payload['email_verified'] === 'false'
  return isUnproven ? null : findUserId(text)
}

/** A scope is one text or, with some providers, a list. */
function scopesOf(payload: JWTPayload): readonly unknown[] {
  const scope = payload['scope'] ?? payload['scp']
  if (typeof scope === 'string') return scope.split(' ')
  return Array.isArray(scope) ? scope : []
}

function textClaim(payload: JWTPayload, name: string): string | null {
  const value = payload[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The keys are fetched at the first token; an address that is not given is read from the discovery document. */
function remoteKeys(issuer: TrustedIssuer): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | undefined
  return async (header, token) => {
    keys ??= discoverJwksUrl(issuer).then((url) => createRemoteJWKSet(url))
    keys.catch(() => (keys = undefined))
    try {
      const getKey = await keys
      return await getKey(header, token)
    } catch (error) {
      throw isIssuerAway(error) ? new Refusal({ code: 'SERVICE_UNAVAILABLE' }, { cause: error }) : error
    }
  }
}

/** An issuer that does not answer says nothing about a token: with a 401 its people would lose their sign-in. */
function isIssuerAway(error: unknown): boolean {
  return !(error instanceof errors.JOSEError) || AWAY_CODES.has(error.code)
}

async function discoverJwksUrl(issuer: TrustedIssuer): Promise<URL> {
  if (issuer.jwksUrl !== null) return new URL(issuer.jwksUrl)
  const response = await fetch(`${issuer.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(5000),
  })
  const document: unknown = await response.json()
  const url = typeof document === 'object' && document !== null && 'jwks_uri' in document ? document.jwks_uri : undefined
  if (typeof url !== 'string') throw new errors.JWKSInvalid(`the discovery document of ${issuer.issuer} names no jwks_uri`)
  return new URL(url)
}
