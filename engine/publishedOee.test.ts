import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { figuresOf } from './oee/figures.ts'
import { runTimesOf } from './oee/kpis.ts'
import { addSums, NO_SUMS, sumsOf } from './oee/recordSums.ts'
import { toPercentage } from './oee/percentage.ts'
import type { Sample } from './sensor/sensorType.ts'
import { plannedReason } from './testing/lossSetups.ts'
import { exampleRule, exampleSetup, shift } from './testing/exampleSetup.ts'
import { factsUntil } from './testing/factsStore.ts'

const MIN = 60_000
const MONDAY = Date.UTC(2026, 4, 4)
/** The sources truncate, or multiply factors that they rounded before. */
const PRINTED_WITHIN = 0.1

const [header = '', ...lines] = readFileSync(new URL('./fixtures/oee/worked_examples.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const columns = header.split(',')

for (const line of lines) {
  const row = rowOf(line)
  test(`${row.text('id')}: a machine that does this has the published OEE`, () => {
    const [shiftMs, breakMs, stopMs] = [row.number('shift_min') * MIN, row.number('breaks_min') * MIN, row.number('stop_min') * MIN]
    const runMs = shiftMs - breakMs - stopMs
    // Runs, has its break, stops; counters are read just before the run ends.
    const samples: Sample[] = [
      { at: MONDAY, sensor: 'POWER', value: 9 },
      { at: MONDAY, sensor: 'REJECTED_OUTPUT', value: 0 },
      { at: MONDAY, sensor: 'TOTAL_OUTPUT', value: 0 },
      { at: MONDAY + runMs - MIN, sensor: 'REJECTED_OUTPUT', value: row.number('reject') },
      { at: MONDAY + runMs - MIN, sensor: 'TOTAL_OUTPUT', value: row.number('total') },
      { at: MONDAY + runMs, sensor: 'POWER', value: breakMs > 0 ? 2 : 0 },
      { at: MONDAY + runMs + breakMs, sensor: 'POWER', value: 0 },
    ]
    const base = exampleSetup()
    const { shifts } = factsUntil(unique(samples), MONDAY + shiftMs, {
      ...base,
      reportMode: 'ON_CHANGE',
      schedule: [{ validFrom: 0, zone: 'UTC', shifts: [shift(1, '00:00', '00:00')] }],
      statusRules: [exampleRule(1, 5, null), exampleRule(2, 1, 5, { isEffective: false, isScheduledLoss: true })],
      output: { ...base.output, targetSpeedPerMin: row.number('ideal_per_min') },
      losses: plannedReason(false),
    })
    const records = shifts.filter((record) => record.shift.start < MONDAY + shiftMs)
    const sums = records.map(({ terms }) => sumsOf(terms)).reduce(addSums, NO_SUMS)
    const { plannedMs, runMs: ran } = runTimesOf(sums)
    assert.deepEqual([plannedMs / MIN, ran / MIN], [row.number('planned_min'), row.number('run_min')])
    const { availability, performance, quality, oee } = figuresOf([{ sums }])
    for (const [name, fraction] of Object.entries({ A: availability, P: performance, Q: quality, OEE: oee })) {
      const percent = toPercentage(fraction)?.realValue ?? Number.NaN
      assert.equal(percent, row.number(`calc_${name}`), name)
      assert.ok(
        Math.abs(percent - row.number(`pub_${name}`)) < PRINTED_WITHIN,
        `${name}: ${percent} is printed as ${row.number(`pub_${name}`)}`,
      )
    }
  })
}

test('every published example is compared', () => {
  assert.equal(lines.length, 4)
})

/** Without a break the machine stops once. */
function unique(samples: readonly Sample[]): Sample[] {
  return samples.filter(
    (sample, index) => !samples.slice(0, index).some((before) => before.at === sample.at && before.sensor === sample.sensor),
  )
}

/** Reads a line whose second value may be quoted. */
function rowOf(line: string): { text(name: string): string; number(name: string): number } {
  const values = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, value = '']) => value)
  const text = (name: string): string => {
    const value = values[columns.indexOf(name)]
    assert.ok(value !== undefined && value !== '', `no ${name}`)
    return value
  }
  return { text, number: (name) => Number(text(name)) }
}
