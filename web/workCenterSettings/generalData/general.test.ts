import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxInput, deviceInput } from './general.view.ts'

test('changes of the work center and of its device go their own ways', () => {
  const changes = { name: 'Saw', groupId: null, acceptDaysBack: 9 }
  assert.deepEqual(boxInput(7, 3, changes), { id: 7, version: 3, name: 'Saw', groupId: null })
  assert.deepEqual(deviceInput(changes), { acceptDaysBack: 9 })
  assert.deepEqual([boxInput(7, 3, { acceptDaysBack: 9 }), deviceInput({ name: 'Saw' })], [null, null])
})
