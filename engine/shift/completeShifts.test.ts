import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeShifts, ownerOfShifts } from './completeShifts.ts'
import type { ShiftRequest } from './completeShifts.ts'

const EIGHT = { timeStart: '06:00', timeEnd: '14:00' }
const request = (change: Partial<ShiftRequest>): ShiftRequest => ({ shiftId: null, code: null, name: null, ...EIGHT, ...change })
const codes = (requests: readonly ShiftRequest[]) =>
  completeShifts(requests, [{ shiftId: 7, code: 'N', name: 'Night', ...EIGHT }]).map(({ code, name }) => `${code} ${name}`)

test('a shift without code and name keeps those that it has', () => assert.deepEqual(codes([request({ shiftId: 7 })]), ['N Night']))

test('a new one gets the first free code, which is its name too', () => {
  assert.deepEqual(codes([request({}), request({ code: '1', name: 'Early' }), request({})]), ['2 2', '1 Early', '3 3'])
})

test('what is given stays, also when it is wrong', () => {
  assert.deepEqual(codes([request({ shiftId: 7, code: '', name: '' })]), [' '])
  assert.deepEqual(codes([request({ shiftId: 7, name: 'Late' })]), ['N Late'])
})

test('24 new shifts get 24 codes', () => {
  const made = completeShifts(
    Array.from({ length: 24 }, () => request({})),
    [],
  )
  assert.equal(new Set(made.map(({ code }) => code)).size, 24)
})

const owners = [
  { owner: 0, ids: [0, 0], expected: { owner: 0 } },
  { owner: 0, ids: [5, 5], expected: { owner: 5 } },
  { owner: 5, ids: [0, 5], expected: { owner: 5 } },
  { owner: 5, ids: [], expected: { owner: 5 } },
  { owner: 0, ids: [5, 0], expected: { owner: 5, strangerAt: 1 } },
  { owner: 0, ids: [0, 5], expected: { owner: 0, strangerAt: 1 } },
  { owner: 7, ids: [0, 5], expected: { owner: 7, strangerAt: 1 } },
  { owner: 7, ids: [5, 5], expected: { owner: 7, strangerAt: 0 } },
]
for (const { owner, ids, expected } of owners)
  test(`the owner of shifts of [${ids.join()}] in a request for ${owner}`, () => assert.deepEqual(ownerOfShifts(owner, ids), expected))
