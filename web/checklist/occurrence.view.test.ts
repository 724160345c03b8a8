import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Occurrence, withOpen } from './occurrence.view.ts'

const occurrence = (id: number, state: Occurrence['state']): Occurrence => ({
  id,
  checklist: null,
  workCenterId: 1,
  workCenter: null,
  source: 'REGULAR_INTERVALS',
  dueAt: '2026-11-23T06:00:00.000Z',
  closesAt: '2026-11-23T14:00:00.000Z',
  state,
  mergedCount: 1,
  isFoundLate: false,
  isReasonGone: false,
  startedBy: null,
  seenAt: null,
  assignee: null,
  result: null,
  submittedBy: null,
  submittedAt: null,
  isReceivedLate: false,
  skipReason: null,
})

test('what is open is shown however many came after it, and each once', () => {
  const open = [occurrence(1, 'PENDING'), occurrence(8, 'STARTED')]
  const recent = [occurrence(9, 'DONE'), occurrence(8, 'STARTED')]
  assert.deepEqual(
    withOpen(open, recent).map(({ id }) => id),
    [1, 8, 9],
  )
})
