import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#engine/time/durations.ts'
import { advance, initialState, project } from './advance.ts'
import { exampleSetup } from './testing/exampleSetup.ts'
import { createFactsStore } from './testing/factsStore.ts'
import { liveView } from './workCenter/liveView.ts'

const START = Date.UTC(2016, 9, 31, 12)
const setup = exampleSetup()

function storedAt(...instants: readonly number[]) {
  const store = createFactsStore()
  const { state, facts } = advance(initialState(), [{ at: START, sensor: 'POWER', value: 20 }], setup)
  store.write(facts)
  for (const now of instants) store.write(project(state, now, setup))
  return { state, ...store.read() }
}

test('shifts without data have records for 31 days of silence, whole to the last, however long the silence is', () => {
  const late = storedAt(START + 3650 * DAY_MS)
  assert.ok(late.shifts.length >= 31 && late.shifts.length <= 4 * 31, `${late.shifts.length} shifts`)
  for (const record of late.shifts.slice(1, -1)) assert.equal(record.asOf, record.shift.end)
  assert.equal(late.statuses.at(-1)?.kind, 'NO_DATA')
  assert.equal(late.statuses.at(-1)?.end, null)
  assert.deepEqual(storedAt(START + 2 * DAY_MS, START + 30 * DAY_MS, START + 40 * DAY_MS, START + 3650 * DAY_MS), late)
})

test('a sample after the silence tells of all shifts between', () => {
  const { state } = storedAt(START + 3650 * DAY_MS)
  const { facts } = advance(state, [{ at: START + 100 * DAY_MS, sensor: 'POWER', value: 20 }], setup)
  const days = new Set(facts.shifts.map((record) => record.shift.shiftDate))
  assert.ok(days.size >= 100, `${days.size} days`)
})

test('the present of a machine that was silent for years is told at once: no data since then, in the shift of now', () => {
  const { state } = storedAt()
  const now = START + 3650 * DAY_MS
  const view = liveView(state, now, setup)
  assert.equal(view.status?.kind, 'NO_DATA')
  assert.ok(view.shift === null || (view.shift.start <= now && now < view.shift.end))
  assert.equal(view.oee?.oee ?? null, null)
})
