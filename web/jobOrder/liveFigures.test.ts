import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import type { LiveOrder } from '#engine/jobOrder/liveOrder.ts'
import { withLiveFigures } from './liveFigures.ts'

const listed = {
  id: 1,
  version: 3,
  acceptedOutput: 100,
  rejectedOutput: 0,
  countedOutput: { totalOutput: 20 },
  madeOutput: { totalOutput: 120, acceptedOutput: 120, rejectedOutput: 0 },
}
const live: LiveOrder = {
  id: asId<JobOrderId>(1),
  version: 3,
  status: 'PROGRESS',
  workCenterId: null,
  rank: null,
  counted: { total: 45, accepted: 40, rejected: 5 },
  confirmed: { accepted: 150, rejected: 2 },
  runSince: null,
}

test('an order shows what was heard last: counted, confirmed and made, which is both', () => {
  assert.deepEqual(withLiveFigures(listed, live), {
    id: 1,
    version: 3,
    acceptedOutput: 150,
    rejectedOutput: 2,
    countedOutput: { totalOutput: 45 },
    madeOutput: { totalOutput: 197, acceptedOutput: 190, rejectedOutput: 7 },
  })
})

test('it stays as it was asked where nothing was heard, where that is older, and where the counter is shared', () => {
  assert.equal(withLiveFigures(listed, undefined), listed)
  assert.equal(withLiveFigures(listed, { ...live, version: 2 }), listed)
  assert.equal(withLiveFigures(listed, { ...live, counted: null }), listed)
})
