import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHUNK_LIMIT_MS, ChunkFailure, loadChunk } from './loadChunk.ts'

test('a chunk that comes is loaded once', async () => {
  let asked = 0
  assert.equal(await loadChunk(() => Promise.resolve(++asked)), 1)
})

test('a chunk that fails once is asked again without a word', async () => {
  let asked = 0
  const load = () => (++asked === 1 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('page'))
  assert.equal(await loadChunk(load), 'page')
  assert.equal(asked, 2)
})

test('a chunk that fails twice is a chunk failure with its cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  let asked = 0
  const load = () => {
    asked++
    return Promise.reject(cause)
  }
  await assert.rejects(loadChunk(load), (error) => error instanceof ChunkFailure && error.cause === cause)
  assert.equal(asked, 2)
})

test('a chunk that never comes is given up after 120 s, twice', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  let asked = 0
  const loading = loadChunk(() => {
    asked++
    return new Promise<never>(() => {})
  })
  const outcome = assert.rejects(loading, ChunkFailure)
  context.mock.timers.tick(CHUNK_LIMIT_MS - 1)
  assert.equal(asked, 1)
  context.mock.timers.tick(1)
  while (asked < 2) await Promise.resolve()
  context.mock.timers.tick(CHUNK_LIMIT_MS)
  await outcome
})
