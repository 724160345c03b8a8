import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { atOnce } from '#engine/pieces.ts'
import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { batteryEpisodes } from './batteryLow.ts'
import type { Episode } from './condition.ts'
import { dueAt } from './countedTime.ts'
import { dePhasingEpisodes, nominalCurrentA, phaseNoiseA, unbalanceEpisodes, UNBALANCE_AFTER_MS } from './dePhasing.ts'
import type { PhaseReading, PhaseRule } from './dePhasing.ts'
import { advanceThreshold, NOTHING_READ, thresholdEpisodes } from './thresholdFold.ts'

const T = Date.UTC(2026, 10, 24, 10)
const LATER = T + 100 * MINUTE_MS
const second = (seconds: number) => T + seconds * SECOND_MS
const inSeconds = (at: number | null) => (at === null ? null : (at - T) / SECOND_MS)
const times = (episodes: readonly Episode[]) => episodes.map(({ since, until }) => [inSeconds(since), inSeconds(until)])

describe('a battery', () => {
  const levels = (values: readonly (number | null)[], chargingFrom = Infinity) =>
    values.map((level, index) => ({ at: second(index * 60), level, isCharging: index >= chargingFrom }))
  const told = (values: readonly (number | null)[], chargingFrom?: number) =>
    atOnce(batteryEpisodes(levels(values, chargingFrom), { targetValue: 20, now: LATER }))

  it('is told below its level, and again only after it was five points above', () => {
    assert.deepEqual(times(told([21, 19, 23, 18, 26, 19])), [
      [60, 240],
      [300, null],
    ])
  })

  it('of another level: 34 % is not back at 30, 35 % is', () => {
    const found = atOnce(batteryEpisodes(levels([34, 29, 34, 31, 35, 28]), { targetValue: 30, now: LATER }))
    assert.deepEqual(times(found), [
      [60, 240],
      [300, null],
    ])
  })

  it('is due at once where the rule has no duration', () => {
    assert.deepEqual(
      told([21, 19, 23]).map(({ counted, since }) => inSeconds(dueAt(counted, since, 0))),
      [60],
    )
  })

  it('is not told while it is charged, and over when that begins', () => {
    assert.deepEqual(times(told([19, 18, 17], 0)), [])
    assert.deepEqual(times(told([19, 18, 17], 2)), [[0, 120]])
  })

  it('becomes more severe below half of the level, once', () => {
    assert.deepEqual(
      told([19, 10, 9.9, 12, 9, 30, 15]).map(({ worseAt }) => inSeconds(worseAt)),
      [120, null],
    )
  })

  it('holds its level while none is known', () => {
    assert.deepEqual(times(told([19, null, null, 24])), [[0, null]])
  })

  it('is judged by 20 % where the rule has no value', () => {
    assert.deepEqual(times(atOnce(batteryEpisodes(levels([20, 19.9]), { targetValue: null, now: LATER }))), [[60, null]])
  })
})

