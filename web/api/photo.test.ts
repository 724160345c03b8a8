import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PHOTO_MAX_BYTES, photoProblem } from './photo.ts'

test('only pictures that the server can read, up to 5 MB, are sent', () => {
  const code = (type: string, size: number) => photoProblem({ type, size })?.code ?? null
  assert.equal(code('image/png', PHOTO_MAX_BYTES), null)
  assert.equal(code('image/webp', 1), null)
  assert.equal(code('image/jpeg', PHOTO_MAX_BYTES + 1), 'PHOTO_TOO_LARGE')
  assert.equal(code('image/svg+xml', 10), 'PHOTO_NOT_VALID')
  assert.equal(code('', 10), 'PHOTO_NOT_VALID')
})
