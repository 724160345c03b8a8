import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BEGINNINGS, daysText, ENDS, problemsOfTariff, tariffInput, tariffValues, zoneValues } from './energyTariff.view.ts'

const TARIFF = {
  validFrom: '2026-01-01',
  currency: 'PLN',
  pricePerKwh: 0.9,
  zones: [{ name: 'Night', days: [1, 2, 3, 6], from: '22:00', to: '24:00', pricePerKwh: 0.45 }],
}
const START = { today: '2026-11-23', currency: 'PLN' }

test('a tariff comes out of its form as it went in, in a language with a comma too', () => {
  const [values, zones] = [tariffValues(TARIFF, START, 'pl'), zoneValues(TARIFF, 'pl')]
  assert.equal(values.price, '0,9')
  assert.equal(zones[0]?.to, '24:00')
  assert.deepEqual(tariffInput(values, zones, 'pl'), TARIFF)
  assert.deepEqual(problemsOfTariff(values, zones, 'pl'), [])
})

test('everything that is missing or wrong in a tariff is told at its field', () => {
  const zone = { key: -1, name: '', days: [], from: '06:10', to: '', price: 'x' } as const
  const problems = problemsOfTariff({ validFrom: '', currency: 'zł', price: '' }, [zone], 'pl')
  assert.deepEqual(
    problems.map(({ code, field }) => `${code} ${field}`),
    [
      'REQUIRED validFrom',
      'REQUIRED pricePerKwh',
      'REQUIRED zones.0.to',
      'NOT_A_NUMBER zones.0.pricePerKwh',
      'INVALID_FORMAT currency',
      'LENGTH_OUT_OF_RANGE zones.0.name',
      'REQUIRED zones.0.days',
      'TARIFF_EDGE zones.0.from',
    ],
  )
})

test('days are said in few words', () => {
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const nameOf = (day: number) => names[day - 1] ?? ''
  assert.equal(daysText([1, 2, 3, 4, 5], nameOf), 'Mon–Fri')
  assert.equal(daysText([7, 6], nameOf), 'Sat, Sun')
  assert.equal(daysText([1, 2, 3, 5, 7], nameOf), 'Mon–Wed, Fri, Sun')
})

test('hours begin and end at quarters, at midnight too', () => {
  assert.deepEqual([BEGINNINGS.length, BEGINNINGS[0], BEGINNINGS.at(-1)], [96, '00:00', '23:45'])
  assert.deepEqual([ENDS.length, ENDS[0], ENDS.at(-1)], [96, '00:15', '24:00'])
})
