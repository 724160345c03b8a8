import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reasonsOfChangeover, stopsOfChangeover } from './changeoverOffer.ts'
import type { StopBetweenOrders } from './changeoverOffer.ts'

const BETWEEN = { start: 100, end: 200 }
const STOP: StopBetweenOrders = {
  source: 'STATUS',
  level: 2,
  start: 120,
  end: 150,
  reasonId: null,
  isScheduledLoss: false,
  isApproved: false,
  isValid: true,
}

describe('stops of a changeover', () => {
  const rows: readonly (readonly [string, Partial<StopBetweenOrders>, boolean])[] = [
    ['one inside it', {}, true],
    ['one that begins a little before the last unit', { start: 90, end: 130 }, true],
    ['one that ends a little behind the first unit', { start: 190, end: 208 }, true],
    ['one that lies mostly before it', { start: 50, end: 140 }, false],
    ['one that lies mostly behind it', { start: 190, end: 230 }, false],
    ['one that goes on', { end: null }, false],
    ['one with a reason', { reasonId: 3 }, false],
    ['a planned one', { isScheduledLoss: true }, false],
    ['a small one, which needs no reason', { level: 1 }, false],
    ['an approved one', { isApproved: true }, false],
    ['one that is no loss any more', { isValid: false }, false],
    ['lost speed', { source: 'SPEED' }, false],
  ]
  for (const [name, change, isOffered] of rows) {
    it(`are ${isOffered ? '' : 'not '}${name}`, () => {
      assert.equal(stopsOfChangeover([{ ...STOP, ...change }], BETWEEN).length, isOffered ? 1 : 0)
    })
  }
})

describe('reasons of a changeover', () => {
  const REASON = {
    id: 1,
    category: 'AVAILABILITY',
    linkType: 'COMPANY',
    links: [],
    isHidden: false,
    isDeleted: false,
    deniedForManualEnter: false,
    activityTypes: ['CHANGEOVER_TIME'],
    requireExtraNotes: false,
  } as const
  const offered = (change: object, id = 1) => reasonsOfChangeover([{ ...REASON, ...change, id }], { id: 7, groupId: 2 }).length === 1

  it('are those of its activity that people may choose at the machine', () => {
    assert.ok(offered({}))
    assert.ok(offered({ activityTypes: ['SETUP_TIME', 'CHANGEOVER_TIME'] }))
    assert.ok(!offered({ activityTypes: ['SETUP_TIME'] }))
    assert.ok(!offered({ deniedForManualEnter: true }))
    assert.ok(!offered({ isHidden: true }))
    assert.ok(!offered({ category: 'QUALITY' }))
    assert.ok(!offered({ linkType: 'WORK_CENTER', links: [{ workCenterId: 8, workCenterGroupId: null }] }))
    assert.ok(offered({ linkType: 'WORK_CENTER_GROUP', links: [{ workCenterId: null, workCenterGroupId: 2 }] }))
  })

  it('are none that ask for a note, and three at most', () => {
    assert.ok(!offered({ requireExtraNotes: true }))
    const many = [1, 2, 3, 4].map((id) => ({ ...REASON, id }))
    assert.deepEqual(
      reasonsOfChangeover(many, { id: 7, groupId: null }).map(({ id }) => id),
      [1, 2, 3],
    )
  })
})
