import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneByOne } from './oneByOne.ts'

test('works are done one after the other, and one that fails holds back none', async () => {
  const queue = oneByOne()
  const done: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = queue(async () => {
    await promise
    done.push('first')
  })
  const broken = queue(() => Promise.reject(new Error('broken')))
  const last = queue(async () => {
    await Promise.resolve()
    done.push('last')
  })
  assert.deepEqual(done, [])
  resolve()
  await first
  await assert.rejects(broken, /broken/)
  await last
  assert.deepEqual(done, ['first', 'last'])
})
