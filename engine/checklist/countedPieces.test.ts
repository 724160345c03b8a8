import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { StatusStretch } from './checklist.ts'
import { countedTime, instantAfter, pieceAfter } from './countedPieces.ts'

/** Stretches of some length one after the other, with gaps. */
const chain = (lengths: readonly (readonly [number, number])[]) => {
  let at = 0
  return lengths.map(([gap, length]) => {
    const start = at + gap
    at = start + length
    return { start, end: at }
  })
}
const lengths = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 9 })), { maxLength: 6 })
const statusesOf = (list: readonly (readonly [number, number])[], isLast: boolean): readonly StatusStretch[] =>
  chain(list).map(({ start, end }, index, all) => ({
    start,
    end: isLast && index === all.length - 1 ? null : end,
    statusRuleId: 1,
    isRunning: index % 2 === 0,
    hasData: true,
  }))

describe('counted time', () => {
  const cases = fc.record({ shifts: lengths, statuses: lengths, isLast: fc.boolean(), pauses: fc.boolean() })
  const factsOf = ({ shifts, statuses, isLast }: { shifts: [number, number][]; statuses: [number, number][]; isLast: boolean }) => ({
    shifts: chain(shifts),
    statuses: statusesOf(statuses, isLast),
  })

  it('is cut into pieces that fill all shifts, each counting where the machine works', () => {
    fc.assert(
      fc.property(cases, ({ pauses, ...rest }) => {
        const facts = factsOf(rest)
        const { pieces, before } = countedTime(facts, { pauses })
        const tick = (at: number) => pieces.find(({ start, end }) => start <= at && at < end)
        for (let at = 0; at < 80; at++) {
          const isInShift = facts.shifts.some(({ start, end }) => start <= at && at < end)
          const isWorking = facts.statuses.some((one) => one.isRunning && one.start <= at && at < (one.end ?? Infinity))
          assert.equal(tick(at)?.counts, isInShift ? !pauses || isWorking : undefined, String(at))
        }
        assert.equal(
          before.at(-1),
          pieces.reduce((sum, { start, end, counts }) => sum + (counts ? end - start : 0), 0),
        )
      }),
    )
  })

  it('reaches what is needed at the first instant of a shift by which so much was counted', () => {
    let found = 0
    const asked = fc.record({
      from: fc.integer({ min: 0, max: 60 }),
      needed: fc.integer({ min: 0, max: 20 }),
      to: fc.integer({ min: 0, max: 90 }),
    })
    fc.assert(
      fc.property(cases, asked, ({ pauses, ...rest }, { from, needed, to }) => {
        const time = countedTime(factsOf(rest), { pauses })
        let counted = 0
        let expected: number | null = null
        for (let at = from; at < to && expected === null; at++) {
          const piece = time.pieces.find(({ start, end }) => start <= at && at < end)
          // What is reached while time stands still within a shift is reached where it begins to stand.
          if (piece !== undefined && counted >= needed) expected = at
          if (piece?.counts === true) counted++
        }
        assert.equal(instantAfter(time, from, needed, to), expected)
        if (expected !== null) found++
        assert.equal(
          time.pieces.findIndex(({ end }) => end > from),
          pieceAfter(time, from) === time.pieces.length ? -1 : pieceAfter(time, from),
        )
      }),
    )
    assert.ok(found > 10, String(found))
  })
})
