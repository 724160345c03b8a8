import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addSegment, addShift } from '#server/shift/testing.ts'

describe('rejects of a list of losses', () => {
  let api: TestApi
  const rejects = (
    press: number,
    minutes: readonly [number, number],
    quantity: number,
    more: Readonly<Record<string, boolean | number>> = {},
  ) => addLoss(api, press, minutes, { source: 'OUTPUT', quantity, ...more })
  const rejected = async (filter: string) => {
    const { data, errors } = await api.ask(`{ lossesTotals(filter: { ${filter} }) { rejected { measurementUnit { code } quantity } } }`)
    assert.deepEqual(errors, [])
    const { rejected: sums } = data['lossesTotals'] as {
      rejected: readonly { measurementUnit: { code: string }; quantity: number }[]
    }
    return sums.map(({ measurementUnit, quantity }) => [measurementUnit.code, quantity])
  }
  let bottles: number
  before(async () => {
    api = await startTestApi()
    bottles = await addPress(api, 'bottles')
    await addShift(api, bottles)
    // A machine of pieces made metres for an hour.
    await addSegment(api, bottles, [0, 60])
    const metres = await addSegment(api, bottles, [60, 120])
    await api.database.pool.query(`update output_segment set unit = 'm' where id = $1`, [metres])
    await rejects(bottles, [0, 60], 7)
    await rejects(bottles, [0, 60], 5.5, { part: 1 })
    await rejects(bottles, [60, 120], 30)
    await rejects(bottles, [70, 71], 100, { is_valid: false })
    await addLoss(api, bottles, [10, 20])
    const weight = await addPress(api, 'weight')
    await api.database.pool.query(`update work_center set measurement_unit = 'kg' where id = $1`, [weight])
    await addShift(api, weight)
    await rejects(weight, [0, 60], 2)
  })
  after(() => api.close())

  it('are told by unit: that of what was made then, else that of the work center', async () => {
    assert.deepEqual(await rejected(''), [
      ['kg', 2],
      ['m', 30],
      ['pcs', 12.5],
    ])
  })

  it('are those of the filter, and none where there are only stops', async () => {
    assert.deepEqual(await rejected(`workCenterIds: [${bottles}], source: OUTPUT`), [
      ['m', 30],
      ['pcs', 12.5],
    ])
    assert.deepEqual(await rejected('source: STATUS'), [])
  })
})
