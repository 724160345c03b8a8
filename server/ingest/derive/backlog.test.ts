import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { columnsOf } from '#engine/sensor/sampleColumns.ts'
import { RecomputeRequest } from './recomputeRequest.ts'
import { Backlog } from './backlog.ts'
import type { WaitingDelivery } from './backlog.ts'
import type { WorkCenterRuntime } from './workCenterRuntime.ts'

const SAMPLES = columnsOf([{ at: 1, sensor: 'POWER', value: 1 }])

/** What the backlog needs of a work center. */
function workCenter() {
  const backlog: WaitingDelivery[] = []
  return {
    backlog,
    asked: new RecomputeRequest(),
    isRecomputing: false,
    takenWhileRecomputing: 0,
    dropBacklog: () => backlog.splice(0).forEach(({ done }) => done()),
  } as unknown as WorkCenterRuntime
}

function delivery(position: number, done = (): void => undefined): WaitingDelivery {
  return { samples: SAMPLES, partition: 0, position, isBuffered: false, done }
}

test('work centers take turns, each in its order, and a turn of the main loop ends after a few milliseconds', async () => {
  const [first, second] = [workCenter(), workCenter()]
  const folded: [string, number][] = []
  const backlog = new Backlog((runtime, { position }) => {
    folded.push([runtime === first ? 'first' : 'second', position])
    for (const until = performance.now() + 5; performance.now() < until;);
  })
  for (let position = 1; position <= 6; position++) backlog.add(first, delivery(position))
  backlog.add(second, delivery(7))
  await nextTurn()
  await nextTurn()
  assert.ok(folded.length < 7, 'a turn does not fold everything')
  while (folded.length < 7) await nextTurn()
  assert.deepEqual(folded.slice(0, 2), [
    ['first', 1],
    ['second', 7],
  ])
  assert.deepEqual(
    folded.filter(([whose]) => whose === 'first').map(([, position]) => position),
    [1, 2, 3, 4, 5, 6],
  )
})

test('a delivery waits for its size, or behind one that waits; what still waits at the end is let go', () => {
  const runtime = workCenter()
  const backlog = new Backlog(() => undefined)
  const large = columnsOf(Array.from({ length: 501 }, (_, at) => ({ at, sensor: 'POWER' as const, value: 1 })))
  assert.deepEqual([backlog.takes(runtime, SAMPLES), backlog.takes(runtime, large)], [false, true])
  let isDone = false
  backlog.add(
    runtime,
    delivery(1, () => (isDone = true)),
  )
  assert.equal(backlog.takes(runtime, SAMPLES), true)
  backlog.end()
  assert.deepEqual([isDone, runtime.backlog.length], [true, 0])
})

test('a work center that is being recalculated takes no more than what can be folded at once at its end', async () => {
  const runtime = workCenter()
  Object.assign(runtime, { isRecomputing: true, takenWhileRecomputing: 20_000 })
  const folded: number[] = []
  const backlog = new Backlog((_runtime, { position }) => void folded.push(position))
  backlog.add(runtime, delivery(1))
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  assert.deepEqual(folded, [])
  runtime.isRecomputing = false
  while (folded.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  backlog.end()
})
