import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS } from '#engine/time/durations.ts'
import { keepRunsAhead, type Ahead, type KeptRun } from './keptRuns.ts'

type Run = KeptRun['run']
const runOf = (id: number): Run => ({ id, state: 'PENDING' }) as unknown as Run

function device(now: { at: number }) {
  const rows = new Map<string, KeptRun>()
  const read: number[] = []
  const ahead = (ids: readonly number[], more: Partial<Ahead> = {}) =>
    keepRunsAhead({
      owner: 'olena@ACME',
      ids,
      rows: {
        list: () => Promise.resolve([...rows.values()]),
        put: (row) => Promise.resolve(void rows.set(row.key, row)),
        remove: (key) => Promise.resolve(void rows.delete(key)),
      },
      read: (id) => Promise.resolve((read.push(id), runOf(id))),
      now: () => now.at,
      isGone: () => false,
      ...more,
    })
  return { rows, read, ahead }
}

describe('checklists that nobody opened yet', () => {
  it('are read once and kept, and read again after six hours', async () => {
    const now = { at: 0 }
    const { rows, read, ahead } = device(now)
    await ahead([1, 2])
    await ahead([1, 2, 3])
    assert.deepEqual(read, [1, 2, 3])
    assert.deepEqual([...rows.keys()], ['olena@ACME/1', 'olena@ACME/2', 'olena@ACME/3'])
    now.at = 6 * HOUR_MS
    await ahead([1])
    assert.deepEqual(read, [1, 2, 3, 1])
  })

  it('are forgotten some hours after they were open last, those of others left alone', async () => {
    const now = { at: 0 }
    const { rows, ahead } = device(now)
    rows.set('jan@ACME/9', { key: 'jan@ACME/9', owner: 'jan@ACME', madeAt: 0, run: runOf(9) })
    await ahead([1])
    now.at = 7 * HOUR_MS
    await ahead([2])
    assert.deepEqual([...rows.keys()].toSorted(), ['jan@ACME/9', 'olena@ACME/2'])
  })

  it('wait where there is no connection, and lose nothing that is kept', async () => {
    const now = { at: 0 }
    const { rows, ahead } = device(now)
    await ahead([1])
    now.at = 7 * HOUR_MS
    await ahead([1, 2], { read: () => Promise.resolve(null) })
    assert.deepEqual([...rows.keys()], ['olena@ACME/1'])
  })

  it('are thirty at most, those due first', async () => {
    const { read, ahead } = device({ at: 0 })
    await ahead(Array.from({ length: 40 }, (_, index) => index))
    assert.deepEqual(read.length, 30)
  })
})
