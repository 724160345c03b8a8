import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { isDiskFull, isStatementError, sqlState } from '#server/db/outage.ts'
import type { Silence } from '#server/db/silence.ts'
import { PARTITION_COUNT } from '#server/device/device.service.ts'
import { metrics } from '#server/http/metrics.ts'
import type { Logger } from '#server/log.ts'
import type { PartState } from '#server/partState.ts'
import { SETTLE_WAIT_MS } from '#server/recalculation/ingestPort.ts'
import type { IngestPort } from '#server/recalculation/ingestPort.ts'
import type { LiveBus } from '#server/realtime/liveBus.ts'
import type { Series } from '#server/sensor/sampleCodec.ts'
import { DamageReport } from './damageReport.ts'
import { CommitQueue } from './log/commitQueue.ts'
import { DeviceRegistry } from './listener/deviceRegistry.ts'
import { registerTelemetryRoute } from './listener/http.ts'
import { openMqttListener } from './listener/mqtt.ts'
import type { MqttListener } from './listener/mqtt.ts'
import { Receiver } from './listener/receiver.ts'
import { openSession } from './session.ts'
import type { Session } from './session.ts'

export type IngestDeps = {
  readonly config: Pick<Config, 'host' | 'mqttPort'> & Partial<Pick<Config, 'mqttTls'>>
  readonly database: Pick<Database, 'pool' | 'connect' | 'inSystem' | 'inTenant' | 'silence'>
  readonly live: LiveBus
  readonly log: Logger
  readonly now?: () => number
  /** Bytes that may be received and not yet committed; whoever brings more waits. */
  readonly maxInFlightBytes?: number
  /** How long the start waits for partitions that another process owns; the listeners open in any case. */
  readonly firstSessionWaitMs?: number
  /** How long rows that only grow wait until they are written where nobody asks for them. */
  readonly growthMs?: number
}

export type Ingest = IngestPort & {
  /** The port of the MQTT listener. */
  readonly mqttPort: number
  /** The listener for MQTT over TLS; null = none. */
  readonly mqttTls: MqttListener['tls']
  /** Adds the HTTP listener to the app. */
  register(app: FastifyInstance): Promise<void>
  state(): PartState
  /** Does the same as `settle` for another process, which reads states, too, and has its own patience. */
  settleFor(...asked: Parameters<IngestPort['settle']>): Promise<void>
  /** How many of the partitions this process owns. */
  partitionCount(): number
  ownsAll(): boolean
  /** Returns whether this process derives the devices of the partition. */
  owns(partition: number): boolean
  close(): Promise<void>
}

const NO_READINGS: Series = { instants: [], values: [] }
const FIRST_SESSION_WAIT_MS = 10_000
const GROWTH_MS = 120_000
const RELOAD_WAIT_MS = 5_000
const MIN_RETRY_MS = 100
const MAX_RETRY_MS = 2_000

/** Starts the listeners for devices and the road from them to facts: decode, log, acknowledge, derive (ARCHITECTURE.md, rule 3). */
export async function startIngest(deps: IngestDeps): Promise<Ingest> {
  const {
    config,
    database,
    live,
    log,
    now = Date.now,
    maxInFlightBytes,
    firstSessionWaitMs = FIRST_SESSION_WAIT_MS,
    growthMs = GROWTH_MS,
  } = deps
  const registry = new DeviceRegistry(database)
  const queue = new CommitQueue(maxInFlightBytes)
  const unsubscribe = database.silence.subscribe((isSilent) => queue.setSilent(isSilent))
  const receiver = new Receiver(queue, now)
  const damage = new DamageReport(log)
  const sessions = superviseSessions({ database, registry, live, log, now, queue, damage, growthMs })
  await Promise.race([sessions.first, sleep(firstSessionWaitMs, undefined, { ref: false })])
  const serves = (partition: number): boolean => sessions.current()?.partitions.has(partition) ?? true
  const closeQueue = async (): Promise<void> => {
    unsubscribe()
    queue.end()
    await sessions.close()
    await registry.close()
  }
  const mqtt = await openMqttListener({
    host: config.host,
    port: config.mqttPort,
    tls: config.mqttTls ?? null,
    registry,
    receiver,
    log,
    database,
    now,
    serves: (device) => serves(device.partition),
  }).catch(async (error: unknown) => {
    await closeQueue()
    throw error
  })
  metrics.observedGauge('trueline_ingest_connections', 'Open MQTT connections.', () => mqtt.connections())
  metrics.observedGauge(
    'trueline_ingest_in_flight_bytes',
    'Bytes of messages received and not yet acknowledged.',
    () => queue.backpressure.taken,
  )
  metrics.observedGauge(
    'trueline_ingest_work_centers',
    'Work centers in memory.',
    () => sessions.current()?.derivation.workCenterCount ?? 0,
  )
  metrics.observedGauge(
    'trueline_ingest_waiting_samples',
    'Samples in the log that are not yet in chunks.',
    () => sessions.current()?.derivation.buffer.count ?? 0,
  )
  log.info({ port: mqtt.port, ...(mqtt.tls !== null && { tlsPort: mqtt.tls.port }) }, 'devices can connect over MQTT')
  return {
    mqttPort: mqtt.port,
    mqttTls: mqtt.tls,
    register: (app) => registerTelemetryRoute(app, { registry, receiver }),
    state: () => stateOf(database.silence, queue, sessions.fault(), damage),
    reload: async (ref, { wait = false } = {}) => {
      const done = sessions.current()?.derivation.reload(ref)
      if (wait && done !== undefined) await Promise.race([done, sleep(RELOAD_WAIT_MS, undefined, { ref: false })])
    },
    settle: async (companyId, workCenterIds, end) => {
      const done = sessions.current()?.derivation.settle(companyId, workCenterIds, end)
      if (done !== undefined) await Promise.race([done, sleep(SETTLE_WAIT_MS, undefined, { ref: false })])
    },
    settleFor: (companyId, workCenterIds, end) =>
      sessions.current()?.derivation.settle(companyId, workCenterIds, end, 'ALL') ?? Promise.resolve(),
    partitionCount: () => sessions.current()?.partitions.size ?? 0,
    ownsAll: () => sessions.current()?.partitions.size === PARTITION_COUNT,
    unsealed: {
      readingsOf: (ref, sensor) => sessions.current()?.derivation.buffer.readingsOf(ref, sensor) ?? NO_READINGS,
      seriesOf: (ref) => {
        const buffer = sessions.current()?.derivation.buffer
        return new Map([...(buffer?.sensorsOf(ref) ?? [])].map((sensor) => [sensor, buffer?.readingsOf(ref, sensor) ?? NO_READINGS]))
      },
      earliestOf: (ref) => sessions.current()?.derivation.buffer.earliestOf(ref) ?? null,
    },
    owns: (partition) => sessions.current()?.partitions.has(partition) ?? false,
    deviceChanged: (deviceId) => registry.loadAll([deviceId]).catch(() => registry.refresh()),
    close: async () => {
      await mqtt.close()
      await closeQueue()
    },
  }
}

