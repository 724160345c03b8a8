import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { asId } from '#engine/ids.ts'
import type { StatusRuleId } from '#engine/ids.ts'
import { gatherTimeline } from './gatherTimeline.ts'
import type { TimelineRun } from './thinTimeline.ts'

const NOW = 1_000_000

/** Statuses with holes between some, the last one open now and then. */
const timelines = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 30 })), {
    minLength: 1,
    maxLength: 120,
  })
  .map((parts) => {
    let at = 0
    return parts.map(([length, rule, luck], index): TimelineRun => {
      const start = at + (luck === 0 ? 700 : 0)
      at = start + length
      return run(start, luck > 20 && index === parts.length - 1 ? null : at, rule)
    })
  })

describe('gathering a timeline', () => {
  it('shows a machine that stops for a minute every five as one that does, however far away', () => {
    const runs = Array.from({ length: 2000 }, (_none, at) => run(at * 300, at * 300 + 300, 1)).flatMap(({ start }) => [
      run(start, start + 240, 1),
      run(start + 240, start + 300, 2),
    ])
    const gathered = gatherTimeline(runs, 100, NOW, isSame)
    assert.ok(gathered.length <= 100 && gathered.length > 40)
    assert.deepEqual(totals(gathered), totals(runs))
    const longest = Math.max(...gathered.map((one) => (one.end ?? NOW) - one.start))
    assert.ok(longest < 600_000 / 20, 'both are everywhere')
  })

  it('leaves what is long where it is', () => {
    const short = (from: number) => Array.from({ length: 10 }, (_none, at) => run(from + at * 10, from + at * 10 + 10, at % 2))
    const runs = [...short(0), run(100, 5000, 2), ...short(5000)]
    const gathered = gatherTimeline(runs, 6, NOW, isSame)
    assert.deepEqual(
      gathered.map(({ start, end, mergedCount }) => [start, end, mergedCount]),
      [
        [0, 50, 5],
        [50, 100, 5],
        [100, 5000, 1],
        [5000, 5050, 5],
        [5050, 5100, 5],
      ],
    )
  })

  it('keeps the time of every status, the ends, the holes and the open run', () => {
    fc.assert(
      fc.property(timelines, fc.integer({ min: 1, max: 60 }), (runs, cap) => {
        const gathered = gatherTimeline(runs, cap, NOW, isSame)
        const holes = holesOf(runs)
        const kinds = new Set(runs.map((one) => `${one.kind}/${one.statusRuleId}`)).size
        const isRoomy = cap >= (holes.length + 1) * kinds + 2
        assert.ok(gathered.length <= Math.max(cap, holes.length + 1))
        if (isRoomy) assert.deepEqual(totals(gathered), totals(runs))
        assert.deepEqual([gathered[0]?.start, gathered.at(-1)?.end], [runs[0]?.start, runs.at(-1)?.end])
        assert.deepEqual(holesOf(gathered), holes)
        assert.equal(
          gathered.reduce((sum, one) => sum + one.mergedCount, 0),
          runs.length,
        )
      }),
    )
  })
})

function run(start: number, end: number | null, rule: number): TimelineRun {
  const isRule = rule > 0
  return { start, end, kind: isRule ? 'RULE' : 'OFF', statusRuleId: isRule ? asId<StatusRuleId>(rule) : null, cause: null, mergedCount: 1 }
}

function isSame(left: TimelineRun, right: TimelineRun): boolean {
  return left.kind === right.kind && left.statusRuleId === right.statusRuleId
}

function totals(runs: readonly TimelineRun[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const { kind, statusRuleId, start, end } of runs) {
    const key = `${kind}/${statusRuleId}`
    sums[key] = (sums[key] ?? 0) + (end ?? NOW) - start
  }
  return sums
}

function holesOf(runs: readonly TimelineRun[]): readonly (readonly number[])[] {
  return runs.flatMap((one, at) => {
    const before = runs[at - 1]?.end ?? one.start
    return at > 0 && before !== one.start ? [[before, one.start]] : []
  })
}
