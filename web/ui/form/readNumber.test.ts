import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { numberText, readNumber } from './readNumber.ts'

test('a fraction is typed with a point or a comma, thousands apart or not', () => {
  for (const [typed, value] of [
    ['0.92', 0.92],
    ['0,92', 0.92],
    [' 12 ', 12],
    ['1 234,5', 1234.5],
    ['1\u00A0234,5', 1234.5],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['−3', -3],
    [',5', 0.5],
    ['', null],
    ['  ', null],
  ] as const)
    for (const locale of ['en', 'uk', 'es', 'uz']) assert.equal(readNumber(typed, locale), value, typed)
})

test('a single separator in front of three digits is that of the language', () => {
  for (const [typed, en, pl] of [
    ['1,204', 1204, 1.204],
    ['1.204', 1.204, 1204],
    ['1,204,000', 1_204_000, Number.NaN],
    ['10.000.000', Number.NaN, 10_000_000],
    ['0,125', 0.125, 0.125],
    ['0.125', 0.125, 0.125],
    ['1234,567', 1234.567, 1234.567],
  ] as const) {
    assert.equal(readNumber(typed, 'en'), en, typed)
    assert.equal(readNumber(typed, 'pl'), pl, typed)
  }
})

test('what is no number is none', () => {
  for (const typed of ['abc', '1.2.3', '1e5', '5 kW', '-', '.', '0x10', 'Infinity'])
    assert.equal(readNumber(typed, 'en'), Number.NaN, typed)
})

test('Uzbek has its comma in browsers without Uzbek, too', () => {
  assert.equal(numberText(8.022, 'uz'), '8,022')
})

test('thousands stand apart as the language writes them', () => {
  const written = (value: number, locale: string) => numberText(value, locale, true).replaceAll(/\s/g, ' ')
  assert.deepEqual(
    ['en', 'uk', 'pl', 'es', 'uz'].map((locale) => written(1204.5, locale)),
    ['1,204.5', '1 204,5', '1204,5', '1204,5', '1 204,5'],
  )
  assert.equal(written(-12_345_678.25, 'es'), '-12.345.678,25')
  assert.equal(written(-0.5, 'en'), '-0.5')
})

test('a number is read as it was written, in every language', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
      fc.constantFrom('en', 'uk', 'pl', 'ru', 'es', 'uz'),
      (value, locale) => {
        const rounded = Number(value.toFixed(6)) + 0
        assert.equal(readNumber(numberText(rounded, locale), locale), rounded)
        assert.equal(readNumber(numberText(rounded, locale, true), locale), rounded)
      },
    ),
  )
})
