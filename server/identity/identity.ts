import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createLocalJWKSet, errors } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Config } from '#server/config.ts'
import type { Topics } from '#server/event/topics.ts'
import type { Database } from '#server/db/database.ts'
import { createPageReader } from '#server/http/pageSettings.ts'
import type { Logger } from '#server/log.ts'
import type { PartState } from '#server/partState.ts'
import { removeEndedLinks } from '#server/user/oneTimeLink.store.ts'
import { sendResetEmail } from '#server/user/password.service.ts'
import { checkSecondFactor } from '#server/user/twoFactor.service.ts'
import { removeOldSources } from '#server/user/signInSource.store.ts'
import { removeOldAnswers } from '#server/user/takenName.store.ts'
import { findUserByEmail, hasUsers } from '#server/user/user.store.ts'
import { registerAccountRoutes } from './accountRoutes.ts'
import { createAttemptLimiter } from './attemptLimiter.ts'
import { createOrigins, parseIssuer } from './authority.ts'
import type { Origins } from './authority.ts'
import { registerAccountPages } from './identityPage.ts'
import { registerInteractionRoutes } from './interactionRoutes.ts'
import { createEmailRequests } from './emailRequests.ts'
import type { EmailRequests } from './emailRequests.ts'
import { registerNoAccountPage } from './noAccountPage.ts'
import { removeExpired } from './oidcPayload.store.ts'
import type { Principal } from './principal.ts'
import { createProviders } from './providers.ts'
import type { Providers } from './providers.ts'
import { registerProviderRoutes } from './providerRoutes.ts'
import { everyHere } from '#server/jobs/everyHere.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { keepSecret } from './serverSecret.store.ts'
import { DEMO_PEOPLE, shutOutDemoPeople } from './seedDemoPeople.ts'
import { createSignInCheck } from './signIn.service.ts'
import { keepSigningKeys } from './signingKey.store.ts'
import type { SigningKey } from './signingKey.store.ts'
import { embeddedIssuer, externalIssuer, verifyToken } from './tokenVerifier.ts'
import type { IssuerRow } from './tokenVerifier.ts'
import { registerUserinfoRoute } from './userinfoRoute.ts'

/** Who people are: the embedded provider with its screens, and the check of every access token. */
export type Identity = {
  /** Adds the routes below /identity. */
  register(app: FastifyInstance): Promise<void>
  /** Returns who a bearer token speaks for, or null when it is not to be trusted. */
  verifyAccessToken(token: string): Promise<Principal | null>
  /** Ready with a key to sign with and a page to sign in on. */
  state(): PartState
  /** Reads the signing keys again, e.g. after a rotation. */
  reloadKeys(): Promise<void>
  /** Resolves when every e-mail that was asked for is queued. */
  settled(): Promise<void>
  close(): Promise<void>
}

export type IdentityDeps = {
  readonly config: Config
  readonly database: Database
  readonly log: Logger
  /** Called when a person joined a company by invitation. */
  readonly topics?: Pick<Topics, 'memberChanges'>
  /** Where upkeep is done; left out = nowhere. */
  readonly jobs?: Pick<Jobs, 'every'>
  readonly pagePath?: string
}

const PAGE_PATH = join(import.meta.dirname, '../../dist/web/identity.html')
const NOBODY_YET =
  'nobody can sign in yet: create the first company with "node tools/newCompany.ts --name <company> --email <administrator>"'
/** A token with an unknown key makes us read the keys again, but not more often than this. */
const RELOAD_AT_MOST_EVERY_MS = 30_000
const ADDRESS_LIMIT = { failures: 20, windowMs: 60_000 }

