import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { commonCauses } from './commonCause.ts'
import type { ToldNotification } from './commonCause.ts'
import { goesOutAt, SOUND_CAP } from './gathering.ts'
import { messagesOf } from './messages.ts'
import type { Telling } from './messages.ts'
import type { Severity } from './notificationType.ts'
import type { Preference } from './preference.ts'

const DAY = Date.UTC(2026, 10, 24)
/** `10:02` or `10:02:40`. */
const at = (clock: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  return DAY + (hours * 3600 + minutes * 60 + seconds) * 1000
}
const clockOf = (instant: number) => new Date(instant).toISOString().slice(11, 19)
const ANY: Preference = { emails: {}, quiet: null, urgentPierces: true, pausedUntil: null }
const NIGHT: Preference = { ...ANY, quiet: { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' } }
let made = 0
const telling = (when: string | number, given: Partial<Telling> = {}): Telling => {
  const instant = typeof when === 'number' ? when : at(when)
  const id = String(made++).padStart(6, '0')
  const usual = { notificationId: id, workCenterId: id, type: 'STATUS_DURATION', severity: 'WARNING' } as const
  return { ...usual, since: instant, until: null, at: instant, isOff: false, ...given }
}
const told = (tellings: readonly Telling[], preference = ANY) => messagesOf(tellings, { preference, zone: 'UTC' })

describe('messages to one person', () => {
  it('are gathered for a minute, then for five while more come, and told as a group of those that stand', () => {
    const stops = ['10:02:00', '10:02:05', '10:02:10', '10:02:15', '10:02:20', '10:02:25', '10:02:30', '10:02:35', '10:02:40']
    const { messages } = told([...stops, '10:03:30', '10:03:30', '10:03:30'].map((one) => telling(one)))
    assert.deepEqual(
      messages.map((one) => [clockOf(one.at), one.tellings.length, one.groups.map(({ workCenters }) => workCenters)]),
      [
        ['10:02:00', 1, []],
        ['10:03:00', 8, [9]],
        ['10:08:00', 3, [12]],
      ],
    )
  })

  it('go out at once after a minute without one, and begin anew with a minute after ten of rest', () => {
    const clocks = ['10:00', '10:01', '10:01:30', '10:06:30', '10:13', '10:13:30', '10:30', '10:30:30']
    const { messages } = told(clocks.map((one) => telling(one, { workCenterId: 'press' })))
    assert.deepEqual(
      messages.map((one) => clockOf(one.at)),
      ['10:00:00', '10:01:00', '10:02:00', '10:07:00', '10:13:00', '10:18:00', '10:30:00', '10:31:00'],
    )
  })

  it('let URGENT wait for a minute at most', () => {
    const gathering = { sentAt: at('10:08'), windowMs: 5 * MINUTE_MS }
    assert.equal(goesOutAt(gathering, { at: at('10:09'), severity: 'URGENT' }), at('10:10'))
    assert.equal(goesOutAt(gathering, { at: at('10:09'), severity: 'WARNING' }), at('10:13'))
    assert.equal(goesOutAt(gathering, { at: at('10:12:30'), severity: 'URGENT' }), at('10:13'))
  })

  it('are six in ten minutes, URGENT not counted, and say how many were held back', () => {
    const calm = ['10:00:00', '10:01:05', '10:02:10', '10:03:15', '10:04:20', '10:05:25', '10:06:30', '10:07:35'].map((one) => telling(one))
    const { messages, withheld } = told([...calm, telling('10:08:40', { severity: 'URGENT', type: 'WORK_CENTER_OFF' })])
    assert.deepEqual(
      messages.map((one) => [one.severity, one.withheld]),
      [...Array.from({ length: 6 }, () => ['WARNING', 0]), ['URGENT', 2]],
    )
    assert.deepEqual(withheld, calm.slice(6))
  })

  it('are one at the end of quiet hours, of what goes on then', () => {
    const ended = telling(at('23:10') - 24 * HOUR_MS, { until: at('23:40') - 24 * HOUR_MS })
    const open = telling('5:00')
    const night = told([ended, open], NIGHT)
    assert.deepEqual([night.messages.map((one) => [clockOf(one.at), one.tellings.length]), night.ended.length], [[['06:00:00', 1]], 1])
  })

  it('pierce quiet hours when they are URGENT, unless the person says otherwise', () => {
    const urgent = telling('5:00', { severity: 'URGENT' })
    assert.equal(told([urgent], NIGHT).messages[0]?.at, at('5:00'))
    assert.equal(told([urgent], { ...NIGHT, urgentPierces: false }).messages[0]?.at, at('6:00'))
  })

  it('are none of what is over before its window ends', () => {
    const { messages, ended } = told([telling('10:00'), telling('10:00:10', { until: at('10:00:50') })])
    assert.deepEqual([messages.length, ended.length], [1, 1])
  })
})

describe('a message that waits', () => {
  it('does not go out early for an urgent one that is over by then', () => {
    const early = ['10:00:00', '10:00:30'].map((one) => telling(one, { workCenterId: 'press' }))
    const waiting = telling('10:02')
    const short = telling('10:03', { severity: 'URGENT', until: at('10:03:30') })
    assert.deepEqual(
      told([...early, waiting, short]).messages.map((one) => clockOf(one.at)),
      ['10:00:00', '10:01:00', '10:06:00'],
    )
    const long = { ...short, until: null }
    assert.deepEqual(
      told([...early, waiting, long]).messages.map((one) => [clockOf(one.at), one.tellings.length]),
      [
        ['10:00:00', 1],
        ['10:01:00', 1],
        ['10:04:00', 2],
      ],
    )
  })

  it('tells a notification once, as severe as it became', () => {
    const first = telling('5:00')
    const { messages } = told([first, { ...first, at: at('5:30'), severity: 'URGENT' }], { ...NIGHT, urgentPierces: false })
    assert.deepEqual(
      messages.map((one) => [clockOf(one.at), one.severity, one.tellings.length]),
      [['06:00:00', 'URGENT', 1]],
    )
  })
})

describe('a storm', () => {
  it('of five thousand machines in ten seconds is two messages, and one cause', () => {
    const stops = Array.from({ length: 5000 }, (_, place) => telling(at('10:00') + place * 2, { isOff: true }))
    const { messages, withheld } = told(stops)
    assert.deepEqual(
      messages.map((one) => [clockOf(one.at), one.tellings.length, one.groups[0]?.workCenters, one.groups[0]?.guess]),
      [
        ['10:00:00', 1, undefined, undefined],
        ['10:01:00', 4999, 5000, 'POWER'],
      ],
    )
    assert.equal(withheld.length, 0)
  })
})

describe('a common cause', () => {
  const one = (second: number, given: Partial<ToldNotification> = {}) => telling(at('10:00') + second * SECOND_MS, given)
  const five = (given: Partial<ToldNotification>, apart = 1) => [0, 1, 2, 3, 4].map((place) => one(place * apart, given))
  const groups = (list: readonly Telling[]) => commonCauses(list, at('23:00'))

  it('is power where all are off within ten seconds, and the network where all are silent', () => {
    assert.deepEqual(
      [five({ isOff: true }), five({ isOff: true }, 3), five({ type: 'CONNECTION_LOST' }, 60)].map((list) => groups(list)[0]?.guess),
      ['POWER', null, 'NETWORK'],
    )
  })

  it('needs five work centers of one type that stand at one time', () => {
    assert.deepEqual(groups(five({}).slice(1)), [])
    assert.deepEqual(groups(five({ workCenterId: 'press' })), [])
    assert.deepEqual(groups([...five({}).slice(1), one(5, { type: 'CONNECTION_LOST' })]), [])
    assert.deepEqual(groups([one(0, { until: at('10:00:02') }), ...[3, 4, 5, 6].map((second) => one(second))]), [])
  })

  it('ends with its last member, and what begins before then joins', () => {
    const members = five({ until: at('10:30') })
    const late = telling('10:20', { until: at('10:50') })
    assert.deepEqual(
      groups([...members, late, telling('10:55')]).map((group) => [group.members.length, clockOf(group.until ?? 0)]),
      [[6, '10:50:00']],
    )
    assert.equal(groups(five({ until: at('10:30') }).with(0, one(0)))[0]?.until, null)
  })
})

describe('messages of any tellings', () => {
  type Place = { readonly seconds: number; readonly lasts: number | null; readonly severity: Severity; readonly workCenterId: string }
  const places: fc.Arbitrary<Place> = fc.record({
    seconds: fc.integer({ min: 0, max: 3600 }),
    lasts: fc.option(fc.integer({ min: 1, max: 1800 })),
    severity: fc.constantFrom<Severity>('INFO', 'WARNING', 'WARNING', 'WARNING', 'URGENT'),
    workCenterId: fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8', '9'),
  })
  const tellingAt = ({ seconds, lasts, severity, workCenterId }: Place, index: number, isApart: boolean): Telling => {
    const start = at('21:30') + (isApart ? index * 65 : seconds) * SECOND_MS
    const until = lasts === null ? null : start + lasts * SECOND_MS
    return telling(start, { notificationId: `n${1000 + index}`, workCenterId, severity, until })
  }
  const anywhere = fc.array(places, { minLength: 1, maxLength: 80, size: 'max' })
  /** Each a little over a minute after the one before, so that nothing gathers, or anywhere in an hour. */
  const lists = fc.tuple(fc.boolean(), anywhere).map(([isApart, all]) => all.map((one, index) => tellingAt(one, index, isApart)))
  const preferences = fc.constantFrom(ANY, NIGHT, { ...ANY, pausedUntil: at('21:50') }, { ...NIGHT, urgentPierces: false })

  it('are never above the cap, and urgent ones never wait for more than a minute', () => {
    let capped = 0
    fc.assert(
      fc.property(lists, preferences, (list, preference) => {
        const { messages, withheld } = told(list, preference)
        capped += withheld.length
        const counted = messages.filter(({ severity }) => severity !== 'URGENT')
        for (const { at: last } of counted) {
          const recent = counted.filter((one) => one.at > last - SOUND_CAP.withinMs && one.at <= last)
          assert.ok(recent.length <= SOUND_CAP.sounds, `${recent.length} in ten minutes`)
        }
        for (const [index, { at: sent, severity }] of messages.entries()) {
          const before = messages[index - 1]?.at ?? -Infinity
          assert.ok(severity === 'URGENT' || sent - before >= MINUTE_MS, 'less than a minute apart')
        }
        const urgent = messages.flatMap((one) => one.tellings.map((own) => ({ ...own, waited: one.at - own.at })))
        const late = urgent.filter(({ severity, waited }) => severity === 'URGENT' && waited > MINUTE_MS)
        if (preference === ANY) assert.deepEqual(late, [])
      }),
    )
    assert.ok(capped > 100, `only ${capped} withheld`)
  })

  it('tell each once, or it is withheld, or over', () => {
    fc.assert(
      fc.property(lists, preferences, (list, preference) => {
        const { messages, ended, withheld } = told(list, preference)
        const all = [...messages.flatMap(({ tellings }) => tellings), ...ended, ...withheld].map(({ notificationId }) => notificationId)
        assert.deepEqual(
          all.toSorted(),
          list.map(({ notificationId }) => notificationId),
        )
        const said = messages.reduce((sum, one) => sum + one.withheld, 0)
        assert.ok(said <= withheld.length)
      }),
    )
  })

  it('are the same in any order', () => {
    fc.assert(
      fc.property(lists, preferences, (list, preference) => {
        assert.deepEqual(told(list.toReversed(), preference), told(list, preference))
      }),
    )
  })
})
