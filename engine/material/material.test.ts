import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { batchCodeStem, nextBatchCode } from './batchCode.ts'
import { problemsOfBom, problemsOfScraps, requiredInput } from './billOfMaterial.ts'
import type { BomEntry } from './billOfMaterial.ts'
import { planConsumption, withBatches } from './consumption.ts'
import type { ConsumptionRules, MaterialNeed, SaidConsumption, StockLeft } from './consumption.ts'
import { mayFill } from './container.ts'
import { materialProblem, microOf, quantityOf, scaledMicro } from './quantity.ts'
import { problemOfMissingScrap } from './scrap.ts'
import { convertedMicro, isConvertible } from './unitConversion.ts'

const SPOKE = 1
const RULES: ConsumptionRules = { tracking: 'WITHOUT_BOM_VALIDATION', comment: null, allowUncovered: false, mayModify: false }
const STRICT: ConsumptionRules = { ...RULES, tracking: 'WITH_BOM_VALIDATION' }
const said = (quantity: number, more: Partial<SaidConsumption> = {}): SaidConsumption => ({
  itemId: SPOKE,
  batchId: null,
  quantity: microOf(quantity),
  isBatchTracked: true,
  ...more,
})
const need = (required: number, more: Partial<MaterialNeed> = {}): MaterialNeed => ({
  itemId: SPOKE,
  required: microOf(required),
  registrationType: 'BATCH_TRACKING',
  ...more,
})
const batch = (id: number, balance: number, installedAt: number): StockLeft => ({
  id,
  itemId: SPOKE,
  batchId: id * 10,
  balance: microOf(balance),
  installedAt,
})
const codesOf = (problems: readonly { readonly code: string }[]) => problems.map(({ code }) => code)

describe('what a posting needs', () => {
  const line = (requiredInputQuantity: number, expectedOutput = 1) => ({ requiredInput: requiredInputQuantity, expectedOutput })

  it('is that of all units, rejected ones too (S-70)', () => {
    // A wheel of 36 spokes, 36 nipples, 2 reflectors and a tire: 118 accepted and 4 rejected.
    assert.deepEqual(
      [36, 36, 2, 1].map((each) => requiredInput(line(each), 122)),
      [4392, 4392, 244, 122],
    )
    // A frame of four seat stays, two chain stays and 226.796784 g of paint: 7 of them.
    assert.deepEqual(
      [4, 2, 226.796_784].map((each) => requiredInput(line(each), 7)),
      [28, 14, 1587.577_488],
    )
    assert.equal(requiredInput(line(50, 100), 42), 21)
    // 2.5 kg for four: 31 need 19.375 kg.
    assert.equal(requiredInput(line(2.5, 4), 31), 19.375)
  })

  it('has six places, half up, without the noise of a division', () => {
    assert.equal(requiredInput(line(1, 3), 1), 0.333_333)
    assert.equal(requiredInput(line(2, 3), 1), 0.666_667)
    assert.equal(requiredInput(line(0.000_001, 2), 1), 0.000_001)
    assert.equal(scaledMicro(5, 1, 2), 3)
  })

  it('is counted in units that convert', () => {
    assert.equal(convertedMicro(microOf(1.5), 'kg', 'g'), microOf(1500))
    assert.equal(convertedMicro(microOf(1500), 'mm', 'm'), microOf(1.5))
    assert.equal(convertedMicro(microOf(0.25), 'l', 'ml'), microOf(250))
    assert.equal(convertedMicro(1, 'kg', 'm'), null)
    assert.deepEqual([isConvertible('pcs', 'pcs'), isConvertible('pcs', 'g'), isConvertible('ml', 'l')], [true, false, true])
  })

  it('is a quantity above 0 with six places', () => {
    assert.equal(materialProblem('quantity', 0.000_001), null)
    assert.equal(materialProblem('quantity', 0, { mayBeZero: true }), null)
    assert.equal(materialProblem('quantity', 0)?.code, 'VALUE_OUT_OF_RANGE')
    assert.deepEqual(materialProblem('quantity', 1.000_000_5), { code: 'TOO_MANY_PLACES', field: 'quantity', params: { max: 6 } })
    assert.equal(materialProblem('quantity', 1_000_000_000)?.code, 'NOT_BELOW')
  })
})

