import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { isDeviceSecret } from '#server/device/deviceSecret.ts'
import { addressKey, createAttemptLimiter } from '#server/identity/attemptLimiter.ts'
import type { AttemptLimiter } from '#server/identity/attemptLimiter.ts'
import { MAX_TRIAL_MESSAGE_BYTES, TRIAL_MESSAGES_A_MINUTE } from '#engine/workCenter/trialMachine.ts'
import { MAX_PAYLOAD_BYTES } from '../decode/decode.ts'
import type { Refused } from '../decode/quarantine.ts'
import type { DeviceRegistry, KnownDevice } from './deviceRegistry.ts'
import { ingestMetrics } from '../ingestMetrics.ts'
import type { Receiver } from './receiver.ts'

const RETRY_AFTER_S = 5
/** Wrong ids and secrets of one address, as over MQTT. */
const GUESSES = { failures: 120, windowMs: 60_000 }
const BEARER = /^Bearer ([\w-]{1,200})$/i
/** A device that no hash belongs to is checked against this one, so that an unknown id takes as long as a wrong secret. */
const NO_HASH = '0'.repeat(64)

/** Adds `POST /api/devices/{deviceId}/telemetry`, answered after the commit (docs/telemetry.md). */
export async function registerTelemetryRoute(
  app: FastifyInstance,
  deps: { readonly registry: DeviceRegistry; readonly receiver: Receiver },
): Promise<void> {
  const guesses = createAttemptLimiter(GUESSES)
  const trials = createAttemptLimiter({ failures: TRIAL_MESSAGES_A_MINUTE, windowMs: MINUTE_MS })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_PAYLOAD_BYTES }, (_request, body, done) => done(null, body))
    scope.post<{ Params: TelemetryRequest['params'] }>(
      '/api/devices/:deviceId/telemetry',
      { bodyLimit: MAX_PAYLOAD_BYTES },
      async (request, reply) => {
        const device = await findDevice(deps.registry, guesses, request).catch(() => 'away' as const)
        if (device === 'away') return refuseForNow(reply)
        if (typeof device === 'number') {
          ingestMetrics.refusedConnections.increment(1, { reason: 'TOO_MANY_FAILED' })
          return refuseTooMany(reply, device)
        }
        if (device === null) {
          ingestMetrics.refusedConnections.increment(1, { reason: 'HTTP_UNAUTHORIZED' })
          return reply.code(401).send({ code: 'UNAUTHORIZED' })
        }
        const payload = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        if (device.isTrial) {
          if (payload.length > MAX_TRIAL_MESSAGE_BYTES) return reply.code(413).send({ code: 'TOO_LARGE' })
          const waitMs = trials.take(device.id, Date.now())
          if (waitMs > 0) return refuseTooMany(reply, waitMs)
        }
        const receipt = await receive(deps.receiver, device, payload)
        if (receipt === 'TOO_MANY_CHANNELS') return reply.code(422).send({ code: receipt })
        return receipt === null ? refuseForNow(reply) : reply.code(202).send({ accepted: receipt.accepted, quarantined: receipt.refused })
      },
    )
  })
}

type TelemetryRequest = FastifyRequest<{ Params: { deviceId: string } }>

type Receipt = { readonly accepted: number; readonly refused: readonly Refused[] }

/** Settles with null when the message could not be committed. */
async function receive(receiver: Receiver, device: KnownDevice, payload: Buffer): Promise<Receipt | 'TOO_MANY_CHANNELS' | null> {
  const draft = receiver.begin(device)
  receiver.add(draft, payload)
  // One sensor of a type: what a stranger tries makes no hundred rows of sensors.
  if (device.isTrial && draft.samples.sensors.some((sensor) => sensor.includes(':'))) return 'TOO_MANY_CHANNELS'
  const receipt = { accepted: draft.samples.length, refused: draft.refused }
  return new Promise((resolve) => receiver.submit(draft, 'http', (error) => resolve(error ? null : receipt)))
}

/**
 * A cached device with the right secret costs no query and counts nowhere; anything else is read again, so that a renewed secret works at once. An
 * address that guesses too often gets the milliseconds to wait.
 */
async function findDevice(
  registry: DeviceRegistry,
  guesses: AttemptLimiter,
  request: TelemetryRequest,
): Promise<KnownDevice | number | null> {
  const { deviceId } = request.params
  const [, secret] = BEARER.exec(request.headers.authorization ?? '') ?? []
  if (secret === undefined) return null
  const cached = registry.cachedByText(deviceId)
  if (cached && cached.companyId !== null && isDeviceSecret(secret, cached.secretHash)) return cached
  const address = addressKey(request.ip)
  const waitMs = guesses.wait(address, Date.now())
  if (waitMs > 0) return waitMs
  const isRight = (device: KnownDevice | null | undefined): device is KnownDevice =>
    isDeviceSecret(secret, device?.secretHash ?? NO_HASH) && device != null
  const device = await registry.load(deviceId)
  if (isRight(device)) return device
  guesses.take(address, Date.now())
  return null
}

function refuseTooMany(reply: FastifyReply, waitMs: number): FastifyReply {
  return reply
    .code(429)
    .header('retry-after', Math.ceil(waitMs / SECOND_MS))
    .send({ code: 'TOO_MANY_REQUESTS' })
}

function refuseForNow(reply: FastifyReply): FastifyReply {
  return reply.code(503).header('retry-after', RETRY_AFTER_S).send({ code: 'SERVICE_UNAVAILABLE' })
}
