import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isLanguage, LANGUAGES } from '#engine/user/language.ts'
import { PASSWORD_MAX_LENGTH } from '#engine/user/password.ts'
import { emailProblems } from '#engine/user/person.ts'
import { statusOf } from '#server/http/errors.ts'
import { Refusal } from '#server/refusal.ts'
import { joinByInvitation } from '#server/user/invitationAcceptance.service.ts'
import type { Joined } from '#server/user/invitationAcceptance.service.ts'
import { describeLink } from '#server/user/linkNotice.service.ts'
import { LINK_KINDS } from '#server/user/oneTimeLink.ts'
import { activateAccount, restorePassword } from '#server/user/password.service.ts'
import type { AccountDeps } from '#server/user/password.service.ts'
import { addressKey, createAttemptLimiter } from './attemptLimiter.ts'
import type { AttemptLimiter } from './attemptLimiter.ts'
import { IDENTITY_PATH } from './authority.ts'
import type { Origins } from './authority.ts'
import { rememberBrowser } from './knownBrowser.ts'
import { isOwnPagePost } from './ownPage.ts'
import type { EmailRequests } from './emailRequests.ts'

export type AccountRouteDeps = AccountDeps & {
  readonly origins: Pick<Origins, 'isOurs' | 'ofRequest'>
  readonly emailRequests: EmailRequests
  /** Called after a commit in which a person joined a company. */
  readonly memberJoined: (joined: Joined) => void
}

/** Of one address: e-mails that it asks for, and links that it follows. A whole shift may sit behind one. */
const EMAIL_LIMIT = { failures: 10, windowMs: 60_000 }
const LINK_LIMIT = { failures: 60, windowMs: 60_000 }
const BODY_LIMIT_BYTES = 16 * 1024

const hash = z.string().min(1).max(200)
const password = z.string().max(PASSWORD_MAX_LENGTH * 4)
const text = z.string().max(500)
const language = z.string().max(20).optional()

const bodies = {
  reset: z.strictObject({ email: z.string().max(500), language }),
  link: z.strictObject({ kind: z.enum(LINK_KINDS), hash }),
  restore: z.strictObject({ hash, password }),
  activate: z.strictObject({ hash, password, firstName: text.optional(), lastName: text.optional(), phone: text.optional() }),
  invitation: z.strictObject({
    hash,
    password: password.optional(),
    firstName: text.optional(),
    lastName: text.optional(),
    phone: text.optional(),
    isAgreed: z.boolean().optional(),
  }),
} as const

/** Adds the account routes for people without a session: e-mail requests and e-mail links (spec 000 §2, §4). */
export function registerAccountRoutes(app: FastifyInstance, deps: AccountRouteDeps): void {
  const limits = { email: createAttemptLimiter(EMAIL_LIMIT), link: createAttemptLimiter(LINK_LIMIT) }
  const add = <Body>(path: string, schema: z.ZodType<Body>, limiter: AttemptLimiter, handler: Handler<Body>) =>
    app.post(`${IDENTITY_PATH}/account/${path}`, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      if (!isOwnPagePost(request, deps.origins)) return reply.code(403).send({ error: 'BAD_REQUEST' })
      const body = schema.safeParse(request.body)
      if (!body.success) return reply.code(400).send({ error: 'BAD_REQUEST' })
      const waitMs = limiter.take(addressKey(request.ip), deps.now())
      if (waitMs > 0) return refuseFlood(reply, Math.ceil(waitMs / 1000))
      return answer(reply, () => handler(body.data, request, reply))
    })
  add('reset', bodies.reset, limits.email, async (body, request, reply) => {
    const email = body.email.trim()
    const [problem] = emailProblems(email)
    if (problem !== undefined) throw new Refusal(problem)
    const waitSeconds = await deps.emailRequests.take({ email, language: languageOf(body.language, request) })
    return waitSeconds > 0 ? refuseFlood(reply, waitSeconds) : reply.code(202).send({})
  })
  add('link', bodies.link, limits.link, async ({ kind, hash: secret }) => {
    const notice = await describeLink(deps.database, kind, secret, new Date(deps.now()))
    if (notice === null) throw new Refusal({ code: 'LINK_EXPIRED' })
    return notice
  })
  add('restore', bodies.restore, limits.link, async (body, request, reply) => {
    await rememberBrowser(request, reply, { ...deps, userId: await restorePassword(deps, body) })
    return {}
  })
  add('activate', bodies.activate, limits.link, async (body, request, reply) => {
    await rememberBrowser(request, reply, { ...deps, userId: await activateAccount(deps, body) })
    return {}
  })
  add('invitation', bodies.invitation, limits.link, async (body, request) => {
    deps.memberJoined(await joinByInvitation(deps, { ...body, language: languageOf(undefined, request) }))
    return {}
  })
}

type Handler<Body> = (body: Body, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Refusals have the code and the field in one flat body; a link that does not work is gone, whatever is wrong with it. */
async function answer(reply: FastifyReply, handle: () => Promise<unknown>): Promise<unknown> {
  try {
    return await handle()
  } catch (error) {
    // What passes by itself is answered as everywhere, with the time to wait.
    if (!(error instanceof Refusal) || statusOf(error.code) === 503) throw error
    const { code, field, params } = error
    const status = code === 'LINK_EXPIRED' ? 410 : statusOf(code)
    return reply.code(status).send({ error: code, ...(field !== undefined && { field }), params })
  }
}

function refuseFlood(reply: FastifyReply, retryAfterSeconds: number): FastifyReply {
  return reply.code(429).header('retry-after', retryAfterSeconds).send({ error: 'TOO_MANY_ATTEMPTS', retryAfterSeconds })
}

/** The language of the page, else the first of the browser's that we have. */
function languageOf(named: string | undefined, request: FastifyRequest): string {
  if (named !== undefined && isLanguage(named)) return named
  const wanted = (request.headers['accept-language'] ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return wanted.find(isLanguage) ?? LANGUAGES[0]
}