describe('a bill of material', () => {
  const entry = (materialId: number, more: Partial<BomEntry> = {}): BomEntry => ({
    materialId,
    unit: 'pcs',
    requiredInput: 1,
    expectedOutput: 1,
    registrationType: 'QUANTITATIVE',
    ...more,
  })
  const units = new Map([
    [1, 'pcs'],
    [2, 'kg'],
    [9, 'pcs'],
  ])

  it('names each known material once, not the product, in a unit that converts', () => {
    assert.deepEqual(problemsOfBom([entry(1), entry(2, { unit: 'g' })], { productId: 9, units }), [])
    const wrong = [entry(1), entry(1), entry(9), entry(2), entry(3, { requiredInput: 0 })]
    assert.deepEqual(
      problemsOfBom(wrong, { productId: 9, units }).map(({ code, field }) => `${field}: ${code}`),
      [
        'bom.1.materialId: NOT_UNIQUE',
        'bom.2.materialId: BOM_OF_ITSELF',
        'bom.3.measureUnitId: UNIT_MISMATCH',
        'bom.4.materialId: ITEM_NOT_FOUND',
        'bom.4.requiredInputQuantity: VALUE_OUT_OF_RANGE',
      ],
    )
  })

  it('stands beside what may be scrapped, of which nothing may be expected', () => {
    const scrap = { itemId: 1, unit: 'pcs', quantity: 0, isConfirmationRequired: true }
    assert.deepEqual(problemsOfScraps([scrap], units), [])
    assert.deepEqual(codesOf(problemsOfScraps([scrap, { ...scrap, quantity: -1 }], units)), ['NOT_UNIQUE', 'VALUE_OUT_OF_RANGE'])
  })
})

