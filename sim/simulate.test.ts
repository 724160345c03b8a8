import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTimeline } from './activity.ts'
import type { Factory, MachineSpec } from './factoryFile.ts'
import { readFactory } from './factoryFile.ts'
import { outageAt } from './outage.ts'
import { createPlant } from './plant.ts'
import type { DeviceSample, Simulated } from './simulate.ts'
import { simulate } from './simulate.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Monday 19 October 2026; summer time ends in the night to the 25th. */
const INSTALLED_AT = Date.UTC(2026, 9, 19, 8, 13)
const COUNTERS = ['TOTAL_OUTPUT', 'ACCEPTED_OUTPUT', 'REJECTED_OUTPUT'] as const
const GRID = { periodMs: 10_000, isPrompt: false }
const PROMPT = { periodMs: 2_000, isPrompt: true }

const factory = readFactory(new URL('demoFactory.json', import.meta.url))
const plant = createPlant(factory.company.timeZone, factory.shifts, INSTALLED_AT)

function machineOf(spec: MachineSpec, seed = factory.seed): Simulated {
  const seeded: Factory = { ...factory, seed }
  return { spec, factory: seeded, timeline: createTimeline(spec, seed, plant) }
}

function specOf(key: string): MachineSpec {
  const spec = factory.machines.find((machine) => machine.key === key)
  assert.ok(spec, key)
  return spec
}

function week(machine: Simulated): DeviceSample[] {
  return simulate(machine, plant.startAt, plant.startAt + 7 * DAY_MS, GRID)
}

test('the same seed gives the same samples, another seed others', () => {
  for (const spec of factory.machines) {
    const window = [plant.startAt + 30 * HOUR_MS, plant.startAt + 33 * HOUR_MS] as const
    const samples = simulate(machineOf(spec), ...window, GRID)
    assert.deepEqual(simulate(machineOf(spec), ...window, GRID), samples, spec.key)
    assert.notDeepEqual(simulate(machineOf(spec, 1), ...window, GRID), samples, spec.key)
  }
})

test('time grows, every value is finite and not negative, and each sample has every fast channel of its machine', () => {
  for (const spec of factory.machines) {
    const samples = week(machineOf(spec))
    assert.equal(samples.length, (7 * DAY_MS) / GRID.periodMs, spec.key)
    const keys = Object.keys(samples[1]?.values ?? {}).toString()
    let last = -Infinity
    for (const { at, values } of samples) {
      assert.ok(at > last && Number.isInteger(at), spec.key)
      last = at
      for (const [sensor, value] of Object.entries(values))
        assert.ok(Number.isFinite(value) && value >= 0, `${spec.key} ${sensor} ${value}`)
      if (Object.keys(values).length === keys.split(',').length) assert.equal(Object.keys(values).toString(), keys)
    }
  }
})

test('a window made in pieces is the window made at once, wherever it is cut', () => {
  const machine = machineOf(specOf('press-3'))
  const from = plant.startAt + 5 * HOUR_MS
  const to = from + HOUR_MS
  for (const sampling of [GRID, PROMPT]) {
    const whole = simulate(machine, from, to, sampling)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: from, max: to }), { maxLength: 6 }), (cuts) => {
        const edges = [from, ...cuts.toSorted((left, right) => left - right), to]
        const pieces = edges.slice(1).flatMap((edge, index) => simulate(machine, edges[index] ?? from, edge, sampling))
        assert.deepEqual(pieces, whole)
      }),
      { numRuns: 40 },
    )
  }
})

test('counters grow by what the machine can make; only the one that resets and the one that rolls over ever fall', () => {
  const falls = new Map<string, number[]>()
  for (const spec of factory.machines) {
    const samples = week(machineOf(spec))
    for (const counter of COUNTERS.filter((name) => spec.channels.includes(name))) {
      for (const [index, sample] of samples.entries()) {
        const before = samples[index - 1]
        if (before === undefined) continue
        const delta = (sample.values[counter] ?? 0) - (before.values[counter] ?? 0)
        if (delta < 0) falls.set(spec.key, [...(falls.get(spec.key) ?? []), sample.at])
        else assert.ok(delta <= (spec.targetSpeedPerMin * GRID.periodMs) / 60_000 + 1, `${spec.key} ${counter} +${delta}`)
      }
    }
  }
  assert.deepEqual([...falls.keys()].toSorted(), ['lathe-1', 'press-3'])
  const shiftStarts = new Set(Array.from({ length: 22 }, (_, index) => plant.shift(index).start))
  for (const at of falls.get('lathe-1') ?? []) assert.ok(shiftStarts.has(at), 'resets at a shift start')
  const press = week(machineOf(specOf('press-3'))).map((sample) => sample.values['TOTAL_OUTPUT'] ?? 0)
  assert.ok(Math.max(...press) > 65_000 && Math.max(...press) < 65_536)
})

