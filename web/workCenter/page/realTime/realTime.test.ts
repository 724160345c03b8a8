import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectedOf, meaningOf, shownSensors, sparkline } from './realTime.view.ts'

const NOW = Date.parse('2026-05-04T12:00:00Z')
const ORDER = {
  id: 1,
  orderCode: 'JO-1',
  madeOutput: { acceptedOutput: 10, rejectedOutput: 1 },
  planOutput: 100,
  planStart: null,
  planEnd: null,
  planCycleTime: null,
  targetSpeedQuantity: null,
  targetSpeedTime: null,
  timeStart: null,
  madeProgress: 10,
}

describe('what an order should have by now', () => {
  const table = [
    { name: 'by its cycle since work began', order: { timeStart: '2026-05-04T11:59:00Z', planCycleTime: 2 }, expected: 30 },
    {
      name: 'by its speed since work began',
      order: { timeStart: '2026-05-04T11:50:00Z', targetSpeedQuantity: 3, targetSpeedTime: 60 },
      expected: 30,
    },
    { name: 'no more than its plan', order: { timeStart: '2026-05-04T00:00:00Z', planCycleTime: 2 }, expected: 100 },
    {
      name: 'evenly between its planned times',
      order: { planStart: '2026-05-04T11:00:00Z', planEnd: '2026-05-04T15:00:00Z' },
      expected: 25,
    },
    {
      name: 'nothing before its planned start',
      order: { planStart: '2026-05-04T13:00:00Z', planEnd: '2026-05-04T15:00:00Z' },
      expected: 0,
    },
    { name: 'not known without speed and plan', order: { timeStart: '2026-05-04T11:00:00Z' }, expected: null },
  ] as const
  for (const { name, order, expected } of table) it(name, () => assert.equal(expectedOf({ ...ORDER, ...order }, NOW), expected))
})

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
