import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { LossFieldsFragment } from '#web/api/generated/graphql.ts'
import { lossStyle } from '../lossStyle.ts'
import { statusStyle } from '../statusStyle.ts'
import { axisMarks, blockAt, prepareTimeline } from './prepareTimeline.ts'
import { readSegment, segmentSearch, windowFor, writeSegment } from './segment.ts'
import { explainSpans } from './explainSpans.ts'
import { type StatusRow, type StatusSpan, statusSpans, trailAfter } from './statusSpans.ts'
import { fingersAt, pinchZoom } from './pinch.ts'
import { blockWords } from './useSpanTexts.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const span = (start: number, end: number | null, style: StatusSpan['style'] = 'run'): StatusSpan => ({
  start,
  end,
  kind: 'RULE',
  style,
  name: style,
  color: null,
  statusRuleId: 1,
  cause: null,
})

test('two fingers zoom by how far they moved apart, around the middle between them', () => {
  const begun = fingersAt(200, 100)
  assert.deepEqual(pinchZoom(begun, fingersAt(50, 250)), { factor: 2, x: 150 })
  assert.deepEqual(pinchZoom(begun, fingersAt(300, 350)), { factor: 0.5, x: 325 })
  assert.equal(pinchZoom(begun, fingersAt(150, 150)).factor, 0.1, 'fingers on one place')
})

test('styles follow the kind, the flags and for ineffective rules the colour', () => {
  const rule = { kind: 'RULE', isEffective: false, isScheduledLoss: false, color: '#C28500' } as const
  assert.equal(statusStyle({ ...rule, isEffective: true }, true), 'run')
  assert.equal(statusStyle(rule, true), 'idle')
  assert.equal(statusStyle({ ...rule, color: '#C62814' }, true), 'stop')
  assert.equal(statusStyle({ ...rule, color: '#A85FD0' }, true), 'setup')
  assert.equal(statusStyle({ ...rule, isScheduledLoss: true }, true), 'planned')
  assert.equal(statusStyle({ ...rule, kind: 'OFF' }, true), 'stop')
  assert.equal(statusStyle({ ...rule, kind: 'OFF' }, false), 'offShift')
  assert.equal(statusStyle({ ...rule, kind: 'NO_DATA' }, true), 'noData')
  assert.equal(statusStyle(null, true), 'noData')
})

test('live statuses end the loaded ones and replace what was taken back', () => {
  const rows: StatusRow[] = [
    { timeStart: iso(0), timeEnd: iso(10), kind: 'RULE', isEffective: true },
    { timeStart: iso(10), timeEnd: null, kind: 'OFF', isEffective: false },
  ]
  const status = {
    kind: 'NO_DATA',
    noDataCause: 'SILENT',
    statusRuleId: null,
    name: null,
    color: null,
    isEffective: false,
    isScheduledLoss: false,
    since: 6,
  } as const
  assert.deepEqual(
    statusSpans(rows, [{ start: 6, status }]).map(({ start, end, style }) => [start, end, style]),
    [
      [0, 6, 'run'],
      [6, null, 'noData'],
    ],
  )
  assert.deepEqual(
    statusSpans(rows, [{ start: 25, status }]).map(({ start, end }) => [start, end]),
    [
      [0, 10],
      [10, 25],
      [25, null],
    ],
  )
  assert.deepEqual(statusSpans([], [{ start: 6, status }]).length, 1)
})

test('statuses that no frame told stay, once rows that hold them were read', () => {
  const status = {
    kind: 'NO_DATA',
    noDataCause: 'SILENT',
    statusRuleId: null,
    name: null,
    color: null,
    isEffective: false,
    isScheduledLoss: false,
    since: 40,
  } as const
  // While a backlog was folded, frames told the statuses that began at 5 and at 40 only.
  const trail = [
    { start: 5, at: 50, status: { ...status, since: 5 } },
    { start: 40, at: 60, status },
  ]
  const rows: StatusRow[] = [
    { timeStart: iso(0), timeEnd: iso(5), kind: 'RULE', isEffective: true },
    { timeStart: iso(5), timeEnd: iso(20), kind: 'OFF', isEffective: false },
    { timeStart: iso(20), timeEnd: iso(40), kind: 'RULE', isEffective: true },
    { timeStart: iso(40), timeEnd: null, kind: 'NO_DATA', isEffective: false },
  ]
  const starts = (readAt: number | null) => statusSpans(rows, trailAfter(trail, readAt)).map(({ start }) => start)
  assert.deepEqual(starts(60), [0, 5, 20, 40])
  assert.deepEqual(starts(55), [0, 5, 20, 40])
  assert.deepEqual(starts(null), [0, 5, 40])
})

