import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmedMeanwhile, countedAgain } from './meanwhile.view.ts'

test('a confirmation that somebody else was faster with says who and when (O-8)', () => {
  const params = { id: 7, at: 1000, by: 'u', name: 'Marek' }
  assert.deepEqual(confirmedMeanwhile([{ code: 'SEGMENT_CONFIRMED', params }]), { at: 1000, name: 'Marek' })
  assert.deepEqual(confirmedMeanwhile([{ code: 'SEGMENT_CONFIRMED', params: { at: 1000, by: '' } }]), { at: 1000, name: null })
  // A segment that was confirmed before is no matter of counting again.
  assert.equal(confirmedMeanwhile([{ code: 'SEGMENT_CONFIRMED', params: { id: 7 } }]), null)
  assert.equal(confirmedMeanwhile([{ code: 'PAST_PERIOD', params: { at: 1000 } }]), null)
})

test('counted again, rejects and their reasons stay as they were typed, and what was counted is that of now', () => {
  const texts = { accepted: '95', total: '100', rejected: '5', 'reason-3': '5' } as const
  const again = countedAgain({ texts, active: 'rejected', isFresh: false })
  assert.deepEqual(again, { texts: { rejected: '5', 'reason-3': '5' }, active: 'rejected', isFresh: true })
})
