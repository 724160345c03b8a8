import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, closedWaitMs, waitMs } from './publicPage.view.ts'

test('the address names the link, and may wish for a language and a look', () => {
  assert.deepEqual(addressOf({ pathname: '/public/abc', search: '?lang=uk&theme=light' }), { token: 'abc', lang: 'uk', theme: 'light' })
  assert.deepEqual(addressOf({ pathname: '/public', search: '' }), { token: '', lang: null, theme: null })
})

test('attempts become rarer up to half a minute, and never come all at once', () => {
  assert.deepEqual(
    [0, 1, 2, 10, 1_000].map((failures) => waitMs(failures, 1)),
    [1_000, 2_000, 4_000, 30_000, 30_000],
  )
  assert.equal(waitMs(10, 0), 15_000)
  assert.deepEqual([0, 1, 2, 99].map(closedWaitMs), [10_000, 30_000, 60_000, 60_000])
})
