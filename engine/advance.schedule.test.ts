import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Sample } from './sensor/sensorType.ts'
import type { ShiftScheduleVersion } from './shift/shiftSchedule.ts'
import { exampleSetup, shift, threeShifts } from './testing/exampleSetup.ts'
import { factsUntil } from './testing/factsStore.ts'

const MIN = 60_000
const START = Date.UTC(2026, 4, 4)
const CHANGED_AT = START + 10 * HOUR_MS
const NOW = START + 48 * HOUR_MS
/** Two days of a report each two minutes. */
const samples: Sample[] = Array.from({ length: 24 * 60 }, (_, index) => ({
  at: START + index * 2 * MIN,
  sensor: 'POWER',
  value: index % 45 < 30 ? 10 : 2,
}))

const kyiv = threeShifts('Europe/Kyiv')
const changes: readonly (readonly [string, Omit<ShiftScheduleVersion, 'validFrom'>])[] = [
  ['another time zone (E-32)', { zone: 'Asia/Kathmandu', shifts: kyiv[0]?.shifts ?? [] }],
  ['a zone thirteen hours ahead (E-32)', { zone: 'Pacific/Tongatapu', shifts: kyiv[0]?.shifts ?? [] }],
  ['other shifts (E-33)', { zone: 'Europe/Kyiv', shifts: [shift(1, '07:00', '19:00')] }],
  ['no shifts (E-34)', { zone: 'Europe/Kyiv', shifts: [] }],
]
for (const [name, version] of changes) {
  test(`${name} from 10:00 leaves the records of the running shift and of all hours before as they were`, () => {
    const before = factsUntil(samples, NOW, exampleSetup({ schedule: kyiv }))
    const after = factsUntil(samples, NOW, exampleSetup({ schedule: [...kyiv, { ...version, validFrom: CHANGED_AT }] }))
    const begun = (facts: typeof before) => facts.shifts.filter((record) => record.shift.start <= CHANGED_AT)
    assert.equal(begun(before).length, 2)
    assert.deepEqual(begun(after), begun(before))
    const past = (facts: typeof before) => facts.hours.filter((hour) => hour.start < CHANGED_AT)
    assert.ok(past(before).length >= 10)
    assert.deepEqual(past(after), past(before))
    assert.notDeepEqual(after.shifts, before.shifts)
  })
}