/** Returns the identity part, with its keys and secrets kept in the database; makes them at the first start. */
export async function createIdentity(deps: IdentityDeps): Promise<Identity> {
  const { config, database, log } = deps
  const origins = createOrigins(config.publicUrl)
  if (config.port !== 0) origins.addPort(config.port)
  const newCookieKey = randomBytes(32).toString('base64url')
  const cookieKeys = [await database.inSystem((tx) => keepSecret(tx, database.vault, 'identity_cookie_key', newCookieKey))]
  const keys = await openKeys(database)
  const providers = createProviders({ database, log, cookieKeys, keys: keys.current() })
  keys.onChange((current) => providers.renew({ database, log, cookieKeys, keys: current }))
  const rows: readonly IssuerRow[] = [
    embeddedIssuer((issuer) => parseIssuer(issuer, origins) !== null, keys.get),
    ...config.trustedIssuers.map(externalIssuer),
  ]
  const findUserId = (email: string) => database.inSystem(async (tx) => (await findUserByEmail(tx, email))?.id ?? null)
  const verifyAccessToken = (token: string) => verifyToken(token, rows, { findUserId, log })
  if (!config.demo) {
    await shutOutDemoPeople(database)
    const demoAddresses = DEMO_PEOPLE.map((person) => person.email)
    if (!(await database.inSystem((tx) => hasUsers(tx, demoAddresses)))) log.warn(NOBODY_YET)
  }
  const resetDeps = { database, config, now: Date.now }
  const emailRequests = createEmailRequests({ database, log, send: (request) => sendResetEmail(resetDeps, request) })
  // The rows are everybody's, so one process removes them; the keys in memory are this one's.
  deps.jobs?.every('IDENTITY_UPKEEP', { next: (now) => now + HOUR_MS }, () =>
    database.inSystem(async (tx) => {
      await removeExpired(tx)
      await removeEndedLinks(tx)
      await removeOldSources(tx)
      await removeOldAnswers(tx)
    }),
  )
  const reloading = everyHere({ kind: 'SIGNING_KEYS', everyMs: HOUR_MS, log, work: keys.reload })
  return {
    register: (app) => register(app, { ...deps, origins, providers, emailRequests, verifyAccessToken }),
    verifyAccessToken,
    state: () => stateOf(keys.current().length, deps.pagePath ?? PAGE_PATH),
    reloadKeys: keys.reload,
    settled: () => emailRequests.settled(),
    close: async () => {
      await reloading.end()
      await emailRequests.settled()
    },
  }
}

function stateOf(keyCount: number, pagePath: string): PartState {
  if (keyCount === 0) return { status: 'down', detail: 'no signing key' }
  if (!existsSync(pagePath)) return { status: 'degraded', detail: 'the sign-in page is not built' }
  return { status: 'ready', detail: `${keyCount} signing key${keyCount === 1 ? '' : 's'}` }
}

type RegisterDeps = IdentityDeps &
  Pick<Identity, 'verifyAccessToken'> & {
    readonly origins: Origins
    readonly providers: Providers
    readonly emailRequests: EmailRequests
  }

async function register(app: FastifyInstance, deps: RegisterDeps): Promise<void> {
  const { database, origins, providers } = deps
  app.addHook('onListen', () => {
    const address = app.server.address()
    if (typeof address === 'object' && address !== null) origins.addPort(address.port)
  })
  const limiter = createAttemptLimiter(ADDRESS_LIMIT)
  const readPage = createPageReader(deps.pagePath ?? PAGE_PATH, deps.config)
  await app.register(async (scope) => registerProviderRoutes(scope, { providers, origins }))
  await app.register(async (scope) => {
    registerUserinfoRoute(scope, deps)
    registerAccountPages(scope, readPage)
    registerNoAccountPage(scope)
    registerAccountRoutes(scope, {
      database,
      origins,
      emailRequests: deps.emailRequests,
      config: deps.config,
      now: Date.now,
      memberJoined: (joined) => deps.topics?.memberChanges.publish(joined),
    })
    registerInteractionRoutes(scope, {
      database,
      origins,
      providers,
      limiter,
      checkSignIn: createSignInCheck(database),
      checkSecondFactor: (userId, code) => checkSecondFactor({ database, now: Date.now }, userId, code),
      readPage,
    })
  })
}

type Keys = {
  readonly get: JWTVerifyGetKey
  current(): readonly SigningKey[]
  reload(): Promise<void>
  onChange(listener: (keys: readonly SigningKey[]) => void): void
}

/** The keys in memory; another process may have rotated them, so an unknown one is looked up in the database before it is refused. */
async function openKeys(database: Database): Promise<Keys> {
  const read = () => database.inSystem((tx) => keepSigningKeys(tx, database.vault))
  let keys = await read()
  let local = createLocalJWKSet({ keys: keys.map(publicPart) })
  let readAt = Date.now()
  let changed: (keys: readonly SigningKey[]) => void = () => undefined
  const reload = async () => {
    const before = keys
    keys = await read()
    readAt = Date.now()
    local = createLocalJWKSet({ keys: keys.map(publicPart) })
    if (before.map((key) => key.kid).join() !== keys.map((key) => key.kid).join()) changed(keys)
  }
  return {
    current: () => keys,
    reload,
    onChange: (listener) => (changed = listener),
    get: async (header, token) => {
      try {
        return await local(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || Date.now() - readAt < RELOAD_AT_MOST_EVERY_MS) throw error
        await reload()
        return local(header, token)
      }
    },
  }
}

function publicPart({ kty, kid, alg, use, n, e }: SigningKey) {
  return { kty, kid, alg, use, n, e }
}
