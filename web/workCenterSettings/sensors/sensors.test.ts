import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clashes, headChange, type SensorValues } from './sensorForm.view.ts'
import { channelKey, decimalsOf, decimalsOfRange, freeNumber, isBad, latestReading, meaningOf, plotOf } from './sensors.view.ts'

test('battery, charging, network and power of the device are told in words', () => {
  const told = ([0, 5, 12, 20, 80] as const).map((value) => meaningOf('BATTERY_LEVEL', value))
  assert.deepEqual(told, ['battery.empty', 'battery.empty', 'battery.low', 'battery.good', 'battery.good'])
  assert.deepEqual(
    [0, 10, 30, 60].map((value) => meaningOf('SIGNAL_LEVEL', value)),
    ['signal.none', 'signal.weak', 'signal.fair', 'signal.strong'],
  )
  assert.deepEqual([meaningOf('CHARGING_STATUS', 1), meaningOf('CHARGING_STATUS', 0)], ['charging.yes', 'charging.no'])
  assert.deepEqual([meaningOf('DEVICE_ON_OFF', 1), meaningOf('DEVICE_ON_OFF', 0)], ['device.on', 'device.off'])
  assert.deepEqual([meaningOf('POWER', 4), meaningOf('BATTERY_LEVEL', null)], [null, null])
  assert.deepEqual(
    ['battery.low', 'charging.no', null].map((meaning) => isBad(meaning as Parameters<typeof isBad>[0])),
    [true, false, false],
  )
})

test('the later of the stored and the live reading is shown', () => {
  const at = (instant: number) => ({ at: instant, value: instant })
  assert.equal(latestReading(at(1), at(2))?.at, 2)
  assert.equal(latestReading(at(3), at(2))?.at, 3)
  assert.equal(latestReading(null, undefined), null)
  assert.equal(latestReading(at(1), undefined)?.at, 1)
})

test('a new sensor of a type has the next free number', () => {
  const sensors = [
    { type: 'TEMPERATURE', number: 1 },
    { type: 'TEMPERATURE', number: 3 },
    { type: 'POWER', number: 1 },
  ]
  assert.deepEqual(
    ['TEMPERATURE', 'POWER', 'VIBRATION'].map((type) => freeNumber(sensors, type)),
    [2, 2, 1],
  )
  assert.equal(
    freeNumber(
      Array.from({ length: 99 }, (_none, at) => ({ type: 'POWER', number: at + 1 })),
      'POWER',
    ),
    null,
  )
  assert.deepEqual([channelKey('POWER', 1), channelKey('POWER', 2)], ['POWER', 'POWER:2'])
})

test('a value is shown with three figures', () => {
  assert.deepEqual([0.1234, 1.234, 12.34, 123.4, 7].map(decimalsOf), [3, 2, 1, 0, 0])
})

test('the only value of a new sensor is drawn, too', () => {
  const values = [null, 3, null]
  assert.equal(plotOf({ values, minValues: values, maxValues: values }, 100, 20)?.line, 'M47 10L50 10')
})

test('both ends of a range have the same decimals', () => {
  const told = [
    decimalsOfRange(0.2, 8),
    decimalsOfRange(0, 8),
    decimalsOfRange(-20.5, 3),
    decimalsOfRange(0.1, 0.2),
    decimalsOfRange(3, 4677.5),
  ]
  assert.deepEqual(told, [2, 0, 1, 3, 0])
})

test('a gap of the day is a gap of the line', () => {
  const values = [1, 2, null, 4, null]
  const plot = plotOf({ values, minValues: values, maxValues: values }, 100, 20)
  assert.equal(plot?.line.match(/M/g)?.length, 2)
  assert.deepEqual([plot?.min, plot?.max], [1, 4])
  assert.equal(plotOf({ values: [null, null], minValues: [null, null], maxValues: [null, null] }, 100, 20), null)
})

test('whatever the values, the picture stays inside its box', () => {
  const value = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), { nil: null })
  fc.assert(
    fc.property(fc.array(value, { minLength: 2, maxLength: 96 }), (values) => {
      const plot = plotOf({ values, minValues: values, maxValues: values }, 160, 32)
      if (plot === null) return
      for (const [, x, y] of `${plot.line}${plot.band}`.matchAll(/[ML](-?[\d.e-]+) (-?[\d.e-]+)/g)) {
        assert.ok(Number(x) >= 0 && Number(x) <= 160 && Number(y) >= 0 && Number(y) <= 32, `${x} ${y}`)
      }
    }),
  )
})

test('only what was changed is sent, and only a field that somebody else changed as well is a conflict', () => {
  const initial: SensorValues = { type: 'POWER', number: '1', name: '', color: '#C92A2A', isUiHidden: false }
  const change = headChange(initial, { ...initial, name: ' Drive ' })
  assert.deepEqual(change, { name: 'Drive' })
  assert.deepEqual(headChange({ ...initial, name: 'Drive' }, initial), { name: null })
  const seen = { name: null, color: null, isUiHidden: false }
  assert.equal(clashes(change, seen, seen), false)
  assert.equal(clashes(change, seen, { ...seen, color: '#2F9E44', isUiHidden: true }), false)
  assert.equal(clashes(change, seen, { ...seen, name: 'Main' }), true)
  assert.equal(clashes(change, seen, { ...seen, name: 'Drive' }), false)
})