test('a strip draws a stop by its reason, before and after the reason is told live', () => {
  const off = { kind: 'OFF', isEffective: false } as const
  const rows: StatusRow[] = [
    { timeStart: iso(0), timeEnd: iso(10), ...off, look: 'KNOWN' },
    { timeStart: iso(10), timeEnd: iso(20), ...off, look: 'UNEXPLAINED' },
    { timeStart: iso(20), timeEnd: iso(30), ...off, look: 'BY_STATUS' },
    { timeStart: iso(30), timeEnd: null, ...off, look: 'UNEXPLAINED' },
  ]
  const status = { ...off, noDataCause: null, statusRuleId: null, name: null, color: null, isScheduledLoss: false, since: 30 }
  const styles = (trail: Parameters<typeof statusSpans>[1]) => statusSpans(rows, trail).map(({ style }) => style)
  assert.deepEqual(styles([]), ['stopKnown', 'stop', 'stop', 'stop'])
  assert.deepEqual(styles([{ start: 30, status, look: 'PLANNED' }]), ['stopKnown', 'stop', 'stop', 'planned'])
})

const loss = (id: number, start: number, end: number | null, reason: Partial<NonNullable<LossFieldsFragment['reason']>> | null) =>
  ({
    id,
    timeStart: iso(start),
    timeEnd: end === null ? null : iso(end),
    kind: 'RULE',
    isScheduledLoss: false,
    isProvisional: false,
    comment: null,
    reason: reason && { id: 1, name: 'Jam', color: '#000000', type: 'UNPLANNED', isSmallStop: false, activityTypes: [], ...reason },
  }) as unknown as LossFieldsFragment

test('stops are cut where their reason changes and look like it; running time stays, and what has no loss', () => {
  const spans = [span(0, 100), span(100, 200, 'idle'), span(200, 300), span(300, null, 'idle')]
  const explained = explainSpans(spans, [
    loss(3, 300, null, { isSmallStop: true }),
    loss(2, 150, 180, null),
    loss(1, 100, 150, { type: 'PLANNED' }),
  ])
  assert.deepEqual(
    explained.map(({ start, end, style, loss: own }) => [start, end, style, own?.id]),
    [
      [0, 100, 'run', undefined],
      [100, 150, 'planned', 1],
      [150, 180, 'stop', 2],
      [180, 200, 'idle', undefined],
      [200, 300, 'run', undefined],
      [300, null, 'idle', 3],
    ],
  )
})

test('an open loss that was loaded before the stop ended says nothing of later stops', () => {
  const spans = [span(0, 100, 'stop'), span(100, 200), span(200, null, 'stop')]
  assert.deepEqual(
    explainSpans(spans, [loss(1, 0, null, {})]).map(({ loss: own }) => own?.reason),
    ['Jam', undefined, undefined],
  )
})

test('explained spans cover the same time without overlap, whatever the losses', () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 300 }), fc.boolean()), { maxLength: 12 })
  fc.assert(
    fc.property(pairs, (losses) => {
      const spans = [span(0, 250, 'stop'), span(250, 400), span(400, 700, 'idle'), span(700, null, 'noData')]
      const explained = explainSpans(
        spans,
        losses.map(([start, length, isKnown], index) => loss(index, start, start + length, isKnown ? {} : null)),
      )
      assert.equal(explained[0]?.start, 0)
      assert.equal(explained.at(-1)?.end, null)
      for (let index = 1; index < explained.length; index++) assert.equal(explained[index]?.start, explained[index - 1]?.end)
    }),
  )
})

test('silence that nobody explained stays a gap, and setup is told from other planned stops', () => {
  const own = (kind: 'NO_DATA' | 'RULE', reason: Parameters<typeof loss>[3]) => lossStyle({ ...loss(1, 0, 1, reason), kind })
  assert.equal(own('NO_DATA', null), 'noData')
  assert.equal(own('NO_DATA', {}), 'stopKnown')
  assert.equal(own('RULE', { type: 'PLANNED', activityTypes: ['SETUP_TIME'] }), 'setup')
  assert.equal(lossStyle({ ...loss(1, 0, 1, null), isScheduledLoss: true }), 'planned')
})

