import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmedPieces } from './confirmedPieces.ts'

const said = { start: 100, end: 200, startsWithStop: true, endsWithStop: true }
const told = (from: typeof said | (Omit<typeof said, 'end'> & { end: null }), confirmed: { start: number; end: number }[]) =>
  confirmedPieces(from, confirmed).map((one) => [one.start, one.end, one.isConfirmed, one.startsWithStop, one.endsWithStop])

test('what no confirmed shift holds stays whole, and so does what one holds', () => {
  assert.deepEqual(told(said, []), [[100, 200, false, true, true]])
  assert.deepEqual(told(said, [{ start: 200, end: 300 }]), [[100, 200, false, true, true]])
  assert.deepEqual(told(said, [{ start: 0, end: 200 }]), [[100, 200, true, true, true]])
})

test('over the border of a confirmed shift it is cut there, at the clock', () => {
  assert.deepEqual(told(said, [{ start: 0, end: 150 }]), [
    [100, 150, true, true, false],
    [150, 200, false, false, true],
  ])
  assert.deepEqual(told(said, [{ start: 120, end: 150 }]), [
    [100, 120, false, true, false],
    [120, 150, true, false, false],
    [150, 200, false, false, true],
  ])
})

test('two confirmed shifts in a row hold it whole, in two pieces', () => {
  assert.deepEqual(
    told(said, [
      { start: 0, end: 150 },
      { start: 150, end: 300 },
    ]),
    [
      [100, 150, true, true, false],
      [150, 200, true, false, true],
    ],
  )
})

test('one that goes on stays open at its end', () => {
  assert.deepEqual(told({ ...said, end: null }, [{ start: 0, end: 150 }]), [
    [100, 150, true, true, false],
    [150, null, false, false, true],
  ])
})
