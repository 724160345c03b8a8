import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { DeviceId } from '#engine/ids.ts'
import { DeviceRegistry } from './deviceRegistry.ts'

const idOf = (count: number) => asId<DeviceId>(`0190a1b2-0000-7000-8000-${String(count).padStart(12, '0')}`)

/** A database whose reads answer when they are told to. */
function slowDatabase() {
  const waiting: (() => void)[] = []
  const partitions = new Map<string, number>()
  const query = (_text: string, [ids]: readonly [readonly string[]]) => {
    const rows = ids.flatMap((id) => (partitions.has(id) ? [{ id, partition: partitions.get(id) }] : []))
    return new Promise((resolve) => waiting.push(() => resolve({ rows })))
  }
  return { partitions, waiting, database: { pool: { query } } as unknown as ConstructorParameters<typeof DeviceRegistry>[0] }
}

describe('the devices that were heard of', () => {
  const { database, partitions, waiting } = slowDatabase()
  let registry: DeviceRegistry
  before(() => {
    registry = new DeviceRegistry(database)
  })
  after(() => registry.close())

  it('are those of the latest read, also where an older one answers after it', async () => {
    partitions.set(idOf(1), 1)
    const older = registry.loadAll([idOf(1)])
    partitions.set(idOf(1), 2)
    const newer = registry.loadAll([idOf(1)])
    waiting[1]?.()
    await newer
    waiting[0]?.()
    await older
    assert.equal(registry.cached(idOf(1))?.partition, 2)
    assert.equal(registry.keptForOlderReads, 0)
  })

  it('keep nothing of what was asked for while reads always overlap', async () => {
    waiting.length = 0
    let present = registry.loadAll([idOf(100)])
    for (let turn = 1; turn <= 1_000; turn++) {
      const next = registry.loadAll([idOf(100 + turn)])
      waiting[turn - 1]?.()
      await present
      present = next
      assert.ok(registry.keptForOlderReads <= 1, String(registry.keptForOlderReads))
    }
    waiting.at(-1)?.()
    await present
    assert.equal(registry.keptForOlderReads, 0)
  })
})
