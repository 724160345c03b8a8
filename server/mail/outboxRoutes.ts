import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import { addressKey, createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { Refusal } from '#server/refusal.ts'
import { acceptedLanguage } from './acceptedLanguage.ts'
import { findInOutbox, listOutbox } from './outbox.store.ts'
import type { OpenedEmail } from './outbox.store.ts'
import { isOutboxKey, OUTBOX_PATH } from './outboxLink.ts'
import { EMAIL_POLICY, OUTBOX_POLICY, outboxEmailPage, outboxListPage } from './outboxPage.ts'
import type { OutboxAddress } from './outboxPage.ts'

/** Of one address: whoever guesses keys waits. */
const WRONG_KEYS = { failures: 20, windowMs: 60_000 }

const query = z.object({ key: z.string() })
const params = z.object({ id: z.uuid() })

/** Adds the outbox routes for the holder of a key (outboxLink.ts). Without one these addresses do not exist. */
export function registerOutboxRoutes(
  app: FastifyInstance,
  { database, secret, now }: { readonly database: Database; readonly secret: string; readonly now: () => number },
): void {
  const limiter = createAttemptLimiter(WRONG_KEYS)
  const enter = (request: FastifyRequest): OutboxAddress => {
    if (limiter.take(addressKey(request.ip), now()) > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS' })
    const given = query.safeParse(request.query)
    if (!given.success || !isOutboxKey(given.data.key, secret, now())) throw new Refusal({ code: 'NOT_FOUND' })
    limiter.giveBack(addressKey(request.ip), now())
    return { path: OUTBOX_PATH, key: given.data.key }
  }
  const find = async (request: FastifyRequest): Promise<OpenedEmail> => {
    const given = params.safeParse(request.params)
    const email = given.success ? await database.inSystem((tx) => findInOutbox(tx, given.data.id)) : null
    if (email === null) throw new Refusal({ code: 'NOT_FOUND' })
    return email
  }
  app.get(OUTBOX_PATH, async (request, reply) => {
    const address = enter(request)
    return send(reply, OUTBOX_POLICY, outboxListPage(await database.inSystem(listOutbox), address, acceptedLanguage(request)))
  })
  app.get(`${OUTBOX_PATH}/:id`, async (request, reply) => {
    const address = enter(request)
    return send(reply, OUTBOX_POLICY, outboxEmailPage(await find(request), address, acceptedLanguage(request)))
  })
  app.get(`${OUTBOX_PATH}/:id/html`, async (request, reply) => {
    enter(request)
    return send(reply, EMAIL_POLICY, (await find(request)).html)
  })
}

function send(reply: FastifyReply, policy: string, html: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
    .type('text/html; charset=utf-8')
    .send(html)
}
