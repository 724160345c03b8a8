import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepaidDaysLeft, prepaidNotice, prepaidState } from './prepaid.ts'

const ROWS: readonly (readonly [until: string | null, left: number | null, state: string, notice: number | null])[] = [
  [null, null, 'UNLIMITED', null],
  ['2026-12-31', 45, 'PAID', null],
  ['2026-12-17', 31, 'PAID', null],
  ['2026-12-16', 30, 'ENDING', 30],
  ['2026-12-01', 15, 'ENDING', 30],
  ['2026-11-30', 14, 'ENDING', 14],
  ['2026-11-20', 4, 'ENDING', 14],
  ['2026-11-19', 3, 'ENDING', 3],
  ['2026-11-16', 0, 'ENDING', 0],
  ['2026-11-15', -1, 'ENDED', null],
]
for (const [until, left, state, notice] of ROWS)
  test(`prepaid until ${until} on 16 November: ${left} days, ${state}`, () => {
    const daysLeft = prepaidDaysLeft(until, '2026-11-16')
    assert.deepEqual([daysLeft, prepaidState(daysLeft)], [left, state])
    assert.equal(daysLeft === null ? null : prepaidNotice(daysLeft, null), notice)
  })

test('no notice is given twice, and a later one follows an earlier one', () => {
  assert.equal(prepaidNotice(29, 30), null)
  assert.equal(prepaidNotice(13, 30), 14)
  assert.equal(prepaidNotice(2, 3), null)
  // Nobody looked for three weeks.
  assert.equal(prepaidNotice(1, 30), 3)
})
