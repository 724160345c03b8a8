import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserId } from '#engine/ids.ts'
import { DAY_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { knowSource } from '#server/user/signInSource.store.ts'
import { addressKey } from './attemptLimiter.ts'
import { IDENTITY_PATH } from './authority.ts'
import type { Origins } from './authority.ts'
import type { SignInFrom } from './signIn.service.ts'

/** A random name of the browser. It opens nothing: with it wrong passwords are counted apart from those of strangers. */
const COOKIE = 'trueline_browser'
const KEPT_SECONDS = (180 * DAY_MS) / SECOND_MS
const SECRET_BYTES = 32

/** Returns the browser, if it has signed in before, and the network address that a request comes from. */
export function signInFrom(request: FastifyRequest): SignInFrom {
  const secret = secretOf(request)
  return { browser: secret === null ? null : sourceOf(secret), address: `address ${addressKey(request.ip)}` }
}

/** Remembers the browser as one of the person's, by a cookie whose hash is kept. */
export async function rememberBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, origins, userId }: { readonly database: Database; readonly origins: Pick<Origins, 'ofRequest'>; readonly userId: UserId },
): Promise<void> {
  const secret = secretOf(request) ?? randomBytes(SECRET_BYTES).toString('base64url')
  await database.inSystem((tx) => knowSource(tx, userId, sourceOf(secret)))
  const secure = origins.ofRequest(request.protocol, request.host).startsWith('https:') ? '; Secure' : ''
  void reply.header('set-cookie', `${COOKIE}=${secret}; Path=${IDENTITY_PATH}; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${secure}`)
}

function secretOf(request: FastifyRequest): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.map((pair) => /^trueline_browser=([\w-]{43})$/.exec(pair)?.[1]).find((secret) => secret !== undefined) ?? null
}

function sourceOf(secret: string): string {
  return `browser ${createHash('sha256').update(secret).digest('base64url')}`
}
