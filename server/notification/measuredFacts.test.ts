import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { asId } from '#engine/ids.ts'
import type { CompanyId, SensorId } from '#engine/ids.ts'
import { dePhasingEpisodes } from '#engine/notification/dePhasing.ts'
import { phaseReadings } from '#engine/notification/heldReadings.ts'
import { atOnce } from '#engine/pieces.ts'
import { maxSampleGap } from '#engine/sensor/sampleGap.ts'
import { DAY_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { readLostPhases } from './measuredFacts.service.ts'

const START = Date.UTC(2026, 4, 4, 6)
const END = START + 3 * DAY_MS
const PERIOD_MS = 10 * SECOND_MS
const PHASES = ['ELECTRIC_CURRENT_A', 'ELECTRIC_CURRENT_B', 'ELECTRIC_CURRENT_C'] as const
const ids = PHASES.map((_type, index) => asId<SensorId>(index + 1))
const device = {
  sensors: new Map(PHASES.map((type, index) => [type, ids[index] ?? asId<SensorId>(0)])),
  periodMs: PERIOD_MS,
  electrical: null,
}

/** Near the borders of days, where parts meet. */
const instant = fc
  .record({ day: fc.integer({ min: 0, max: 3 }), step: fc.integer({ min: -30, max: 30 }), ms: fc.constantFrom(0, 0, 1, 999) })
  .map(({ day, step, ms }) => START + day * DAY_MS + step * PERIOD_MS + ms)
  .filter((at) => at >= START && at <= END)
const series = fc.uniqueArray(fc.record({ at: instant, value: fc.constantFrom(0, 5, 20, 40, 40, 41, Number.NaN) }), {
  selector: ({ at }) => at,
  maxLength: 120,
  size: 'max',
})

describe('lost phases of a long time', () => {
  it('are the same read day by day as in one', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(fc.tuple(series, series, series), async (all) => {
        const sorted = all.map((one) => one.toSorted((a, b) => a.at - b.at))
        const between = (index: number, start: number, end: number) => {
          const found = (sorted[index] ?? []).filter(({ at }) => at >= start && at < end)
          return { instants: found.map(({ at }) => at), values: found.map(({ value }) => value) }
        }
        const readSamples: SampleReader = (_company, asked, start, end) =>
          Promise.resolve(new Map(asked.map((id) => [id, between(ids.indexOf(id), start, end)])))
        const rule = { targetValue: null, nominalCurrentA: null, periodMs: PERIOD_MS, now: END }
        const whole = phaseReadings(
          [0, 1, 2].map((index) => between(index, START, END + 1)),
          maxSampleGap(PERIOD_MS),
        )
        const expected = atOnce(dePhasingEpisodes(atOnce(whole), rule))
        const asked = { start: START, end: END, targetValue: null }
        assert.deepEqual(await readLostPhases(asId<CompanyId>('ACME1'), device, asked, readSamples), expected)
        compared += expected.length
      }),
    )
    assert.ok(compared > 50, `only ${compared} episodes`)
  })
})
