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

type Given = {
  readonly count: number
  /** How far the clock goes on with each transaction. */
  readonly commitMs: number
  /** How old the last sample is. */
  readonly lagMs: number
  /** Called as a transaction is committed. */
  readonly onCommit?: (runtimes: readonly WorkCenterRuntime[], now: number) => void
}

/** Work centers with a sample each that are not yet written, and a database that counts transactions. */
function site({ count, commitMs, lagMs, onCommit = () => undefined }: Given) {
  let now = START
  let transactions = 0
  let failed: unknown = null
  const query = (text: unknown) => {
    if (text === 'commit') {
      now += commitMs
      onCommit(runtimes, now)
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
  const settle = async (end = Infinity) => {
    await writer.settle(runtimes, end, 'FACTS')
    return { transactions, unwritten: runtimes.filter(({ writtenTo }) => writtenTo.FACTS === -Infinity).length, failed }
  }
  return { settle }
}

for (const [what, count, commitMs, lagMs, transactions] of [
  ['of a large company', 1_500, 260, 1_000, 3],
  ['where a transaction takes longer than rows count as fresh', 500, 600, 1_000, 1],
  ['that empty their memories', 600, 5, HOUR_MS, 2],
] as const) {
  test(`a question about work centers ${what} writes each of them once`, async () => {
    assert.deepEqual(await site({ count, commitMs, lagMs }).settle(), { transactions, unwritten: 0, failed: null })
  })
}

test('samples that come while rows are committed are written for a question about their time', async () => {
  const lateAt = START - 2_000
  let isLate = false
  const onCommit = ([runtime]: readonly WorkCenterRuntime[], now: number): void => {
    if (!isLate) runtime?.take(columnsOf([{ at: lateAt, sensor: 'POWER', value: 2 }]), false, now)
    isLate = true
  }
  const { settle } = site({ count: 1, commitMs: 5, lagMs: 3_000, onCommit })
  assert.equal((await settle()).transactions, 1)
  assert.equal((await settle(lateAt)).transactions, 1)
  assert.equal((await settle(lateAt + 1)).transactions, 2)
  assert.equal((await settle(lateAt + 1)).transactions, 2)
})
