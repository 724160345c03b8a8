import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import { fastify, LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { answerError, body } from '#server/http/errors.ts'
import { registerHealth } from '#server/http/health.ts'
import type { PartCheck, Versions } from '#server/http/health.ts'
import { closeForMaintenance } from '#server/http/maintenance.ts'
import { metrics } from '#server/http/metrics.ts'
import { limitSlowSenders } from '#server/http/slowSenders.ts'
import type { Logger } from '#server/log.ts'

export type AppOptions = {
  readonly config: Config
  readonly log: Logger
  readonly versions: Versions
  /** What /api/health reports, by name; parts may be added while the app runs. */
  readonly parts: ReadonlyMap<string, PartCheck>
}

const BODY_LIMIT_BYTES = 1024 * 1024
const COMPRESS_FROM_BYTES = 1024
/** A request that has not arrived whole by then is given up, so that slow senders do not hold connections. */
const REQUEST_LIMIT_MS = 60_000

const UNREADABLE_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' }

const requestSeconds = metrics.histogram('trueline_http_request_seconds', 'Time to answer an HTTP request, by route and status.')
const eventLoop = monitorEventLoopDelay({ resolution: 20 })
metrics.observedGauge('trueline_event_loop_delay_p99_seconds', 'Delay of the main loop, 99th percentile since the last reading.', () => {
  const seconds = eventLoop.percentile(99) / 1e9
  eventLoop.reset()
  return seconds
})

/** Returns the HTTP server, not yet listening, with security headers, compression, request ids, error answers, health and metrics; parts add their routes to it. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  eventLoop.enable()
  const logger: FastifyBaseLogger = options.log
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // The one proxy in front: what stands further left in X-Forwarded-For is what the client claimed.
    trustProxy: options.config.trustProxy ? (_address, hop) => hop === 0 : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: true,
    requestTimeout: REQUEST_LIMIT_MS,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: answerUnreadable,
  })
  app.setErrorHandler(answerError)
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  app.addHook('onResponse', async (request, reply) => {
    requestSeconds.observe(reply.elapsedTime / 1000, {
      method: request.method,
      route: request.routeOptions.url ?? 'other',
      status: reply.statusCode,
    })
  })
  await app.register(helmet, securityHeaders(options.config))
  await app.register(compress, { threshold: COMPRESS_FROM_BYTES, encodings: ['br', 'gzip'] })
  if (options.config.maintenance) closeForMaintenance(app)
  // Behind a proxy all connections come from its address, and it sends whole requests.
  if (!options.config.trustProxy) limitSlowSenders(app)
  registerHealth(app, options.config, options.versions, options.parts)
  return app
}

/** Answers an unreadable address such as `/%ff`, for which no hook runs, like any unknown address, uncached. */
function answerUnreadable(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(UNREADABLE_HEADERS).code(404).send(body('NOT_FOUND', {}))
}

/** No script and no style but ours, and no inline one; the interface library places things through the object model, which a policy leaves alone. */
function securityHeaders(config: Config) {
  const publicUrl = new URL(config.publicUrl)
  const isSecure = publicUrl.protocol === 'https:'
  const socket = `${isSecure ? 'wss' : 'ws'}://${publicUrl.host}`
  const signInAddresses = [
    ...config.trustedIssuers.map(({ issuer }) => issuer),
    ...(config.openId === null ? [] : [config.openId.authority]),
  ]
  const issuers = [...new Set(signInAddresses.map((address) => new URL(address).origin))]
  // Page views are told by a request; no script of the service is loaded.
  const analytics = config.analyticsId === '' ? [] : ['https://www.google-analytics.com']
  return {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", socket, ...issuers, ...analytics],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'", ...issuers],
        frameAncestors: ["'self'"],
        formAction: ["'self'", ...issuers],
        baseUri: ["'self'"],
        objectSrc: ["'none'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Other hosts of the domain are somebody else's.
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' as const },
  }
}
