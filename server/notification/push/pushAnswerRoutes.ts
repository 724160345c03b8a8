import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { addressKey, createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { Refusal } from '#server/refusal.ts'
import { answerMessage, noteMessage } from './pushAnswer.service.ts'
import type { AnswerDeps } from './pushAnswer.service.ts'

const PATH = '/api/push-answers'
const BODY_BYTES = 1_000
/** Of an address in a minute: all, and those whose token leads nowhere. */
const LIMITS = { requests: 240, misses: 30 } as const
const TOKEN = /^[\w-]{43}$/
const BODY = z.discriminatedUnion('does', [
  z.strictObject({ token: z.string().regex(TOKEN), does: z.enum(['SHOWN', 'OPENED']) }),
  z.strictObject({ token: z.string().regex(TOKEN), does: z.literal('ACT'), act: z.int().min(0).max(9) }),
])

/**
 * Adds `POST /api/push-answers`: what a browser says of a message that it shows, by the token of that message and without a sign-in. Tokens that are malformed,
 * unknown, used or too old get the same 404; the token never stands in an address.
 */
export function registerPushAnswers(app: FastifyInstance, deps: AnswerDeps): void {
  const requests = createAttemptLimiter({ failures: LIMITS.requests, windowMs: MINUTE_MS })
  const misses = createAttemptLimiter({ failures: LIMITS.misses, windowMs: MINUTE_MS })
  app.post(PATH, { bodyLimit: BODY_BYTES }, async (request: FastifyRequest, reply) => {
    const address = addressKey(request.ip)
    const at = deps.now()
    const waitMs = requests.take(address, at) || misses.wait(address, at)
    if (waitMs > 0) throw new Refusal({ code: 'TOO_MANY_REQUESTS', params: { retryAfter: Math.ceil(waitMs / 1000) } })
    void reply.header('cache-control', 'no-store')
    const said = BODY.safeParse(request.body)
    try {
      if (!said.success) throw new Refusal({ code: 'NOT_FOUND' })
      const { data } = said
      if (data.does === 'ACT') return await answerMessage(deps, data.token, data.act)
      await noteMessage(deps, data.token, data.does === 'OPENED')
      return {}
    } catch (error) {
      if (error instanceof Refusal && error.code === 'NOT_FOUND') misses.take(address, at)
      throw error
    }
  })
}
