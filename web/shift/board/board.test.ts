import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { boardRows } from './board.view.ts'

const START = Date.UTC(2026, 10, 23, 6)
const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()
const shift = (workCenterId: number, name: string) => ({
  id: workCenterId,
  workCenterId,
  name: 'Morning',
  timeStart: at(0),
  timeEnd: at(480),
  explainedShare: null,
  forecast: null,
  workCenter: { id: workCenterId, name, outputMeasurementUnit: { code: 'pcs', shortName: 'pcs' } },
})
const stop = (id: number, workCenterId: number, from: number, to: number | null) => ({
  id,
  workCenterId,
  timeStart: at(from),
  timeEnd: to === null ? null : at(to),
})

test('machines stand by their longest stop without a reason, one that goes on until now, those without one by name', () => {
  const rows = boardRows(
    {
      shifts: [shift(1, 'Press 1'), shift(2, 'Press 2'), shift(3, 'Mill'), shift(4, 'Lathe')],
      lossesPages: { items: [stop(1, 1, 10, 30), stop(2, 1, 40, 50), stop(3, 2, 90, null), stop(4, 3, -90, -10)] },
    },
    START + 115 * MINUTE_MS,
    (left, right) => left.localeCompare(right),
  )
  assert.deepEqual(
    rows.map(({ shift: { workCenter }, stop: longest }) => [workCenter.name, longest && (longest.start - START) / MINUTE_MS]),
    [
      ['Press 2', 90],
      ['Press 1', 10],
      ['Lathe', null],
      ['Mill', null],
    ],
  )
})
