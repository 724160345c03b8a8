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
  for (const owned of deps.partitions.values()) {
    let position = Math.min(owned.derivedPosition, owned.storedPosition)
    deps.derivation.positions.reached(owned.partition, position)
    while (position < owned.lastPosition) {
      const rows = await deps.log.read(owned.partition, position, ROWS_PER_READ)
      const last = rows.at(-1)
      if (last === undefined) break
      await replayRows(rows, deps)
      position = last.position
    }
    deps.derivation.positions.reached(owned.partition, Math.max(position, owned.lastPosition))
  }
}

async function replayRows(rows: readonly LogRow[], { registry, derivation, damage }: ReplayDeps): Promise<void> {
  const decoded = rows.map((row) => ({ row, records: recordsOf(row, damage) }))
  const ids = new Set(decoded.flatMap(({ records }) => records.map((record) => record.deviceId)))
  await registry.loadAll([...ids].filter((id) => registry.cached(id) === undefined))
  for (const { row, records } of decoded) {
    for (const [deviceId, own] of Map.groupBy(records, (record) => record.deviceId)) {
      const device = registry.cached(deviceId)
      const samples = new SampleList()
      for (const record of own) samples.addAll(record.samples)
      if (device !== undefined) derivation.take(device, samples, row.position, true)
    }
  }
}

/** A damaged row is reported and passed over: it must not keep the partition from going on. */
function recordsOf(row: LogRow, damage: DamageReport): LogRecord[] {
  try {
    return decodeLogBytes(row)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    damage.row({ partition: row.partition, position: row.position, messages: row.messageCount, reason })
    return []
  }
}
