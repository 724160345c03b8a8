import type { FastifyInstance } from 'fastify'

/** Routes that stay available: for monitoring and for devices. */
const STILL_SERVED = /^\/api\/(health|metrics|devices)(\/|$)/
const RETRY_AFTER_SECONDS = 30

/** The code in both shapes that callers of the API know: that of GraphQL and that of everything else. */
const ANSWER = {
  error: { code: 'MAINTENANCE', params: {} },
  errors: [{ message: 'MAINTENANCE', extensions: { code: 'MAINTENANCE', params: {} } }],
}

/** Answers everything that people ask of the API with 503 MAINTENANCE: technical work is in progress (spec 000 §8). The screens still come, and say so. */
export function closeForMaintenance(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (!path.startsWith('/api/') || STILL_SERVED.test(path)) return undefined
    return reply.code(503).header('retry-after', RETRY_AFTER_SECONDS).send(ANSWER)
  })
}
