import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShownActive } from './turned.view.ts'

test('a checklist is shown as it was turned at once, until the list tells of it', () => {
  const listed = { active: true, version: 3 }
  assert.equal(isShownActive(listed, undefined), true)
  assert.equal(isShownActive(listed, { active: false, version: null }), false)
  assert.equal(isShownActive(listed, { active: false, version: 4 }), false)
  // Somebody switched it on again.
  assert.equal(isShownActive({ active: true, version: 5 }, { active: false, version: 4 }), true)
})
