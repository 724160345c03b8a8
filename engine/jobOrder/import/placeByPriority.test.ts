import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { RANK_GAP } from '../queueRank.ts'
import { placeByPriority } from './placeByPriority.ts'

const sequenceOf = (
  queue: readonly { readonly id: number; readonly rank: number }[],
  orders: Parameters<typeof placeByPriority<string>>[1],
) => {
  const { added, moved } = placeByPriority(queue, orders)
  const ranks = new Map(moved.map(({ id, rank }) => [id, rank]))
  const all = [
    ...queue.map(({ id, rank }) => ({ name: String(id), rank: ranks.get(id) ?? rank })),
    ...[...added].map(([name, rank]) => ({ name, rank })),
  ]
  assert.equal(new Set(all.map(({ rank }) => rank)).size, all.length)
  return all.toSorted((one, other) => one.rank - other.rank).map(({ name }) => name)
}
const queue = [1, 2, 3].map((id) => ({ id, rank: id * RANK_GAP }))

describe('new orders in a queue', () => {
  it('stand at the place of their priority, the others at the end as they come', () => {
    const orders = [
      { key: 'a', priority: null },
      { key: 'b', priority: 2 },
      { key: 'c', priority: 1 },
      { key: 'd', priority: null },
      { key: 'e', priority: 2 },
    ]
    assert.deepEqual(sequenceOf(queue, orders), ['c', 'b', 'e', '1', '2', '3', 'a', 'd'])
    assert.deepEqual(sequenceOf([], orders), ['c', 'b', 'e', 'a', 'd'])
    assert.deepEqual(sequenceOf(queue, [{ key: 'z', priority: 99 }]), ['1', '2', '3', 'z'])
  })

  it('number the queue anew where there is no room', () => {
    const tight = [
      { id: 1, rank: 5 },
      { id: 2, rank: 6 },
    ]
    assert.deepEqual(sequenceOf(tight, [{ key: 'a', priority: 2 }]), ['1', 'a', '2'])
  })

  it('never change the sequence of those that wait, nor that of orders of one priority', () => {
    const anyOrders = fc.array(fc.option(fc.integer({ min: 1, max: 9 })), { maxLength: 12 })
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }), anyOrders, (ranks, priorities) => {
        const standing = ranks.toSorted((one, other) => one - other).map((rank, at) => ({ id: at, rank }))
        const orders = priorities.map((priority, at) => ({ key: `n${at}`, priority }))
        const sequence = sequenceOf(standing, orders)
        assert.deepEqual(
          sequence.filter((name) => !name.startsWith('n')),
          standing.map(({ id }) => String(id)),
        )
        for (const priority of [null, 1, 2, 3]) {
          const alike = orders.filter((order) => order.priority === priority).map(({ key }) => key)
          assert.deepEqual(
            sequence.filter((name) => alike.includes(name)),
            alike,
          )
        }
      }),
    )
  })
})
