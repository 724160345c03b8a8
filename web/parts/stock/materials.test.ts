import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { MaterialsHereQuery, OrderWithMaterialsFragment, StockRowFragment } from '#web/api/generated/graphql.ts'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'
import { isSameBatch, MATERIAL_ACT, materialActOf } from './materialAct.ts'
import { lineEnd, lowItems, materialsHere, nextBatch, stockEnd } from './materials.view.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const iso = (at: number) => new Date(at).toISOString()
const PCS = { code: 'pcs', shortName: 'pcs' }
type Line = NonNullable<OrderWithMaterialsFragment['bom']>[number]

const line = (id: number, name: string, more: Partial<Line> = {}): Line => ({
  id,
  registrationType: 'BATCH_TRACKING',
  requiredInputQuantity: 2,
  expectedOutputQuantity: 1,
  stockQuantity: null,
  measurementUnit: PCS,
  material: { id, name },
  ...more,
})
/** 400 of 1,000 are left, four hours long; 100 are made and not confirmed. */
const order = (bom: readonly Line[]): OrderWithMaterialsFragment => ({
  id: 1,
  planOutput: 1000,
  acceptedOutput: 500,
  rejectedOutput: 0,
  madeOutput: { totalOutput: 600, acceptedOutput: 600 },
  sharedCountedOutput: null,
  forecast: { timeEnd: iso(NOW + 4 * HOUR_MS) },
  bom: [...bom],
})
const stock = (id: number, itemId: number, installedOn: number): StockRowFragment => ({
  id,
  balance: 10,
  installedOn: iso(installedOn),
  workCenterId: 7,
  workCenter: { id: 7, name: 'Press' },
  item: { id: itemId, name: `Item ${itemId}`, sku: `I-${itemId}`, measureUnit: PCS },
  batch: { id, code: `B-${id}`, barCode: `B-${id}`, expiresOn: null, isExpired: false },
})
const here = (bom: readonly Line[], stocks: readonly StockRowFragment[] = [], tracking = 'WITHOUT_BOM_VALIDATION') =>
  materialsHere(
    {
      jobOrderSettings: { consumptionTracking: tracking as MaterialsHereQuery['jobOrderSettings']['consumptionTracking'] },
      jobOrdersPages: { items: [order(bom)] },
      stocks: [...stocks],
    },
    NOW,
  )

test('what lasts shortest is told first, and what is soon empty asks for the next batch (M-12)', () => {
  // 800 are needed, 200 are taken already: 250 last 15 minutes, 500 an hour and a half.
  const rows = here([
    line(1, 'Sheet', { stockQuantity: 500 }),
    line(2, 'Wire', { stockQuantity: 250 }),
    line(3, 'Oil', { stockQuantity: 2000 }),
  ])
  assert.deepEqual(
    rows.map(({ name, remaining, emptyAt, isEnough, isLow }) => [name, remaining, emptyAt, isEnough, isLow]),
    [
      ['Wire', 50, NOW + 15 * MINUTE_MS, false, true],
      ['Sheet', 300, NOW + 90 * MINUTE_MS, false, false],
      ['Oil', 1800, null, true, false],
    ],
  )
})

test('orders that run together take of one material what each of them takes, and of what they made together each as much (M-12)', () => {
  const bom = [line(1, 'Sheet', { stockQuantity: 1500 })]
  const [first, second] = [order(bom), { ...order(bom), id: 2 }]
  const both = (one: OrderWithMaterialsFragment, other: OrderWithMaterialsFragment, stocks: readonly StockRowFragment[] = []) =>
    materialsHere(
      {
        jobOrderSettings: { consumptionTracking: 'WITHOUT_BOM_VALIDATION' },
        jobOrdersPages: { items: [one, other] },
        stocks: [...stocks],
      },
      NOW,
    )
  // Alone 1,300 are there and 800 needed; together 1,100 are there and 1,600 needed in four hours.
  assert.equal(here(bom)[0]?.isEnough, true)
  const [sheet, ...none] = both(first, second)
  assert.deepEqual([sheet?.remaining, sheet?.isEnough, sheet?.emptyAt, none], [1100, false, NOW + 2.75 * HOUR_MS, []])
  assert.deepEqual(lineEnd(first, bom[0] ?? assert.fail(), [first, second], NOW), {
    remaining: 1100,
    isEnough: false,
    emptyAt: NOW + 2.75 * HOUR_MS,
  })
  // 120 more were counted for both and nobody divided them: 60 of each are made, and not needed any more.
  const sharedCountedOutput = { totalOutput: 120, acceptedOutput: 120, jobOrderIds: [1, 2] }
  const [shared] = both({ ...first, sharedCountedOutput }, { ...second, sharedCountedOutput })
  assert.deepEqual([shared?.remaining, shared?.isEnough], [860, false])
  assert.equal(shared?.emptyAt, NOW + Math.round((860 / 1360) * 4 * HOUR_MS))
  const units = { g: { code: 'g', shortName: 'g' }, kg: { code: 'kg', shortName: 'kg' } }
  const inGrams = { ...second, bom: [line(1, 'Sheet', { measurementUnit: units.g, requiredInputQuantity: 2000 })] }
  const inKilos = { ...first, bom: [line(1, 'Sheet', { measurementUnit: units.kg, stockQuantity: 1500 })] }
  assert.equal(both(inKilos, inGrams)[0]?.remaining, 1100)
})

