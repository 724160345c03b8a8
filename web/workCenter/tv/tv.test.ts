import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { asId } from '#engine/ids.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { capacityOf, gridOf, pagesOf } from '#web/parts/tv/boardGrid.ts'
import { commonShift, missingShare, worstFirst } from './tv.view.ts'

const HD = { width: 1872, height: 984 }

function live(id: number, status: { readonly kind?: 'RULE' | 'OFF' | 'NO_DATA'; readonly isEffective?: boolean; readonly since?: number }) {
  const shift = { shiftId: 1, shiftDate: '2026-03-02', code: '1', name: 'Morning', start: 0, end: 8 }
  return {
    companyId: asId('ACME1'),
    workCenterId: asId(id),
    deviceId: asId(''),
    at: 0,
    lastSampleAt: 0,
    state: null,
    shift,
    oee: null,
    output: null,
    unclassifiedLossCount: 0,
    values: {},
    status: {
      kind: 'RULE',
      noDataCause: null,
      statusRuleId: null,
      name: null,
      color: '#C28500',
      isEffective: false,
      isScheduledLoss: false,
      since: 5,
      ...status,
    },
  } as LiveWorkCenter
}

test('a full-HD screen holds twenty tiles, a phone one beside another', () => {
  assert.deepEqual(capacityOf(HD), { columns: 5, rows: 4 })
  assert.deepEqual(capacityOf({ width: 366, height: 750 }), { columns: 1, rows: 3 })
  assert.deepEqual(capacityOf({ width: 100, height: 100 }), { columns: 1, rows: 1 })
})

test('every tile is on exactly one page, and no page holds more than fit or many fewer than another', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 120 }),
      fc.record({ columns: fc.integer({ min: 1, max: 5 }), rows: fc.integer({ min: 1, max: 4 }) }),
      (count, capacity) => {
        const ids = Array.from({ length: count }, (_one, id) => id)
        const pages = pagesOf(ids, capacity)
        assert.deepEqual(pages.flat(), ids)
        for (const page of pages) {
          assert.ok(page.length > 0 && page.length <= capacity.columns * capacity.rows)
          const { columns, rows } = gridOf(page.length, capacity, HD)
          assert.ok(columns * rows >= page.length)
        }
      },
    ),
  )
})

test('few tiles are large: two stand side by side, twenty in five columns', () => {
  const capacity = capacityOf(HD)
  assert.deepEqual(gridOf(1, capacity, HD), { columns: 1, rows: 1 })
  assert.deepEqual(gridOf(2, capacity, HD), { columns: 2, rows: 1 })
  assert.deepEqual(gridOf(20, capacity, HD), { columns: 5, rows: 4 })
})

test('what most needs somebody comes first, of equal ones the longest', () => {
  const views = new Map([
    [1, live(1, { isEffective: true })],
    [2, live(2, { since: 9 })],
    [3, live(3, { since: 4 })],
    [4, live(4, { kind: 'OFF' })],
    [5, live(5, { kind: 'NO_DATA' })],
  ])
  const workCenters = [1, 2, 3, 4, 5].map((id) => ({ id, name: `Press ${id}`, sortNumber: id }))
  assert.deepEqual(worstFirst(workCenters, views), [4, 5, 3, 2, 1])
})

test('of running machines that which has made least of what is due comes first, and its gap is a share', () => {
  const made = (id: number, total: number, targetToDate: number | null) => ({
    ...live(id, { isEffective: true, since: id }),
    output: { total, accepted: total, rejected: 0, targetToDate, targetFullShift: targetToDate },
  })
  const views = new Map([
    [1, made(1, 11_000, 11_100)],
    [2, made(2, 76, 100)],
    [3, made(3, 5, null)],
    [4, made(4, 500, 1000)],
  ])
  const workCenters = [1, 2, 3, 4].map((id) => ({ id, name: `Press ${id}`, sortNumber: id }))
  assert.deepEqual(worstFirst(workCenters, views), [4, 2, 1, 3])
  assert.deepEqual([missingShare(views.get(2)), missingShare(views.get(3)), missingShare(made(5, 999, 1000))], [0.24, null, null])
})

test('the shift of the board is that of most; without any there is none', () => {
  const other = { ...live(3, {}), shift: { shiftId: 2, shiftDate: '', code: '2', name: 'Late', start: 1, end: 9 } }
  assert.equal(commonShift([live(1, {}), other, live(2, {}), undefined])?.name, 'Morning')
  assert.equal(commonShift([undefined]), null)
})
