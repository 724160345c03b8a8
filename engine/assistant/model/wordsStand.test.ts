import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsStand } from './wordsStand.ts'

const LINES = [
  { name: 'Press 1', text: 'share; of: Press 1; value: 62.0%' },
  { name: 'Press 3', text: 'share; of: Press 3; value: 78.4%' },
  { name: null, text: 'number of losses; value: 1,204; at: 4 May 2026, 10:05' },
]

const STAND = [
  'Press 3 has an OEE of 78.4 %.',
  'The lowest is Press 1 with 62.0%, Press 3 has 78.4 percent.',
  'There were 1,204 losses until 10:05.',
  'OEE was 78.4 %.',
  'Both machines are below the target.',
]
const FALL = [
  // Example 49 of the design.
  'Press 3 has an OEE of 81 %.',
  'Press 3 has an OEE of about 78 %.',
  'Press 1 has 78.4 % and Press 3 has 62.0 %.',
  'Press 3 is best. Press 1 has 78.4 %.',
  'There were 1204 losses.',
  'There were 204 losses.',
  'Press 3 has eighty-one percent.',
  'Майже вісімдесят відсотків на Press 3.',
  'Prawie dwadzieścia procent.',
  'Press 5 has 78.4 %, 5 more than before.',
  'See https://elsewhere.example/78.4',
  '<b>78.4 %</b>',
  '',
  'x'.repeat(501),
]

for (const words of STAND) test(`stand: “${words}”`, () => assert.equal(wordsStand(words, LINES), true))
for (const words of FALL) test(`are dropped: “${words.slice(0, 60)}”`, () => assert.equal(wordsStand(words, LINES), false))

test('a decimal comma and blanks between thousands are the same figure in the same language', () => {
  const lines = [{ name: 'Press 3', text: 'value: 78,4 %; made: 1 204' }]
  assert.equal(wordsStand('Press 3: 78,4 %, 1 204 шт.', lines), true)
  assert.equal(wordsStand('Press 3: 784 %', lines), false)
})
