import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inputOfOffer, keyOfOffer, lengthOfStops, type Offer, offerToShow } from './changeoverOffer.view.ts'

const loss = (id: number, from: string, until: string | null) =>
  ({
    id,
    version: id + 10,
    timeStart: `2026-05-04T${from}Z`,
    timeEnd: until === null ? null : `2026-05-04T${until}Z`,
  }) as Offer['losses'][number]
const OFFER: Offer = {
  timeStart: '2026-05-04T10:00:00Z',
  fromJobOrder: { id: 1, orderCode: 'JO-1' },
  toJobOrder: { id: 2, orderCode: 'JO-2' },
  losses: [loss(5, '10:01:00', '10:11:00.400'), loss(6, '10:12:00', '10:23:30')],
  reasons: [{ id: 7, name: 'Changeover', type: 'PLANNED' }],
}

describe('the offer of a reason for a changeover', () => {
  it('is the newest that nobody declined here', () => {
    const older = { ...OFFER, timeStart: '2026-05-04T07:00:00Z' }
    assert.equal(offerToShow([OFFER, older], []), OFFER)
    assert.equal(offerToShow([OFFER, older], [keyOfOffer(OFFER)]), older)
    assert.equal(offerToShow([OFFER, older], [keyOfOffer(OFFER), keyOfOffer(older)]), null)
  })

  it('is none without a reason to give, without stops, and of an order that is gone', () => {
    assert.equal(
      offerToShow(
        [
          { ...OFFER, reasons: [] },
          { ...OFFER, losses: [] },
          { ...OFFER, fromJobOrder: null },
        ],
        [],
      ),
      null,
    )
  })

  it('tells how long its stops lasted together', () => {
    assert.equal(lengthOfStops(OFFER), 21.5 * 60_000)
  })

  it('says the same of all stops as they were seen, and takes it back', () => {
    assert.deepEqual(inputOfOffer(OFFER.losses, 7, null), { ids: [5, 6], versions: [15, 16], reasonId: 7, actingUserId: null, via: 'BULK' })
    assert.deepEqual(inputOfOffer(OFFER.losses, null, 'p'), { ids: [5, 6], versions: [15, 16], reasonId: null, actingUserId: 'p' })
  })
})
