import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from 'pg'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { columnsOf } from '#engine/sensor/sampleColumns.ts'
import { exampleSetup } from '#engine/testing/exampleSetup.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { createLog } from '#server/log.ts'
import { DamageReport } from '../damageReport.ts'
import { PositionTracker } from '../log/positionTracker.ts'
import { DerivedWriter } from './derivedWriter.ts'
import { SerialQueue } from './serialQueue.ts'
import { WorkCenterRuntime } from './workCenterRuntime.ts'

const START = Date.UTC(2026, 5, 1, 10)
const MOST = 60

/** Returns in how many transactions work centers whose last sample is so old are settled, where the clock goes on by so much with each. */
async function settled(count: number, commitMs: number, lagMs: number) {
  let now = START
  let transactions = 0
  let failed: unknown = null
  const query = (text: unknown) => {
    if (text === 'commit') {
      now += commitMs
      if (++transactions > MOST) throw new Error('does not end')
    }
    return Promise.resolve({ rows: [], rowCount: 0 })
  }
  const client: unknown = { query }
  const writes = new SerialQueue(client as Client, createLog('silent'), (error) => (failed = error))
  const runtimes = Array.from({ length: count }, (_, index) => {
    const ref = { companyId: asId<CompanyId>('BIGCO'), workCenterId: asId<WorkCenterId>(index + 1) }
    const loaded = { setup: { ...exampleSetup(), ...ref }, setupVersion: 1, partition: 0, since: 0 }
    const runtime = new WorkCenterRuntime(ref, loaded, null, 0, HOUR_MS)
    runtime.take(columnsOf([{ at: now - lagMs, sensor: 'POWER', value: 12 }]), false, now)
    return runtime
  })
  const writer = new DerivedWriter({
    writes,
    partitions: new Map(),
    positions: new PositionTracker([]),
    runtimes: new Map(runtimes.map((runtime) => [`BIGCO/${runtime.ref.workCenterId}`, runtime])),
    damage: new DamageReport(createLog('silent')),
    now: () => now,
  })
  await writer.settle(runtimes, Infinity, 'FACTS')
  return { transactions, unwritten: runtimes.filter(({ writtenTo }) => writtenTo.FACTS === -Infinity).length, failed }
}

for (const [what, count, commitMs, lagMs, transactions] of [
  ['of a large company', 1_500, 260, 1_000, 3],
  ['where a transaction takes longer than rows count as fresh', 500, 600, 1_000, 1],
  ['that empty their memories', 600, 5, HOUR_MS, 2],
] as const) {
  test(`a question about work centers ${what} writes each of them once`, async () => {
    assert.deepEqual(await settled(count, commitMs, lagMs), { transactions, unwritten: 0, failed: null })
  })
}
