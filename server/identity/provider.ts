import { errors, interactionPolicy, Provider } from './oidcLibrary.ts'
import type { Account, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { RETRY_AFTER_SECONDS } from '#server/http/errors.ts'
import type { Logger } from '#server/log.ts'
import { IDENTITY_PATH, issuerOf } from './authority.ts'
import type { Authority } from './authority.ts'
import { createOidcAdapter, extendSession } from './oidcPayload.store.ts'
import { errorPage, signedOutPage, signOutPage } from './pages.ts'
import { readSessionProfile } from './sessionProfile.ts'
import type { SigningKey } from './signingKey.store.ts'

export const WEB_CLIENT_ID = 'trueline-web'
export const API_AUDIENCE = 'api'
/** Every access token of the first-party client carries it; the API asks for it. */
export const API_SCOPE = 'api'

const SCOPES = ['openid', 'company', 'profile', 'offline_access', 'roles', API_SCOPE] as const

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
const ACCESS_TOKEN_SECONDS = 15 * MINUTE
/** With "remember me"; otherwise the browser forgets at its end, and we after a day without use. */
const REMEMBERED_SECONDS = 30 * DAY
const UNREMEMBERED_SECONDS = DAY

export type ProviderDeps = {
  readonly database: Database
  readonly log: Logger
  readonly keys: readonly SigningKey[]
  readonly cookieKeys: readonly string[]
}

/** Returns the OpenID provider of one authority. Providers share keys, storage and cookies, so a person who switches the company signs in once. */
export function createProvider(authority: Authority, deps: ProviderDeps): Provider {
  const provider = new Provider(issuerOf(authority), configuration(authority, deps))
  provider.proxy = true // the mount writes the forwarded headers itself, from the checked origin
  provider.use(answerOutage)
  provider.on('server_error', (_ctx, error) => deps.log.error({ err: error }, 'the identity provider failed'))
  provider.on('grant.success', (ctx) => {
    extendOnRefresh(ctx, deps).catch((error: unknown) => deps.log.warn({ err: error }, 'a sign-in session could not be prolonged'))
  })
  return provider
}

/** A failure of ours is no answer of the protocol: with an OAuth error a client would take its session for lost instead of trying again. */
async function answerOutage(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  if (ctx.status !== 500) return
  ctx.status = 503
  ctx.type = 'text/plain'
  ctx.set('retry-after', String(RETRY_AFTER_SECONDS))
  ctx.body = 'Trueline cannot answer right now; the same request may succeed later.'
}

/** Each company has a resource of its own, all with the audience of the API: a refresh token of one company is of no use at the authority of another. */
function resourceOf(authority: Authority): string {
  return authority.companyId === null ? 'urn:trueline:api' : `urn:trueline:api:${authority.companyId}`
}

function configuration(authority: Authority, deps: ProviderDeps): Configuration {
  return {
    adapter: (model) => createOidcAdapter(deps.database, model),
    jwks: { keys: deps.keys },
    clients: [firstPartyClient(authority)],
    scopes: SCOPES,
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      company: ['company_id', 'company_name', 'company_info'],
      roles: ['role'],
    },
    conformIdTokenClaims: false,
    findAccount: (ctx, sub) => findAccount(ctx, sub, authority, deps.database),
    loadExistingGrant: (ctx) => grantToFirstParty(ctx, resourceOf(authority)),
    extraTokenClaims: (ctx, token) => accessTokenClaims(ctx, token, authority, deps.database),
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => true,
    rotateRefreshToken: (ctx) => refuseOtherResource(ctx, resourceOf(authority)),
    responseTypes: ['code'],
    interactions: { url: (_ctx, interaction) => `${IDENTITY_PATH}/interaction/${interaction.uid}`, policy: signInPolicy() },
    cookies: cookies(deps.cookieKeys),
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: MINUTE,
      IdToken: 60 * MINUTE,
      Interaction: 60 * MINUTE,
      RefreshToken: REMEMBERED_SECONDS,
      Grant: REMEMBERED_SECONDS,
      Session: (_ctx, session) => (session.transient === true ? UNREMEMBERED_SECONDS : REMEMBERED_SECONDS),
    },
    discovery: { userinfo_endpoint: `${issuerOf(authority)}/userinfo` },
    clientBasedCORS: (_ctx, origin) => origin === authority.origin, // browsers name the origin of every POST, also to their own site
    renderError: errorPage,
    features: features(authority),
  }
}

