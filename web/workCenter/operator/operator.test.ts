import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { QueuedLossFragment } from '#web/api/generated/graphql.ts'
import {
  boardGrid,
  countOlder,
  lastPhrases,
  lengthsAlike,
  machinesOfScreen,
  operatorQueue,
  rowInPlaceOf,
  rowKey,
  seenWork,
  steadyRows,
  workingSince,
} from './operator.view.ts'

const at = (time: string): number => Date.parse(`2026-11-23T${time}Z`)
const REASON: NonNullable<QueuedLossFragment['reason']> = {
  id: 5,
  name: 'Jam',
  color: '#112233',
  type: 'UNPLANNED',
  isSmallStop: false,
  activityTypes: [],
}
const loss = (id: number, start: string, end: string | null, more: Partial<QueuedLossFragment> = {}): QueuedLossFragment => ({
  id,
  workCenterId: 7,
  version: 1,
  timeStart: new Date(at(start)).toISOString(),
  timeEnd: end === null ? null : new Date(at(end)).toISOString(),
  kind: 'OFF',
  source: 'STATUS',
  lossLevel: 2,
  isScheduledLoss: false,
  isProvisional: false,
  isApproved: false,
  isValid: true,
  editRefusal: null,
  reasonSource: null,
  updatedOn: null,
  updatedBy: null,
  comment: null,
  reason: null,
  statusRule: null,
  shift: { id: 1, timeStart: new Date(at('06:00:00')).toISOString(), status: 'PROGRESS' },
  ...more,
})
const NOW = at('12:00:00')

describe('the queue of a machine', () => {
  it('has what waits in rows, what a rule said of long stops, and what people said', () => {
    const losses = [
      loss(1, '10:04:00', '10:05:30'),
      loss(2, '10:06:40', '10:08:00'),
      // The same twice, from two questions.
      loss(2, '10:06:40', '10:08:00'),
      loss(3, '10:11:00', '10:12:00'),
      loss(4, '09:00:00', '09:40:00', { reason: REASON, reasonSource: 'RULE' }),
      loss(5, '08:00:00', '08:10:00', { reason: REASON, reasonSource: 'MANUAL' }),
      loss(6, '07:00:00', '07:10:00', { kind: 'NO_DATA' }),
      loss(7, '07:00:00', '07:10:00', { workCenterId: 8 }),
    ]
    const queue = operatorQueue(losses, 7, NOW)
    assert.deepEqual(
      queue.rows.map((row) => row.stops.map(({ id }) => id)),
      [[3], [1, 2]],
    )
    assert.deepEqual(
      [queue.toCheck, queue.explained].map((some) => some.map(({ id }) => id)),
      [[4], [5]],
    )
    assert.equal(queue.last?.id, 3)
    assert.deepEqual(operatorQueue([], 7, NOW).last, null)
  })

  it('knows since when the machine works: from its last stop, whatever statuses of work followed', () => {
    const queue = operatorQueue([loss(1, '10:00:00', '10:10:00')], 7, NOW)
    assert.equal(workingSince({ isEffective: true, since: at('10:10:00') }, queue), at('10:10:00'))
    assert.equal(workingSince({ isEffective: true, since: at('10:30:00') }, queue), at('10:10:00'))
    assert.equal(workingSince({ isEffective: false, since: at('10:30:00') }, queue), null)
    // The stop is told as open still.
    const open = operatorQueue([loss(1, '09:00:00', '09:10:00'), loss(2, '10:00:00', null)], 7, NOW)
    assert.equal(workingSince({ isEffective: true, since: at('10:30:00') }, open), at('10:30:00'))
    assert.equal(workingSince(null, open), null)
  })

  it('knows since when the machine works also where what was before is no stop', () => {
    const queue = operatorQueue([loss(1, '08:00:00', '08:10:00')], 7, NOW)
    const works = { isEffective: true, since: at('08:10:00') }
    const before = seenWork(null, works)
    assert.equal(workingSince(works, queue, before), at('08:10:00'))
    // A status without losses, and work again.
    const between = seenWork(before, { isEffective: false, since: at('11:00:00') })
    const again = { isEffective: true, since: at('11:30:00') }
    const after = seenWork(between, again)
    assert.equal(workingSince(again, queue, after), at('11:30:00'))
    // Another status of work is the same stretch, and a stop that came since counts.
    const other = { isEffective: true, since: at('11:40:00') }
    assert.equal(workingSince(other, queue, seenWork(after, other)), at('11:30:00'))
    const stopped = operatorQueue([loss(1, '08:00:00', '08:10:00'), loss(2, '11:45:00', '11:50:00')], 7, NOW)
    assert.equal(workingSince({ isEffective: true, since: at('11:50:00') }, stopped, after), at('11:50:00'))
  })

  it('has each stop once, also one that began before the border of 48 hours and ended behind it', () => {
    const since = at('10:05:00')
    const [before, over, behind] = [loss(1, '09:00:00', '09:10:00'), loss(2, '10:00:00', '10:10:00'), loss(3, '10:06:00', '10:07:00')]
    const queue = operatorQueue([over, behind], 7, since + 48 * 60 * MINUTE_MS + 30 * MINUTE_MS, since)
    assert.deepEqual(
      queue.rows.flatMap((row) => row.stops.map(({ id }) => id)),
      [2, 3],
    )
    // Two began before the border, one of them stands in the queue.
    assert.equal(countOlder([before, over].length, [over, behind], since), 1)
  })

  it('moves nothing under a finger: what comes while somebody touches it stands last', () => {
    const before = operatorQueue([loss(1, '09:00:00', '09:10:00'), loss(2, '10:00:00', '10:10:00')], 7, NOW).rows
    const after = operatorQueue(
      [loss(1, '09:00:00', '09:10:00'), loss(2, '10:00:00', '10:10:00'), loss(3, '11:00:00', '11:10:00')],
      7,
      NOW,
    ).rows
    const keys = (rows: typeof after) => rows.map(rowKey)
    assert.deepEqual(keys(steadyRows(keys(before), after, false)), [3, 2, 1])
    assert.deepEqual(keys(steadyRows(keys(before), after, true)), [2, 1, 3])
  })
})