test('every activity occurs, and accepted output stays within 40 and 95 % of what the machine could make, less at the weekend', () => {
  const kinds = new Set<string>()
  for (const spec of factory.machines) {
    const share = { weekday: { ideal: 0, made: 0 }, weekend: { ideal: 0, made: 0 } }
    for (const activity of machineOf(spec).timeline.between(plant.startAt, plant.startAt + 14 * DAY_MS)) {
      kinds.add(activity.kind)
      const minutes = (activity.end - activity.start) / 60_000
      const day = share[plant.shiftAt(activity.start).isWeekend ? 'weekend' : 'weekday']
      if (activity.kind !== 'BREAK') day.ideal += minutes * spec.targetSpeedPerMin
      day.made += minutes * activity.speedPerMin * (1 - activity.rejectRate)
    }
    const weekday = share.weekday.made / share.weekday.ideal
    const weekend = share.weekend.made / share.weekend.ideal
    assert.ok(weekday > 0.45 && weekday < 0.95, `${spec.key} weekday ${weekday}`)
    assert.ok(weekend > 0.3 && weekend < weekday, `${spec.key} weekend ${weekend}`)
  }
  assert.deepEqual([...kinds].toSorted(), ['BREAK', 'BREAKDOWN', 'IDLE', 'OFF', 'RUN', 'SETUP', 'SMALL_STOP'])
})

test('activities follow each other without a gap, shifts too when the clock goes back', () => {
  const spec = specOf('filler-1')
  const activities = machineOf(spec).timeline.between(plant.startAt, plant.startAt + 14 * DAY_MS)
  for (const [index, activity] of activities.entries()) {
    assert.ok(activity.end > activity.start)
    assert.equal(activity.start, index === 0 ? plant.startAt : activities[index - 1]?.end)
  }
  const lengths = Array.from({ length: 22 }, (_, index) => (plant.shift(index).end - plant.shift(index).start) / HOUR_MS)
  assert.equal(lengths.filter((hours) => hours === 9).length, 1)
  assert.equal(lengths.filter((hours) => hours === 8).length, 21)
})

test('each power level lies inside the band of its status', () => {
  const expected: Readonly<Record<string, readonly [number, number]>> = {
    RUN: [0.4, 1.2],
    SETUP: [0.2, 0.4],
    SMALL_STOP: [0.08, 0.2],
    IDLE: [0.08, 0.2],
    BREAK: [0.025, 0.08],
    BREAKDOWN: [0, 0.025],
    OFF: [0, 0.025],
  }
  for (const spec of factory.machines.filter((machine) => machine.channels.includes('POWER'))) {
    const machine = machineOf(spec)
    for (const activity of machine.timeline.between(plant.startAt, plant.startAt + 3 * DAY_MS)) {
      const [low, high] = expected[activity.kind] ?? [1, 0]
      for (const { values } of simulate(machine, activity.start, activity.end, GRID)) {
        const load = (values['POWER'] ?? Number.NaN) / spec.nominalPowerKw
        assert.ok(load >= low && load < high, `${spec.key} ${activity.kind} ${load}`)
      }
    }
  }
})

test('prompt sampling shows a finished piece within a second and adds nothing to what the grid shows', () => {
  const spec = specOf('mill-2')
  const machine = machineOf(spec)
  const from = plant.startAt + 2 * HOUR_MS
  const prompt = simulate(machine, from, from + HOUR_MS, { periodMs: 10_000, isPrompt: true })
  const grid = simulate(machine, from, from + HOUR_MS, GRID)
  const byAt = new Map(prompt.map((sample) => [sample.at, sample]))
  for (const sample of grid) assert.deepEqual(byAt.get(sample.at), sample)
  assert.ok(prompt.length > grid.length)
  for (const [index, sample] of prompt.entries()) {
    const delta = (sample.values['TOTAL_OUTPUT'] ?? 0) - (prompt[index - 1]?.values['TOTAL_OUTPUT'] ?? sample.values['TOTAL_OUTPUT'] ?? 0)
    assert.ok(delta <= 1, 'no piece is skipped')
  }
})

test('only the machine with a bad connection has outages, of minutes, inside its shifts', () => {
  const found: Record<string, number> = {}
  for (const spec of factory.machines) {
    const machine = machineOf(spec)
    for (let at = plant.startAt; at < plant.startAt + 3 * DAY_MS; at += 30_000) {
      const outage = outageAt(machine, plant, at)
      if (outage === null) continue
      found[spec.key] = (found[spec.key] ?? 0) + 1
      assert.ok(outage.end - outage.start >= 4 * 60_000 && outage.end - outage.start <= 9 * 60_000 + 1)
    }
  }
  assert.deepEqual(Object.keys(found), ['palletiser-1'])
})
