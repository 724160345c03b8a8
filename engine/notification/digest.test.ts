import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf, nextDigestAt, problemOfDigest } from './digest.ts'
import type { DigestCopy } from './digest.ts'

const utc = (text: string) => Date.parse(`${text}:00Z`)
const next = (every: 'DAY' | 'WEEK', at: string, after: string) =>
  new Date(nextDigestAt({ every, at }, 'Europe/Warsaw', utc(after))).toISOString().slice(0, 16)

test('a summary is due at the time of the person, the same day only before it, on Mondays by the week', () => {
  assert.equal(next('DAY', '07:00', '2026-11-28T05:59'), '2026-11-28T06:00')
  assert.equal(next('DAY', '07:00', '2026-11-28T06:00'), '2026-11-29T06:00')
  assert.equal(next('WEEK', '07:00', '2026-11-28T05:00'), '2026-11-30T06:00')
  assert.equal(next('WEEK', '07:00', '2026-11-30T06:00'), '2026-12-07T06:00')
})

test('a time that the clock skips moves by the gap, one that it shows twice is the first', () => {
  assert.equal(next('DAY', '02:30', '2026-03-29T00:00'), '2026-03-29T01:30')
  assert.equal(next('DAY', '02:30', '2026-10-24T12:00'), '2026-10-25T00:30')
  assert.equal(next('DAY', '02:30', '2026-10-25T00:30'), '2026-10-26T01:30')
})

test('a time that is none is refused', () => {
  assert.equal(problemOfDigest({ every: 'DAY', at: '07:00' }), null)
  assert.equal(problemOfDigest({ every: 'DAY', at: '24:00' })?.code, 'INVALID_FORMAT')
})

test('it counts what was told since by type and machine, and what goes on, whenever it was told', () => {
  const copy = (type: DigestCopy['type'], workCenter: string, toldAt: number, more: Partial<DigestCopy> = {}): DigestCopy => ({
    type,
    workCenter,
    toldAt,
    isOpen: false,
    isTaken: false,
    ...more,
  })
  const copies = [
    copy('STATUS_DURATION', 'Press', 10),
    copy('STATUS_DURATION', 'Lathe', 11),
    copy('STATUS_DURATION', 'Lathe', 12, { isOpen: true, isTaken: true }),
    copy('BATTERY_LOW', 'Press', 4, { isOpen: true }),
    copy('TARGET_VALUE', 'Press', 13),
  ]
  assert.deepEqual(digestOf(copies, 10), {
    told: 4,
    open: 2,
    untaken: 1,
    lines: [
      {
        type: 'STATUS_DURATION',
        count: 3,
        workCenters: [
          { name: 'Lathe', count: 2 },
          { name: 'Press', count: 1 },
        ],
      },
      { type: 'TARGET_VALUE', count: 1, workCenters: [{ name: 'Press', count: 1 }] },
    ],
    more: 0,
  })
  assert.equal(
    digestOf(
      copies.filter(({ isOpen }) => !isOpen),
      20,
    ),
    null,
  )
  const six = (['BATTERY_LOW', 'DE_PHASING', 'FLOW_ERROR', 'LATE_DATA', 'UNKNOWN', 'ORDER_REACHED'] as const).map((type) =>
    copy(type, 'Press', 10),
  )
  assert.deepEqual([digestOf(six, 10)?.lines.length, digestOf(six, 10)?.more], [5, 1])
})
