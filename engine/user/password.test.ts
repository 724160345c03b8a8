import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordProblems, passwordRules } from './password.ts'

const rows: readonly { name: string; password: string; codes: readonly string[] }[] = [
  { name: 'good with a digit', password: 'Trueline1', codes: [] },
  { name: 'good with a symbol', password: 'True-line', codes: [] },
  { name: 'good with other scripts beside Latin', password: 'Пароль-aB', codes: [] },
  { name: 'seven characters', password: 'aB3defg', codes: ['PASSWORD_TOO_SHORT'] },
  { name: 'eight characters', password: 'aB3defgh', codes: [] },
  { name: 'surrogate pairs count once', password: 'aB3😀😀', codes: ['PASSWORD_TOO_SHORT'] },
  { name: 'no upper case', password: 'trueline-1', codes: ['PASSWORD_NEEDS_BOTH_CASES'] },
  { name: 'no lower case', password: 'TRUELINE-1', codes: ['PASSWORD_NEEDS_BOTH_CASES'] },
  { name: 'Cyrillic letters are not Latin ones', password: 'Парольчик1', codes: ['PASSWORD_NEEDS_BOTH_CASES'] },
  { name: 'letters only', password: 'TruelineTrueline', codes: ['PASSWORD_NEEDS_DIGIT_OR_SYMBOL'] },
  { name: 'a blank is no symbol', password: 'True line', codes: ['PASSWORD_NEEDS_DIGIT_OR_SYMBOL'] },
  { name: '201 characters', password: `aB3${'x'.repeat(198)}`, codes: ['PASSWORD_TOO_LONG'] },
  { name: 'empty', password: '', codes: ['PASSWORD_TOO_SHORT', 'PASSWORD_NEEDS_BOTH_CASES', 'PASSWORD_NEEDS_DIGIT_OR_SYMBOL'] },
]

for (const { name, password, codes } of rows) {
  test(`password: ${name}`, () => {
    assert.deepEqual(
      passwordProblems(password).map((problem) => problem.code),
      codes,
    )
  })
}

test('the rules that a form lists are those that an empty password breaks, each told while somebody types', () => {
  const met = (password: string) => passwordRules(password).map((rule) => rule.isMet)
  assert.deepEqual(
    passwordRules('').map((rule) => rule.code),
    ['PASSWORD_TOO_SHORT', 'PASSWORD_NEEDS_BOTH_CASES', 'PASSWORD_NEEDS_DIGIT_OR_SYMBOL'],
  )
  assert.deepEqual(met(''), [false, false, false])
  assert.deepEqual(met('aB'), [false, true, false])
  assert.deepEqual(met('Trueline-1'), [true, true, true])
})
