import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonSheet } from './reasonSheet.view.ts'

type Sheeted = Parameters<typeof reasonSheet>[0][number]

const reason = (id: number, category: Sheeted['category'], more: Partial<Sheeted> = {}): Sheeted => ({
  id,
  name: `Reason ${id}`,
  category,
  deniedManualEnter: false,
  isHidden: false,
  linkType: 'COMPANY',
  links: [],
  ...more,
})
const REASONS = [
  reason(1, 'AVAILABILITY'),
  reason(2, 'QUALITY'),
  reason(3, 'QUALITY', { linkType: 'WORK_CENTER', links: [{ workCenterId: 7, workCenterGroupId: null, identifier: null }] }),
  reason(4, 'QUALITY', { linkType: 'WORK_CENTER_GROUP', links: [{ workCenterId: null, workCenterGroupId: 9, identifier: null }] }),
  reason(5, 'QUALITY', { isHidden: true }),
  reason(6, 'AVAILABILITY', { deniedManualEnter: true }),
  reason(7, 'PERFORMANCE'),
]
const idsOf = (...asked: Parameters<typeof reasonSheet> extends [unknown, ...infer Rest] ? Rest : never) =>
  reasonSheet(REASONS, ...asked).map(({ category, reasons }) => `${category} ${reasons.map(({ id }) => id).join(' ')}`)

test('a sheet has what people may choose at the machine, rejects first, without what is hidden or left to rules', () => {
  assert.deepEqual(idsOf({ id: 7, name: 'Press', groupId: null }, 'ALL'), ['QUALITY 2 3', 'PERFORMANCE 7', 'AVAILABILITY 1'])
  assert.deepEqual(idsOf({ id: 8, name: 'Lathe', groupId: 9 }, 'REJECTS'), ['QUALITY 2 4'])
  assert.deepEqual(idsOf({ id: 8, name: 'Lathe', groupId: 9 }, 'STOPS'), ['PERFORMANCE 7', 'AVAILABILITY 1'])
  assert.deepEqual(idsOf(null, 'REJECTS'), ['QUALITY 2 3 4'])
})
