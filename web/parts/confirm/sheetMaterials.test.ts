import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StockRowFragment } from '#web/api/generated/graphql.ts'
import { batchesOf, consumptionsOf, coverOf, materialsState, neededOf, scrapsOf, unreadableOf } from './sheetMaterials.view.ts'

const line = (id: number, requiredInputQuantity: number, unit = 'pcs', own = unit) => ({
  id,
  requiredInputQuantity,
  expectedOutputQuantity: 1,
  registrationType: 'QUANTITATIVE' as const,
  measurementUnit: { code: unit },
  material: { id, name: `Material ${id}`, isBatchTracked: false, measureUnit: { code: own, shortName: own } },
})

test('the sheet proposes what all units need, in the unit of the material', () => {
  assert.equal(neededOf(line(1, 36), 122), 4392)
  assert.equal(neededOf(line(1, 250, 'g', 'kg'), 122), 30.5)
  assert.equal(neededOf(line(1, 36), -5), 0)
})

test('what is typed stands for what is needed, and nothing is sent of what is not taken', () => {
  const lines = [line(1, 36), line(2, 1), line(3, 2)]
  const typed = new Map([
    [2, '120,5'],
    [3, '0'],
  ])
  assert.deepEqual(consumptionsOf(lines, typed, { total: 122, locale: 'pl', batches: new Map([[2, 9]]) }), [
    { itemId: 1, quantity: 4392, isRequired: true, batchId: null },
    { itemId: 2, quantity: 120.5, isRequired: false, batchId: 9 },
  ])
})

test('nothing is confirmed before it is known what the order needs: a lost answer is asked for again', () => {
  const unknown = { jobOrderId: 7, isAnswered: false, isFailed: false }
  assert.equal(materialsState(unknown), 'WAITING')
  assert.equal(materialsState({ ...unknown, isFailed: true }), 'FAILED')
  assert.equal(materialsState({ ...unknown, isAnswered: true }), 'READY')
  // Asked again behind an answer that stands.
  assert.equal(materialsState({ ...unknown, isAnswered: true, isFailed: true }), 'READY')
  assert.equal(materialsState({ jobOrderId: null, isAnswered: false, isFailed: false }), 'READY')
})

test('a quantity that is no number, or below zero, is named instead of left out', () => {
  const typed = new Map([
    [1, '12x'],
    [2, '1,5'],
    [3, ''],
    [4, '-2'],
  ])
  assert.deepEqual(unreadableOf(typed, 'pl'), [1, 4])
})

const stock = (id: number, balance: number, installedOn: string): StockRowFragment => ({
  id,
  balance,
  installedOn,
  workCenterId: 3,
  workCenter: { id: 3, name: 'Press 3' },
  item: { id: 1, name: 'Material 1', sku: 'M-1', measureUnit: { code: 'pcs', shortName: 'pcs' } },
  batch: { id: 100 + id, code: `B${id}`, barCode: `B${id}`, expiresOn: null, isExpired: false },
})

test('the sheet says before it is sent what is taken from which batch, and what none covers', () => {
  const asked = {
    lines: [line(1, 36)],
    total: 122,
    stocks: [stock(2, 2000, '2026-05-04T09:30:00Z'), stock(1, 1500, '2026-05-04T08:00:00Z')],
  }
  const said = [{ itemId: 1, quantity: 4392, isRequired: true, batchId: null }]
  const rules = { comment: null, allowUncovered: false, mayModify: true }
  const free = coverOf(said, asked, { ...rules, tracking: 'WITHOUT_BOM_VALIDATION' })
  assert.deepEqual(free.said, [{ itemId: 1, quantity: 4392, batchId: null }])
  const batches = [
    { code: 'B1', quantity: 1500 },
    { code: 'B2', quantity: 2000 },
  ]
  assert.deepEqual(free.of.get(1), { batches, uncovered: 892 })
  assert.deepEqual(free.problems, [])
  const strict = coverOf(said, asked, { ...rules, tracking: 'WITH_BOM_VALIDATION' })
  assert.deepEqual(strict.problems, [
    {
      code: 'BATCH_BALANCE_TOO_SMALL',
      field: 'consumptions',
      params: { itemId: 1, required: 4392, available: 3500, item: 'Material 1' },
    },
  ])
  // A manager who says why may leave it uncovered; anybody else may not.
  const said2 = { tracking: 'WITH_BOM_VALIDATION', comment: 'Counted by hand', allowUncovered: true } as const
  assert.deepEqual(coverOf(said, asked, { ...said2, mayModify: true }).problems, [])
  assert.equal(coverOf(said, asked, { ...said2, mayModify: false }).problems[0]?.code, 'BATCH_BALANCE_TOO_SMALL')
})

