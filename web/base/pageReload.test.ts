import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReloadDue } from './pageReload.ts'

test('a failed page loads anew once a minute', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  assert.equal(isReloadDue(storage, 1000), true)
  assert.equal(isReloadDue(storage, 60_999), false)
  assert.equal(isReloadDue(storage, 61_000), true)
  assert.equal(isReloadDue(storage, 61_001), false)
})
