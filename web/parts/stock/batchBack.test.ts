import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attemptOf, saidHere, sendOrKeep } from '#web/parts/outbox/attempt.ts'
import { batchBack, problemsOfAct, type SaidOfBatch } from './batchBack.ts'

const said = (more: Partial<SaidOfBatch>): SaidOfBatch => ({ act: 'INSTALL', batchId: 4, code: 'Coil-4', ...more })

test('what was installed is taken off again where nothing of the batch was here before', () => {
  const back = { act: 'UNINSTALL', batchId: 4, code: 'Coil-4' }
  assert.deepEqual(batchBack(said({}), { batchId: 4, balance: 100, moved: 100 }), back)
  assert.deepEqual(batchBack(said({ batchId: null, quantity: 50 }), { batchId: 4, balance: 50, moved: 50 }), back)
})

test('what was added to a batch that was here is not taken back with all of it', () => {
  assert.equal(batchBack(said({ quantity: 50 }), { batchId: 4, balance: 150, moved: 50 }), null)
})

test('what was taken off is installed again as it was then, not as the page remembered it', () => {
  // The page said 100; the machine had used 30 since, and 50 were in the store before.
  const off = (moved: number | null, balance: number) =>
    batchBack(said({ act: 'UNINSTALL', quantity: 100 }), { batchId: 4, balance, moved })
  assert.deepEqual(off(70, 120), { act: 'INSTALL', batchId: 4, code: 'Coil-4', quantity: 70 })
  assert.equal(off(0, 50), null)
  assert.equal(off(null, 600), null)
})

test('nothing takes back what was written off, or was done to a batch that nobody knows', () => {
  assert.equal(batchBack(said({ act: 'CHARGE_OFF', quantity: 5 }), { batchId: 4, balance: null, moved: null }), null)
  assert.equal(batchBack(said({}), { batchId: null, balance: 5, moved: 5 }), null)
})

test('a refusal stands beside the field in which it was said, and the form stays', () => {
  assert.deepEqual(problemsOfAct({ code: 'QUANTITY_TOO_LARGE', field: 'balance', params: { max: 3 }, detail: null }), [
    { code: 'QUANTITY_TOO_LARGE', field: 'quantity', params: { max: 3 } },
  ])
  assert.deepEqual(problemsOfAct({ batchId: 4, balance: null, moved: null }), [])
})

test('a write-off whose answer was lost, with no room to keep it, is said again under the same key', async () => {
  const written = { act: 'CHARGE_OFF', batchId: 4, code: 'Coil-4', quantity: 5 } as const
  const keys: string[] = []
  const ways = {
    isWaiting: () => false,
    send: (_: unknown, key: string) => {
      keys.push(key)
      return Promise.resolve(problemsOfAct('AWAY'))
    },
    keep: () => Promise.resolve(false),
  }
  const first = attemptOf(written, saidHere(null, null), null)
  assert.equal(await sendOrKeep(first, ways), 'UNKNOWN')
  await sendOrKeep(attemptOf(written, saidHere(1000, null), first), ways)
  assert.deepEqual(keys, [first.key, first.key])
})
