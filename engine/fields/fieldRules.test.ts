import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formProblem, numberProblem, textProblem } from './fieldRules.ts'
import { GENERAL_FIELDS } from '#engine/workCenter/generalFields.ts'
import { SPECIFICATION_FIELDS } from '#engine/workCenter/specificationFields.ts'

const codeOf = (value: number | null, range: Parameters<typeof numberProblem>[2]) => numberProblem('field', value, range)?.code ?? null

test('cosPhi is above 0 and at most 1', () => {
  const cosPhi = SPECIFICATION_FIELDS.cosPhi.rule.range
  assert.deepEqual(
    [-1, 0, 0.001, 1, 1.001, null].map((value) => codeOf(value, cosPhi)),
    ['VALUE_OUT_OF_RANGE', 'VALUE_OUT_OF_RANGE', null, null, 'VALUE_OUT_OF_RANGE', null],
  )
  assert.deepEqual(numberProblem('cosPhi', 2, cosPhi)?.params, { value: 2, above: 0, max: 1 })
})

test('a text with the character NUL, which is stored nowhere, is refused by its field', () => {
  assert.deepEqual(textProblem('comment', 'a\0b', { min: 0, max: 10 }), {
    code: 'INVALID_FORMAT',
    field: 'comment',
    params: { example: 'abc' },
  })
  assert.equal(textProblem('comment', 'a\tb', { min: 0, max: 10 }), null)
})

test('a limit that does not belong to the range is told as such', () => {
  assert.deepEqual(numberProblem('voltage', 1_000_000, SPECIFICATION_FIELDS.voltage.rule.range), {
    code: 'NOT_BELOW',
    field: 'voltage',
    params: { value: 1_000_000, max: 1_000_000 },
  })
})

test('a share of a whole thing and what is no number are refused', () => {
  assert.equal(codeOf(1.5, GENERAL_FIELDS.sortNumber.rule.range), 'NOT_WHOLE')
  assert.equal(codeOf(Number.NaN, GENERAL_FIELDS.sortNumber.rule.range), 'NOT_A_NUMBER')
})

test('a number has no problem exactly when it lies in the range', () => {
  const bound = fc.integer({ min: -1000, max: 1000 })
  fc.assert(
    fc.property(fc.integer({ min: -2000, max: 2000 }), bound, bound, (value, low, high) => {
      assert.equal(codeOf(value, { min: low, max: high }) === null, value >= low && value <= high)
      assert.equal(codeOf(value, { above: low, below: high }) === null, value > low && value < high)
    }),
  )
})

test('a name is required and no longer than 200 characters, blanks around it not counted', () => {
  const of = (text: string) => textProblem('name', text, GENERAL_FIELDS.name.rule.length)?.code ?? null
  assert.deepEqual(['', '   ', 'a', ` ${'a'.repeat(200)} `, 'a'.repeat(201)].map(of), [
    'REQUIRED',
    'REQUIRED',
    null,
    null,
    'LENGTH_OUT_OF_RANGE',
  ])
})

test('a ratio looks like 123/1', () => {
  const of = (text: string | null) =>
    formProblem('ratio', text, SPECIFICATION_FIELDS.transformationRatioCode.rule.form)?.params?.['example'] ?? null
  assert.deepEqual(['123/1', ' 600/5 ', '', null, '0/1', '1/0', '123', '123:1', '1.5/1', '12345678/1'].map(of), [
    null,
    null,
    null,
    null,
    '123/1',
    '123/1',
    '123/1',
    '123/1',
    '123/1',
    '123/1',
  ])
})
