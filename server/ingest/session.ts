import type { Client } from 'pg'
import type { Database } from '#server/db/database.ts'
import type { Logger } from '#server/log.ts'
import type { LiveBus } from '#server/realtime/liveBus.ts'
import { keepEventPartitions } from '#server/event/eventPartitions.ts'
import { ensureChunkPartitions } from './samples/chunkPartitions.ts'
import type { DamageReport } from './damageReport.ts'
import { Derivation } from './derive/derivation.ts'
import type { DeviceRegistry } from './listener/deviceRegistry.ts'
import { createPostgresLog } from './log/log.ts'
import type { IngestLog } from './log/log.ts'
import { findFreed, leasePartitions } from './log/partitionLease.ts'
import type { PartitionLease } from './log/partitionLease.ts'
import { EnergyDeriver } from './energyDeriver.ts'
import { replayLog } from './log/replay.ts'
import { Sealer } from './samples/sealer.ts'
import { SerialQueue } from './derive/serialQueue.ts'

export type SessionDeps = {
  readonly database: Pick<Database, 'connect' | 'inTenant' | 'pool'>
  readonly registry: DeviceRegistry
  readonly live: LiveBus
  readonly log: Logger
  readonly now: () => number
  readonly isStopped: () => boolean
  readonly damage: DamageReport
  readonly growthMs: number
}

/** One stretch of owning partitions, from taking their locks to losing a connection: loaded from the database, never carried over. */
export type Session = {
  readonly log: IngestLog
  readonly partitions: ReadonlyMap<number, PartitionLease>
  readonly derivation: Derivation
  /** Resolves with the reason when the session is over. */
  readonly failed: Promise<unknown>
  fail(error: unknown): void
  /** Writes what is pending and lets go of the partitions. */
  close(): Promise<void>
  /** Drops the connections. The next session replays pending work from the log. */
  abandon(): Promise<void>
}

/** How often partitions are looked for that another process let go. */
const FREED_CHECK_MS = 1_000

/** Returns a session that has taken partitions, loaded their state and replayed the log after it. */
export async function openSession(deps: SessionDeps): Promise<Session> {
  const { promise: failed, resolve: fail } = Promise.withResolvers<unknown>()
  const clients: Client[] = []
  const connect = async (): Promise<Client> => {
    const client = await deps.database.connect()
    clients.push(client)
    client.on('error', fail)
    client.on('end', () => fail(new Error('a database connection of ingest ended')))
    return client
  }
  try {
    const owner = await connect()
    const partitions = await leasePartitions(owner, deps.isStopped)
    await ensureChunkPartitions(owner, deps.now(), deps.log)
    await keepEventPartitions(owner, deps.now(), deps.log)
    const log = await createPostgresLog(owner, [...partitions.keys()])
    const writes = new SerialQueue(await connect(), deps.log, fail)
    const derivation = new Derivation({ ...deps, writes, partitions })
    await derivation.load()
    await replayLog({ log, partitions, registry: deps.registry, derivation, damage: deps.damage })
    const sealer = new Sealer({ writes, log, derivation, partitions, onFailed: fail })
    const energy = new EnergyDeriver({ ...deps, writes, partitions })
    derivation.start()
    const watch = setInterval(() => {
      findFreed(owner, partitions).then((isFreed) => isFreed && fail(new Error('partitions of another process became free')), fail)
    }, FREED_CHECK_MS)
    const abandon = async (): Promise<void> => {
      clearInterval(watch)
      energy.end()
      sealer.end()
      await derivation.end()
      await endAll(clients)
    }
    const close = async (): Promise<void> => {
      clearInterval(watch)
      energy.end()
      sealer.end()
      await derivation.flushAll()
      await sealer.sealAll().catch((error: unknown) => deps.log.warn({ error }, 'samples stay in the log until the next start'))
      await abandon()
    }
    return { log, partitions, derivation, failed, fail, close, abandon }
  } catch (error) {
    await endAll(clients)
    throw error
  }
}

async function endAll(clients: readonly Client[]): Promise<void> {
  for (const client of clients) client.removeAllListeners('end')
  await Promise.allSettled(clients.map((client) => client.end()))
}