describe('consumption', () => {
  it('takes the batch that was installed first, then the next', () => {
    const stock = [batch(2, 3000, 930), batch(1, 1500, 800)]
    const { problems, taken } = planConsumption([said(4392)], [], stock, RULES)
    assert.deepEqual(problems, [])
    assert.deepEqual(
      taken.map(({ batchId, quantity, isUncovered }) => [batchId, quantityOf(quantity), isUncovered]),
      [
        [10, 1500, false],
        [20, 2892, false],
      ],
    )
  })

  it('takes of each batch what it has: 1,500 of 700, 650 and 900 leave 750 in the last', () => {
    const stock = [batch(3, 900, 1100), batch(1, 700, 800), batch(2, 650, 930)]
    assert.deepEqual(
      planConsumption([said(1500)], [], stock, RULES).taken.map(({ batchId, quantity }) => [batchId, quantityOf(quantity)]),
      [
        [10, 700],
        [20, 650],
        [30, 150],
      ],
    )
  })

  it('leaves what no batch holds uncovered, or is refused where the bill of material is law', () => {
    const stock = [batch(1, 1500, 800), batch(2, 2000, 930)]
    const loose = planConsumption([said(4392)], [], stock, RULES)
    assert.deepEqual(loose.problems, [])
    assert.deepEqual(
      loose.taken.map(({ quantity, isUncovered }) => [quantityOf(quantity), isUncovered]),
      [
        [1500, false],
        [2000, false],
        [892, true],
      ],
    )
    const named = withBatches([said(4392)], [need(4392)], stock)
    const strict = planConsumption(named, [need(4392)], stock, STRICT)
    assert.deepEqual(strict.problems, [
      { code: 'BATCH_BALANCE_TOO_SMALL', field: 'consumptions', params: { itemId: SPOKE, required: 4392, available: 3500 } },
    ])
    const allowed = { ...STRICT, allowUncovered: true, mayModify: true, comment: 'counted later' }
    assert.deepEqual(planConsumption(named, [need(4392)], stock, allowed).problems, [])
    assert.equal(planConsumption(named, [need(4392)], stock, { ...allowed, mayModify: false }).problems.length, 1)
    assert.equal(planConsumption(named, [need(4392)], stock, { ...allowed, comment: ' ' }).problems.length, 1)
  })

  for (const [quantity, isAccepted] of [
    [4831, true],
    [4832, false],
    [3953, true],
    [3952, false],
    [4831.2, true],
    [3952.8, true],
    [4831.200_001, false],
  ] as const)
    it(`of ${quantity} where 4,392 are required is ${isAccepted ? 'accepted' : 'outside'}`, () => {
      const stock = [batch(1, 9000, 0)]
      const outside = {
        code: 'BOM_QUANTITY_OUTSIDE',
        field: 'consumptions',
        params: { itemId: SPOKE, required: 4392, min: 3952.8, max: 4831.2 },
      }
      assert.deepEqual(planConsumption([said(quantity)], [need(4392)], stock, STRICT).problems, isAccepted ? [] : [outside])
      assert.deepEqual(planConsumption([said(quantity)], [need(4392)], stock, { ...STRICT, comment: 'scrapped some' }).problems, [])
    })

  it('says all lines and no others where the bill of material is law', () => {
    const foreign = said(5, { itemId: 7, isBatchTracked: false })
    const { problems } = planConsumption([foreign], [need(10), need(4, { itemId: 2 })], [batch(1, 100, 0)], STRICT)
    assert.deepEqual(
      problems.map(({ code, params }) => [code, params?.['itemIds']]),
      [
        ['BOM_LINE_MISSING', '1, 2'],
        ['BOM_FOREIGN_MATERIAL', '7'],
      ],
    )
  })

  it('takes from a named batch alone, which is installed', () => {
    const stock = [batch(1, 5, 0), batch(2, 5, 1)]
    const named = planConsumption([said(7, { batchId: 20 })], [], stock, RULES)
    assert.deepEqual(
      named.taken.map(({ stockId, quantity }) => [stockId, quantityOf(quantity)]),
      [
        [2, 5],
        [null, 2],
      ],
    )
    assert.deepEqual(codesOf(planConsumption([said(7, { batchId: 99 })], [], stock, RULES).problems), ['BATCH_NOT_INSTALLED'])
    assert.deepEqual(codesOf(planConsumption([said(7)], [need(7)], [], STRICT).problems), [
      'BATCH_NOT_INSTALLED',
      'BATCH_BALANCE_TOO_SMALL',
    ])
  })

  it('names its batch where the bill of material is law and several are installed, as a sheet does with those that it shows', () => {
    const stock = [batch(2, 5, 930), batch(1, 4, 800), batch(3, 0, 700)]
    const problems = planConsumption([said(7)], [need(7)], stock, STRICT).problems
    assert.deepEqual(problems, [{ code: 'BATCH_REQUIRED', field: 'consumptions.0.batchId', params: { itemId: SPOKE } }])
    const partsOf = (quantity: number) =>
      withBatches([said(quantity)], [need(quantity)], stock).map((one) => [one.batchId, quantityOf(one.quantity)])
    assert.deepEqual(partsOf(7), [
      [10, 4],
      [20, 3],
    ])
    assert.deepEqual(partsOf(3), [[10, 3]])
    // More than there is stays in sight: the last batch is short.
    assert.deepEqual(partsOf(11), [
      [10, 4],
      [20, 7],
    ])
    assert.deepEqual(planConsumption(withBatches([said(7)], [need(7)], stock), [need(7)], stock, STRICT).problems, [])
    // With one batch there is no question which, and a line that is only counted names none.
    assert.deepEqual(planConsumption([said(7)], [need(7)], [batch(1, 9, 800)], STRICT).problems, [])
    const counted = need(7, { registrationType: 'QUANTITATIVE' })
    assert.deepEqual(planConsumption([said(7)], [counted], stock, STRICT).problems, [])
    assert.deepEqual(withBatches([said(7)], [counted], stock), [said(7)])
    // Two lines of one material do not take the same units of a batch.
    const twice = withBatches([said(3), said(3)], [need(6)], stock).map((one) => [one.batchId, quantityOf(one.quantity)])
    assert.deepEqual(twice, [
      [10, 3],
      [10, 1],
      [20, 2],
    ])
    // What is not law is taken from the oldest.
    assert.deepEqual(planConsumption([said(7)], [need(7)], stock, RULES).problems, [])
  })

  it('is parted by batches without a loss, though there is stock without a batch or none is left', () => {
    const loose = { ...batch(3, 4, 700), batchId: null }
    const stock = [loose, batch(1, 5, 800), batch(2, 5, 930)]
    const partsOf = (...lines: readonly SaidConsumption[]) =>
      withBatches(lines, [need(7)], stock).map((one) => [one.batchId, quantityOf(one.quantity)])
    assert.deepEqual(partsOf(said(7)), [
      [10, 5],
      [20, 2],
    ])
    // An earlier line used all up.
    assert.deepEqual(partsOf(said(10), said(3)), [
      [10, 5],
      [20, 5],
      [20, 3],
    ])
    // What names its batch is taken first, wherever it stands.
    assert.deepEqual(partsOf(said(6), said(4, { batchId: 10 })), [
      [10, 1],
      [20, 5],
      [10, 4],
    ])
    const anyStock = fc.array(
      fc.record({ balance: fc.integer({ min: 0, max: 5_000_000 }), installedAt: fc.nat(50), isLoose: fc.boolean() }),
      { maxLength: 6 },
    )
    const anySaid = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 4_000_000 }), named: fc.nat(8) }), { maxLength: 5 })
    fc.assert(
      fc.property(anyStock, anySaid, (rows, asked) => {
        const there = rows.map(({ balance, installedAt, isLoose }, index) => {
          const row = batch(index + 1, 0, installedAt)
          return { ...row, balance, batchId: isLoose ? null : row.batchId }
        })
        const lines = asked.map(({ quantity, named }, index) => {
          const batchId = named > 0 && named <= there.length ? (there[named - 1]?.batchId ?? null) : null
          return { ...said(0), quantity, batchId, index }
        })
        const parts = withBatches(lines, [need(7)], there)
        for (const { index, quantity } of lines) {
          const own = parts.filter((part) => part.index === index)
          assert.equal(
            own.reduce((sum, part) => sum + part.quantity, 0),
            quantity,
          )
        }
        const codes = codesOf(planConsumption(parts, [need(7)], there, STRICT).problems)
        assert.ok(!codes.includes('BATCH_REQUIRED'))
      }),
    )
  })

  it('of a correction is parted by what is installed, and what nothing covered before stays so', () => {
    const stock = [batch(2, 5, 930), batch(1, 4, 800)]
    const corrected = (uncovered: number): ConsumptionRules => ({
      ...STRICT,
      comment: 'miscounted',
      corrected: { uncovered: new Map(uncovered > 0 ? [[SPOKE, microOf(uncovered)]] : []) },
    })
    const taken = (lines: readonly SaidConsumption[], rules: ConsumptionRules, there = stock) => {
      const plan = planConsumption(lines, [need(7)], there, rules)
      assert.deepEqual(plan.problems, [])
      return plan.taken.map(({ index, batchId, quantity }) => [index, batchId, quantityOf(quantity)])
    }
    // What is more than in the posting comes from what its named batches leave.
    assert.deepEqual(taken([said(3), said(3, { batchId: 10 })], corrected(0)), [
      [0, 10, 1],
      [0, 20, 2],
      [1, 10, 3],
    ])
    // Without a right to leave anything uncovered: so much as was uncovered, and no more.
    assert.deepEqual(taken([said(4, { batchId: 10 }), said(7)], corrected(2)), [
      [0, 10, 4],
      [1, 20, 5],
      [1, null, 2],
    ])
    assert.deepEqual(codesOf(planConsumption([said(9), said(3)], [need(7)], stock, corrected(2)).problems), ['BATCH_BALANCE_TOO_SMALL'])
    assert.deepEqual(taken([said(2)], corrected(2), []), [[0, null, 2]])
    assert.deepEqual(codesOf(planConsumption([said(3)], [need(7)], [], corrected(2)).problems), ['BATCH_BALANCE_TOO_SMALL'])
    assert.deepEqual(codesOf(planConsumption([said(2)], [need(7)], [], corrected(0)).problems), [
      'BATCH_NOT_INSTALLED',
      'BATCH_BALANCE_TOO_SMALL',
    ])
  })

  it('of batches is refused where none with anything left is installed, whatever who manages output allows', () => {
    const allowed = { ...STRICT, allowUncovered: true, mayModify: true, comment: 'counted later' }
    for (const stock of [[], [batch(1, 0, 800)]])
      assert.deepEqual(codesOf(planConsumption([said(7)], [need(7)], stock, allowed).problems), ['BATCH_NOT_INSTALLED'])
    assert.deepEqual(planConsumption([said(7)], [need(7)], [batch(1, 1, 800)], allowed).problems, [])
    // What is not law is kept as uncovered: no machine waits for it.
    assert.deepEqual(planConsumption([said(7)], [need(7)], [batch(1, 0, 800)], RULES).problems, [])
    // A named batch that was used up meanwhile, as by a device that was away, is still named.
    assert.deepEqual(planConsumption([said(7, { batchId: 10 })], [need(7)], [batch(1, 0, 800)], allowed).problems, [])
  })

  it('of what is not kept at the work center is stored without a look, unless it comes from batches (M-5)', () => {
    const loose = said(7, { isBatchTracked: false })
    const [free] = planConsumption([loose], [], [], RULES).taken
    assert.deepEqual([free?.stockId, free?.isUncovered], [null, false])
    const [tracked] = planConsumption([loose], [need(7)], [], RULES).taken
    assert.equal(tracked?.isUncovered, true)
    const [quantitative] = planConsumption([said(7)], [need(7, { registrationType: 'QUANTITATIVE' })], [], STRICT).taken
    assert.equal(quantitative?.isUncovered, false)
    const rest = planConsumption([loose], [], [{ ...batch(1, 5, 0), batchId: null }], RULES).taken
    assert.deepEqual(
      rest.map(({ isUncovered }) => isUncovered),
      [false, true],
    )
  })

  it('is ignored where nothing is tracked', () => {
    assert.deepEqual(planConsumption([said(7)], [need(7)], [], { ...RULES, tracking: 'NO_TRACKING' }), { problems: [], taken: [] })
  })

  it('never takes more than there is, and says all that it was asked for', () => {
    const anyStock = fc.array(fc.record({ balance: fc.integer({ min: 0, max: 5_000_000 }), installedAt: fc.nat(50) }), { maxLength: 6 })
    const anySaid = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 4_000_000 }), named: fc.nat(8) }), { maxLength: 5 })
    fc.assert(
      fc.property(anyStock, anySaid, (rows, asked) => {
        const stock = rows.map(({ balance, installedAt }, index) => ({ ...batch(index + 1, 0, installedAt), balance }))
        const all = asked.map(({ quantity, named }) => ({
          ...said(0),
          quantity,
          batchId: named > 0 && named <= stock.length ? named * 10 : null,
        }))
        const { taken } = planConsumption(all, [], stock, RULES)
        for (const { id, balance } of stock) {
          const from = taken.filter(({ stockId }) => stockId === id)
          assert.ok(from.reduce((sum, { quantity }) => sum + quantity, 0) <= balance)
        }
        for (const [index, { quantity }] of all.entries()) {
          const of = taken.filter((one) => one.index === index)
          assert.equal(
            of.reduce((sum, one) => sum + one.quantity, 0),
            quantity,
          )
        }
      }),
    )
  })
})

