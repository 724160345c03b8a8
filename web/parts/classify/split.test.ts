import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutRange, cutStep, firstCut, movedCut } from './split.view.ts'

const at = (time: string) => Date.parse(`2026-11-22T${time}Z`)

test('a cut comes to stand on whole minutes, in a short stop on tens of seconds', () => {
  const [start, end] = [at('06:57:50'), at('07:35:20')]
  assert.equal(movedCut(at('07:19:50'), start, end, cutStep(start, end)), at('07:20:00'))
  assert.equal(movedCut(at('07:00:33'), at('07:00:00'), at('07:05:00'), cutStep(at('07:00:00'), at('07:05:00'))), at('07:00:30'))
  assert.equal(movedCut(at('07:19:50'), start, end), at('07:19:50'))
  assert.deepEqual(cutRange(start, end), { first: at('06:58:00'), last: at('07:35:00') })
  assert.deepEqual(cutRange(at('07:00:00'), at('07:10:00')), { first: at('07:01:00'), last: at('07:09:00') })
})

test('a cut never leaves the stop and stands on a whole second', () => {
  const lengths = fc.integer({ min: 2000, max: 40_000_000 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 }),
      lengths,
      fc.integer({ min: -90_000_000, max: 90_000_000 }),
      (start, length, away) => {
        const end = start + length
        for (const cut of [
          firstCut(start, end),
          movedCut(start + away, start, end),
          movedCut(start + away, start, end, cutStep(start, end)),
        ]) {
          assert.ok(start < cut && cut < end, `${start} < ${cut} < ${end}`)
          assert.equal(cut % 1000, 0)
        }
      },
    ),
  )
})
