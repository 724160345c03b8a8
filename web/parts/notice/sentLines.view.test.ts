import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatherTold } from './sentLines.view.ts'

test('those to whom the same happened by the same way stand in one line, in the order of the first', () => {
  const told = [
    { who: 'Olena', by: 'in the inbox', became: 'not seen yet 10:30' },
    { who: 'Olena', by: 'Pixel 9', became: 'sent 10:30' },
    { who: 'Marek', by: 'in the inbox', became: 'seen 10:31' },
    { who: 'Ivan', by: 'in the inbox', became: 'not seen yet 10:30' },
  ]
  assert.deepEqual(gatherTold(told), [
    { people: ['Olena', 'Ivan'], by: 'in the inbox', became: 'not seen yet 10:30' },
    { people: ['Olena'], by: 'Pixel 9', became: 'sent 10:30' },
    { people: ['Marek'], by: 'in the inbox', became: 'seen 10:31' },
  ])
  assert.deepEqual(gatherTold([]), [])
})
