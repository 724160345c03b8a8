import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, isPasswordOf } from './passwordHash.ts'

test('a password has its own hash, with a salt of its own each time', async () => {
  const [first, second] = await Promise.all([hashPassword('Trueline-1'), hashPassword('Trueline-1')])
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.notEqual(first, second)
  assert.equal(await isPasswordOf('Trueline-1', first), true)
  assert.equal(await isPasswordOf('Trueline-2', first), false)
})

test('the same letters composed or decomposed are the same password', async () => {
  assert.equal(await isPasswordOf('Zażółć-1'.normalize('NFD'), await hashPassword('Zażółć-1'.normalize('NFC'))), true)
})

test('a missing or damaged hash belongs to no password', async () => {
  assert.equal(await isPasswordOf('anything', null), false)
  assert.equal(await isPasswordOf('anything', 'plain text'), false)
  assert.equal(await isPasswordOf('', null), false)
})
