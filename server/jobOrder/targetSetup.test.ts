import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'

const iso = (ms: number) => new Date(ms).toISOString()

describe('the target of a work center that follows from plan windows', () => {
  let api: TestApi
  let byPlan = 0
  let bySpeed = 0
  let tube = 0
  let count = 0

  before(async () => {
    api = await startTestApi({ now: () => DAY_START + 2 * HOUR_MS })
    byPlan = await addPress(api, 'By plan')
    bySpeed = await addPress(api, 'By speed')
    await ask(
      `mutation { updateOutputSettings(input: { workCenterId: ${byPlan}, targetOutputCalculationType: BY_JOB_ORDERS_CYCLE_TIME }) { measurementUnitId } }`,
    )
    const { createOrUpdateItem } = await ask(
      'mutation { createOrUpdateItem(input: { name: "Down Tube", sku: "DT-2377", measureUnitId: 1 }) { id } }',
    )
    tube = (createOrUpdateItem as { readonly id: number }).id
  })
  after(() => api.close())

  const ask = async (query: string): Promise<Readonly<Record<string, unknown>>> => {
    const { data, errors } = await api.ask(query, { as: 'ADMIN' })
    assert.deepEqual(errors, [])
    return data
  }
  type Order = { readonly id: number; readonly version: number }
  const create = async (place: number, more = ''): Promise<Order> => {
    const input = `orderCode: "T-${++count}", productId: ${tube}, workCenterId: ${place}, planOutput: 500, planCycleTime: 12,
      planStart: "${iso(DAY_START)}", planEnd: "${iso(DAY_START + 8 * HOUR_MS)}" ${more}`
    return (await ask(`mutation { createJobOrder(input: { ${input} }) { id version } }`))['createJobOrder'] as Order
  }
  /** Whether the work center is read again with what was done. */
  const isReadAgain = async (place: number, act: () => Promise<unknown>): Promise<boolean> => {
    const version = async () => {
      const { rows } = await api.database.pool.query<{ setup_version: number }>('select setup_version from work_center where id = $1', [
        place,
      ])
      return rows[0]?.setup_version ?? 0
    }
    const version0 = await version()
    await act()
    return (await version()) > version0
  }

  it('is read again with each change of what is planned there', async () => {
    assert.equal(await isReadAgain(byPlan, () => create(byPlan, 'status: PLANNED')), true)
    const draft = await create(byPlan)
    const change = (fields: string, version: number) =>
      ask(`mutation { updateJobOrder(input: { id: ${draft.id}, version: ${version}, ${fields} }) { version } }`)
    assert.equal(await isReadAgain(byPlan, () => ask(`mutation { moveJobOrderToPlanned(id: ${draft.id}) { id } }`)), true)
    const { jobOrder } = await ask(`{ jobOrder(id: ${draft.id}) { version } }`)
    const { version } = jobOrder as Order
    assert.equal(await isReadAgain(byPlan, () => change('planOutput: 600', version)), true)
    assert.equal(await isReadAgain(byPlan, () => change('notes: "later"', version + 1)), false)
    assert.equal(await isReadAgain(byPlan, () => ask(`mutation { cancelJobOrder(id: ${draft.id}) { id } }`)), true)
    assert.equal(await isReadAgain(byPlan, () => ask(`mutation { restoreJobOrder(id: ${draft.id}) { id } }`)), true)
    const moved = () => ask(`mutation { updateJobOrderPriority(id: ${draft.id}, after: null, workCenterId: ${bySpeed}) { id } }`)
    assert.equal(await isReadAgain(byPlan, moved), true)
  })

  it('is left alone by drafts, and where it follows from a speed', async () => {
    assert.equal(await isReadAgain(byPlan, () => create(byPlan)), false)
    assert.equal(await isReadAgain(bySpeed, () => create(bySpeed, 'status: PLANNED')), false)
  })
})