describe('scrap, containers and codes', () => {
  it('asks for the scrap of each item that needs it, of which 0 is an answer (S-73)', () => {
    const possible = [
      { itemId: 4, isConfirmationRequired: true },
      { itemId: 5, isConfirmationRequired: false },
      { itemId: 6, isConfirmationRequired: true },
    ]
    assert.deepEqual(problemOfMissingScrap(possible, [{ itemId: 5 }], { isTracked: true })?.params, { itemIds: '4, 6' })
    assert.equal(problemOfMissingScrap(possible, [{ itemId: 4 }, { itemId: 6 }], { isTracked: true }), null)
    assert.equal(problemOfMissingScrap(possible, [], { isTracked: false }), null)
  })

  it('fills a free container, or one with the same batch, else with the same order', () => {
    const content = { itemId: 1, batchId: 2, jobOrderId: 3, quantity: 4 }
    assert.ok(mayFill({ ...content, quantity: 0 }, { itemId: 9, batchId: 9, jobOrderId: 9 }))
    assert.ok(mayFill(content, { itemId: 1, batchId: 2, jobOrderId: 8 }))
    assert.ok(!mayFill(content, { itemId: 1, batchId: 7, jobOrderId: 3 }))
    const loose = { ...content, batchId: null }
    assert.ok(mayFill(loose, { itemId: 1, batchId: null, jobOrderId: 3 }))
    assert.ok(!mayFill(loose, { itemId: 1, batchId: null, jobOrderId: 8 }))
  })

  it('numbers batches by SKU, day and shift', () => {
    const stem = batchCodeStem('DT-2377', { date: '2026-11-23', code: 'A' })
    assert.equal(nextBatchCode(stem, []), 'DT-2377-261123-A-01')
    assert.equal(nextBatchCode(stem, ['dt-2377-261123-a-01', 'DT-2377-261123-A-03']), 'DT-2377-261123-A-02')
    assert.equal(batchCodeStem('DT-2377', { date: '2026-05-04', code: null }), 'DT-2377-260504')
    assert.ok(nextBatchCode(batchCodeStem('x'.repeat(64), { date: '2026-11-23', code: 'A' }), []).length <= 80)
  })
})
