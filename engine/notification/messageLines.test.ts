import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { commonCauses } from './commonCause.ts'
import { linesOf } from './messageLines.ts'
import type { Telling } from './messages.ts'

const T = Date.UTC(2026, 10, 24, 10)
const telling = (place: number, given: Partial<Telling> = {}): Telling => {
  const since = T + place * 1000
  const usual = { type: 'STATUS_DURATION', severity: 'WARNING', until: null, isOff: false } as const
  return { ...usual, notificationId: `n${100 + place}`, workCenterId: String(place), since, at: since, ...given }
}
const said = (tellings: readonly Telling[], isGrouped = false, at = T + MINUTE_MS) => {
  const groups = isGrouped ? commonCauses(tellings, at) : []
  const { lines, more, withheld } = linesOf({ at, severity: 'WARNING', tellings, groups, withheld: 3 })
  const texts = lines.map((line) => (line.kind === 'ONE' ? line.telling.notificationId : `${line.open} of ${line.group.workCenters}`))
  return [...texts, more, withheld]
}

describe('lines of a message', () => {
  it('are one for each, the most severe first, then what began first', () => {
    const urgent = telling(3, { severity: 'URGENT' })
    assert.deepEqual(said([telling(2), telling(1), urgent, telling(4, { severity: 'INFO' })]), ['n103', 'n101', 'n102', 'n104', 0, 3])
  })

  it('are five at most, the others are counted', () => {
    const seven = [0, 1, 2, 3, 4, 5, 6].map((place) => telling(place))
    assert.deepEqual(said(seven), ['n100', 'n101', 'n102', 'n103', 'n104', 2, 3])
  })

  it('are one for a group, which counts what goes on', () => {
    const members = [0, 1, 2, 3, 4, 5].map((place) => telling(place, { until: place < 2 ? T + 30_000 : null }))
    const other = telling(7, { type: 'TARGET_VALUE' })
    assert.deepEqual(said([other, ...members], true), ['4 of 6', 'n107', 0, 3])
  })
})
