import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ShiftInstance } from '#engine/shift/shiftSchedule.ts'
import { instancesOn } from '#engine/shift/instances.ts'
import { duePeriods, missedPlan, nextDueAt, type Rhythm } from './due.ts'

const KYIV = 'Europe/Kyiv'
const daily = (hours: number, minutes = 0, zone = KYIV): Rhythm => ({ periodicity: 'DAILY', hours, minutes, zone })
const at = (text: string) => Date.parse(text)
const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())
const due = (rhythm: Rhythm, since: string, now: string, instances: readonly ShiftInstance[] = []) =>
  duePeriods(rhythm, { since: at(since), now: at(now), instances }).map(({ key, dueAt }) => [key, iso(dueAt)])
/** Three shifts a day, 06–14–22–06. */
const instances = (from: string, days: number, zone = KYIV): readonly ShiftInstance[] =>
  instancesOn(
    {
      zone,
      validFrom: 0,
      shifts: [
        ['06:00', '14:00'],
        ['14:00', '22:00'],
        ['22:00', '06:00'],
      ].map(([timeStart = '', timeEnd = ''], index) => ({ shiftId: index + 1, code: `${index}`, name: '', timeStart, timeEnd })),
    },
    Temporal.PlainDate.from(from),
    days,
  )

describe('the periods whose report is due', () => {
  it('begin at a time that the clock skips an hour later, and at one that it shows twice the first time (W-21)', () => {
    assert.deepEqual(due(daily(3, 30), '2027-03-27T12:00:00Z', '2027-03-28T12:00:00Z'), [['D:2027-03-27', '2027-03-28T01:30:00.000Z']])
    assert.deepEqual(due(daily(3, 30), '2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z'), [['D:2026-10-24', '2026-10-25T00:30:00.000Z']])
  })

  it('wait five minutes after their last shift (W-22)', () => {
    const shifts = instances('2026-11-19', 5)
    assert.deepEqual(due(daily(6), '2026-11-21T12:00:00Z', '2026-11-22T04:05:00Z', shifts), [['D:2026-11-21', '2026-11-22T04:05:00.000Z']])
    assert.deepEqual(due(daily(6), '2026-11-21T12:00:00Z', '2026-11-22T04:04:59Z', shifts), [])
  })

  it('are those of a week on Monday and of a month on its first day', () => {
    const weekly: Rhythm = { ...daily(7), periodicity: 'WEEKLY' }
    assert.deepEqual(due(weekly, '2026-11-17T00:00:00Z', '2026-11-24T00:00:00Z'), [['W:2026-11-16', '2026-11-23T05:00:00.000Z']])
    const monthly: Rhythm = { ...daily(7), periodicity: 'MONTHLY' }
    assert.deepEqual(due(monthly, '2026-10-15T00:00:00Z', '2026-11-24T00:00:00Z'), [['M:2026-10', '2026-11-01T05:00:00.000Z']])
  })

  it('are shifts with hours and minutes as a delay, those that start together as one (W-25)', () => {
    const [morning] = instances('2026-11-22', 1)
    assert.ok(morning)
    const longer = { ...morning, end: morning.end + 60_000 }
    const since = '2026-11-22T00:00:00Z'
    const byShifts = (hours: number, minutes: number): Rhythm => ({ ...daily(hours, minutes), periodicity: 'BY_SHIFTS' })
    const key = 'S:2026-11-22T04:00:00.000Z'
    assert.deepEqual(due(byShifts(0, 30), since, '2026-11-22T23:00:00Z', [morning]), [[key, '2026-11-22T12:32:00.000Z']])
    assert.deepEqual(due(byShifts(0, 0), since, '2026-11-22T23:00:00Z', [morning]), [[key, '2026-11-22T12:05:00.000Z']])
    assert.deepEqual(due(byShifts(0, 0), since, '2026-11-22T23:00:00Z', [morning, longer]), [[key, '2026-11-22T12:06:00.000Z']])
  })

  it('that a server missed are made, the newest is mailed, and those of more than a month ago are named (W-23)', () => {
    const [since, now] = [at('2026-11-19T05:00:00Z'), at('2026-11-22T07:00:00Z')]
    const keys = (from: number) => {
      const { mailed, filed, named } = missedPlan(duePeriods(daily(7), { since: from, now, instances: [] }), now)
      return { mailed: mailed?.key, filed: filed.map(({ key }) => key), named: named.map(({ key }) => key) }
    }
    assert.deepEqual(keys(since), { mailed: 'D:2026-11-21', filed: ['D:2026-11-19', 'D:2026-11-20'], named: [] })
    assert.deepEqual(keys(at('2026-10-20T12:00:00Z')).named, ['D:2026-10-20', 'D:2026-10-21'])
    assert.deepEqual(keys(now), { mailed: undefined, filed: [], named: [] })
  })

  it('are each in one of two stretches that touch, in zones of every kind and where clocks change', () => {
    for (const zone of [KYIV, 'Asia/Kathmandu', 'America/New_York', 'Pacific/Apia', 'UTC'])
      for (const rhythm of [daily(2, 30, zone), daily(6, 0, zone), { ...daily(2, 30, zone), periodicity: 'WEEKLY' as const }]) {
        const shifts = instances('2026-10-10', 40, zone)
        const ask = (from: string, to: string) => due(rhythm, from, to, shifts)
        const whole = ask('2026-10-15T00:00:00Z', '2026-11-15T00:00:00Z')
        for (const cut of ['2026-10-25T00:30:00Z', '2026-11-01T06:30:00Z', '2026-11-02T05:00:00Z'])
          assert.deepEqual([...ask('2026-10-15T00:00:00Z', cut), ...ask(cut, '2026-11-15T00:00:00Z')], whole, `${zone} ${cut}`)
        assert.equal(new Set(whole.map(([key]) => key)).size, rhythm.periodicity === 'WEEKLY' ? 4 : 31, zone)
      }
  })

  it('have a next one', () => {
    assert.equal(iso(nextDueAt(daily(7), at('2026-11-22T07:00:00Z'), [])), '2026-11-23T05:00:00.000Z')
    assert.equal(nextDueAt({ ...daily(7), periodicity: 'BY_SHIFTS' }, at('2026-11-22T07:00:00Z'), []), null)
  })
})
