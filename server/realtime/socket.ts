import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import { WebSocketServer } from 'ws'
import { heardKinds } from '#engine/event/recordsChange.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { bearerOf, createCallerFinder } from '#server/access/caller.ts'
import type { Caller, CallerFinder } from '#server/access/caller.ts'
import { abilitiesOfCaller, isAssigned } from '#server/access/access.ts'
import type { Topics } from '#server/event/topics.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database } from '#server/db/database.ts'
import { liveOrderReader } from '#server/jobOrder/liveOrder.service.ts'
import type { RecordsFeed } from '#server/event/recordsFeed.ts'
import { metrics } from '#server/http/metrics.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { Logger } from '#server/log.ts'
import type { PartState } from '#server/partState.ts'
import { Refusal } from '#server/refusal.ts'
import { listAssignedWorkCenterIds } from '#server/workCenter/workCenter.store.ts'
import { Connection } from './connection.ts'
import { createHub } from './hub.ts'
import type { LiveBus } from './liveBus.ts'
import { createOrderHub } from './orderHub.ts'

export const SUPERVISOR_PATH = '/api/supervisor'
const MAX_MESSAGE_BYTES = 65_536
/** How soon a key that was revoked elsewhere, or has expired, ends the connections made with it. */
const KEY_CHECK_MS = 5_000

export type SupervisorDeps = {
  readonly identity: Pick<Identity, 'verifyAccessToken'>
  readonly database: Database
  readonly live: LiveBus
  readonly topics: Pick<Topics, 'memberChanges'>
  readonly records: Pick<RecordsFeed, 'subscribe'>
  readonly log: Logger
  /** What browsers reach the server by: pages of this origin may connect whatever host name a proxy asks with. */
  readonly publicUrl: string
  readonly now?: () => number
  /** How often the rights of an open connection are looked up again; a minute when left out. */
  readonly checkEveryMs?: number
  /** How long a page's changes of records are gathered. */
  readonly recordsFrameMs?: number
  /** How often job orders are told at most; a second when left out. */
  readonly orderFrameMs?: number
}

export type Supervisor = { state(): PartState }

/** Adds the supervisor hub: the SignalR protocol over a websocket without negotiation. Refuses the upgrade with 401 for non-members. */
export async function registerSupervisor(app: FastifyInstance, deps: SupervisorDeps): Promise<Supervisor> {
  const { database, identity, log } = deps
  const now = deps.now ?? Date.now
  const hub = createHub(deps.live, deps.records, now)
  const { orderFrameMs } = deps
  const orderHub = createOrderHub({
    records: deps.records,
    read: liveOrderReader(database),
    now,
    log,
    ...(orderFrameMs !== undefined && { frameMs: orderFrameMs }),
  })
  const findCaller = createCallerFinder({
    database,
    verifyAccessToken: (token) => identity.verifyAccessToken(token),
    topics: deps.topics,
    now,
  })
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES, clientTracking: true })
  metrics.observedGauge('trueline_hub_connections', 'Pages connected to the hub.', () => server.clients.size)

  const pages = new Set<{ readonly companyId: CompanyId; readonly userId: UserId; readonly connection: Connection }>()
  let changes = 0
  const endHearing = deps.topics.memberChanges.subscribe(({ companyId, userId }) => {
    changes++
    for (const page of pages) if (page.companyId === companyId && page.userId === userId) void page.connection.checkMember()
  })
  // Another process may have removed somebody: what it wrote down about people is heard here.
  const endRecords = deps.records.subscribe((news) => {
    if (news.missed) return
    const companies = new Set(news.changes.filter((change) => change.kinds.includes('people')).map((change) => change.companyId))
    for (const page of pages) if (companies.has(page.companyId)) void page.connection.checkMember()
  })

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    if (pathOf(request) !== SUPERVISOR_PATH) return refuse(stream, '404 Not Found')
    if (!isOwnOrigin(request, new URL(deps.publicUrl).origin)) return refuse(stream, '403 Forbidden')
    const changesBefore = changes
    admit(request, findCaller, database)
      .then((admitted) => {
        if (admitted === null) return refuse(stream, '401 Unauthorized')
        return server.handleUpgrade(request, stream, head, (socket) => {
          const checkEveryMs = deps.checkEveryMs ?? (admitted.isKey ? KEY_CHECK_MS : undefined)
          const { recordsFrameMs } = deps
          const options = {
            ...admitted,
            hub,
            orderHub,
            now,
            ...(checkEveryMs !== undefined && { checkEveryMs }),
            ...(recordsFrameMs !== undefined && { recordsFrameMs }),
          }
          const page = { ...admitted, connection: new Connection(socket, options) }
          pages.add(page)
          if (changes !== changesBefore) void page.connection.checkMember()
          socket.on('close', () => pages.delete(page))
        })
      })
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'TOO_MANY_REQUESTS') {
          return refuse(stream, '429 Too Many Requests', `Retry-After: ${error.params['retryAfter'] ?? ''}\r\n`)
        }
        log.warn({ err: error }, 'a page could not be connected to the hub')
        return refuse(stream, '503 Service Unavailable')
      })
  }
  app.server.on('upgrade', onUpgrade)
  app.addHook('preClose', async () => {
    app.server.off('upgrade', onUpgrade)
    endHearing()
    endRecords()
    for (const client of server.clients) client.terminate()
    server.close()
  })
  await Promise.resolve()
  return {
    state: () =>
      app.server.listeners('upgrade').includes(onUpgrade)
        ? { status: 'ready', detail: `${server.clients.size} pages` }
        : { status: 'down', detail: 'stopped' },
  }
}