test('runs of short stops become one block that counts them', () => {
  const spans = [
    span(0, 60 * MINUTE_MS),
    ...[0, 1, 2].flatMap((n) => [
      span((60 + n) * MINUTE_MS, (60.5 + n) * MINUTE_MS, 'stop'),
      span((60.5 + n) * MINUTE_MS, (61 + n) * MINUTE_MS),
    ]),
    span(63 * MINUTE_MS, null),
  ]
  const blocks = prepareTimeline({ spans, from: 0, to: 480 * MINUTE_MS, now: 240 * MINUTE_MS, width: 960 })
  assert.equal(blocks.length, 3)
  assert.equal(blocks[1]?.style, 'stop')
  assert.equal(blocks[1]?.spans.length, 6)
  assert.equal(blocks[2]?.isOpen, true)
  assert.equal(blocks[2]?.end, 240 * MINUTE_MS, 'nothing is drawn after now')
})

test('blocks are at least 2 px wide, in order, and cover what they stand for', () => {
  const lengths = fc.array(fc.tuple(fc.integer({ min: 1, max: 3_600_000 }), fc.constantFrom('run', 'stop', 'idle', 'noData')), {
    minLength: 1,
    maxLength: 200,
  })
  fc.assert(
    fc.property(lengths, fc.integer({ min: 50, max: 2000 }), (parts, width) => {
      let at = 0
      const spans = parts.map(([length, style]) => span(at, (at += length), style as StatusSpan['style']))
      const blocks = prepareTimeline({ spans, from: 0, to: at, now: at, width })
      assert.equal(
        blocks.reduce((sum, block) => sum + block.spans.length, 0),
        spans.length,
      )
      let end = 0
      for (const block of blocks) {
        assert.ok(block.width >= 2)
        assert.equal(block.start, end)
        end = block.end
      }
      assert.equal(end, at)
    }),
  )
})

test('spans outside the window are left out, those across its edge are cut', () => {
  const blocks = prepareTimeline({ spans: [span(0, 50), span(50, 150), span(150, 300)], from: 100, to: 200, now: 1000, width: 100 })
  assert.deepEqual(
    blocks.map(({ x, start, end }) => [x, start, end]),
    [
      [0, 100, 150],
      [50, 150, 200],
    ],
  )
  assert.equal(blockAt(blocks, 60)?.start, 150)
  assert.equal(blockAt(blocks, 500), undefined)
})

test('axis marks stand on round times of the zone', () => {
  const offsetMs = 5.75 * 3_600_000
  const marks = axisMarks({ from: 0, to: 8 * 3_600_000, width: 800, minPx: 80, offsetMs })
  assert.ok(marks.length >= 7 && marks.length <= 10)
  for (const at of marks) assert.equal((at + offsetMs) % 3_600_000, 0)
})

test('the address names a segment by its start, and nonsense names none', () => {
  const start = Date.UTC(2026, 4, 4, 6, 0, 0, 500)
  assert.equal(readSegment(writeSegment(start)), start)
  assert.equal(readSegment({ sel: 'yesterday' }), null)
  assert.equal(readSegment({}), null)
})

test('a link to a segment leads to a tab that shows it, with the time of its shift', () => {
  const shift = { start: 0, end: 8 * 3_600_000 }
  const link = (known: Record<string, string>, now: number) =>
    JSON.parse(JSON.stringify(segmentSearch(known, { start: 60_000, shift, now }))) as unknown
  const sel = '1970-01-01T00:01:00.000Z'
  assert.deepEqual(link({}, 100_000), { sel })
  assert.deepEqual(link({ tab: 'statistics', range: 'last7', shift: '2' }, 100_000), { tab: 'history', sel })
  const past = { tab: 'history', from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T08:00:00.000Z', sel }
  assert.deepEqual(link({}, 9 * 3_600_000), past)
  assert.deepEqual(link({ tab: 'shifts', range: 'last7', at: sel }, 9 * 3_600_000), past)
})

test('a long segment is shown in the whole shift, a short one zoomed around itself and inside the bounds', () => {
  const bounds = { from: 0, to: 8 * 3_600_000 }
  assert.deepEqual(windowFor({ start: 0, end: 3_600_000 }, bounds), bounds)
  const short = { start: 4 * 3_600_000, end: 4 * 3_600_000 + 60_000 }
  const window = windowFor(short, bounds)
  assert.ok(window.to - window.from < 3_600_000)
  assert.equal((window.from + window.to) / 2, (short.start + short.end) / 2)
  assert.equal(windowFor({ start: 0, end: 60_000 }, bounds).from, 0)
})

test('the reason of a stop leads its status; why there is no data follows', () => {
  assert.deepEqual(
    [blockWords('Off', 'No material', true), blockWords('No data', 'no samples arrive', false)],
    [
      ['No material', 'Off'],
      ['No data', 'no samples arrive'],
    ],
  )
})