type Supervised = {
  readonly first: Promise<void>
  current(): Session | null
  /** Returns why the last session ended, or could not begin. */
  fault(): unknown
  close(): Promise<void>
}
type SuperviseDeps = Required<Pick<IngestDeps, 'database' | 'live' | 'log' | 'now' | 'growthMs'>> & {
  readonly registry: DeviceRegistry
  readonly queue: CommitQueue
  readonly damage: DamageReport
}

/** Opens a session, and after each failure the next one: a lost connection loses the locks, so everything is loaded and replayed again. */
function superviseSessions(deps: SuperviseDeps): Supervised {
  const { promise: first, resolve: begun } = Promise.withResolvers<void>()
  const { promise: stopped, resolve: stop } = Promise.withResolvers<'stopped'>()
  let session: Session | null = null
  let fault: unknown = null
  let isStopped = false
  const run = async (): Promise<void> => {
    for (let retryMs = MIN_RETRY_MS; !isStopped; retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)) {
      try {
        session = await openSession({ ...deps, isStopped: () => isStopped })
        openQueue(deps.queue, session)
        begun()
        const end = await Promise.race([session.failed, stopped])
        if (end === 'stopped') return await session.close()
        // Each session loads all work centers, and a full disk has room no sooner for it.
        retryMs = isDiskFull(end) ? MAX_RETRY_MS : MIN_RETRY_MS
        fault = end
        deps.log.warn({ error: messageOf(end), code: sqlState(end) }, `ingest waits: ${reasonOf(end)}`)
        deps.queue.close('the database is away')
        await session.abandon()
      } catch (error) {
        fault = error
        deps.log.warn({ error: messageOf(error), code: sqlState(error) }, `ingest cannot take its partitions yet: ${reasonOf(error)}`)
        begun()
      }
      session = null
      await Promise.race([sleep(retryMs, undefined, { ref: false }), stopped])
    }
  }
  const done = run()
  return {
    first,
    current: () => session,
    fault: () => fault,
    close: async () => {
      isStopped = true
      stop('stopped')
      await done
    },
  }
}

function openQueue(queue: CommitQueue, session: Session): void {
  queue.open({
    log: session.log,
    partitions: session.partitions,
    isLarge: (delivery) => session.derivation.isLarge(delivery),
    onCommitted: (deliveries, positions, large, done) => session.derivation.accept(deliveries, positions, large, done),
    onFailed: (error) => session.fail(error),
  })
}

function stateOf(silence: Silence, queue: CommitQueue, fault: unknown, damage: DamageReport): PartState {
  if (!silence.isSilent && queue.isOpen) return damage.state()
  const reason = silence.isSilent ? 'the database does not answer' : reasonOf(fault)
  return { status: 'degraded', detail: `Ingest waits: ${reason}; devices keep their samples until it goes on.` }
}

function reasonOf(fault: unknown): string {
  if (isDiskFull(fault)) return 'there is no room on the disk of the database'
  if (isStatementError(fault)) return `PostgreSQL refuses a statement that all work centers need (SQLSTATE ${sqlState(fault)})`
  return 'the database is away'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
