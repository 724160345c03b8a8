import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSealKey, open, seal } from './sealedSecret.ts'

test('a sealed text opens with its key and for its owner only, and never looks the same twice', () => {
  const key = newSealKey()
  const sealed = seal('JBSWY3DPEHPK3PXP', key, 'olena')
  assert.equal(open(sealed, key, 'olena'), 'JBSWY3DPEHPK3PXP')
  assert.notEqual(seal('JBSWY3DPEHPK3PXP', key, 'olena'), sealed)
  assert.ok(!Buffer.from(sealed, 'base64url').toString('latin1').includes('JBSWY3'))
  assert.throws(() => open(sealed, newSealKey(), 'olena'))
  assert.throws(() => open(sealed, key, 'marek'))
})

test('a changed byte anywhere is noticed', () => {
  const key = newSealKey()
  const bytes = Buffer.from(seal('JBSWY3DPEHPK3PXP', key, 'olena'), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.throws(() => open(changed.toString('base64url'), key, 'olena'), `byte ${at}`)
  }
})