function firstPartyClient(authority: Authority) {
  return {
    client_id: WEB_CLIENT_ID,
    client_name: 'Trueline',
    application_type: 'web' as const,
    token_endpoint_auth_method: 'none' as const,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
    redirect_uris: [`${authority.origin}/signin-oidc`],
    post_logout_redirect_uris: [`${authority.origin}/signout-oidc`],
    scope: SCOPES.join(' '),
  }
}

function features(authority: Authority): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false }, // it refuses tokens that have an audience; userinfoRoute.ts answers instead
    revocation: { enabled: true },
    rpInitiatedLogout: { enabled: true, logoutSource: signOutPage, postLogoutSuccessSource: signedOutPage },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resourceOf(authority),
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, indicator) => {
        if (indicator !== resourceOf(authority)) throw new errors.InvalidTarget()
        return {
          scope: SCOPES.join(' '),
          audience: API_AUDIENCE,
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }
      },
    },
  }
}

function cookies(keys: readonly string[]): NonNullable<Configuration['cookies']> {
  return {
    keys,
    names: { session: 'trueline_session', interaction: 'trueline_interaction', resume: 'trueline_resume' },
    long: { httpOnly: true, sameSite: 'lax', signed: true, path: IDENTITY_PATH },
    // Without a path of its own each interaction keeps to its own address, so that two tabs can sign in at once.
    short: { httpOnly: true, sameSite: 'lax', signed: true },
  }
}

/** The library asks for a token's resource only after it used the token up; asked here, a refused request leaves the token good. */
function refuseOtherResource(ctx: KoaContextWithOIDC, resource: string): true {
  const granted = ctx.oidc.entities.RefreshToken?.resource
  const asked = ctx.oidc.params?.['resource']
  const isOurs = (value: unknown) => [value].flat().includes(resource)
  if (!isOurs(granted) || (asked !== undefined && !isOurs(asked))) throw new errors.InvalidTarget()
  return true
}

/** Asks to sign in again when the person behind a session no longer exists. */
function signInPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('account_gone', 'the signed-in person no longer exists', 'login_required', (ctx) => {
      return ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined
    }),
  )
  return policy
}

async function findAccount(ctx: KoaContextWithOIDC, sub: string, authority: Authority, database: Database): Promise<Account | undefined> {
  const answer = await readSessionProfile(database, asId<UserId>(sub), authority.companyId)
  switch (answer.kind) {
    case 'profile':
      return { accountId: sub, claims: () => ({ ...answer.profile }) }
    case 'unknown-user':
      return undefined
    case 'not-a-member':
      // At the authorization endpoint the client hears why; at the token endpoint undefined makes the grant invalid.
      if (ctx.oidc.route === 'authorization' || ctx.oidc.route === 'resume') throw new errors.AccessDenied('not a member of this company')
      return undefined
  }
}

/** The first-party client needs no consent screen. One grant per session, so that a replayed token ends the whole session. */
async function grantToFirstParty(ctx: KoaContextWithOIDC, resource: string) {
  const { session, client, provider, account } = ctx.oidc
  if (session === undefined || client === undefined || account === undefined) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const present = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant =
    present?.accountId === account.accountId ? present : new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  grant.addOIDCScope(SCOPES.join(' '))
  grant.addResourceScope(resource, SCOPES.join(' '))
  await grant.save()
  return grant
}

async function accessTokenClaims(ctx: KoaContextWithOIDC, token: object, authority: Authority, database: Database) {
  const sub = ctx.oidc.account?.accountId
  if (sub === undefined) return undefined
  const answer = await readSessionProfile(database, asId<UserId>(sub), authority.companyId)
  if (answer.kind !== 'profile') throw new errors.InvalidGrant('not a member of this company')
  const sessionId = 'sessionUid' in token && typeof token.sessionUid === 'string' ? token.sessionUid : undefined
  return { tenant: answer.profile.company_id ?? undefined, role: answer.profile.role ?? undefined, sid: sessionId }
}

/** A refresh prolongs the session and its grant, so that working people stay signed in. */
async function extendOnRefresh(ctx: KoaContextWithOIDC, deps: ProviderDeps): Promise<void> {
  const token = ctx.oidc.entities.RotatedRefreshToken
  if (token?.sessionUid === undefined || token.grantId === undefined) return
  const { sessionUid, grantId } = token
  const session = await ctx.oidc.provider.Session.findByUid(sessionUid)
  const seconds = session?.transient === true ? UNREMEMBERED_SECONDS : REMEMBERED_SECONDS
  await deps.database.inSystem((tx) => extendSession(tx, sessionUid, grantId, seconds))
}
