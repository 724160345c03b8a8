import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextContainerCodes } from './containerCodes.ts'

test('the next containers go on by the number of the last one, else by the code of the order', () => {
  assert.deepEqual(nextContainerCodes('C-117', 'JO-1', 2), ['C-118', 'C-119'])
  assert.deepEqual(nextContainerCodes('BOX009', 'JO-1', 2), ['BOX010', 'BOX011'])
  assert.deepEqual(nextContainerCodes('99', 'JO-1', 1), ['100'])
  assert.deepEqual(nextContainerCodes('Blue box', 'JO-1', 1), ['Blue box-1'])
  assert.deepEqual(nextContainerCodes(null, 'JO-1042', 2), ['JO-1042-1', 'JO-1042-2'])
})

test('a code is never longer than a container may have', () => {
  const [code = ''] = nextContainerCodes(null, 'J'.repeat(64), 1)
  assert.deepEqual([code.length, code.endsWith('J1')], [64, true])
})
