import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { Step } from './escalation.ts'
import { nextSteps } from './nextSteps.ts'

const T = Date.UTC(2026, 10, 28, 10)
const step = (afterMinutes: number, durationMinutes: number | null, role: string): Step => ({
  configId: 'one',
  severity: 'WARNING',
  countsFrom: 0,
  targetAudience: 'ROLES',
  identifiers: [role],
  durationMs: durationMinutes === null ? null : durationMinutes * MINUTE_MS,
  afterMs: afterMinutes * MINUTE_MS,
})
const told = { firedAt: T, toldSteps: 1, acknowledgedAt: null, ackTimeoutMs: 60 * MINUTE_MS }
const steps = [step(0, null, 'OPERATOR'), step(0, 20, 'ADMIN'), step(15, null, 'USER')]
const shown = (found: ReturnType<typeof nextSteps>) =>
  found.map(({ at, lastingMinutes, identifiers }) => [at === null ? null : (at - T) / MINUTE_MS, lastingMinutes, identifiers?.[0]])

test('who is told next is known by the clock, or by how long it is to last', () => {
  assert.deepEqual(shown(nextSteps({ ...told, steps })), [
    [15, null, 'USER'],
    [null, 20, 'ADMIN'],
  ])
  assert.deepEqual(shown(nextSteps({ ...told, steps, toldSteps: 3 })), [])
})

test('while somebody takes care of it nobody is told before an hour has passed', () => {
  assert.deepEqual(shown(nextSteps({ ...told, steps, acknowledgedAt: T + 12 * MINUTE_MS })), [
    [72, null, 'USER'],
    [72, 20, 'ADMIN'],
  ])
  // What was due before that is told all the same.
  assert.deepEqual(shown(nextSteps({ ...told, steps, acknowledgedAt: T + 16 * MINUTE_MS })).at(0), [15, null, 'USER'])
})
