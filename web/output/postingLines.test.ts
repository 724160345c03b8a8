import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedConfirmationFragment } from '#web/api/generated/graphql.ts'
import { lineUnits, namesIn, partLine, postingLines } from './postingLines.view.ts'

const row = (id: number, more: Partial<ListedConfirmationFragment> = {}): ListedConfirmationFragment => ({
  id,
  postingId: 7,
  workCenterId: 3,
  workCenter: null,
  jobOrder: null,
  output: 10,
  outputType: 'ACCEPTED',
  type: 'CONFIRMED',
  isNotPosted: false,
  batchCode: null,
  comment: null,
  batchTime: `2026-11-23T0${id}:00:00.000Z`,
  sensorValue: 10,
  difference: 0,
  operator: null,
  losses: [],
  container: null,
  warnings: [],
  isAutomatic: false,
  createdOn: '2026-11-23T09:00:00.000Z',
  corrects: null,
  correctedBy: null,
  canceledBy: null,
  canceledOn: null,
  cancelComment: null,
  ...more,
})

test('an act is one line, and its rows follow it where it is unfolded, the last made first', () => {
  const postings = [
    { id: 7, lastConfirmationId: 3, confirmations: [row(1), row(2), row(3)] },
    { id: 8, lastConfirmationId: 4, confirmations: [row(4, { postingId: 8 })] },
    { id: 9, lastConfirmationId: 5, confirmations: [] },
  ]
  const seen = (unfolded: readonly number[]) => postingLines(postings, new Set(unfolded)).map(({ key, kind }) => `${key} ${kind}`)
  assert.deepEqual(seen([]), ['posting 7 FOLDED', 'posting 8 SINGLE'])
  assert.deepEqual(seen([7, 8]), ['posting 7 UNFOLDED', 'row 3 PART', 'row 2 PART', 'row 1 PART', 'posting 8 SINGLE'])
  assert.equal(postingLines(postings, new Set())[0]?.first.id, 3)
  // Where a filter leaves another row, the list is in the order of that.
  assert.equal(postingLines([{ id: 7, lastConfirmationId: 2, confirmations: [row(1), row(2), row(3)] }], new Set())[0]?.first.id, 2)
  assert.deepEqual(partLine(row(5)).rows, [row(5)])
})

test('the units of an act are those of its rows, and what is accepted for rejected is far off though the sum is right', () => {
  const rows = [row(1, { output: 0.1, sensorValue: 0.1 }), row(2, { output: 0.2, sensorValue: 0.2 })]
  assert.deepEqual(lineUnits(rows), { accepted: 0.3, rejected: 0, sensor: 0.3, difference: 0, isFarOff: false })
  const turned = [
    row(1, { output: 95, sensorValue: 100, difference: -5 }),
    row(2, { outputType: 'REJECTED', output: 5, sensorValue: 0, difference: 5 }),
  ]
  assert.deepEqual(lineUnits(turned), { accepted: 95, rejected: 5, sensor: 100, difference: 0, isFarOff: true })
})

test('codes of the rows are named once each', () => {
  const rows = [row(1, { batchCode: 'B-1' }), row(2, { batchCode: 'B-1' }), row(3), row(4, { batchCode: 'B-2' })]
  assert.equal(
    namesIn(rows, ({ batchCode }) => batchCode),
    'B-1, B-2',
  )
})
