import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { advance, initialState, project } from './advance.ts'
import type { Facts } from './facts.ts'
import type { Sample } from './sensor/sensorType.ts'
import { exampleRule, exampleSetup, threeShifts } from './testing/exampleSetup.ts'
import { createFactsStore } from './testing/factsStore.ts'
import { intersect } from './time/interval.ts'

const STATES = ['ACTIVE', 'INTERRUPTED', 'FEED_HOLD', 'READY', 'STOPPED', 'PROGRAM_STOPPED'] as const
const MACHINES = ['Mazak01', 'Mazak03', 'GFAgie01'] as const
const END = Date.parse('2016-11-08T00:00:00Z')
const TOLERANCE_S = 1

type Row = Readonly<Record<string, string>>

/** One rule per state, by load: state n is 10 (n + 1) %. */
const setup = exampleSetup({
  statusSource: 'LOAD',
  statusRules: STATES.map((name, index) =>
    exampleRule(index + 1, 10 * (index + 1), 10 * (index + 2), { name, rangeType: 'LOAD', isEffective: name === 'ACTIVE' }),
  ),
  reportMode: 'ON_CHANGE',
  schedule: threeShifts('America/New_York'),
})

const events = rowsOf('execution_2016W44.csv')
const shifts = rowsOf('truth_shift_2016W44.csv')
const days = rowsOf('truth_daily_2016W44.csv')

for (const machine of MACHINES) {
  const samples = samplesOf(machine)
  const facts = factsOf(samples)

  test(`${machine}: seconds of each state in each recorded shift`, () => {
    const truths = shifts.filter((row) => row['device'] === machine)
    assert.ok(truths.length >= 20)
    for (const truth of truths) {
      const span = { start: Date.parse(truth['start_utc'] ?? ''), end: Date.parse(truth['end_utc'] ?? '') }
      const record = facts.shifts.find((row) => row.shift.start === span.start)
      assert.ok(record, `no record of the shift from ${truth['start_utc']}`)
      assert.equal(record.shift.end, span.end)
      assert.equal(record.shift.shiftDate, truth['shift_date'])
      assert.equal(String(record.shift.shiftId), truth['shift'])
      const seconds = secondsIn(facts, span)
      for (const state of STATES) near(seconds.get(state) ?? 0, truth, `${state.toLowerCase()}_s`)
      const silent = Number(truth['unavailable_s']) + Number(truth['no_data_s'])
      const beforeFirst = Math.max(0, (samples[0]?.at ?? 0) - span.start) / 1000
      assert.ok(Math.abs((seconds.get('NO_DATA') ?? 0) + beforeFirst - silent) <= TOLERANCE_S, `${truth['start_utc']} NO_DATA`)
      assert.equal(record.terms.noDataMs, Math.round((seconds.get('NO_DATA') ?? 0) * 1000))
      const runMs = record.terms.elapsedMs - record.terms.noDataMs - record.terms.availabilityLossMs
      assert.equal(runMs, Math.round((seconds.get('ACTIVE') ?? 0) * 1000))
    }
  })

  test(`${machine}: seconds of each state in each recorded day`, () => {
    const truths = days.filter((row) => row['device'] === machine)
    assert.ok(truths.length >= 2)
    for (const truth of truths) {
      const seconds = secondsIn(facts, { start: Date.parse(truth['first_seen'] ?? ''), end: Date.parse(truth['last_seen'] ?? '') })
      for (const state of STATES) near(seconds.get(state) ?? 0, truth, `${state.toLowerCase()}_s`)
      near(seconds.get('NO_DATA') ?? 0, truth, 'unavailable_s')
    }
  })

  test(`${machine}: the week replayed twice, or row by row, gives the same facts`, () => {
    assert.deepEqual(factsOf(samples.flatMap((sample) => [sample, sample])), facts)
    const store = createFactsStore()
    let state = initialState()
    for (const sample of samples) {
      const step = advance(state, [sample], setup)
      store.write(step.facts)
      state = JSON.parse(JSON.stringify(step.state))
    }
    store.write(project(state, END, setup))
    assert.deepEqual(store.read(), facts)
  })
}

function rowsOf(name: string): Row[] {
  const lines = readFileSync(new URL(`./fixtures/nist/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const [head = '', ...rest] = lines.map((line) => line.trim())
  const keys = head.split(',')
  return rest.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [keys[index] ?? '', cell])))
}

function samplesOf(machine: string): Sample[] {
  const rows = events.filter((row) => row['device'] === machine)
  return rows
    .map((row): Sample => {
      const index = STATES.findIndex((state) => state === row['value'])
      assert.ok(index >= 0 || row['value'] === 'UNAVAILABLE', `unknown state ${row['value']}`)
      return { at: Date.parse(row['ts'] ?? ''), sensor: 'LOAD', value: index < 0 ? null : 10 * (index + 1) }
    })
    .sort((a, b) => a.at - b.at)
}

function factsOf(samples: readonly Sample[]): Omit<Facts, 'changedFrom'> {
  const store = createFactsStore()
  const { state, facts } = advance(initialState(), samples, setup)
  store.write(facts)
  store.write(project(state, END, setup))
  return store.read()
}

function secondsIn(facts: Pick<Facts, 'statuses'>, span: { start: number; end: number }): Map<string, number> {
  const seconds = new Map<string, number>()
  for (const row of facts.statuses) {
    const part = intersect({ start: row.start, end: row.end ?? END }, span)
    const name = row.statusRuleId === null ? row.kind : (STATES[row.statusRuleId - 1] ?? row.kind)
    if (part) seconds.set(name, (seconds.get(name) ?? 0) + (part.end - part.start) / 1000)
  }
  return seconds
}

function near(actual: number, truth: Row, key: string): void {
  const wanted = Number(truth[key])
  assert.ok(Math.abs(actual - wanted) <= TOLERANCE_S, `${truth['shift_date'] ?? truth['utc_date']} ${key}: ${actual} is not ${wanted}`)
}
