import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OUTPUT_CONFIRM } from './confirmAct.ts'
import { nextContainerCodes, waitingContainers } from './containerCodes.ts'

test('the next containers go on by the number of the last one, else by the code of the order', () => {
  assert.deepEqual(nextContainerCodes(['C-117'], 'JO-1', 2), ['C-118', 'C-119'])
  assert.deepEqual(nextContainerCodes(['BOX009'], 'JO-1', 2), ['BOX010', 'BOX011'])
  assert.deepEqual(nextContainerCodes(['99'], 'JO-1', 1), ['100'])
  assert.deepEqual(nextContainerCodes(['Blue box'], 'JO-1', 1), ['Blue box-1'])
  assert.deepEqual(nextContainerCodes([], 'JO-1042', 2), ['JO-1042-1', 'JO-1042-2'])
})

test('a code is never longer than a container may have', () => {
  const [code = ''] = nextContainerCodes([], 'J'.repeat(64), 1)
  assert.deepEqual([code.length, code.endsWith('J1')], [64, true])
})

test('no container of the order is proposed again, whatever came after it', () => {
  assert.deepEqual(nextContainerCodes(['C-2', 'c-3', 'C-5'], 'JO-1', 2), ['C-4', 'C-6'])
})

test('what waits for a connection has its containers already, of this order alone', () => {
  const entry = (id: number, jobOrderId: number, containerCodes: readonly string[] | null) => ({
    id,
    key: `key-${id}`,
    kind: OUTPUT_CONFIRM,
    body: {
      variables: { workCenterId: 1, jobOrderId, acceptedOutput: 200, rejectedOutput: 0, containerCodes },
      orderCode: 'JO-1',
      place: 'Press',
    },
    owner: 'anna@1',
    madeAt: 0,
    refusal: null,
  })
  const entries = [entry(1, 7, ['C-118']), entry(2, 7, ['C-119', 'C-120']), entry(3, 8, ['D-1']), entry(4, 7, null)]
  const waiting = waitingContainers(entries, 7)
  assert.deepEqual(waiting, ['C-120', 'C-119', 'C-118'])
  assert.deepEqual(nextContainerCodes([...waiting, 'C-117'], 'JO-1', 1), ['C-121'])
})