async function admit(request: IncomingMessage, findCaller: CallerFinder, database: Database) {
  const asked = askedOf(request)
  const caller = await findCaller(asked)
  if (caller?.membership == null) return null
  const { membership } = caller
  const visible = await visibleOf(database, caller, membership)
  return {
    companyId: membership.companyId,
    userId: membership.userId,
    visible,
    isOperator: membership.role === 'OPERATOR',
    heard: heardKinds(abilitiesOfCaller(caller)),
    isKey: caller.apiKeyId !== undefined,
    // A key's end may be changed by revoking it, so it is looked up.
    expiresAt: caller.apiKeyId === undefined ? expiryOf(bearerOf(asked.authorization)) : null,
    isStillMember: async () => {
      const again = await findCaller({ ...asked, isRecheck: true })
      if (again?.membership?.role !== membership.role) return false
      return visible === null || isSameSet(visible, await visibleOf(database, again, again.membership))
    },
  }
}

function isSameSet(one: ReadonlySet<number>, other: ReadonlySet<number> | null): boolean {
  return other !== null && one.size === other.size && [...one].every((id) => other.has(id))
}

function visibleOf(database: Database, { principal }: Caller, membership: Membership): Promise<ReadonlySet<number> | null> {
  if (!isAssigned(membership)) return Promise.resolve(null)
  return database.inTenant(membership.companyId, (tenant) => listAssignedWorkCenterIds(tenant, principal.userId))
}

/** Browsers cannot set headers of a websocket, so token and company may be in the address too. */
function askedOf(request: IncomingMessage) {
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams
  const token = query.get('access_token')
  const header = request.headers['x-schema-code']
  return {
    authorization: request.headers.authorization ?? (token === null ? undefined : `Bearer ${token}`),
    schemaCode: (Array.isArray(header) ? header[0] : header) ?? query.get('x-schema-code') ?? undefined,
    language: request.headers['accept-language'],
  }
}

/** The token was verified before; this only reads when it ends. */
function expiryOf(token: string | null): number | null {
  const exp = token === null ? undefined : decodeJwt(token).exp
  return exp === undefined ? null : exp * 1000
}

/** A page of another site could ride on nothing here, as there is no cookie; refusing it costs nothing either. */
function isOwnOrigin({ headers }: IncomingMessage, publicOrigin: string): boolean {
  if (headers.origin === undefined || headers.origin === publicOrigin) return true
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host
}

function pathOf(request: IncomingMessage): string {
  const url = URL.parse(request.url ?? '/', 'http://localhost')
  return url?.pathname.replace(/\/$/, '') ?? ''
}

function refuse(stream: Duplex, status: string, headers = ''): void {
  stream.end(`HTTP/1.1 ${status}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}
