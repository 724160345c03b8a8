import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addPress } from '#server/shift/testing.ts'

type Line = {
  readonly material: { readonly sku: string }
  readonly requiredInputQuantity: number
  readonly requiredQuantity: number | null
  readonly registrationType: string
  readonly measurementUnit: { readonly code: string }
}
type Order = {
  readonly id: number
  readonly version: number
  readonly bom: readonly Line[]
  readonly possibleScraps: readonly {
    readonly item: { readonly sku: string }
    readonly quantity: number
    readonly confirmationRequired: boolean
  }[]
}
const BOM = 'bom { material { sku } requiredInputQuantity requiredQuantity registrationType measurementUnit { code } }'
const FIELDS = `id version ${BOM} possibleScraps { item { sku } quantity confirmationRequired }`

describe('materials of orders', () => {
  let api: TestApi
  let press = 0
  const ids = new Map<string, number>()
  before(async () => {
    api = await startTestApi()
    press = await addPress(api, 'Wheel stand')
    for (const [sku, unit, isTracked] of [
      ['FW-R820', 1, false],
      ['SP-36', 1, true],
      ['RE-2', 1, false],
      ['PAINT', 9, false],
      ['OTHER', 1, false],
    ] as const) {
      const input = `{ name: "${sku}", sku: "${sku}", measureUnitId: ${unit}, isBatchTracked: ${isTracked} }`
      ids.set(sku, (await ask<{ id: number }>('createOrUpdateItem', `mutation { createOrUpdateItem(input: ${input}) { id } }`)).id)
    }
  })
  after(() => api.close())

  const idOf = (sku: string) => ids.get(sku) ?? 0
  const ask = async <T>(name: string, query: string): Promise<T> => {
    const { data, errors } = await api.ask(query)
    assert.deepEqual(errors, [])
    return data[name] as T
  }
  const refusalsOf = ({ errors }: Answer) =>
    errors.flatMap(({ extensions }) =>
      [
        extensions,
        ...((extensions as { readonly others?: readonly { readonly code: string; readonly field?: string }[] }).others ?? []),
      ].map(({ code, field }) => `${field}: ${code}`),
    )
  const line = (sku: string, quantity: number, more = '') => `{ materialId: ${idOf(sku)}, requiredInputQuantity: ${quantity} ${more} }`
  const save = (lines: string, more = '') =>
    api.ask(`mutation { saveItemBom(itemId: ${idOf('FW-R820')} ${more}, bom: [${lines}]) { version ${BOM} } }`)
  const create = (input: string) => ask<Order>('createJobOrder', `mutation { createJobOrder(input: { ${input} }) { ${FIELDS} } }`)
  const change = (order: Order, input: string) =>
    api.ask(`mutation { updateJobOrder(input: { id: ${order.id}, version: ${order.version}, ${input} }) { ${FIELDS} } }`)
  const skusOf = ({ bom }: Pick<Order, 'bom'>) => bom.map(({ material }) => material.sku)

  it('are copied from the product, of which later changes do not reach them', async () => {
    const { errors } = await save([line('SP-36', 36), line('PAINT', 226.5, ', measureUnitId: 10')].join(', '))
    assert.deepEqual(errors, [])
    const order = await create(`productId: ${idOf('FW-R820')}, planOutput: 122`)
    assert.deepEqual(
      order.bom.map((one) => [one.material.sku, one.requiredQuantity, one.registrationType, one.measurementUnit.code]),
      [
        ['SP-36', 4392, 'BATCH_TRACKING', 'pcs'],
        ['PAINT', 27_633, 'QUANTITATIVE', 'g'],
      ],
    )
    assert.deepEqual((await save(line('RE-2', 2))).errors, [])
    assert.deepEqual(skusOf({ bom: await ask<Line[]>('jobOrderBom', `{ jobOrderBom(id: ${order.id}) { material { sku } } }`) }), [
      'SP-36',
      'PAINT',
    ])
    assert.deepEqual(skusOf(await create(`productId: ${idOf('FW-R820')}`)), ['RE-2'])
    const copy = await ask<Order>('copyJobOrder', `mutation { copyJobOrder(id: ${order.id}) { ${FIELDS} } }`)
    assert.deepEqual(skusOf(copy), ['SP-36', 'PAINT'])
  })

  it('are told in the audit log by the names and SKUs of the materials', async () => {
    assert.deepEqual((await save(line('PAINT', 226.5, ', measureUnitId: 10'))).errors, [])
    assert.deepEqual((await save(line('PAINT', 226.5, ', measureUnitId: 10'))).errors, [])
    assert.deepEqual((await save('')).errors, [])
    const { rows } = await api.database.pool.query<{ details: unknown }>(
      `select details from audit_log where action = 'UPDATE_ITEM' order by id desc limit 1`,
    )
    const paint = { material: 'PAINT', sku: 'PAINT', requiredInput: 226.5, unit: 'g', expectedOutput: 1, registrationType: 'QUANTITATIVE' }
    assert.deepEqual(rows[0]?.details, { itemId: idOf('FW-R820'), before: { bom: [paint] }, after: { bom: [] } })
  })

  it('change with the product and as people say, until work begins', async () => {
    const scraps = `possibleScraps: [{ itemId: ${idOf('RE-2')}, quantity: 3, confirmationRequired: true }]`
    const order = await create(`productId: ${idOf('FW-R820')}, bom: [${line('PAINT', 0.25)}], ${scraps}`)
    assert.deepEqual(skusOf(order), ['PAINT'])
    assert.deepEqual(order.possibleScraps, [{ item: { sku: 'RE-2' }, quantity: 3, confirmationRequired: true }])
    const kept = (await change(order, 'notes: "n"')).data['updateJobOrder'] as Order
    assert.deepEqual(skusOf(kept), ['PAINT'])
    const other = (await change(kept, `productId: ${idOf('OTHER')}`)).data['updateJobOrder'] as Order
    assert.deepEqual(skusOf(other), [])
    const planned = await create(`status: PLANNED, productId: ${idOf('FW-R820')}, workCenterId: ${press}, planOutput: 5, planCycleTime: 12`)
    await ask('startJobOrder', `mutation { startJobOrder(id: ${planned.id}) { id } }`)
    const started = await ask<Order>('jobOrder', `{ jobOrder(id: ${planned.id}) { ${FIELDS} } }`)
    assert.deepEqual(refusalsOf(await change(started, 'bom: [], possibleScraps: []')), [
      'bom: JOB_ORDER_FIELD_LOCKED',
      'possibleScraps: JOB_ORDER_FIELD_LOCKED',
    ])
  })

  it('are refused with all that is wrong with them, and without rights', async () => {
    const wrong = await save([line('SP-36', 0), line('SP-36', 1), line('FW-R820', 1), line('PAINT', 1, ', measureUnitId: 2')].join(', '))
    assert.deepEqual(refusalsOf(wrong), [
      'bom.0.requiredInputQuantity: VALUE_OUT_OF_RANGE',
      'bom.1.materialId: NOT_UNIQUE',
      'bom.2.materialId: BOM_OF_ITSELF',
      'bom.3.measureUnitId: UNIT_MISMATCH',
    ])
    assert.deepEqual(refusalsOf(await save('{ materialId: 999, requiredInputQuantity: 1 }')), ['bom.0.materialId: ITEM_NOT_FOUND'])
    assert.deepEqual(refusalsOf(await save('', ', version: 999')), ['undefined: CONFLICT'])
    const operator = await api.ask(`mutation { saveItemBom(itemId: ${idOf('FW-R820')}, bom: []) { id } }`, { as: 'OPERATOR' })
    assert.deepEqual(refusalsOf(operator), ['undefined: PLANNERS_ONLY'])
    assert.deepEqual(refusalsOf(await api.ask('mutation { saveItemBom(itemId: 999, bom: []) { id } }')), ['undefined: ITEM_NOT_FOUND'])
    const unit = await api.ask(
      `mutation { createOrUpdateItem(input: { id: ${idOf('RE-2')}, name: "RE-2", sku: "RE-2", measureUnitId: 2 }) { id } }`,
    )
    assert.deepEqual(refusalsOf(unit), ['measureUnitId: ITEM_IN_USE'])
  })
})
