import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { inputOf, missingIn, silencesToOffer, spanOfFields } from './manualLoss.view.ts'

const NOON = Date.UTC(2026, 4, 4, 12)
const FIELDS = { workCenterId: '3', timeStart: '2026-05-04T15:00', timeEnd: '2026-05-04T15:10', reasonId: '7', comment: ' belt ' }

describe('the form of a loss that a person enters', () => {
  it('takes wall times of the plant, and names what is missing', () => {
    const span = spanOfFields(FIELDS, 'Europe/Kyiv', null)
    assert.deepEqual(span, { start: NOON, end: NOON + 10 * MINUTE_MS })
    assert.equal(spanOfFields({ ...FIELDS, timeEnd: '' }, 'Europe/Kyiv', null), null)
    assert.deepEqual(
      missingIn({ ...FIELDS, timeEnd: '', reasonId: '' }).map(({ field }) => field),
      ['timeEnd', 'reasonId'],
    )
    assert.deepEqual(inputOf(FIELDS, { start: NOON, end: NOON + 10 * MINUTE_MS }, null), {
      workCenterId: 3,
      timeStart: '2026-05-04T12:00:00.000Z',
      timeEnd: '2026-05-04T12:10:00.000Z',
      reasonId: 7,
      comment: 'belt',
    })
  })

  it('offers the last silences of five minutes or more, in whole minutes', () => {
    const status = (kind: 'NO_DATA' | 'OFF', from: number, to: number | null) => ({
      kind,
      timeStart: new Date(NOON + from * MINUTE_MS + 500).toISOString(),
      timeEnd: to === null ? null : new Date(NOON + to * MINUTE_MS + 500).toISOString(),
    })
    const statuses = [status('NO_DATA', 0, 6), status('OFF', 6, 40), status('NO_DATA', 40, 44), status('NO_DATA', 50, null)]
    assert.deepEqual(silencesToOffer(statuses, NOON + 60 * MINUTE_MS), [
      { start: NOON + 51 * MINUTE_MS, end: NOON + 60 * MINUTE_MS },
      { start: NOON + MINUTE_MS, end: NOON + 6 * MINUTE_MS },
    ])
  })
})