describe('a lost phase', () => {
  const RULE: PhaseRule = { targetValue: null, nominalCurrentA: null, periodMs: 10 * SECOND_MS, now: LATER }
  type Phases = readonly [number | null, number | null, number | null]
  const LOST: Phases = [40, 41, 12]
  const GOOD: Phases = [40, 41, 39]
  const NO_C: Phases = [40, 41, null]
  const each10s = (phases: readonly Phases[]): readonly PhaseReading[] =>
    phases.map(([a, b, c], index) => ({ at: second(index * 10), a, b, c }))
  const told = (phases: readonly Phases[], rule = RULE) => atOnce(dePhasingEpisodes(each10s(phases), rule))
  const dues = (episodes: readonly Episode[], durationMs = MINUTE_MS) =>
    episodes.map(({ counted, since }) => inSeconds(dueAt(counted, since, durationMs)))

  it('is told when it has lasted, and an unknown phase tells nothing more', () => {
    const lost = Array.from({ length: 7 }, () => LOST)
    assert.deepEqual(dues(told(lost)), [60])
    assert.deepEqual(dues(told([...lost, NO_C])), [60])
  })

  it('stops its clock while a phase is unknown for less than two periods', () => {
    const lost = [LOST, LOST, LOST, NO_C, LOST, LOST, LOST, LOST, LOST]
    assert.deepEqual([times(told(lost)), dues(told(lost))], [[[0, null]], [70]])
  })

  it('begins anew once a phase was unknown for two periods', () => {
    const lost = [LOST, LOST, LOST, LOST, LOST, NO_C, NO_C, LOST]
    assert.deepEqual(times(told(lost)), [
      [0, 50],
      [70, null],
    ])
    assert.deepEqual(dues(told(lost)), [null, 130])
    // The clock alone ends it, too.
    assert.deepEqual(times(told([LOST, NO_C], { ...RULE, now: second(29) })), [[0, null]])
    assert.deepEqual(times(told([LOST, NO_C], { ...RULE, now: second(30) })), [[0, 10]])
  })

  it('goes on within its margin, and is over when phases are alike for ten seconds', () => {
    const within: Phases = [40, 40, 17]
    assert.deepEqual(times(told([LOST, within, GOOD, LOST])), [
      [0, 20],
      [30, null],
    ])
    const early = [...each10s([LOST, GOOD]), { at: second(15), a: 40, b: 41, c: 12 }]
    assert.deepEqual(times(atOnce(dePhasingEpisodes(early, RULE))), [[0, null]])
    assert.deepEqual(times(told([LOST, within, within])), [[0, null]])
    assert.deepEqual(times(told([within, within])), [])
  })

  it('is none of a machine that is off', () => {
    assert.deepEqual(times(told([[0.5, 0.4, 0]])), [])
    assert.deepEqual(times(told([LOST, [0.5, 0.4, 0]])), [[0, 10]])
    assert.deepEqual([phaseNoiseA(null), phaseNoiseA(120)], [0.5, 1.2])
    // 20 kW at 400 V and cos φ 0.8 are 36.1 A a phase.
    const motor = { voltage: 400, cosPhi: 0.8, transformationRatio: 1, nominalPowerKw: 20 }
    assert.equal(nominalCurrentA(motor)?.toFixed(1), '36.1')
    assert.equal(nominalCurrentA({ ...motor, nominalPowerKw: null }), null)
    assert.deepEqual(times(told([[1.2, 1.2, 0]], { ...RULE, nominalCurrentA: 120 })), [])
  })

  it('is another matter than an unbalance, which is shown after ten minutes', () => {
    const uneven: Phases = [40, 40, 20]
    const readings = Array.from({ length: 62 }, () => uneven)
    const found = atOnce(unbalanceEpisodes(each10s(readings), RULE))
    assert.deepEqual([times(found), dues(found, UNBALANCE_AFTER_MS)], [[[0, null]], [600]])
    assert.deepEqual(times(told(readings)), [])
    assert.deepEqual(times(atOnce(unbalanceEpisodes(each10s([uneven, LOST]), RULE))), [[0, 10]])
  })
})

describe('readings of a threshold', () => {
  const SETUP = { recoversMs: 10 * SECOND_MS, forgetsMs: 20 * SECOND_MS }
  const verdicts = fc.constantFrom('HOLDS' as const, 'BETWEEN' as const, 'RECOVERS' as const, 'OVER' as const, 'UNKNOWN' as const)
  const reading = fc.record({ seconds: fc.integer({ min: 0, max: 400 }), verdict: verdicts })
  const series = fc
    .uniqueArray(reading, { selector: ({ seconds }) => seconds, minLength: 10, maxLength: 60, size: 'max' })
    .map((readings) => readings.map(({ seconds, verdict }) => ({ at: second(seconds), verdict })))

  it('give the same episodes whatever order they come in', () => {
    let seen = 0
    fc.assert(
      fc.property(series, fc.integer({ min: 0, max: 500 }), (readings, seconds) => {
        const ascending = readings.toSorted((a, b) => a.at - b.at)
        const episodes = atOnce(thresholdEpisodes(ascending, SETUP, { now: second(seconds) }))
        assert.deepEqual(atOnce(thresholdEpisodes(readings, SETUP, { now: second(seconds) })), episodes)
        seen += episodes.length
      }),
    )
    assert.ok(seen > 100, `only ${seen} episodes`)
  })

  it('give the same episodes when the fold goes on from a stored state', () => {
    let resumed = 0
    fc.assert(
      fc.property(series, fc.nat(60), (readings, cut) => {
        const ascending = readings.toSorted((a, b) => a.at - b.at)
        const ended: Episode[] = []
        let state = NOTHING_READ
        for (const [index, reading] of ascending.entries()) {
          if (index === cut) {
            if (state.since !== null) resumed++
            state = { ...state, counted: state.counted.map((piece) => ({ ...piece })) }
          }
          const step = advanceThreshold(state, reading, SETUP)
          state = step.state
          if (step.ended !== null) ended.push(step.ended)
        }
        const last = ascending.at(-1)?.at ?? T
        const whole = atOnce(thresholdEpisodes(ascending, SETUP, { now: last }))
        assert.deepEqual(
          whole.filter(({ until }) => until !== null),
          ended,
        )
        assert.equal(whole.at(-1)?.until === null, state.since !== null)
      }),
    )
    assert.ok(resumed > 5, `only ${resumed} resumed`)
  })

  it('give episodes that follow each other and count only while they last', () => {
    fc.assert(
      fc.property(series, (readings) => {
        const episodes = atOnce(thresholdEpisodes(readings, SETUP, { now: second(500) }))
        for (const [index, { since, until, counted }] of episodes.entries()) {
          assert.ok(since >= (index === 0 ? -Infinity : (episodes[index - 1]?.until ?? Infinity)))
          for (const piece of counted) assert.ok(piece.start >= since && piece.start < piece.end && (until === null || piece.end <= until))
        }
      }),
    )
  })
})
