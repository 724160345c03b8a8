import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marked, piecesOf } from './useStoryText.ts'

test('the figures of a sentence are pieces of their own, wherever a language puts them', () => {
  const hour = '2026-05-04T06:00:00.000Z'
  assert.deepEqual(piecesOf(`OEE ${marked('oee', '74.0%')}, then ${marked('hour', '06:00', hour)}`), [
    { text: 'OEE ', figure: null, hour: null },
    { text: '74.0%', figure: 'oee', hour: null },
    { text: ', then ', figure: null, hour: null },
    { text: '06:00', figure: 'hour', hour },
  ])
  assert.deepEqual(piecesOf('No figure'), [{ text: 'No figure', figure: null, hour: null }])
  assert.deepEqual(
    piecesOf(`${marked('loss', '25 min')} lost`).map(({ text }) => text),
    ['25 min', ' lost'],
  )
})
