import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#engine/time/durations.ts'
import { daysAsked, periodOfDays, tooLongOf } from './chosenDays.ts'

test('an open period reaches as far as the server takes', () => {
  assert.equal(periodOfDays({ from: '', to: '' }, 'UTC'), null)
  assert.deepEqual(periodOfDays({ from: '2026-01-01', to: '' }, 'UTC'), {
    start: '2026-01-01T00:00:00.000Z',
    end: '2027-02-01T00:00:00.000Z',
  })
  assert.deepEqual(periodOfDays({ from: '', to: '2027-01-31' }, 'UTC'), {
    start: '2026-01-01T00:00:00.000Z',
    end: '2027-02-01T00:00:00.000Z',
  })
})

test('the days that are asked for are named, also where a side is open, and the day that lies too far off', () => {
  const days = (from: string, to: string) => {
    const asked = daysAsked({ from, to })
    return asked === null ? null : [asked.first, asked.last].map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10))
  }
  assert.equal(days('', ''), null)
  assert.deepEqual(days('', '2027-01-31'), ['2026-01-01', '2027-01-31'])
  assert.deepEqual(days('2026-01-01', ''), ['2026-01-01', '2027-01-31'])
  assert.deepEqual(days('2026-01-01', '2027-01-31'), ['2026-01-01', '2027-01-31'])
  // The server would refuse more: the first of them are shown, and the field says so.
  assert.deepEqual(days('2026-01-01', '2027-02-01'), ['2026-01-01', '2027-01-31'])
  const until = Date.UTC(2027, 0, 31)
  assert.equal(tooLongOf({ from: '2026-01-01', to: '2027-01-31' }), null)
  assert.deepEqual(tooLongOf({ from: '2026-01-01', to: '2027-02-01' }), { field: 'to', days: 396, until })
  assert.deepEqual(tooLongOf({ from: '2027-02-01', to: '2026-01-01' }), { field: 'from', days: 396, until })
  assert.deepEqual([tooLongOf({ from: '', to: '2027-02-01' }), tooLongOf({ from: '2027-02-01', to: '' })], [null, null])
})
