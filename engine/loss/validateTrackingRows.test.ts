import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { validateTrackingRows } from './validateTrackingRows.ts'
import type { TrackingRowDraft } from './validateTrackingRows.ts'

const reasonId = asId<LossReasonId>(1)
const row = (from: number, to: number | null, fromUnit = 'min', toUnit = 'min'): TrackingRowDraft => ({
  reasonId,
  from,
  to,
  fromUnit,
  toUnit,
})

describe('rows of a loss tracking rule', () => {
  it('are half-open, may touch and leave holes, and are sorted', () => {
    assert.deepEqual(validateTrackingRows([row(120, null), row(0, 300, 'min', 's'), row(0.5, 2, 'h', 'h')]), [
      { reasonId, fromMs: 0, toMs: 300_000, fromUnit: 'min', toUnit: 's' },
      { reasonId, fromMs: 1_800_000, toMs: 7_200_000, fromUnit: 'h', toUnit: 'h' },
      { reasonId, fromMs: 7_200_000, toMs: null, fromUnit: 'min', toUnit: 'min' },
    ])
  })

  const REFUSED: readonly (readonly [string, readonly TrackingRowDraft[], object])[] = [
    ['none', [], { code: 'REQUIRED', field: 'rows' }],
    [
      'too many',
      Array.from({ length: 21 }, (_, at) => row(at, at + 1)),
      { code: 'LENGTH_OUT_OF_RANGE', field: 'rows', params: { min: 1, max: 20 } },
    ],
    [
      'an unknown unit',
      [row(0, 5, 'week')],
      { code: 'INVALID_FORMAT', field: 'rows.0.durationFromMeasurementUnitCode', params: { example: 'min' } },
    ],
    [
      'an unknown unit of the end',
      [row(0, 5, 's', 'A')],
      { code: 'INVALID_FORMAT', field: 'rows.0.durationToMeasurementUnitCode', params: { example: 'min' } },
    ],
    [
      'a start below 0',
      [row(-1, 5)],
      { code: 'VALUE_OUT_OF_RANGE', field: 'rows.0.durationFrom', params: { value: -1, min: 0, max: 44_640 } },
    ],
    [
      'a start beyond 31 days',
      [row(745, null, 'h')],
      { code: 'VALUE_OUT_OF_RANGE', field: 'rows.0.durationFrom', params: { value: 745, min: 0, max: 744 } },
    ],
    [
      'an end at its start',
      [row(5, 300, 'min', 's')],
      { code: 'VALUE_OUT_OF_RANGE', field: 'rows.0.durationTo', params: { value: 300, above: 300, max: 2_678_400 } },
    ],
    [
      'no number',
      [row(Number.NaN, null)],
      { code: 'VALUE_OUT_OF_RANGE', field: 'rows.0.durationFrom', params: { value: Number.NaN, min: 0, max: 44_640 } },
    ],
    [
      'an overlap',
      [row(5, 10), row(0, 6)],
      { code: 'LOSS_TRACKING_ROWS_OVERLAP', field: 'rows.0.durationFrom', params: { row: 1, otherRow: 2 } },
    ],
    [
      'a row after one without end',
      [row(0, null), row(60, 90)],
      { code: 'LOSS_TRACKING_ROWS_OVERLAP', field: 'rows.1.durationFrom', params: { row: 2, otherRow: 1 } },
    ],
  ]
  for (const [name, rows, problem] of REFUSED) it(`refuse ${name}`, () => assert.deepEqual(validateTrackingRows(rows), problem))
})
