import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  INTEGRATION_EVENTS,
  INTEGRATION_STATUSES,
  integrationAfter,
  MOST_FAILURES,
  NEW_INTEGRATION,
  pauseAfterFailure,
} from './integrationState.ts'
import type { IntegrationEvent, IntegrationState, IntegrationStatus } from './integrationState.ts'

const at = (status: IntegrationStatus, more: Partial<IntegrationState> = {}): IntegrationState => ({ ...NEW_INTEGRATION, status, ...more })

/** Each legal step of IN-4; every other pair of status and event is refused. */
const LEGAL: readonly (readonly [IntegrationStatus, IntegrationEvent, IntegrationStatus])[] = [
  ['SETTING_UP', 'SAVED', 'SETTING_UP'],
  ['SETTING_UP', 'SAVED_UNCHECKED', 'CONNECTED'],
  ['SETTING_UP', 'SETUP_BEGAN', 'PROCESSING'],
  ['SETTING_UP', 'DISABLED', 'DISABLED'],
  ['SETTING_UP', 'DELETED', 'DISABLED'],
  ['PROCESSING', 'SUCCEEDED', 'CONNECTED'],
  ['PROCESSING', 'FAILED_FOR_GOOD', 'FAILED'],
  ['PROCESSING', 'FAILED_FOR_NOW', 'CONNECTED'],
  ['CONNECTED', 'SAVED', 'CONNECTED'],
  ['CONNECTED', 'SAVED_UNCHECKED', 'CONNECTED'],
  ['CONNECTED', 'RUN_BEGAN', 'PROCESSING'],
  ['CONNECTED', 'SETUP_BEGAN', 'PROCESSING'],
  ['CONNECTED', 'RECONFIGURED', 'SETTING_UP'],
  ['CONNECTED', 'FAILED_FOR_GOOD', 'FAILED'],
  ['CONNECTED', 'DISABLED', 'DISABLED'],
  ['CONNECTED', 'DELETED', 'DISABLED'],
  ['FAILED', 'SAVED', 'SETTING_UP'],
  ['FAILED', 'SAVED_UNCHECKED', 'CONNECTED'],
  ['FAILED', 'RETRIED', 'PROCESSING'],
  ['FAILED', 'RECONFIGURED', 'SETTING_UP'],
  ['FAILED', 'SETUP_BEGAN', 'PROCESSING'],
  ['FAILED', 'DISABLED', 'DISABLED'],
  ['FAILED', 'DELETED', 'DISABLED'],
  ['DISABLED', 'SAVED', 'DISABLED'],
  ['DISABLED', 'SAVED_UNCHECKED', 'DISABLED'],
  ['DISABLED', 'SETUP_BEGAN', 'PROCESSING'],
  ['DISABLED', 'ENABLED', 'PROCESSING'],
  ['DISABLED', 'DELETED', 'DISABLED'],
]

test('every pair of status and event of an integration is a step or refused', () => {
  for (const status of INTEGRATION_STATUSES)
    for (const event of INTEGRATION_EVENTS) {
      const legal = LEGAL.find(([from, what]) => from === status && what === event)
      const after = integrationAfter(at(status, { work: status === 'PROCESSING' ? 'RUN' : null }), event)
      assert.equal(after?.status ?? null, legal?.[2] ?? null, `${status} ${event}`)
    }
})

test('a deleted integration can only be restored, and is then disabled', () => {
  const deleted = integrationAfter(at('CONNECTED'), 'DELETED')
  assert.ok(deleted?.isDeleted)
  for (const event of INTEGRATION_EVENTS) if (event !== 'RESTORED') assert.equal(integrationAfter(deleted, event), null, event)
  assert.deepEqual(integrationAfter(deleted, 'RESTORED'), { ...deleted, isDeleted: false, status: 'DISABLED' })
  assert.equal(integrationAfter(at('CONNECTED'), 'RESTORED'), null)
})

test('runs end with the fifth failure in a row, and one success begins the count anew', () => {
  let state = at('CONNECTED')
  const run = (event: IntegrationEvent) => {
    const running = integrationAfter(state, 'RUN_BEGAN')
    assert.ok(running)
    const after = integrationAfter(running, event)
    assert.ok(after)
    state = after
  }
  for (let count = 1; count < MOST_FAILURES; count++) run('FAILED_FOR_NOW')
  assert.equal(state.status, 'CONNECTED')
  run('SUCCEEDED')
  assert.equal(state.failures, 0)
  for (let count = 1; count < MOST_FAILURES; count++) run('FAILED_FOR_NOW')
  assert.equal(state.status, 'CONNECTED')
  run('FAILED_FOR_NOW')
  assert.equal(state.status, 'FAILED')
})

test('a setup fails at once, for now or for good', () => {
  const setUp = integrationAfter(at('SETTING_UP'), 'SETUP_BEGAN')
  assert.ok(setUp)
  assert.equal(integrationAfter(setUp, 'FAILED_FOR_NOW')?.status, 'FAILED')
  assert.equal(integrationAfter(setUp, 'FAILED_FOR_GOOD')?.status, 'FAILED')
})

test('one that was saved without its check is marked until something works', () => {
  const saved = integrationAfter(at('SETTING_UP'), 'SAVED_UNCHECKED')
  assert.equal(saved?.isChecked, false)
  const running = saved && integrationAfter(saved, 'RUN_BEGAN')
  assert.equal(running && integrationAfter(running, 'SUCCEEDED')?.isChecked, true)
})

test('the next run waits for its time also after a failure, and for the longer pause of the two', () => {
  const minutes = (failures: number, everyMinutes: number) => pauseAfterFailure({ failures, everyMinutes }) / 60_000
  assert.deepEqual(
    [0, 1, 4].map((failures) => minutes(failures, 15)),
    [15, 15, 15],
  )
  assert.deepEqual([minutes(1, 5), minutes(4, 5), minutes(5, 5), minutes(5, 1440), minutes(99, 15)], [5, 15, 60, 1440, 1440])
})
