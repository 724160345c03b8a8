import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PublicRun, PublicView } from '#engine/workCenter/publicView.ts'
import { schemeOf } from './screenScheme.ts'
import { progressOf, spansOf } from './screen.view.ts'

const run = (start: number, end: number | null, isEffective: boolean): PublicRun => ({
  start,
  end,
  isEffective,
  kind: 'RULE',
  isScheduledLoss: false,
  color: null,
  look: null,
})
const status = (since: number, look: PublicRun['look'] = null): PublicView['status'] => ({
  kind: 'OFF',
  noDataCause: null,
  name: null,
  color: null,
  isEffective: false,
  isScheduledLoss: false,
  since,
  look,
})
const shift = { name: 'Morning', start: 100, end: 500 }
const edges = (spans: ReturnType<typeof spansOf>) => spans.map(({ start, end, style }) => [start, end, style])

test('a status that began since the strip was told goes on from it', () => {
  const runs = [run(100, 200, true), run(200, null, false)]
  assert.deepEqual(edges(spansOf(runs, { status: status(300), shift })), [
    [100, 200, 'run'],
    [200, 300, 'idle'],
    [300, null, 'stop'],
  ])
  assert.deepEqual(edges(spansOf(runs, { status: status(200), shift })).length, 2)
})

test('strangers see at once that a stop got its reason, and which earlier stops have one', () => {
  const runs = [
    { ...run(100, 150, false), look: 'KNOWN' as const },
    run(150, 200, true),
    { ...run(200, null, false), look: 'UNEXPLAINED' as const },
  ]
  const styles = (known: PublicRun['look']) => spansOf(runs, { status: status(200, known), shift }).map(({ style }) => style)
  assert.deepEqual(styles('UNEXPLAINED'), ['stopKnown', 'run', 'stop'])
  assert.deepEqual(styles('KNOWN'), ['stopKnown', 'run', 'stopKnown'])
})

test('a shift without any run shows its status from where it began, and no shift shows what was told', () => {
  assert.deepEqual(edges(spansOf([], { status: status(50), shift })), [[100, null, 'stop']])
  assert.deepEqual(spansOf([], { status: status(50), shift: null }), [])
  assert.deepEqual(spansOf([], { status: null, shift }), [])
})

test('the output is measured against the target of the shift, and against what is due by now', () => {
  const output = { total: 30, accepted: 30, rejected: 0, targetToDate: 40.2, targetFullShift: 100 }
  assert.deepEqual(progressOf(output), { made: 0.3, due: 0.402, missing: 11 })
  assert.deepEqual(progressOf({ ...output, total: 150 }), { made: 1, due: 0.402, missing: 0 })
  assert.equal(progressOf({ ...output, targetFullShift: null }), null)
  assert.equal(progressOf(null), null)
})

test('large screens are dark unless another look is wished for', () => {
  assert.equal(schemeOf({ wanted: null, isWide: true, isDark: false }), 'dark')
  assert.equal(schemeOf({ wanted: 'light', isWide: true, isDark: true }), 'light')
  assert.equal(schemeOf({ wanted: 'pink', isWide: false, isDark: false }), 'light')
  assert.equal(schemeOf({ wanted: null, isWide: false, isDark: true }), 'dark')
})
