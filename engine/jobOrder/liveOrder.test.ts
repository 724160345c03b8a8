import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JobOrderId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { frameOfChanges, orderChanges, seenByOperators } from './liveOrder.ts'
import type { LiveOrder } from './liveOrder.ts'

const [PRESS, LATHE] = [asId<WorkCenterId>(1), asId<WorkCenterId>(2)]
const orderOf = (id: number, more: Partial<LiveOrder> = {}): LiveOrder => ({
  id: asId<JobOrderId>(id),
  version: 1,
  status: 'PLANNED',
  workCenterId: PRESS,
  rank: id * 10,
  counted: null,
  confirmed: { accepted: 0, rejected: 0 },
  runSince: null,
  ...more,
})
const ALL = { wanted: null, visible: null }
const idsOf = (orders: readonly LiveOrder[]) => orders.map(({ id }) => Number(id))

describe('a frame of job orders', () => {
  it('has what changed, with its queue, and nothing of what stayed', () => {
    const before = [orderOf(1), orderOf(2), orderOf(3)]
    const after = [orderOf(1), orderOf(2, { rank: 5 }), orderOf(3, { counted: { total: 4, accepted: 4, rejected: 0 } })]
    const frame = frameOfChanges({ changes: orderChanges(before, after), acted: [PRESS] }, ALL, 7)
    assert.deepEqual(idsOf(frame?.orders ?? []), [2, 3])
    assert.deepEqual(frame?.queues, [{ workCenterId: PRESS, changedAt: 7 }])
    assert.deepEqual(frame?.removed, [])
    assert.equal(frameOfChanges({ changes: orderChanges(before, before), acted: [] }, ALL, 7), null)
  })

  it('takes away what moved to a work center that is not heard of, and gives it to who hears of that one', () => {
    const changes = orderChanges([orderOf(1)], [orderOf(1, { workCenterId: LATHE })])
    const press = frameOfChanges({ changes, acted: [PRESS, LATHE] }, { wanted: new Set([1]), visible: null }, 7)
    assert.deepEqual(
      [idsOf(press?.orders ?? []), press?.removed, press?.queues.map(({ workCenterId }) => workCenterId)],
      [[], [1], [PRESS]],
    )
    const lathe = frameOfChanges({ changes, acted: [PRESS, LATHE] }, { wanted: null, visible: new Set([2]) }, 7)
    assert.deepEqual(
      [idsOf(lathe?.orders ?? []), lathe?.removed, lathe?.queues.map(({ workCenterId }) => workCenterId)],
      [[1], [], [LATHE]],
    )
  })

  it('tells orders without a work center to those who see all', () => {
    const changes = orderChanges([], [orderOf(1, { workCenterId: null })])
    assert.deepEqual(idsOf(frameOfChanges({ changes, acted: [PRESS, LATHE] }, ALL, 7)?.orders ?? []), [1])
    assert.equal(frameOfChanges({ changes, acted: [null] }, { wanted: null, visible: new Set([1]) }, 7), null)
    assert.equal(frameOfChanges({ changes, acted: [null] }, { wanted: new Set([1]), visible: null }, 7), null)
  })

  it('names a queue where something was done and nothing differs: an order that came and went in between', () => {
    const frame = frameOfChanges({ changes: [], acted: [PRESS] }, { wanted: new Set([1]), visible: null }, 7)
    assert.deepEqual([frame?.orders, frame?.queues], [[], [{ workCenterId: PRESS, changedAt: 7 }]])
    assert.equal(frameOfChanges({ changes: [], acted: [PRESS] }, { wanted: new Set([2]), visible: null }, 7), null)
  })

  it('tells operators the quota by rank: what another one pushes out of it is taken away', () => {
    const quotaOf = () => 2
    const [a, b, c] = [orderOf(1), orderOf(2), orderOf(3)]
    const others = [orderOf(8, { status: 'DRAFT' }), orderOf(9, { status: 'ON_HOLD' })]
    const before = seenByOperators([a, b, c, ...others], quotaOf)
    assert.deepEqual(idsOf(before), [1, 2, 9])
    const after = seenByOperators([a, b, orderOf(3, { rank: 5 }), ...others], quotaOf)
    assert.deepEqual(idsOf(after), [1, 3, 9])
    const frame = frameOfChanges({ changes: orderChanges(before, after), acted: [] }, ALL, 7)
    assert.deepEqual([idsOf(frame?.orders ?? []), frame?.removed], [[3], [2]])
    const started = seenByOperators([orderOf(1, { status: 'PROGRESS', rank: null }), b, c, ...others], quotaOf)
    assert.deepEqual(idsOf(started), [1, 2, 3, 9])
    assert.deepEqual(
      idsOf(seenByOperators([orderOf(1, { status: 'COMPLETED' }), orderOf(2, { status: 'TECHNICALLY_COMPLETED' })], quotaOf)),
      [2],
    )
    assert.deepEqual(idsOf(seenByOperators([a, b, c], () => 0)), [1, 2, 3])
  })
})
