import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '#engine/time/durations.ts'
import { keepJoinLink, takeJoinLink } from './joinLink.ts'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('a link to join by is kept for a day and taken once', () => {
  const kept = storage()
  keepJoinLink(kept, '/join?secret=abc', 1000)
  assert.equal(takeJoinLink(kept, 1000 + HOUR_MS), '/join?secret=abc')
  assert.equal(takeJoinLink(kept, 1000 + HOUR_MS), null)
  keepJoinLink(kept, '/join?secret=abc', 1000)
  assert.equal(takeJoinLink(kept, 1000 + 24 * HOUR_MS), null)
})

test('no other path is kept, and nothing else that stands there is followed', () => {
  const kept = storage()
  keepJoinLink(kept, '/users', 0)
  assert.equal(takeJoinLink(kept, 0), null)
  for (const text of ['', '0 //evil.example', '0 https://evil.example/join?x', 'x /join?secret=a']) {
    kept.setItem('trueline.joinLink', text)
    assert.equal(takeJoinLink(kept, 0), null, text)
  }
})
