import assert from 'node:assert/strict'
import { test } from 'node:test'
import { automaticPosting } from './automaticPosting.ts'
import type { PostingSegment } from './postingSegments.ts'

const segment = (more: Partial<PostingSegment> = {}): PostingSegment => ({
  id: 1,
  start: 0,
  end: 3_600_000,
  shiftStart: 0,
  registered: { total: 1000, accepted: 980, rejected: 20 },
  confirmed: { accepted: 0, rejected: 0 },
  confirmedOfOrder: { accepted: 0, rejected: 0 },
  strokes: null,
  runMs: 3_600_000,
  orderCount: 1,
  isShiftConfirmed: false,
  isClosed: false,
  posted: null,
  ...more,
})

test('the product confirms all that waits in a segment that is over, and nothing of what waits for nobody (O-19)', () => {
  assert.deepEqual(automaticPosting(segment()), { accepted: 980, rejected: 20 })
  assert.deepEqual(automaticPosting(segment({ confirmed: { accepted: 400, rejected: 15 } })), { accepted: 580, rejected: 5 })
  assert.equal(automaticPosting(segment({ end: null })), null)
  assert.equal(automaticPosting(segment({ isClosed: true })), null)
  assert.equal(automaticPosting(segment({ confirmed: { accepted: 990, rejected: 20 } })), null)
})

test('what several orders counted together is left to people, but for strokes, of which each order has its own (O-16)', () => {
  assert.deepEqual(automaticPosting(segment({ orderCount: 2 })), { problem: 'SHARED_OUTPUT' })
  const own = { registered: { total: 300, accepted: 300, rejected: 0 }, strokes: 150, orderCount: 2 }
  assert.deepEqual(
    automaticPosting(segment({ ...own, confirmed: { accepted: 150, rejected: 0 }, confirmedOfOrder: { accepted: 30, rejected: 0 } })),
    {
      accepted: 120,
      rejected: 0,
    },
  )
})
