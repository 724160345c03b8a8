import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { planAfter, RETRY_AFTER_MS } from './deliveryPlan.ts'

const NOW = new Date('2026-11-21T05:00:00Z')
const AWAY = { result: 'AWAY', error: 'ECONNECTION' } as const
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)

describe('an e-mail that was not sent', () => {
  it('is tried again after a minute, then later and later, at last after a day', () => {
    const waits = RETRY_AFTER_MS.map((_wait, at) => planAfter(AWAY, { kind: 'INVITATION', createdAt: NOW, tries: at + 1 }, NOW))
    const expected = [1, 5, 15, 60, 240, 720, 1440].map((wait) => ({ action: 'RETRY', at: minutes(wait) }))
    assert.deepEqual(waits, expected)
  })

  it('has failed after the last interval', () => {
    assert.deepEqual(planAfter(AWAY, { kind: 'INVITATION', createdAt: NOW, tries: 8 }, NOW), { action: 'GIVE_UP' })
  })

  it('has failed at once when the mail server refuses it for good', () => {
    const refused = { result: 'REFUSED', error: '550' } as const
    assert.deepEqual(planAfter(refused, { kind: 'INVITATION', createdAt: NOW, tries: 1 }, NOW), { action: 'GIVE_UP' })
  })

  it('has failed when its link would have expired by the next try', () => {
    const email = { kind: 'RESET_PASSWORD', createdAt: minutes(-50), tries: 3 } as const
    assert.deepEqual(planAfter(AWAY, email, NOW), { action: 'GIVE_UP' })
    assert.deepEqual(planAfter(AWAY, { ...email, createdAt: minutes(-40) }, NOW), { action: 'RETRY', at: minutes(15) })
  })
})
