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
  'Press 3 has 78.4 % and 3 losses.',
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

const NUMBERED = [
  { name: '1', text: 'reason; of: 1; lost: 2 min' },
  { name: '1042', text: 'order; of: 1042; made: 900' },
  { name: 'S', text: 'share; of: S; value: 78.1%' },
]
for (const words of ['Machine 1 lost 12 min.', 'Order 1042 made 1042 units.', 'Machine 1 lost 2 min.', 'Order 1,042 made 10421 units.'])
  test(`are dropped where a name is a number: “${words}”`, () => assert.equal(wordsStand(words, NUMBERED), false))
for (const words of ['S has 78.1 %.', 'The loss is 2 min.'])
  test(`stand beside names that are numbers: “${words}”`, () => assert.equal(wordsStand(words, NUMBERED), true))

test('a name is none inside a word or a number', () => {
  const lines = [{ name: 'M1', text: 'of: M1; value: 12' }]
  assert.equal(wordsStand('M1 has 12.', lines), true)
  assert.equal(wordsStand('M112 has 12.', lines), false)
  assert.equal(wordsStand('XM1 has 12.', lines), false)
  const two = [
    { name: 'Laser', text: 'value: 12' },
    { name: 'Press 3', text: 'value: 15' },
  ]
  assert.equal(wordsStand('Laserowi przypada 15.', two), false)
})

for (const figure of ['８１ %', '½ of it', '٨١ %', 'Ⅻ min', '12²'])
  test(`figures in other digits are dropped: ${figure}`, () => assert.equal(wordsStand(`Press 3 has ${figure}.`, LINES), false))
