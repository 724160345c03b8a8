import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOfferedAt, isOfferedToPeople } from './reasonOffer.ts'
import type { OfferableReason } from './reasonOffer.ts'

const REASON: OfferableReason = {
  category: 'AVAILABILITY',
  linkType: 'COMPANY',
  links: [],
  isHidden: false,
  isDeleted: false,
  deniedForManualEnter: false,
}
const PRESS = { id: 1, groupId: 7 }

describe('where a reason is offered', () => {
  it('is the company, the group or the work center that it is linked to', () => {
    const group: OfferableReason = { ...REASON, linkType: 'WORK_CENTER_GROUP', links: [{ workCenterId: null, workCenterGroupId: 7 }] }
    const own: OfferableReason = { ...REASON, linkType: 'WORK_CENTER', links: [{ workCenterId: 1, workCenterGroupId: null }] }
    assert.equal(isOfferedAt(REASON, PRESS), true)
    assert.deepEqual(
      [group, own].map((reason) => isOfferedAt(reason, PRESS)),
      [true, true],
    )
    assert.deepEqual(
      [group, own].map((reason) => isOfferedAt(reason, { id: 2, groupId: null })),
      [false, false],
    )
  })

  it('is nowhere once it is hidden or deleted; rules may take what people are denied', () => {
    assert.equal(isOfferedAt({ ...REASON, isHidden: true }, PRESS), false)
    assert.equal(isOfferedAt({ ...REASON, isDeleted: true }, PRESS), false)
    assert.equal(isOfferedAt({ ...REASON, deniedForManualEnter: true }, PRESS), true)
    assert.equal(isOfferedToPeople({ ...REASON, deniedForManualEnter: true }, PRESS, 'STATUS'), false)
  })

  it('has quality reasons for output only, performance for speed, both of the others for stops', () => {
    const offered = (source: 'OUTPUT' | 'SPEED' | 'STATUS') =>
      (['AVAILABILITY', 'PERFORMANCE', 'QUALITY'] as const).filter((category) => isOfferedToPeople({ ...REASON, category }, PRESS, source))
    assert.deepEqual(
      [offered('OUTPUT'), offered('SPEED'), offered('STATUS')],
      [['QUALITY'], ['PERFORMANCE'], ['AVAILABILITY', 'PERFORMANCE']],
    )
  })
})
