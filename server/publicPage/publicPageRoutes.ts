import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { body } from '#server/http/errors.ts'
import { metrics } from '#server/http/metrics.ts'
import { addressKey, createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import type { AttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { Refusal } from '#server/refusal.ts'
import { linkHash } from '#server/user/oneTimeLink.ts'
import { findPageOwner } from '#server/workCenter/publicAccess.store.ts'
import type { PageOwner } from '#server/workCenter/publicAccess.store.ts'
import { openEventStream } from './eventStream.ts'
import { readPublicData } from './publicData.service.ts'
import { pageOf, PublicRooms } from './publicRooms.ts'
import type { RoomDeps } from './publicRooms.ts'

export type PublicPageDeps = Omit<RoomDeps, 'now'> & { readonly now?: () => number; readonly limits?: Partial<PublicLimits> }

/** Requests are counted by address and minute, of links that lead nowhere fewer; streams by link, by address and in all. */
export type PublicLimits = {
  readonly requests: number
  readonly misses: number
  readonly streamsOfLink: number
  readonly streamsOfAddress: number
  readonly streams: number
}

const LIMITS: PublicLimits = { requests: 240, misses: 30, streamsOfLink: 50, streamsOfAddress: 20, streams: 500 }
const PATH = '/api/public'
/** Headers of all answers here: not cached, no referrer, not indexed. */
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

/**
 * Adds `GET /api/public/{token}`, the data of a work center's public page, and `GET /api/public/{token}/events`, the same as server-sent events
 * until access is closed. Without a sign-in; an unknown, closed or malformed link always gets the same 404.
 */
export async function registerPublicPages(app: FastifyInstance, given: PublicPageDeps): Promise<void> {
  const deps = { ...given, now: given.now ?? Date.now }
  const limits = { ...LIMITS, ...given.limits }
  const rooms = new PublicRooms(deps)
  const admit = createAdmission(deps.database, limits, deps.now)
  const streams = countStreams(limits)
  metrics.observedGauge('trueline_public_streams', 'Screens that show a public page.', () => streams.size())

  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => void reply.headers(HEADERS))
      scope.setNotFoundHandler((_request, reply) => reply.headers(HEADERS).code(404).send(body('NOT_FOUND', {})))
      scope.get('/:token', async (request) => {
        const { owner } = await admit(request)
        const data = await readPublicData(deps, owner)
        if (data === null) throw new Refusal({ code: 'NOT_FOUND' })
        return pageOf(data, deps.now())
      })
      scope.get('/:token/events', { exposeHeadRoute: false }, async (request, reply) => {
        const { owner, tokenHash } = await admit(request)
        const release = streams.take(tokenHash, addressKey(request.ip))
        beginStream(reply)
        const leave = rooms.join(tokenHash, owner, openEventStream(reply.raw))
        reply.raw.on('close', () => {
          leave()
          release()
        })
        if (reply.raw.destroyed) {
          leave()
          release()
        }
        return reply
      })
    },
    { prefix: PATH },
  )
  app.addHook('preClose', async () => rooms.close())
}

type Admitted = { readonly owner: PageOwner; readonly tokenHash: string }

/** Every token takes the same lookup, so that the time of the answer reveals nothing about links. */
function createAdmission(database: Database, limits: PublicLimits, now: () => number): (request: FastifyRequest) => Promise<Admitted> {
  const requests = createAttemptLimiter({ failures: limits.requests, windowMs: MINUTE_MS })
  const misses = createAttemptLimiter({ failures: limits.misses, windowMs: MINUTE_MS })
  return async (request) => {
    const address = addressKey(request.ip)
    const at = now()
    const waitMs = requests.take(address, at) || waitOf(misses, address, at)
    if (waitMs > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS', params: { retryAfter: Math.ceil(waitMs / 1000) } })
    const tokenHash = linkHash(tokenOf(request))
    const owner = await database.inSystem((tx) => findPageOwner(tx, tokenHash))
    if (owner === null) {
      misses.take(address, at)
      throw new Refusal({ code: 'NOT_FOUND' })
    }
    return { owner, tokenHash }
  }
}

/** Only links that led nowhere count: the screens of a hall, which all ask at once when the server comes back, do not shut each other out. */
function waitOf(limiter: AttemptLimiter, address: string, at: number): number {
  const waitMs = limiter.take(address, at)
  if (waitMs === 0) limiter.giveBack(address, at)
  return waitMs
}

function tokenOf({ params }: FastifyRequest): string {
  return String(Object.entries(params ?? {}).find(([name]) => name === 'token')?.[1])
}

/** The headers that the application gave its other answers go with this one, too. */
function beginStream(reply: FastifyReply): void {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
}

/** Returns what counts open streams; one above a limit is refused TOO_MANY_REQUESTS. */
function countStreams(limits: PublicLimits) {
  const counts = new Map<string, number>()
  let all = 0
  const change = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return {
    size: () => all,
    take(tokenHash: string, address: string): () => void {
      const keys = [`link ${tokenHash}`, `address ${address}`] as const
      const [ofLink, ofAddress] = [counts.get(keys[0]) ?? 0, counts.get(keys[1]) ?? 0]
      if (all >= limits.streams || ofLink >= limits.streamsOfLink || ofAddress >= limits.streamsOfAddress) {
        throw new Refusal({ code: 'TOO_MANY_REQUESTS', params: { retryAfter: 30 } })
      }
      all++
      for (const key of keys) change(key, 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        all--
        for (const key of keys) change(key, -1)
      }
    },
  }
}
