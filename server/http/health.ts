import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { metrics } from '#server/http/metrics.ts'
import type { PartState } from '#server/partState.ts'
import { Refusal } from '#server/refusal.ts'

export type PartCheck = () => PartState | Promise<PartState>

export type Versions = {
  readonly product: string
  /** Of the database server. */
  readonly postgres: string
  /** The newest migration of the database. */
  readonly schema: string
}

export type HealthBody = {
  readonly status: PartState['status']
  readonly version: string
  readonly node: string
  readonly postgres: string
  readonly schema: string
  readonly startedAt: string
  readonly parts: Readonly<Record<string, PartState>>
}

const startedAt = new Date().toISOString()

/**
 * Adds /api/health (200 while every part works, 503 when one is down or starting) and /api/metrics (Prometheus text). `parts` is read at each
 * request, so a part may be added once it has started. Through a trusted proxy come strangers: they get the status, and no metrics.
 */
export function registerHealth(
  app: FastifyInstance,
  { trustProxy }: Pick<Config, 'trustProxy'>,
  versions: Versions,
  parts: ReadonlyMap<string, PartCheck>,
): void {
  const isThroughProxy = (request: FastifyRequest) => trustProxy && request.headers['x-forwarded-for'] !== undefined
  app.get('/api/health', async (request, reply) => {
    const health = await readHealth(versions, parts)
    return reply
      .code(health.status === 'down' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(isThroughProxy(request) ? { status: health.status } : health)
  })
  app.get('/api/metrics', async (request, reply) => {
    if (isThroughProxy(request)) throw new Refusal({ code: 'NOT_FOUND' })
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store').send(metrics.text())
  })
}

/** Returns how each part does now, the worst of them as the whole, and which versions run. */
export async function readHealth(versions: Versions, parts: ReadonlyMap<string, PartCheck>): Promise<HealthBody> {
  const states = await Promise.all([...parts].map(async ([name, check]) => [name, await checkPart(check)] as const))
  return {
    status: worst(states.map(([, state]) => state.status)),
    version: versions.product,
    node: process.version,
    postgres: versions.postgres,
    schema: versions.schema,
    startedAt,
    parts: Object.fromEntries(states),
  }
}

async function checkPart(check: PartCheck): Promise<PartState> {
  try {
    return await check()
  } catch (error) {
    return { status: 'down', detail: error instanceof Error ? error.message : String(error) }
  }
}

function worst(states: readonly PartState['status'][]): PartState['status'] {
  if (states.includes('down')) return 'down'
  return states.includes('degraded') ? 'degraded' : 'ready'
}