it('a stop that is cut again has its row where most of it is, and none where less than half of it is left', () => {
  const rowsOf = (...losses: readonly QueuedLossFragment[]) => operatorQueue(losses, 7, NOW).rows
  const [open] = rowsOf(loss(1, '09:00:00', '10:00:00'))
  assert.ok(open)
  const keyIn = (rows: ReturnType<typeof rowsOf>) => {
    const row = rowInPlaceOf(open, rows, NOW)
    return row === null ? null : rowKey(row)
  }
  // Late data cut it, and its pieces have numbers of their own.
  assert.equal(keyIn(rowsOf(loss(8, '09:00:00', '09:20:00'), loss(9, '09:23:00', '10:00:00'))), 9)
  assert.equal(keyIn(rowsOf(loss(8, '08:50:00', '10:05:00'))), 8)
  assert.equal(keyIn(rowsOf(loss(8, '09:40:00', '11:00:00'))), null)
  assert.equal(keyIn(rowsOf(loss(8, '10:00:00', '11:00:00'))), null)
  assert.equal(keyIn([]), null)
  // One that joined stops around it stands in their row.
  assert.equal(keyIn(rowsOf(loss(7, '08:58:00', '08:59:00'), loss(8, '09:00:00', '10:00:00'))), 7)
})

it('the last phrases of a reason are each offered once, five at most', () => {
  assert.deepEqual(lastPhrases(['Belt torn', null, ' belt torn ', '', 'Motor hot', undefined]), ['Belt torn', 'Motor hot'])
  assert.equal(lastPhrases(['a', 'b', 'c', 'd', 'e', 'f']).length, 5)
})

it('stops like this have the same length class', () => {
  assert.deepEqual(lengthsAlike({ start: 0, end: 10 * MINUTE_MS }, 0), { from: 300, to: 1800 })
  assert.deepEqual(lengthsAlike({ start: 0, end: null }, 130 * MINUTE_MS), { from: 7200, to: null })
})

describe('a screen for several machines', () => {
  it('has six at most, in the order of the company', () => {
    const machines = [3, 1, 2, 2, 9, 8, 7].map((sortNumber, id) => ({ id, sortNumber }))
    assert.deepEqual(
      machinesOfScreen(machines).map(({ id }) => id),
      [1, 2, 3, 0, 6, 5],
    )
  })

  it('gives half of itself to the one that asks, which keeps its place', () => {
    assert.deepEqual(boardGrid(6, 3, null), {
      columns: 'minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr)',
      rows: 'minmax(0, 1fr) minmax(0, 1fr)',
    })
    for (const [count, columns] of [
      [6, 3],
      [4, 2],
      [3, 3],
      [2, 2],
      [6, 2],
      [3, 1],
    ] as const)
      for (let asking = 0; asking < count; asking++) {
        const grid = boardGrid(count, columns, asking)
        const share = (tracks: string, index: number) => {
          const sizes = tracks.split(', ').slice(1).map(Number.parseFloat)
          return (sizes[index] ?? 0) / sizes.reduce((sum, size) => sum + size, 0)
        }
        const area = share(grid.columns, asking % columns) * share(grid.rows, Math.floor(asking / columns))
        assert.ok(Math.abs(area - 1 / 2) < 0.01, `${count} in ${columns}: tile ${asking} has ${area}`)
      }
  })
})
