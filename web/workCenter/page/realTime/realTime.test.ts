import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { meaningOf, shownSensors, sparkline } from './realTime.view.ts'

const NOW = Date.parse('2026-05-04T12:00:00Z')
describe('sensors', () => {
  const sensor = (id: number, type: 'POWER' | 'TEMPERATURE', number: number, at: string | null) => ({
    id,
    type,
    number,
    name: null,
    measurementUnit: 'kW',
    lastValue: at === null ? null : { timeStamp: at, value: 5 },
  })

  it('come once each in the order of their types, with the age of the value and their own line', () => {
    const shown = shownSensors(
      [
        sensor(1, 'TEMPERATURE', 1, null),
        sensor(3, 'POWER', 2, '2026-05-04T11:00:00Z'),
        sensor(2, 'POWER', 1, '2026-05-04T11:59:50Z'),
        sensor(2, 'POWER', 1, '2026-05-04T11:59:50Z'),
      ],
      [{ sensorType: 'POWER', number: 2, values: [1, 2] }],
      NOW,
    )
    assert.deepEqual(
      shown.map(({ id, isOld, trend }) => [id, isOld, trend.length]),
      [
        [2, false, 0],
        [3, true, 2],
        [1, true, 0],
      ],
    )
  })

  it('of the device mean something; what is not known means nothing', () => {
    assert.equal(meaningOf('BATTERY_LEVEL', 4), 'batteryEmpty')
    assert.equal(meaningOf('BATTERY_LEVEL', 19.9), 'batteryLow')
    assert.equal(meaningOf('SIGNAL_LEVEL', 20), 'signalWeak')
    assert.equal(meaningOf('CHARGING_STATUS', 1), 'charging')
    assert.equal(meaningOf('DEVICE_ON_OFF', 0), 'deviceOff')
    assert.equal(meaningOf('BATTERY_LEVEL', null), null)
    assert.equal(meaningOf('POWER', 4), null)
  })

  it('draw a line with gaps where nothing is known, and none of a single value', () => {
    assert.equal(sparkline([0, 10, null, 5, 10], 100, 10), 'M0.0 10.0L25.0 0.0M75.0 5.0L100.0 0.0')
    assert.equal(sparkline([null, 3, null], 100, 10), '')
  })
})
