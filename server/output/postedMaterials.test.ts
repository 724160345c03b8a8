import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'

type Row = {
  readonly id: number
  readonly outputType: string
  readonly batchCode: string | null
  readonly warnings: readonly string[]
  readonly consumptions: readonly {
    readonly quantity: number
    readonly isUncovered: boolean
    readonly batch: { readonly code: string } | null
  }[]
  readonly scraps: readonly { readonly quantity: number }[]
  readonly container: { readonly code: string; readonly status: string; readonly quantity: number } | null
}
const FIELDS =
  '{ id outputType batchCode warnings consumptions { quantity isUncovered batch { code } } scraps { quantity } container { code status quantity } }'

describe('material of output that people confirm', () => {
  let site: OutputSite
  let order: OrderNow
  let spoke = 0
  let tire = 0
  let press = 0
  before(async () => {
    site = await startOutputSite()
    press = site.press.workCenterId
    const item = async (sku: string, more = '') =>
      (
        await site.done<{ id: number }>(
          'createOrUpdateItem',
          `input: { name: "${sku}", sku: "${sku}", measureUnitId: 1 ${more} }`,
          '{ id }',
        )
      ).id
    spoke = await item('Spoke', ', isBatchTracked: true')
    tire = await item('Tire')
    await site.run(0, 1)
    const lines = `{ materialId: ${spoke}, requiredInputQuantity: 36 }, { materialId: ${tire}, requiredInputQuantity: 1 }`
    const scraps = `possibleScraps: [{ itemId: ${tire}, quantity: 1, confirmationRequired: true }]`
    order = await site.startOrder(500, 1.5, `, bom: [${lines}], ${scraps}`)
    await site.run(1, 61)
  })
  after(() => site.close())

  const receive = (code: string, quantity: number) =>
    site.done<{ id: number }>('createBatch', `itemId: ${spoke}, code: "${code}", quantity: ${quantity}, workCenterId: ${press}`, '{ id }')
  const units = 'acceptedOutput: 118, rejectedOutput: 4, cutAtNow: true'
  const consumed = (spokes: number, tires = 122) =>
    `consumptions: [{ itemId: ${spoke}, quantity: ${spokes} }, { itemId: ${tire}, quantity: ${tires} }]`
  let batches: readonly number[] = []
  /** From the first batch what it holds, the rest from the second. */
  const named = (spokes: number) => {
    const parts = [1500, spokes - 1500].map((quantity, index) => `{ itemId: ${spoke}, quantity: ${quantity}, batchId: ${batches[index]} }`)
    return `consumptions: [${parts.join(', ')}, { itemId: ${tire}, quantity: 122 }]`
  }
  const confirm = (more: string, as?: 'ADMIN' | 'OPERATOR') =>
    site.done<readonly Row[]>('confirmOutput', `workCenterId: ${press}, jobOrderId: ${order.id}, ${units}, ${more}`, FIELDS, as)
  const refused = (more: string, as?: 'ADMIN' | 'OPERATOR') =>
    site.refused('confirmOutput', `workCenterId: ${press}, jobOrderId: ${order.id}, ${units}, ${more}`, '{ id }', as)
  const spokesLeft = async () => {
    const stocks = await site.done<readonly { balance: number }[]>('stocks', `?workCenterId: ${press}, itemIds: [${spoke}]`, '{ balance }')
    return stocks.map(({ balance }) => balance)
  }
  const cancel = (id: number | undefined) => site.done('cancelOutputConfirmation', `id: ${id}, comment: "counted twice"`, '{ id }')

  it('is ignored with a warning where nothing is tracked', async () => {
    const [row] = await confirm(consumed(4392))
    assert.deepEqual([row?.warnings, row?.consumptions], [['CONSUMPTION_IGNORED'], []])
    await cancel(row?.id)
  })

  it('is taken from the batch installed first, and comes back when the posting is cancelled', async () => {
    await site.set({ consumption_tracking: 'WITH_BOM_VALIDATION' })
    const first = await receive('B1', 1500)
    site.clock += 1000
    batches = [first.id, (await receive('B2', 3000)).id]
    const [row] = await confirm(named(4392))
    assert.deepEqual(
      row?.consumptions.map(({ quantity, batch }) => [quantity, batch?.code ?? null]),
      [
        [1500, 'B1'],
        [2892, 'B2'],
        [122, null],
      ],
    )
    assert.deepEqual(await spokesLeft(), [0, 108])
    await cancel(row?.id)
    assert.deepEqual(await spokesLeft(), [1500, 3000])
  })

  it('is checked against the bill of material', async () => {
    assert.deepEqual(await refused(''), ['consumptions: BOM_LINE_MISSING'])
    assert.deepEqual(await refused(named(4832)), ['consumptions: BOM_QUANTITY_OUTSIDE', 'consumptions: BATCH_BALANCE_TOO_SMALL'])
    assert.deepEqual(await refused(named(3952)), ['consumptions: BOM_QUANTITY_OUTSIDE'])
    const [row] = await confirm(`${named(3952)}, comment: "thin wheels"`)
    assert.deepEqual(await spokesLeft(), [0, 548])
    await cancel(row?.id)
  })

  it('names its batch while several are installed, and need not with one', async () => {
    assert.deepEqual(await refused(consumed(4392)), ['consumptions.0.batchId: BATCH_REQUIRED'])
    assert.deepEqual(await spokesLeft(), [1500, 3000])
    const [first, second] = batches
    await site.done('uninstallBatch', `batchId: ${first}, workCenterId: ${press}`, '{ id }')
    await site.done('chargeOffBatch', `batchId: ${second}, workCenterId: ${press}, balance: 10`, '{ id }')
    assert.deepEqual(await refused(consumed(4392)), ['consumptions: BATCH_BALANCE_TOO_SMALL'])
    const [row] = await confirm(`${consumed(2900)}, comment: "thin wheels"`)
    assert.deepEqual(
      row?.consumptions.map(({ quantity, batch }) => [quantity, batch?.code ?? null]),
      [
        [2900, 'B2'],
        [122, null],
      ],
    )
    await cancel(row?.id)
    const count = `itemId: ${spoke}, batchId: ${second}, workCenterId: ${press}, newBalance: 3000, comment: "counted"`
    await site.done('adjustStock', count, '{ id }')
    await site.done('installBatch', `batchId: ${first}, workCenterId: ${press}`, '{ id }')
    // Uninstalled and installed again it is used last.
    await site.api.database.pool.query("update stock set installed_on = installed_on - interval '1 day' where batch_id = $1", [first])
  })

  it('may be left uncovered by who manages output, with a comment', async () => {
    const spare = await site.done<readonly { batch: { id: number } }[]>(
      'stocks',
      `?workCenterId: ${press}, itemIds: [${spoke}]`,
      '{ batch { id } }',
    )
    const second = spare[1]?.batch.id
    await site.done('chargeOffBatch', `batchId: ${second}, workCenterId: ${press}, balance: 1000`, '{ id }')
    assert.deepEqual(await refused(named(4392)), ['consumptions: BATCH_BALANCE_TOO_SMALL'])
    const allowed = `${named(4392)}, allowUncovered: true, comment: "counted later"`
    assert.deepEqual(await refused(allowed, 'OPERATOR'), ['consumptions: BATCH_BALANCE_TOO_SMALL'])
    const [row] = await confirm(allowed)
    const lines = await site.done<readonly { uncoveredQuantity: number }[]>('jobOrderBom', `?id: ${order.id}`, '{ uncoveredQuantity }')
    assert.deepEqual(
      lines.map(({ uncoveredQuantity }) => uncoveredQuantity),
      [892, 0],
    )
    await cancel(row?.id)
    assert.deepEqual(await spokesLeft(), [1500, 2000])
  })

  it('names the scrap that the order asks for, and fills containers', async () => {
    await site.set({ consumption_tracking: 'NO_TRACKING', track_scraps: true })
    assert.deepEqual(await refused(''), ['scraps: SCRAP_REQUIRED'])
    const scrap = `scraps: [{ itemId: ${tire}, quantity: 2 }]`
    const rows = await confirm(`${scrap}, containerCodes: ["C-1", "C-2"], batchCode: "W-1"`)
    assert.deepEqual(
      rows.map(({ outputType, batchCode, container }) => [outputType, batchCode, container]),
      [
        ['ACCEPTED', 'W-1', { code: 'C-1', status: 'OCCUPIED', quantity: 59 }],
        ['ACCEPTED', 'W-1', { code: 'C-2', status: 'OCCUPIED', quantity: 59 }],
        ['REJECTED', null, null],
      ],
    )
    assert.deepEqual(
      rows.flatMap(({ scraps }) => scraps.map(({ quantity }) => quantity)),
      [2],
    )
    site.clock += 20_000
    assert.deepEqual(await refused(`${scrap}, containerCodes: ["C-2"], batchCode: "W-2"`), ['containerCode: CONTAINER_OCCUPIED'])
    await cancel(rows[0]?.id)
    const { items } = await site.done<{ items: readonly { code: string; status: string }[] }>(
      'containers',
      '?size: 10',
      '{ items { code status } }',
    )
    assert.deepEqual(
      items.map(({ code, status }) => [code, status]),
      [
        ['C-1', 'FREE'],
        ['C-2', 'FREE'],
      ],
    )
  })

  it('is put right with its posting in one act', async () => {
    await site.set({ consumption_tracking: 'WITHOUT_BOM_VALIDATION', track_scraps: false })
    const [wrong] = await confirm(consumed(100))
    assert.deepEqual(await spokesLeft(), [1400, 2000])
    const again = `id: ${wrong?.id}, acceptedOutput: 118, rejectedOutput: 4, comment: "a zero too few", ${consumed(1000)}`
    const [right] = await site.done<readonly Row[]>('correctOutputConfirmation', again, FIELDS)
    assert.deepEqual(
      right?.consumptions.map(({ quantity }) => quantity),
      [1000, 122],
    )
    assert.deepEqual(await spokesLeft(), [500, 2000])
  })

  it('is that of the posting where a correction does not speak of it, in proportion to the units', async () => {
    const before = await spokesLeft()
    const [wrong] = await confirm(consumed(200))
    const [right] = await site.done<readonly Row[]>(
      'correctOutputConfirmation',
      `id: ${wrong?.id}, acceptedOutput: 60, comment: "half of it"`,
      FIELDS,
    )
    const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0)
    assert.ok((right?.consumptions.length ?? 0) > 0)
    const taken = sum(before) - sum(await spokesLeft())
    assert.ok(taken > 0 && taken < 200, `${taken}`)
    await site.done('correctOutputConfirmation', `id: ${right?.id}, acceptedOutput: 60, comment: "none at all", consumptions: []`, FIELDS)
    assert.deepEqual(await spokesLeft(), before)
  })

  it('is parted by the installed batches where a correction at a checked work center names none', async () => {
    await site.set({ consumption_tracking: 'WITH_BOM_VALIDATION' })
    assert.deepEqual(await spokesLeft(), [500, 2000])
    const [first, second] = batches
    const spokes = (ofFirst: number, ofSecond: number) =>
      `consumptions: [{ itemId: ${spoke}, quantity: ${ofFirst}, batchId: ${first} }, { itemId: ${spoke}, quantity: ${ofSecond}, batchId: ${second} },
        { itemId: ${tire}, quantity: 122 }], comment: "thin wheels"`
    const consumedBy = (row: Row | undefined) => row?.consumptions.map(({ quantity, batch }) => [quantity, batch?.code ?? null])
    const put = (id: number | undefined, accepted: number, rejected: number, more = '') =>
      site.done<readonly Row[]>(
        'correctOutputConfirmation',
        `id: ${id}, acceptedOutput: ${accepted}, rejectedOutput: ${rejected}, comment: "miscounted" ${more}`,
        FIELDS,
      )
    site.clock += 20_000
    const [few] = await confirm(spokes(400, 100))
    const [twice] = await put(few?.id, 240, 4)
    assert.deepEqual(consumedBy(twice), [
      [400, 'B1'],
      [100, 'B2'],
      [122, null],
      [100, 'B1'],
      [300, 'B2'],
      [100, 'B2'],
      [122, null],
    ])
    assert.deepEqual(await spokesLeft(), [0, 1500])
    // A form that sends what a person typed has no batch to name either.
    const [typed] = await put(twice?.id, 118, 4, `, ${consumed(700)}`)
    assert.deepEqual(consumedBy(typed), [
      [500, 'B1'],
      [200, 'B2'],
      [122, null],
    ])
    await cancel(typed?.id)
    // What nothing covered stays so when a piece was bad.
    site.clock += 20_000
    const [short] = await confirm(`${spokes(500, 2300)}, allowUncovered: true`)
    const [same] = await put(short?.id, 117, 5)
    assert.deepEqual(
      same?.consumptions.map(({ quantity, isUncovered, batch }) => [quantity, isUncovered, batch?.code ?? null]),
      [
        [500, false, 'B1'],
        [2000, false, 'B2'],
        [300, true, null],
        [122, false, null],
      ],
    )
    await cancel(same?.id)
    assert.deepEqual(await spokesLeft(), [500, 2000])
    await site.set({ consumption_tracking: 'WITHOUT_BOM_VALIDATION' })
  })

  it('of which a batch was made and used lets the comment be put right, and units as far as what was used is left', async () => {
    site.clock += 20_000
    const [made] = await confirm('batchCode: "W-9"')
    const { items } = await site.done<{ items: readonly { id: number; item: { id: number }; code: string }[] }>(
      'batches',
      '?size: 100',
      '{ items { id code item { id } } }',
    )
    const batch = items.find(({ code }) => code === 'W-9')
    await site.done('installBatch', `batchId: ${batch?.id}, workCenterId: ${press}`, '{ id }')
    site.clock += 20_000
    const [user] = await confirm(`consumptions: [{ itemId: ${batch?.item.id}, quantity: 100, batchId: ${batch?.id} }]`)
    const left = async () => {
      const stocks = await site.done<readonly { balance: number }[]>('stocks', `?itemIds: [${batch?.item.id}]`, '{ balance }')
      return stocks.reduce((sum, { balance }) => sum + balance, 0)
    }
    assert.equal(await left(), 18)
    const correct = (id: number | undefined, accepted: number) =>
      `id: ${id}, acceptedOutput: ${accepted}, rejectedOutput: 4, comment: "The label was missing"`
    const [same] = await site.done<readonly Row[]>('correctOutputConfirmation', correct(made?.id, 118), FIELDS)
    assert.equal(same?.batchCode, 'W-9')
    assert.equal(await left(), 18)
    const [less] = await site.done<readonly Row[]>('correctOutputConfirmation', correct(same?.id, 100), FIELDS)
    assert.equal(await left(), 0)
    assert.deepEqual(await site.refused('correctOutputConfirmation', correct(less?.id, 99), '{ id }'), ['BATCH_CONSUMED'])
    assert.deepEqual(await site.refused('cancelOutputConfirmation', `id: ${less?.id}, comment: "counted twice"`, '{ id }'), [
      'BATCH_CONSUMED',
    ])
    assert.equal(await left(), 0)
    await cancel(user?.id)
    await cancel(less?.id)
    assert.equal(await left(), 0)
  })
})
