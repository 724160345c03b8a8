import assert from 'node:assert/strict'
import { test } from 'node:test'
import { User } from 'oidc-client-ts'
import { hasProviderAnswer } from './signInTarget.ts'
import { isExpiring, parseStoredUser, storageKeyOf, storedUser } from './storedUser.ts'

const NOW_MS = 1_800_000_000_000
const NOW_SECONDS = NOW_MS / 1000

const profile = { sub: 'olena', iss: 'https://plant.example', aud: 'trueline-web', exp: NOW_SECONDS + 600, iat: NOW_SECONDS }
const user = new User({ access_token: 'token', token_type: 'Bearer', profile, expires_at: NOW_SECONDS + 600 })
const storing = (text: string | null) => ({
  getItem: (key: string) => (key === storageKeyOf('https://plant.example', 'web') ? text : null),
})
const KEY = 'oidc.user:https://plant.example:web'

test('what the client of the provider keeps is read without it', () => {
  const stored = storedUser(storing(user.toStorageString()), KEY)
  assert.deepEqual(stored, { accessToken: 'token', expiresAtSeconds: NOW_SECONDS + 600, subject: 'olena' })
  assert.equal(storedUser(storing(null), KEY), null)
})

test('what holds no token is nobody', () => {
  for (const text of ['', 'null', '{', '[]', '{"access_token":7}', '{"profile":{"sub":"olena"}}'])
    assert.equal(parseStoredUser(text), null, text)
})

test('a token is renewed in its last minute, and when nobody knows how long it lives', () => {
  const stored = parseStoredUser(user.toStorageString())
  assert.ok(stored)
  assert.equal(isExpiring(stored, NOW_MS), false)
  assert.equal(isExpiring(stored, NOW_MS + 540_000), false)
  assert.equal(isExpiring(stored, NOW_MS + 541_000), true)
  assert.equal(isExpiring({ ...stored, expiresAtSeconds: null }, NOW_MS), true)
})

test('an answer of the provider is read before anything else', () => {
  const rows: readonly (readonly [string, string, boolean])[] = [
    ['?code=a&state=b', '', true],
    ['?state=b&error=denied', '', true],
    ['', '#state=b&code=a', true],
    ['?code=a', '', false],
    ['?state=b', '#x', false],
    ['', '', false],
  ]
  for (const [search, hash, expected] of rows) assert.equal(hasProviderAnswer({ search, hash }), expected, search + hash)
})
