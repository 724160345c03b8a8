import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { createLiveStore } from './liveStore.ts'

function live(id: number, at: number, since = at): LiveWorkCenter {
  const status = {
    kind: 'OFF',
    noDataCause: null,
    statusRuleId: null,
    name: null,
    color: null,
    isEffective: false,
    isScheduledLoss: false,
    since,
  }
  return { workCenterId: id, at, status } as unknown as LiveWorkCenter
}

test('a newer state replaces an older one, an older one changes nothing', () => {
  const store = createLiveStore()
  store.apply([live(1, 20)])
  store.apply([live(1, 10)])
  assert.equal(store.get(1)?.at, 20)
  assert.equal(store.version(), 1)
})

test('listeners hear only of their own work center, and of all once a frame', () => {
  const store = createLiveStore()
  const heard = { one: 0, other: 0, all: 0 }
  store.subscribe(1, () => (heard.one += 1))
  store.subscribe(2, () => (heard.other += 1))
  const stop = store.subscribeAll(() => (heard.all += 1))
  store.apply([live(1, 1), live(3, 1)])
  stop()
  store.apply([live(1, 2)])
  assert.deepEqual(heard, { one: 2, other: 0, all: 1 })
})

test('the trail joins new statuses and drops those that were taken back', () => {
  const store = createLiveStore()
  for (const [at, since] of [
    [1, 1],
    [5, 4],
    [6, 4],
    [9, 8],
    [12, 3],
  ] as const)
    store.apply([live(1, at, since)])
  assert.deepEqual(
    store.trail(1).map((start) => start.start),
    [1, 3],
  )
  assert.deepEqual(store.trail(2), [])
})

test('a reason that a running stop gets joins the trail as the newest look of its status', () => {
  const store = createLiveStore()
  const stopped = (at: number, look: 'UNEXPLAINED' | 'KNOWN') => ({ ...live(1, at, 4), stop: { look, reasonId: null, reason: null } })
  store.apply([stopped(5, 'UNEXPLAINED')])
  store.apply([stopped(6, 'UNEXPLAINED')])
  store.apply([stopped(9, 'KNOWN')])
  assert.deepEqual(
    store.trail(1).map(({ start, at, look }) => [start, at, look]),
    [[4, 9, 'KNOWN']],
  )
})

test('the connection tells only changes, and a gap asks everybody to refetch', () => {
  const store = createLiveStore()
  let [changes, refetches] = [0, 0]
  store.subscribeConnection(() => (changes += 1))
  store.subscribeRefetch(() => (refetches += 1))
  store.setConnection('reconnecting', 5)
  store.setConnection('reconnecting', 9)
  store.requestRefetch()
  assert.deepEqual(store.connection(), { status: 'reconnecting', since: 5 })
  assert.deepEqual([changes, refetches], [1, 1])
})