test('what is used by batches and has none is low; what is not kept at the machine is not told', () => {
  const rows = here([line(1, 'Sheet'), line(2, 'Screws', { registrationType: 'QUANTITATIVE' })])
  assert.deepEqual(
    rows.map(({ name, remaining, isLow }) => [name, remaining, isLow]),
    [['Sheet', 0, true]],
  )
})

test('batches stand in the order in which they are used up, and what no order takes comes last', () => {
  const stocks = [stock(12, 1, NOW - HOUR_MS), stock(11, 1, NOW - 2 * HOUR_MS), stock(13, 9, NOW)]
  const rows = here([line(1, 'Sheet', { stockQuantity: 5000 })], stocks)
  assert.deepEqual(
    rows.map(({ itemId, remaining, batches }) => [itemId, remaining, batches.map(({ id }) => id)]),
    [
      [1, 4800, [11, 12]],
      [9, null, [13]],
    ],
  )
})

test('where consumption is not tracked nothing is asked for', () => {
  assert.deepEqual(here([line(1, 'Sheet')], [], 'NO_TRACKING'), [])
})

test('acts on one batch keep their order, by its id or by the code that was scanned', () => {
  assert.equal(isSameBatch({ batchId: 4, code: 'a' }, { batchId: 4, code: 'b' }), true)
  assert.equal(isSameBatch({ batchId: 4, code: 'a' }, { batchId: 5, code: 'a' }), false)
  assert.equal(isSameBatch({ batchId: null, code: ' Coil-1' }, { batchId: 5, code: 'COIL-1' }), true)
})

test('what an older version kept otherwise is no act on a batch', () => {
  const entry = (kind: string, body: unknown): OutboxEntry => ({ id: 1, key: 'k', owner: 'o', kind, madeAt: NOW, body, refusal: null })
  const body = { act: 'INSTALL', workCenterId: 7, batchId: 1, code: 'B' }
  assert.deepEqual(materialActOf(entry(MATERIAL_ACT, body)), body)
  assert.equal(materialActOf(entry('OTHER', body)), null)
  assert.equal(materialActOf(entry(MATERIAL_ACT, { act: 'INSTALL' })), null)
})

test('the next batch of an item that is low is the oldest in stock, one that expired last', () => {
  const rows = here([line(1, 'Sheet', { stockQuantity: 250 }), line(2, 'Oil', { stockQuantity: 2000 })])
  assert.deepEqual(lowItems(rows), [1])
  const waiting = (id: number, itemId: number, isExpired = false): StockRowFragment => {
    const one = stock(id, itemId, NOW)
    return { ...one, workCenterId: null, workCenter: null, installedOn: null, batch: one.batch && { ...one.batch, isExpired } }
  }
  const stocks = [waiting(3, 1), waiting(1, 1, true), waiting(2, 1), waiting(9, 2), stock(0, 1, NOW)]
  assert.equal(nextBatch(1, stocks)?.id, 2)
  assert.equal(nextBatch(1, [waiting(1, 1, true), stock(0, 1, NOW)])?.id, 1)
  assert.equal(nextBatch(1, [stock(0, 1, NOW), waiting(9, 2)]), null)
})

test('a batch lasts as long as those that were installed before it and itself, for the order that runs there (M-12)', () => {
  // 2 g each: 800 g are needed in four hours, 200 g are taken already.
  const units = { g: { code: 'g', shortName: 'g' }, kg: { code: 'kg', shortName: 'kg' } }
  const orders = [{ ...order([line(1, 'Powder', { measurementUnit: units.g })]), workCenterId: 7 }]
  const powder = (id: number, installedOn: number, kg: number): StockRowFragment => ({
    ...stock(id, 1, installedOn),
    balance: kg,
    item: { id: 1, name: 'Powder', sku: 'P', measureUnit: units.kg },
  })
  const stocks = [powder(2, NOW - 1, 0.4), powder(1, NOW - 2, 0.3), powder(3, NOW, 5)]
  const ends = (one: StockRowFragment, all = orders) => stockEnd(one, { orders: all, stocks }, NOW)
  const [second, first, third] = stocks
  assert.ok(first !== undefined && second !== undefined && third !== undefined)
  assert.deepEqual(ends(first), { isEnough: false, emptyAt: NOW + 0.5 * HOUR_MS })
  assert.deepEqual(ends(second), { isEnough: false, emptyAt: NOW + 2.5 * HOUR_MS })
  assert.deepEqual(ends(third), { isEnough: true, emptyAt: null })
  // Nothing is said of what no order there takes, nor of what is installed nowhere.
  assert.equal(ends(first, [{ ...order([line(1, 'Powder', { measurementUnit: units.g })]), workCenterId: 8 }]), null)
  assert.equal(ends(first, []), null)
  assert.equal(ends({ ...first, workCenterId: null }), null)
  // Nor of what the answer about the work center does not have yet, as of a batch that was just installed.
  assert.equal(ends(powder(4, NOW, 5)), null)
})
