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
    assert.equal(readNumber(typed), value, typed)
})

test('what is no number is none', () => {
  for (const typed of ['abc', '1.2.3', '1e5', '5 kW', '-', '.', '0x10', 'Infinity']) assert.equal(readNumber(typed), Number.NaN, typed)
})

test('a number is read as it was written, in every language', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
      fc.constantFrom('en', 'uk', 'pl', 'ru', 'es', 'uz'),
      (value, locale) => {
        const rounded = Number(value.toFixed(6)) + 0
        assert.equal(readNumber(numberText(rounded, locale)), rounded)
      },
    ),
  )
})
