import type { ExternalModel } from '#server/assistant/model/externalModel.ts'
import { createGuardedFetch } from '#server/outbound/guardedFetch.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import { performImportTask } from '#server/jobOrder/import/importTask.ts'
import { stopOrdersOfPlace } from '#server/jobOrder/placeEnd.service.ts'
import { latenessReader } from '#server/forecast/lateOrders.service.ts'
import { targetsOfShifts } from '#server/oee/shiftTarget.service.ts'
import { evaluateTasks } from '#server/task/keepTasks.ts'
import { readShiftTimes } from '#server/shift/shiftTimes.ts'
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { Role } from '#engine/access/abilities.ts'
import { ROLES } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, DeviceId, UserId, WorkCenterId } from '#engine/ids.ts'
import { loadConfig } from '#server/config.ts'
import { openRecordsFeed } from '#server/event/recordsFeed.ts'
import { createTopics } from '#server/event/topics.ts'
import type { Database } from '#server/db/database.ts'
import { createApp } from '#server/http/app.ts'
import { type PartCheck, readHealth } from '#server/http/health.ts'
import { embeddedIssuer, verifyToken } from '#server/identity/tokenVerifier.ts'
import { createLog } from '#server/log.ts'
import type { Logger } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import type { LiveBus } from '#server/realtime/liveBus.ts'
import { registerSupervisor } from '#server/realtime/socket.ts'
import { startIngest } from '#server/ingest/ingest.ts'
import { registerPushAnswers } from '#server/notification/push/pushAnswerRoutes.ts'
import { registerPublicPages } from '#server/publicPage/publicPageRoutes.ts'
import type { PublicPageDeps } from '#server/publicPage/publicPageRoutes.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import { INGEST_ELSEWHERE } from '#server/recalculation/ingestPort.ts'
import { registerApi } from '#server/api.ts'
import type { ApiDeps } from '#server/apiDeps.ts'

export const ACME = asId<CompanyId>('ACME1')
export const OTHER = asId<CompanyId>('OTHER')
/** What the settings of the test server say that browsers reach it by. */
export const PUBLIC_URL = 'https://factory.example'
export const ISSUER = 'http://127.0.0.1/identity'

export type TokenOptions = {
  readonly expiresIn?: string
  readonly key?: 'right' | 'wrong' | 'none'
  readonly companyId?: CompanyId | null
  /** By default the one of the company. */
  readonly issuer?: string
  readonly audience?: string
  readonly scope?: string
  readonly type?: string
}

export type Answer = {
  readonly status: number
  /** Empty when the answer has none. */
  readonly data: Readonly<Record<string, unknown>>
  readonly errors: readonly {
    readonly message: string
    readonly extensions: { readonly code: string; readonly field?: string; readonly params?: Record<string, unknown> }
  }[]
}

