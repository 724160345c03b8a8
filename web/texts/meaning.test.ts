import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { problemText } from './problemText.ts'
import { refusalIn } from '#web/ui/meaning.ts'
import type { Translate } from './translate.ts'

const SENTENCES: Readonly<Record<string, string>> = {
  'code.FORBIDDEN': 'Your role does not allow this',
  'code.NOT_UNIQUE': 'This name is taken',
  'code.UNKNOWN': 'Something went wrong',
}
const t = ((keys: readonly string[]) =>
  keys.map((key) => SENTENCES[key]).find((one) => one !== undefined) ?? '') as unknown as Translate<'problem'>

describe('told refusals', () => {
  test('a sentence leads to its code, also within a longer message', () => {
    assert.equal(refusalIn('Your role does not allow this'), null)
    const sentence = problemText(t, { code: 'FORBIDDEN' })
    problemText(t, { code: 'NOT_UNIQUE', field: 'name' })
    assert.equal(refusalIn(sentence), 'FORBIDDEN')
    assert.equal(refusalIn(`Press 3 could not be deleted. ${sentence}`), 'FORBIDDEN')
    assert.equal(refusalIn('Saved'), null)
  })

  test('of several in one message the last told is meant, and a message that is a sentence is that one', () => {
    const one = problemText(t, { code: 'FORBIDDEN' })
    const other = problemText(t, { code: 'NOT_UNIQUE' })
    assert.equal(refusalIn(`${other}. ${one}`), 'NOT_UNIQUE')
    problemText(t, { code: 'FORBIDDEN' })
    assert.equal(refusalIn(`${other}. ${one}`), 'FORBIDDEN')
    assert.equal(refusalIn(other), 'NOT_UNIQUE')
  })

  test('what was told long ago is forgotten', () => {
    const old = problemText(t, { code: 'FORBIDDEN' })
    for (let at = 0; at < 60; at++) problemText(() => `sentence ${at}`, { code: 'NOT_UNIQUE' })
    assert.equal(refusalIn(old), null)
    assert.equal(refusalIn('sentence 59'), 'NOT_UNIQUE')
  })
})
