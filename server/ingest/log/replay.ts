import type { DamageReport } from '../damageReport.ts'
import { SampleList } from '../decode/sampleList.ts'
import type { Derivation } from '../derive/derivation.ts'
import type { DeviceRegistry } from '../listener/deviceRegistry.ts'
import { decodeLogBytes } from './logCodec.ts'
import type { LogRecord } from './logCodec.ts'
import type { IngestLog, LogRow } from './log.ts'
import type { PartitionLease } from './partitionLease.ts'

type ReplayDeps = {
  readonly log: IngestLog
  readonly partitions: ReadonlyMap<number, PartitionLease>
  readonly registry: DeviceRegistry
  readonly derivation: Derivation
  readonly damage: DamageReport
}

const ROWS_PER_READ = 100

/** Brings the loaded states and the sample buffer up to the end of the log; what a state already contains is passed over, so each message counts once. */
export async function replayLog(deps: ReplayDeps): Promise<void> {
  const { log, partitions, derivation } = deps
  const reached = new Map([...partitions.values()].map((owned) => [owned.partition, doneOf(owned)]))
  for (const [partition, position] of reached) derivation.positions.reached(partition, position)
  let after = { position: Math.min(...reached.values()), lease: Number.MAX_SAFE_INTEGER }
  for (let rows = await log.read(after, ROWS_PER_READ); rows.length > 0; rows = await log.read(after, ROWS_PER_READ)) {
    await replayRows(rows, deps)
    for (const { partitions: own, position } of rows) {
      for (const partition of own) if (reached.has(partition)) reached.set(partition, Math.max(reached.get(partition) ?? 0, position))
    }
    after = rows.at(-1) ?? after
  }
  for (const [partition, position] of reached) derivation.positions.reached(partition, position)
}

/** Up to here nothing of the partition is needed from the log any more. */
function doneOf(owned: PartitionLease): number {
  return Math.min(owned.derivedPosition, owned.storedPosition)
}

async function replayRows(rows: readonly LogRow[], { partitions, registry, derivation, damage }: ReplayDeps): Promise<void> {
  const decoded = rows.map((row) => ({ row, records: recordsOf(row, damage) }))
  const ids = new Set(decoded.flatMap(({ records }) => records.map((record) => record.deviceId)))
  await registry.loadAll([...ids].filter((id) => registry.cached(id) === undefined))
  for (const { row, records } of decoded) {
    for (const [deviceId, own] of Map.groupBy(records, (record) => record.deviceId)) {
      const device = registry.cached(deviceId)
      const owned = device && partitions.get(device.partition)
      if (device === undefined || owned === undefined || row.position <= doneOf(owned)) continue
      const samples = new SampleList()
      for (const record of own) samples.addAll(record.samples)
      derivation.take(device, samples, row.position, true)
    }
  }
}

/** A damaged row is reported and passed over: it must not keep the partition from going on. */
function recordsOf(row: LogRow, damage: DamageReport): LogRecord[] {
  try {
    return decodeLogBytes(row)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    damage.row({ partitions: row.partitions, position: row.position, messages: row.messageCount, reason })
    return []
  }
}