/** A listening server with API and hub on a database of its own: ACME1 with a user of each role, OTHER with one administrator, no work centers. */
export type TestApi = {
  readonly origin: string
  readonly database: Database
  /** Where devices connect over MQTT; null without ingest. */
  readonly mqttPort: number | null
  /** Of the same database, for what connects by itself. */
  readonly databaseUrl: string
  readonly live: LiveBus
  readonly users: Readonly<Record<Role, UserId>>
  readonly stranger: UserId
  /** What services are given. */
  readonly deps: ApiDeps
  /** Every work center reported as changed by the API. */
  readonly changed: WorkCenterId[]
  /** Works off what waits for recalculation of a work center; without ingest nothing happens. */
  reload(companyId: CompanyId, workCenterId: WorkCenterId): Promise<void>
  /** Has ingest write all that it holds in memory. */
  store(companyId: CompanyId): Promise<void>
  /** Reads what the API reads of sensors. */
  readonly readSamples: SampleReader
  /** Every work center whose reload the API waited for. */
  readonly awaitedReloads: WorkCenterId[]
  token(user: UserId, options?: TokenOptions): Promise<string>
  /** Asks as the user of the role in ACME1, or as the one given. */
  ask(
    query: string,
    options?: { readonly as?: Role | UserId; readonly variables?: object; readonly company?: string | null },
  ): Promise<Answer>
  post(body: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  close(): Promise<void>
}

export type TestApiOptions = {
  readonly now?: () => number
  /** Whether ingest runs beside the API: answers then show recalculated figures, and samples may be posted to the HTTP listener. */
  readonly ingest?: boolean
  /** How long ingest may leave rows that only grow unwritten. */
  readonly growthMs?: number
  /** How often the hub looks up the rights of open connections by itself. */
  readonly checkEveryMs?: number
  /** How long the hub gathers changes of records. */
  readonly recordsFrameMs?: number
  /** How often job orders are told at most. */
  readonly orderFrameMs?: number
  /** Other limits of public pages, or another pace of looking them up. */
  readonly publicPages?: Partial<Pick<PublicPageDeps, 'limits' | 'checkEveryMs'>>
  /** Where messages for browsers may be handed over. */
  readonly pushHosts?: readonly string[]
  /** Whether webhooks may lead to this machine. */
  readonly webhookPrivate?: boolean
  /** How long a question for a report waits for its file; not at all when left out. */
  readonly reportWaitMs?: number
  /** The ERP of the demo company; none when left out. */
  readonly demoErp?: GuardedFetch
  /** The external model that assistants may ask; none when left out. */
  readonly assistantModel?: ExternalModel
  /** Where the server writes what happens; nowhere when left out. */
  readonly log?: Logger
}

const makeKeys = async () => ({ right: await generateKeyPair('RS256'), wrong: await generateKeyPair('RS256') })
/** Made once for all files that share a process: each takes as long as a short test. */
let keys: ReturnType<typeof makeKeys> | undefined

/** A detail may name whom another company wrote to. */
const PARTS = new Map<string, PartCheck>([['mail', () => ({ status: 'degraded', detail: 'smtp.example refused ann@other.example' })]])
const VERSIONS = { product: 'test', postgres: '', schema: '0001_base' }

/** Far less than a token is good for. */
const BEARER_MS = 60_000

/** Returns the server; tokens are verified as in production, with a key of the test's. */
export async function startTestApi({ ingest: withIngest = false, ...options }: TestApiOptions = {}): Promise<TestApi> {
  const { database, url, drop } = await createTestDatabase()
  const { right, wrong } = await (keys ??= makeKeys())
  const log = options.log ?? createLog('silent')
  const issuer = embeddedIssuer(
    (text) => text.startsWith(ISSUER),
    () => right.publicKey,
  )
  const identity = { verifyAccessToken: (token: string) => verifyToken(token, [issuer], { findUserId: () => Promise.resolve(null), log }) }
  const live = createLiveBus()
  const topics = createTopics()
  const changed: WorkCenterId[] = []
  const awaitedReloads: WorkCenterId[] = []
  const ingest = withIngest ? await startIngest({ config: { host: '127.0.0.1', mqttPort: 0 }, database, live, log, ...options }) : null
  const app = await createApp({ config: loadConfig({}), log, versions: VERSIONS, parts: new Map() })
  const elsewhere = ingest ?? INGEST_ELSEWHERE
  const deps: ApiDeps = {
    database,
    emailLinks: { linkOf: ({ list, userId }) => `${PUBLIC_URL}/links/${list}/${userId}` },
    live,
    log,
    topics,
    config: {
      publicUrl: PUBLIC_URL,
      pushHosts: options.pushHosts ?? [],
      registration: true,
      supportEmail: 'help@provider.example',
      webhookPrivate: options.webhookPrivate ?? false,
    },
    now: Date.now,
    health: () => readHealth(VERSIONS, PARTS),
    readSamples: createSampleReader(database, { unsealed: elsewhere.unsealed }),
    shiftTimes: readShiftTimes,
    orderLateness: latenessReader(database),
    shiftTargets: targetsOfShifts,
    evaluateTasks,
    stopOrders: stopOrdersOfPlace,
    outbound: createGuardedFetch({ allowsPrivate: true }),
    assistantModel: null,
    demoErp: null,
    runImport: (task, onProgress) => performImportTask({ database, shiftTimes: readShiftTimes }, task, onProgress),
    ingest: {
      ...elsewhere,
      reload: async (ref, { wait = false } = {}) => {
        changed.push(ref.workCenterId)
        if (wait) awaitedReloads.push(ref.workCenterId)
        await elsewhere.reload(ref, { wait })
      },
    },
    ...options,
  }
  await registerApi(app, deps, identity)
  registerPushAnswers(app, deps)
  await registerPublicPages(app, {
    database,
    live,
    ingest: deps.ingest,
    topics,
    log,
    ...(options.now && { now: options.now }),
    ...options.publicPages,
  })
  if (ingest !== null) await ingest.register(app)
  const records = await openRecordsFeed({ database, log })
  await registerSupervisor(app, {
    database,
    identity,
    live,
    log,
    topics,
    records,
    publicUrl: PUBLIC_URL,
    // Tokens and connections end by the real time; a clock that a test breaks is broken here, too.
    now: () => {
      options.now?.()
      return Date.now()
    },
    checkEveryMs: options.checkEveryMs ?? 300,
    ...(options.recordsFrameMs !== undefined && { recordsFrameMs: options.recordsFrameMs }),
    ...(options.orderFrameMs !== undefined && { orderFrameMs: options.orderFrameMs }),
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const users = await seedPeople(database)
  const stranger = await seedPerson(database, 'stranger@test.example')
  await seedCompany(database, OTHER, [[stranger, 'ADMIN']])

  const token: TestApi['token'] = (user, options = {}) => {
    const { expiresIn = '5 minutes', key = 'right', companyId = ACME } = options
    const claims = { scope: options.scope ?? 'openid api', ...(companyId !== null && { tenant: companyId }) }
    const iss = options.issuer ?? (companyId === null ? ISSUER : `${ISSUER}/company/${companyId}`)
    const aud = options.audience ?? 'api'
    if (key === 'none') {
      return Promise.resolve(
        new UnsecuredJWT(claims).setIssuer(iss).setAudience(aud).setSubject(user).setExpirationTime(expiresIn).encode(),
      )
    }
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: options.type ?? 'at+jwt' })
      .setIssuer(iss)
      .setAudience(aud)
      .setSubject(user)
      .setIssuedAt()
      .setExpirationTime(expiresIn)
      .sign((key === 'right' ? right : wrong).privateKey)
  }
  const bearers = new Map<string, { readonly madeAt: number; readonly text: Promise<string> }>()
  const bearerOf = (user: UserId, companyId: CompanyId): Promise<string> => {
    const key = `${user} ${companyId}`
    const known = bearers.get(key)
    if (known !== undefined && Math.abs(Date.now() - known.madeAt) < BEARER_MS) return known.text
    const text = token(user, { companyId })
    bearers.set(key, { madeAt: Date.now(), text })
    return text
  }
  const post: TestApi['post'] = async (body, headers = {}) => {
    const response = await fetch(`${origin}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    const answer: Partial<Answer> = await response.json()
    return { status: response.status, data: answer.data ?? {}, errors: answer.errors ?? [] }
  }
  return {
    origin,
    database,
    databaseUrl: url,
    mqttPort: ingest?.mqttPort ?? null,
    live,
    users,
    stranger,
    changed,
    reload: async (companyId, workCenterId) => ingest?.reload({ companyId, workCenterId }, { wait: true }),
    store: async (companyId) => ingest?.settleFor(companyId, null, Infinity),
    readSamples: deps.readSamples,
    awaitedReloads,
    deps,
    token,
    post,
    ask: async (query, { as = 'ADMIN', variables = {}, company } = {}) => {
      const user = isRole(as) ? users[as] : as
      const bearer = await bearerOf(user, company == null ? (user === stranger ? OTHER : ACME) : asId<CompanyId>(company))
      return post(JSON.stringify({ query, variables }), {
        authorization: `Bearer ${bearer}`,
        ...(company != null && { 'x-schema-code': company }),
      })
    },
    close: async () => {
      await app.close()
      await ingest?.close()
      await records.close()
      await drop()
    },
  }
}

/** Returns an unclaimed device. */
export async function seedDevice(database: Database, code: string): Promise<DeviceId> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into device (code, secret_hash, partition) values ($1, 'x', 1) returning id`,
    [code],
  )
  return asId<DeviceId>(rows[0]?.id ?? '')
}

function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text)
}