test('a sheet sends the batches that it shows where the bill of material is checked, more than they hold with the last one', () => {
  const tracked = { ...line(1, 36), registrationType: 'BATCH_TRACKING' as const }
  const asked = {
    lines: [tracked],
    total: 122,
    stocks: [stock(2, 4000, '2026-05-04T09:30:00Z'), stock(1, 1500, '2026-05-04T08:00:00Z')],
  }
  const rules = { tracking: 'WITH_BOM_VALIDATION', comment: null, allowUncovered: false, mayModify: false } as const
  const said = [{ itemId: 1, quantity: 4392, isRequired: true, batchId: null }]
  const cover = coverOf(said, asked, rules)
  assert.deepEqual(cover.problems, [])
  assert.deepEqual(cover.said, [
    { itemId: 1, quantity: 1500, batchId: 101 },
    { itemId: 1, quantity: 2892, batchId: 102 },
  ])
  assert.deepEqual(cover.of.get(1)?.batches, [
    { code: 'B1', quantity: 1500 },
    { code: 'B2', quantity: 2892 },
  ])
  // The one that a person chose is the only one.
  assert.deepEqual(coverOf([{ itemId: 1, quantity: 4392, isRequired: true, batchId: 102 }], asked, rules).said, [
    { itemId: 1, quantity: 4392, batchId: 102 },
  ])
})

test('batches are offered in the order in which they are used, and a material that is kept nowhere here needs no cover', () => {
  const stocks = [stock(2, 2000, '2026-05-04T09:30:00Z'), stock(1, 1500, '2026-05-04T08:00:00Z')]
  assert.deepEqual(
    batchesOf(stocks, 1).map(({ code }) => code),
    ['B1', 'B2'],
  )
  const said = [{ itemId: 2, quantity: 5, isRequired: true, batchId: null }]
  const rules = { tracking: 'WITH_BOM_VALIDATION', comment: null, allowUncovered: false, mayModify: false } as const
  assert.deepEqual(coverOf(said, { lines: [line(2, 1)], total: 5, stocks }, rules), {
    problems: [],
    of: new Map([[2, { batches: [], uncovered: null }]]),
    said: [{ itemId: 2, quantity: 5, batchId: null }],
  })
})

test('scrap that each confirmation names is missing until it is typed, 0 too; other scrap is sent where it was typed', () => {
  const scrap = (id: number, confirmationRequired: boolean) => ({ confirmationRequired, item: { id, name: `Scrap ${id}` } })
  const lines = [scrap(1, true), scrap(2, false), { confirmationRequired: true, item: null }]
  assert.deepEqual(scrapsOf(lines, new Map(), 'en'), { said: [], missing: ['Scrap 1'] })
  assert.deepEqual(scrapsOf(lines, new Map([[1, ' ']]), 'en').missing, ['Scrap 1'])
  const typed = new Map([
    [1, '0'],
    [2, '1,5'],
  ])
  assert.deepEqual(scrapsOf(lines, typed, 'pl'), {
    said: [
      { itemId: 1, quantity: 0 },
      { itemId: 2, quantity: 1.5 },
    ],
    missing: [],
  })
})
