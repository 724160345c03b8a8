import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress } from '#server/shift/testing.ts'
import { countStatements } from '#server/testing/countedStatements.ts'

/** What the page of job orders asks for its first rows, as it asks it. */
const ASKED = readFileSync(new URL('../../web/jobOrder/jobOrders.graphql', import.meta.url), 'utf8')
const partOf = (start: string) => ASKED.slice(ASKED.indexOf(start), ASKED.indexOf('\n}\n', ASKED.indexOf(start)) + 3)
const LIST = `${partOf('fragment ListedOrder')}${partOf('query JobOrdersList')}`

describe('the list of job orders', () => {
  let api: TestApi
  let press = 0
  let tube = 0
  let made = 0

  before(async () => {
    api = await startTestApi()
    press = await addPress(api, 'Press')
    tube = Number((await done('createOrUpdateItem(input: { name: "Tube", sku: "DT-1", measureUnitId: 1 }) { id }'))['id'])
    await create(2)
    await done(`startJobOrder(id: ${await create(1)}) { id }`)
  })
  after(() => api.close())

  const done = async (mutation: string): Promise<Readonly<Record<string, unknown>>> => {
    const { data, errors } = await api.ask(`mutation { done: ${mutation} }`, { as: 'ADMIN' })
    assert.deepEqual(errors, [])
    return data['done'] as Readonly<Record<string, unknown>>
  }
  const create = async (count: number): Promise<number> => {
    let id = 0
    for (let at = 0; at < count; at++) {
      const input = `orderCode: "L-${++made}", status: PLANNED, productId: ${tube}, workCenterId: ${press}, planOutput: 500, planCycleTime: 12`
      id = Number((await done(`createJobOrder(input: { ${input} }) { id }`))['id'])
    }
    return id
  }
  const statementsOfPage = async (): Promise<readonly string[]> => {
    const counted = countStatements(['trueline_app'])
    const { data, errors } = await api.ask(LIST, { as: 'ADMIN', variables: { filter: null, order: null, page: 1, size: 50 } })
    counted.end()
    assert.deepEqual(errors, [])
    assert.equal((data['jobOrdersPages'] as { items: readonly unknown[] }).items.length, made)
    return counted.texts.filter((text) => !/^(begin|commit|select set_config)/i.test(text))
  }

  it('takes the same statements, however many orders it shows', async () => {
    const few = await statementsOfPage()
    await create(12)
    const many = await statementsOfPage()
    assert.equal(many.length, few.length)
    // The page itself, what may be done, what was made, alone and shared, places in queues, messages, products, work centers and their zones; and three times
    // what runs, so that it is told as it is (docs/decisions/statements-of-the-order-list.md).
    assert.equal(few.length, 12)
    // Only the first reads orders by the filter; all others read the orders of the page by their ids.
    assert.equal(few.filter((text) => /from \(select j\.\* from job_order j where/.test(text)).length, 1)
  })
})
