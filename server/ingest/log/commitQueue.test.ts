import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { DeviceId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { samplesOf } from '#engine/sensor/sampleColumns.ts'
import { SampleList } from '../decode/sampleList.ts'
import { CommitQueue } from './commitQueue.ts'
import type { CommitTarget, Delivery } from './commitQueue.ts'
import type { LogFlush } from './log.ts'
import { decodeLogBytes } from './logCodec.ts'

const DEVICE = asId<DeviceId>('0198f3a0-0000-7000-8000-000000000001')

function message(
  value: number,
  settle: (error: Error | null) => void,
  options: { isPatient?: boolean; size?: number; partition?: number } = {},
): Delivery {
  const samples = new SampleList()
  samples.add(value, 'POWER', value)
  const device = {
    id: DEVICE,
    partition: options.partition ?? 7,
    secretHash: '',
    companyId: null,
    workCenterId: null,
    acceptDaysBack: 31,
    isTrial: false,
  }
  return {
    device,
    receivedAt: 1_000,
    messageCount: 1,
    samples,
    quarantined: [],
    size: options.size ?? 10,
    isPatient: options.isPatient ?? true,
    settle,
  }
}

/** A log in memory that commits when told to, or fails. */
function memoryLog() {
  const flushes: { flush: LogFlush | null; commit: () => void; fail: () => void }[] = []
  const positions: number[] = []
  const derived: number[] = []
  const failures: unknown[] = []
  const owned = { partition: 7, epoch: 1, derivedPosition: 0, storedPosition: 0 }
  const target: CommitTarget = {
    log: {
      append: (flush) =>
        new Promise((resolve, reject) => {
          const position = 5 + flushes.length
          flushes.push({ flush, commit: () => resolve(position), fail: () => reject(new Error('away')) })
        }),
      read: async () => [],
      trim: async () => undefined,
    },
    partitions: new Map([[7, owned]]),
    isLarge: () => false,
    onCommitted: (messages, reached) => {
      positions.push(...reached.values())
      derived.push(...messages.map((one) => one.samples.instants[0] ?? 0))
    },
    onFailed: (error) => void failures.push(error),
  }
  const stored = () =>
    flushes.map(({ flush }) =>
      flush === null ? [] : decodeLogBytes(flush).flatMap((record) => samplesOf(record.samples).map((sample) => sample.at)),
    )
  return { target, flushes, stored, derived, failures, owned, positions }
}

suite('the group commit', () => {
  test('acknowledges after the commit only, gathers meanwhile, keeps the order and counts positions up', async () => {
    const queue = new CommitQueue()
    const { target, flushes, stored, derived, positions } = memoryLog()
    const settled: number[] = []
    queue.open(target)
    queue.submit(message(1, () => settled.push(1)))
    await turn()
    for (const value of [2, 3]) queue.submit(message(value, () => settled.push(value)))
    await turn()
    assert.deepEqual([settled, stored()], [[], [[1]]], 'one flush in flight, nothing acknowledged')
    flushes[0]?.commit()
    await turn()
    assert.deepEqual([settled, derived], [[1], [1]])
    assert.deepEqual(stored(), [[1], [2, 3]])
    flushes[1]?.commit()
    await turn()
    assert.deepEqual([settled, positions, queue.backpressure.taken], [[1, 2, 3], [5, 6], 0])
  })

  test('a failed flush acknowledges nothing: patient messages wait in order for the next owner, the others are refused', async () => {
    const queue = new CommitQueue()
    const first = memoryLog()
    const settled: (readonly [number, boolean])[] = []
    const submit = (value: number, isPatient: boolean): void =>
      queue.submit(message(value, (error) => settled.push([value, error === null]), { isPatient }))
    queue.open(first.target)
    submit(1, true)
    submit(2, false)
    await turn()
    submit(3, true)
    first.flushes[0]?.fail()
    await turn()
    assert.deepEqual([settled, first.failures.length, queue.isOpen], [[[2, false]], 1, false])
    submit(4, false)
    assert.deepEqual(settled.at(-1), [4, false])
    const second = memoryLog()
    queue.open(second.target)
    await turn()
    assert.deepEqual(second.stored(), [[1, 3]])
    second.flushes[0]?.commit()
    await turn()
    assert.deepEqual(settled.slice(2), [
      [1, true],
      [3, true],
    ])
  })

  test('what is in flight is bounded: a full queue refuses who cannot wait and lets the others go on when there is room', async () => {
    const queue = new CommitQueue(1_000_000)
    const settled = { taken: 0, refused: 0 }
    const settle = (error: Error | null): void => void (error === null ? settled.taken++ : settled.refused++)
    const { target, flushes } = memoryLog()
    queue.open(target)
    let submitted = 0
    const goOn = (): void => {
      for (; submitted < 50 && !queue.backpressure.isFull; submitted++) queue.submit(message(submitted, settle, { size: 100_000 }))
      if (submitted < 50) queue.backpressure.wait(goOn)
    }
    goOn()
    assert.equal(submitted, 10)
    queue.submit(message(99, settle, { isPatient: false }))
    assert.deepEqual(settled, { taken: 0, refused: 1 })
    for (let index = 0; index < 50 && settled.taken < 50; index++) {
      await turn()
      assert.ok(queue.backpressure.taken < 1_200_000, `${queue.backpressure.taken} bytes are in flight`)
      flushes[index]?.commit()
      await turn()
    }
    assert.deepEqual([settled, queue.backpressure.taken], [{ taken: 50, refused: 1 }, 0])
  })

  test('a partition of another process is refused', async () => {
    const queue = new CommitQueue()
    queue.open(memoryLog().target)
    const error = await new Promise<Error | null>((resolve) => queue.submit(message(1, resolve, { partition: 8 })))
    assert.match(error?.message ?? '', /another process/)
  })

  test('what waited for a partition that the next owner does not have is refused, and the rest goes on', async () => {
    const queue = new CommitQueue()
    const settled: (readonly [number, boolean])[] = []
    for (const partition of [8, 7]) queue.submit(message(partition, (error) => settled.push([partition, error === null]), { partition }))
    const { target, flushes } = memoryLog()
    queue.open(target)
    await turn()
    flushes[0]?.commit()
    await turn()
    assert.deepEqual(settled, [
      [8, false],
      [7, true],
    ])
  })
})
