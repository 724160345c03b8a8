import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { mainStopOf, shiftStory, storyLosses, type StoryHour, type StoryStop, type StoryLoss, type StorySource } from './shiftStory.ts'

const minutes = (count: number) => count * MINUTE_MS
const lossOf = (cause: StoryLoss['cause'], lost: number, reasonId: number | null = null): StoryLoss => ({
  cause,
  reasonId,
  durationMs: minutes(lost),
  count: 1,
  longestMs: minutes(lost),
})

/** The base shift: jam 25, setup 20, no material 10, unexplained 7, small stops 12, speed 36, rejects 6.8 of 450 planned minutes. */
const BASE: StorySource = {
  oee: 0.7404,
  targetOee: 0.76,
  goodUnits: 3332,
  planUnits: 3600,
  plannedMs: minutes(450),
  losses: [
    lossOf('REASON', 25, 1),
    lossOf('REASON', 20, 2),
    lossOf('REASON', 10, 3),
    lossOf('UNEXPLAINED', 7),
    lossOf('SMALL_STOPS', 12),
    lossOf('SPEED', 36),
    lossOf('QUALITY', 6.8),
  ],
  before: [],
  hours: [],
  dataCoverage: 1,
  explained: 1,
  issues: [],
  revision: 1,
}

const hourOf = (index: number, goodUnits: number, plannedMinutes = 60): StoryHour => ({
  start: index * HOUR_MS,
  plannedMs: minutes(plannedMinutes),
  goodUnits,
  mainStop: null,
})

const kinds = (source: StorySource) => shiftStory(source).map(({ kind }) => kind)

const stopOf = (from: number, to: number, more: Partial<StoryStop> = {}): StoryStop => ({
  start: minutes(from),
  end: minutes(to),
  chainStart: minutes(from),
  reasonId: null,
  isScheduled: false,
  isSmall: false,
  isExcluded: false,
  ...more,
})

describe('storyLosses', () => {
  it('gathers stops by cause, a cut one counting once, and leaves excluded ones out', () => {
    const stops = [
      stopOf(0, 10, { reasonId: 1 }),
      stopOf(10, 25, { reasonId: 1, chainStart: 0 }),
      stopOf(40, 44, { reasonId: 1 }),
      stopOf(50, 80, { reasonId: 9, isExcluded: true }),
      stopOf(90, 91, { isSmall: true }),
      stopOf(100, 103, { isScheduled: true }),
      stopOf(110, 117),
    ]
    const told = storyLosses(stops, { speedMs: minutes(36), qualityMs: null }).map(
      ({ cause, reasonId, durationMs, count, longestMs }) =>
        `${cause} ${reasonId ?? '-'}: ${durationMs / MINUTE_MS} in ${count}, longest ${longestMs === null ? null : longestMs / MINUTE_MS}`,
    )
    assert.deepEqual(told, [
      'REASON 1: 29 in 2, longest 25',
      'SMALL_STOPS -: 1 in 1, longest 1',
      'PLANNED -: 3 in 1, longest 3',
      'UNEXPLAINED -: 7 in 1, longest 7',
      'SPEED -: 36 in null, longest null',
    ])
  })
})

describe('mainStopOf', () => {
  it('names the reason that took most of the hour', () => {
    const stops = [stopOf(50, 75, { reasonId: 2 }), stopOf(80, 90), stopOf(100, 108)]
    assert.deepEqual(mainStopOf(stops, { start: minutes(60), end: minutes(120) }), {
      cause: 'UNEXPLAINED',
      reasonId: null,
      durationMs: minutes(18),
    })
    assert.equal(mainStopOf(stops, { start: 0, end: minutes(50) }), null)
  })

  it('keeps what is planned by its status apart from what nobody explained', () => {
    const stops = [stopOf(60, 72, { isScheduled: true }), stopOf(80, 90), stopOf(100, 101)]
    assert.deepEqual(mainStopOf(stops, { start: minutes(60), end: minutes(120) }), {
      cause: 'PLANNED',
      reasonId: null,
      durationMs: minutes(12),
    })
  })
})