async function seedPeople(database: Database): Promise<Record<Role, UserId>> {
  const person = (role: Role) => seedPerson(database, `${role.toLowerCase()}@test.example`)
  const people: Record<Role, UserId> = {
    ADMIN: await person('ADMIN'),
    USER: await person('USER'),
    OPERATOR: await person('OPERATOR'),
    GUEST: await person('GUEST'),
    PROVIDER_ADMIN: await person('PROVIDER_ADMIN'),
    PROVIDER_SUPPORT: await person('PROVIDER_SUPPORT'),
    PROVIDER_USER: await person('PROVIDER_USER'),
  }
  await seedCompany(
    database,
    ACME,
    ROLES.map((role) => [people[role], role]),
  )
  return people
}

async function seedPerson(database: Database, email: string): Promise<UserId> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into app_user (email, first_name, last_name, email_verified_on) values ($1, 'Test', 'Person', now()) returning id`,
    [email],
  )
  return asId<UserId>(rows[0]?.id ?? '')
}

/** Stores a company with its members. */
export async function seedCompany(database: Database, id: CompanyId, members: readonly (readonly [UserId, Role])[]): Promise<void> {
  await database.pool.query(`insert into company (id, name, country, time_zone) values ($1, $1 || ' Works', 'ua', 'Europe/Kyiv')`, [id])
  for (const [user, role] of members) {
    await database.pool.query('insert into membership (company_id, user_id, role) values ($1, $2, $3)', [id, user, role])
  }
}
