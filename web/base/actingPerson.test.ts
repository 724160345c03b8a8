import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { HOUR_MS } from '#engine/time/durations.ts'
import { actingUserId, followStation, nameActingPerson } from './actingPerson.ts'

const START = Date.UTC(2026, 4, 4, 6)
const kept = new Map<string, string>()
const ANNA = { stationId: 'station', userId: 'anna', name: 'Anna', shiftStart: START, until: START + 8 * HOUR_MS }

Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  writable: true,
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  },
})

beforeEach(() => {
  mock.timers.enable({ apis: ['Date'], now: START + HOUR_MS })
  followStation('station')
})
afterEach(() => {
  nameActingPerson(null)
  mock.timers.reset()
})

test('who works at a station is named until their shift ends, on whatever page', () => {
  assert.equal(actingUserId(), null)
  nameActingPerson(ANNA)
  assert.equal(actingUserId(), 'anna')
  mock.timers.setTime(START + 8 * HOUR_MS - 1)
  assert.equal(actingUserId(), 'anna')
  // Nobody opened operator mode since: what is said now is of nobody of the shift before.
  mock.timers.setTime(START + 8 * HOUR_MS)
  assert.equal(actingUserId(), null)
})

test('nobody acts for the account of a person, or of another station', () => {
  nameActingPerson(ANNA)
  followStation(null)
  assert.equal(actingUserId(), null)
  followStation('other')
  assert.equal(actingUserId(), null)
})