describe('shiftStory', () => {
  it('tells the result, then the three largest losses in points (W-5)', () => {
    const told = shiftStory(BASE).map((sentence) =>
      sentence.kind === 'LOSS' ? `${sentence.cause} ${sentence.reasonId ?? ''} ${(100 * sentence.points).toFixed(2)}` : sentence.kind,
    )
    assert.deepEqual(told, ['RESULT', 'SPEED  8.00', 'REASON 1 5.56', 'REASON 2 4.44'])
  })

  it('is worked out by hand for a bad shift: six sentences, two losses, of equal ones the reason', () => {
    // Of 400 planned minutes: 52 = 13 points, 30 = 7.5 twice; the small stops of 7.5 make room for what the figures must be read with.
    const source: StorySource = {
      ...BASE,
      oee: 0.615,
      targetOee: 0.7,
      plannedMs: minutes(400),
      losses: [
        lossOf('UNEXPLAINED', 12),
        lossOf('SMALL_STOPS', 30),
        lossOf('QUALITY', 8),
        lossOf('REASON', 30, 9),
        lossOf('SPEED', 22),
        lossOf('REASON', 52, 5),
      ],
      // In order .66 .67 .68 .69 .69 .70 .70 .71 .72 .73: median .695, lower quartile .6825.
      before: [0.68, 0.7, 0.71, 0.66, 0.69, 0.72, 0.67, 0.7, 0.73, 0.69],
      // A minute: 8.33, 8, 8.67, 4.83, 8.5 and 4.67 units; median 8.17, of which 60 % are 4.9. Ten planned minutes say nothing.
      hours: [hourOf(0, 500), hourOf(1, 480), hourOf(2, 520), hourOf(3, 290), hourOf(4, 510), hourOf(5, 140, 30), hourOf(6, 0, 10)],
      dataCoverage: 0.985,
      explained: 0.92,
      revision: 2,
    }
    const told = shiftStory(source).map((sentence) => {
      if (sentence.kind === 'LOSS') return `${sentence.cause} ${sentence.reasonId ?? ''} ${(100 * sentence.points).toFixed(2)}`
      if (sentence.kind === 'AGAINST_USUAL') return `USUAL ${sentence.median.toFixed(4)} of ${sentence.shifts}`
      if (sentence.kind === 'WEAK_HOURS') return `WEAK ${sentence.hours.map(({ start }) => start / HOUR_MS).join(' ')}`
      if (sentence.kind === 'CAVEAT')
        return `CAVEAT ${sentence.dataCoverage ?? '-'} ${sentence.explained ?? '-'} ${sentence.revision ?? '-'}`
      return sentence.kind
    })
    assert.deepEqual(told, ['RESULT', 'REASON 5 13.00', 'REASON 9 7.50', 'USUAL 0.6950 of 10', 'WEAK 3 5', 'CAVEAT - 0.92 2'])
  })

  it('leaves gains and zero out, and orders equals by cause and id', () => {
    const losses = [lossOf('SPEED', -4), lossOf('QUALITY', 0), lossOf('REASON', 5, 9), lossOf('REASON', 5, 2)]
    const told = shiftStory({ ...BASE, losses }).flatMap((sentence) => (sentence.kind === 'LOSS' ? [sentence.reasonId] : []))
    assert.deepEqual(told, [2, 9])
  })

  it('compares with the same shift before only where the difference is news', () => {
    const before = [0.8, 0.81, 0.82, 0.83, 0.84]
    assert.deepEqual(kinds({ ...BASE, before }).at(-1), 'AGAINST_USUAL')
    assert.ok(!kinds({ ...BASE, before: [0.75, 0.751, 0.752, 0.753] }).includes('AGAINST_USUAL'), 'less than two points')
    assert.ok(!kinds({ ...BASE, before: [0.5, 0.6, 0.8, 0.9, 0.95] }).includes('AGAINST_USUAL'), 'within the quartiles')
    assert.ok(!kinds({ ...BASE, before: before.slice(0, 3) }).includes('AGAINST_USUAL'), 'too few')
  })

  it('names the hours that made less than 60 % of the median hour, by planned time', () => {
    const hours = [hourOf(0, 600), hourOf(1, 350), hourOf(2, 300, 30), hourOf(3, 620), hourOf(4, 610), hourOf(5, 0, 10)]
    const weak = shiftStory({ ...BASE, hours }).find(({ kind }) => kind === 'WEAK_HOURS')
    assert.deepEqual(weak?.kind === 'WEAK_HOURS' && weak.hours.map(({ start }) => start / HOUR_MS), [1])
  })

  it('says what the figures must be read with, also when that costs a loss', () => {
    const full = {
      ...BASE,
      before: [0.8, 0.81, 0.82, 0.83],
      hours: [hourOf(0, 600), hourOf(1, 100), hourOf(2, 600), hourOf(3, 620)],
      dataCoverage: 0.97,
      explained: 0.9,
      revision: 2,
    }
    assert.deepEqual(kinds(full), ['RESULT', 'LOSS', 'LOSS', 'AGAINST_USUAL', 'WEAK_HOURS', 'CAVEAT'])
    const caveat = shiftStory(full).at(-1)
    assert.deepEqual(caveat, { kind: 'CAVEAT', dataCoverage: 0.97, explained: 0.9, issues: [], revision: 2 })
    assert.deepEqual(kinds({ ...BASE, dataCoverage: 0.98, explained: 0.96 }).includes('CAVEAT'), false)
  })

  it('tells nothing of a shift in which nothing was planned and nothing made', () => {
    assert.deepEqual(kinds({ ...BASE, oee: null, targetOee: null, goodUnits: 0, plannedMs: 0 }), [])
  })
})
