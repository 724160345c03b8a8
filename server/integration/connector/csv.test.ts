import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decidedMapping, suggestMapping } from '#engine/jobOrder/import/suggestMapping.ts'
import { csvConnector } from './csv.ts'

test('tells of the work centers that are asked for alone, also what cannot be read', async () => {
  const rows = [
    ['A-1', 'P-1', '5', 'M1'],
    ['A-2', 'P-1', 'many', 'M1'],
    ['A-3', 'P-1', '5', 'M2'],
    ['A-4', 'P-1', 'many', 'M2'],
    ['A-5', 'P-1', 'many', ''],
  ]
  const table = { headers: ['Order', 'Product', 'Quantity', 'Work center'], rows }
  const { mapping } = decidedMapping(table, suggestMapping(table, { skus: new Set(), places: new Set() }))
  const file = { no: 1, mapping, rows: rows.map((cells, at) => ({ no: at + 2, cells })) }
  const connector = csvConnector({ files: async () => [file], linked: async () => [], zone: async () => 'UTC', readUntil: null })
  const told = async (placeIds: readonly string[] | null) => {
    const { orders, unread } = await connector.listOrders({ since: null, placeIds })
    return [orders.map(({ code }) => code), unread.map(({ code }) => code)]
  }
  assert.deepEqual(await told(['M1']), [['A-1'], ['A-2', 'A-5']])
  assert.deepEqual(await told(null), [
    ['A-1', 'A-3'],
    ['A-2', 'A-4', 'A-5'],
  ])
})
