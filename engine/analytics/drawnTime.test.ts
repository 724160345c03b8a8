import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawnDimension, drawnKey, MOST_DRAWN_DAYS } from './drawnTime.ts'
import { noteColumns } from './noteColumns.ts'

test('days that cannot be told apart are drawn as weeks, each under its Monday', () => {
  assert.deepEqual(
    [drawnDimension('DAY', MOST_DRAWN_DAYS), drawnDimension('DAY', MOST_DRAWN_DAYS + 1), drawnDimension('REASON', 1_000)],
    ['DAY', 'WEEK', 'REASON'],
  )
  const days = Array.from({ length: 365 }, (_none, at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10))
  const weeks = new Set(days.map((day) => drawnKey('DAY', 'WEEK', day)))
  assert.equal(weeks.size, 53)
  assert.ok(weeks.size <= MOST_DRAWN_DAYS)
  // 1 January 2026 is a Thursday.
  assert.deepEqual([...weeks].slice(0, 2), ['2025-12-29', '2026-01-05'])
  assert.equal(drawnKey('DAY', 'DAY', '2026-05-06'), '2026-05-06')
  assert.equal(drawnKey('WEEK', 'WEEK', '2026-05-04'), '2026-05-04')
})

test('a note stands over its days, over the next one where nothing was measured, else over the last (N-13)', () => {
  const of = (dateFrom: string, dateTo: string, by: 'DAY' | 'WEEK' = 'DAY') =>
    noteColumns({ dateFrom, dateTo }, by, by === 'DAY' ? ['2026-05-04', '2026-05-05', '2026-05-08'] : ['2026-05-04', '2026-05-11'])
  assert.deepEqual(of('2026-05-05', '2026-05-05'), { first: 1, last: 1 })
  assert.deepEqual(of('2026-05-06', '2026-05-06'), { first: 2, last: 2 })
  assert.deepEqual(of('2026-05-04', '2026-05-07'), { first: 0, last: 1 })
  assert.deepEqual(of('2026-05-01', '2026-05-30'), { first: 0, last: 2 })
  assert.deepEqual(of('2026-05-20', '2026-05-21'), { first: 2, last: 2 })
  assert.deepEqual(of('2026-05-10', '2026-05-12', 'WEEK'), { first: 0, last: 1 })
  assert.equal(noteColumns({ dateFrom: '2026-05-04', dateTo: '2026-05-04' }, 'DAY', []), null)
})
