import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Cell } from '#engine/jobOrder/import/importField.ts'
import { decidedMapping, suggestMapping } from '#engine/jobOrder/import/suggestMapping.ts'
import { csvOrders, csvPlaces } from './csvOrders.ts'

const HEADERS = ['Order', 'Product', 'Quantity', 'Work center', 'Planned start', 'Cycle time', 'Status']
const file = (...rows: readonly (readonly Cell[])[]) => {
  const table = { headers: HEADERS, rows }
  const known = { skus: new Set<string>(), places: new Set<string>() }
  return { mapping: decidedMapping(table, suggestMapping(table, known)).mapping, rows: rows.map((cells, at) => ({ no: at + 2, cells })) }
}

describe('a file of orders', () => {
  it('is read as what other systems list: quantities, times of the zone, seconds a unit', () => {
    const { orders, unread } = csvOrders(
      file(['A-1', 'P-1', '1 250,5', 'M1', '03.05.2026 06:00', '2,4', 'draft'], ['A-2', 'P-2', '10', '', '', '', '']),
      {
        zone: 'Europe/Warsaw',
      },
    )
    assert.deepEqual(unread, [])
    const [first, second] = orders
    assert.deepEqual(
      [first?.externalId, first?.plannedQuantity, first?.planStart, first?.targetCycleTime, first?.meaning, first?.placeId],
      ['A-1@M1', 1250.5, Date.UTC(2026, 4, 3, 4), 2.4, 'DRAFT', 'M1'],
    )
    assert.deepEqual([second?.meaning, second?.placeId, second?.planStart], ['RELEASED', null, null])
  })

  it('tells what cannot be read by its field, and believes neither of two rows of one order', () => {
    const { orders, unread } = csvOrders(
      file(
        ['A-1', 'P-1', 'many', 'M1', '', '', ''],
        ['A-2', 'P-1', '5', 'M1', 'tomorrow', '', ''],
        ['A-3', 'P-1', '5', 'M1', '', '', 'shipped'],
        ['A-4', 'P-1', '5', 'M1', '', '', ''],
        ['A-4', 'P-1', '6', 'M1', '', '', ''],
        ['A-4', 'P-1', '7', 'M2', '', '', ''],
        ['', 'P-1', '7', 'M2', '', '', ''],
      ),
      { zone: 'UTC' },
    )
    assert.deepEqual(
      unread.map(({ field, value }) => `${field}: ${value}`),
      ['plannedQuantity: many', 'planStart: tomorrow', 'status: shipped', 'code: A-4 (5)', 'code: A-4 (6)', 'code: '],
    )
    assert.deepEqual(
      orders.map(({ externalId }) => externalId),
      ['A-4@M2'],
    )
  })

  it('names its work centers once each', () => {
    const rows = [
      ['A-1', 'P-1', '5', 'M1', '', '', ''],
      ['A-2', 'P-1', '5', 'M2', '', '', ''],
      ['A-3', 'P-1', '5', 'M1', '', '', ''],
    ]
    assert.deepEqual(
      csvPlaces([file(...rows)]).map(({ id }) => id),
      ['M1', 'M2'],
    )
    const single = file(['A-1', 'P-1', '5', '', '', '', ''])
    assert.deepEqual(csvPlaces([{ ...single, mapping: { ...single.mapping, workCenterId: 12 } }]), [{ id: '#12', code: null, name: '#12' }])
  })
})
