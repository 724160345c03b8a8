import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { suggestTrackingRows } from './suggestTrackingRows.ts'
import type { SaidOfStops } from './suggestTrackingRows.ts'

const JAM = 1
const SETUP = 2
const said = (workCenterId: number, reasonId: number | null, count: number, more: Partial<SaidOfStops> = {}): SaidOfStops => ({
  workCenterId: asId<WorkCenterId>(workCenterId),
  reasonId: reasonId === null ? null : asId<LossReasonId>(reasonId),
  status: 'RULE idle',
  length: 'UNDER_5_MIN',
  count,
  ...more,
})
const suggested = (all: readonly SaidOfStops[], groups: Readonly<Record<number, number | null>> = { 1: null }) =>
  suggestTrackingRows(
    all,
    Object.entries(groups).map(([id, groupId]) => ({ id: asId<WorkCenterId>(Number(id)), groupId })),
  ).map((row) => [row.workCenterId, row.groupId, row.reasonId, row.sameCount, row.saidCount])

test('a row is offered from twenty answers on of which nine in ten are one reason (W-31)', () => {
  assert.deepEqual(suggested([said(1, JAM, 23), said(1, SETUP, 2)]), [[1, null, JAM, 23, 25]])
  assert.deepEqual(suggested([said(1, JAM, 17), said(1, SETUP, 3)]), [])
  assert.deepEqual(suggested([said(1, JAM, 19)]), [])
  assert.deepEqual(suggested([said(1, JAM, 18), said(1, SETUP, 2)]), [[1, null, JAM, 18, 20]], 'exactly 90 of 100 is enough')
})

test('the share is of all answers: 54 of 60 and 41 of 45 are enough, 53 of 60 are not, and a group may have enough where none of it has', () => {
  assert.deepEqual(suggested([said(1, JAM, 54), said(1, SETUP, 6)]), [[1, null, JAM, 54, 60]])
  assert.deepEqual(suggested([said(1, JAM, 53), said(1, SETUP, 7)]), [], '88.3 %')
  assert.deepEqual(suggested([said(1, JAM, 41), said(1, SETUP, 4)]), [[1, null, JAM, 41, 45]], '91.1 %')
  // 12 of 12 and 9 of 11: 21 of 23 are 91.3 %.
  assert.deepEqual(suggested([said(1, JAM, 12), said(2, JAM, 9), said(2, SETUP, 2)], { 1: 5, 2: 5 }), [[null, 5, JAM, 21, 23]])
})

test('a stop that was given two reasons counts once and speaks for none', () => {
  assert.deepEqual(suggested([said(1, JAM, 19), said(1, null, 1)]), [[1, null, JAM, 19, 20]])
  assert.deepEqual(suggested([said(1, JAM, 27), said(1, null, 4)]), [], '27 of 31')
  assert.deepEqual(suggested([said(1, null, 30)]), [])
})

test('stops of another status, length or machine are other stops', () => {
  assert.deepEqual(suggested([said(1, JAM, 10), said(1, JAM, 10, { length: 'UNDER_1_MIN' })]), [])
  assert.deepEqual(suggested([said(1, JAM, 10), said(1, JAM, 10, { status: 'NONE' })]), [])
  assert.deepEqual(suggested([said(1, JAM, 10), said(2, JAM, 10)], { 1: null, 2: null }), [])
})

test('machines of a group that agree make one row for the group', () => {
  assert.deepEqual(suggested([said(1, JAM, 12), said(2, JAM, 12)], { 1: 7, 2: 7 }), [[null, 7, JAM, 24, 24]])
  assert.deepEqual(
    suggested([said(1, JAM, 30), said(2, JAM, 12)], { 1: 7, 2: 7 }),
    [[null, 7, JAM, 42, 42]],
    'which speaks for each of them',
  )
  assert.deepEqual(suggested([said(1, JAM, 30)], { 1: 7, 2: 7 }), [[1, null, JAM, 30, 30]], 'one machine does not speak for its group')
})

test('a machine that differs from its group keeps its own row', () => {
  assert.deepEqual(suggested([said(1, SETUP, 20), said(2, JAM, 90), said(3, JAM, 90)], { 1: 7, 2: 7, 3: 7 }), [
    [null, 7, JAM, 180, 200],
    [1, null, SETUP, 20, 20],
  ])
})

test('what was said where the caller sees nothing is left out', () => {
  assert.deepEqual(suggested([said(9, JAM, 30)]), [])
})
