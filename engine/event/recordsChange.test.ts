import assert from 'node:assert/strict'
import { test } from 'node:test'
import { abilitiesOf } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { heardKinds, touchesInterest, unitedChange } from './recordsChange.ts'
import type { RecordsChange, RecordsInterest } from './recordsChange.ts'

const change: RecordsChange = { workCenterId: asId<WorkCenterId>(7), kinds: ['loss', 'shift'], from: 100, to: 200 }
const interest: RecordsInterest = { workCenterIds: [7, 8], kinds: ['shift'], period: { from: 150, to: 300 } }

test('a question is touched by its work centers, kinds and period, each of them', () => {
  assert.ok(touchesInterest(change, interest))
  assert.ok(touchesInterest(change, { ...interest, workCenterIds: null }))
  assert.ok(touchesInterest({ ...change, workCenterId: null }, interest), 'what holds for the company holds for each of its work centers')
  assert.ok(!touchesInterest(change, { ...interest, workCenterIds: [8] }))
  assert.ok(!touchesInterest(change, { ...interest, kinds: ['output', 'status'] }))
  assert.ok(touchesInterest(change, { ...interest, period: null }))
})

test('periods are half-open, and an open end reaches on', () => {
  const periods: readonly (readonly [number, number | null, boolean])[] = [
    [200, 300, false],
    [199, 300, true],
    [0, 100, false],
    [0, 101, true],
    [0, null, true],
    [200, null, false],
  ]
  for (const [from, to, isTouched] of periods)
    assert.equal(touchesInterest(change, { ...interest, period: { from, to } }), isTouched, `${from} to ${to}`)
  assert.ok(touchesInterest({ ...change, to: null }, { ...interest, period: { from: 900, to: 901 } }))
})

test('two changes become one that covers both', () => {
  const other: RecordsChange = { workCenterId: change.workCenterId, kinds: ['status', 'loss'], from: 50, to: null }
  assert.deepEqual(unitedChange(change, other), { workCenterId: 7, kinds: ['status', 'loss', 'shift'], from: 50, to: null })
})

test('a role hears of what it may read', () => {
  assert.ok(heardKinds(abilitiesOf('ADMIN', 'ACME1')).has('people'))
  const heard = heardKinds(abilitiesOf('OPERATOR', 'ACME1'))
  assert.deepEqual(
    ['people', 'settings', 'company', 'apiKey', 'audit'].filter((kind) => [...heard].some((one) => one === kind)),
    [],
  )
  assert.ok(heard.has('workCenter') && heard.has('status') && heard.has('loss'))
})
