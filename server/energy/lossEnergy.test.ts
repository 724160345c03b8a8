import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApi, type TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'

describe('the energy of a loss', () => {
  let api: TestApi
  const ids = { stop: 0, speed: 0 }
  before(async () => {
    api = await startTestApi({ now: () => DAY_START + 40 * 3_600_000 })
    const press = await addPress(api, 'Press')
    await addShift(api, press)
    ids.stop = await addLoss(api, press, [10, 40])
    ids.speed = await addLoss(api, press, [50, 60], { source: 'SPEED', quantity: 3, duration_ms: 60_000 })
  })
  after(() => api.close())

  const ask = async (id: number, as: 'ADMIN' | 'OPERATOR' = 'ADMIN') => {
    const { data, errors } = await api.ask(`{ lossEnergy(id: ${id}) { energyConsumption cost coverage unpriced } }`, { as })
    return errors[0]?.extensions.code ?? data['lossEnergy']
  }

  it('is unknown and never 0 where nothing is measured', async () => {
    assert.deepEqual(await ask(ids.stop), { energyConsumption: null, cost: null, coverage: 0, unpriced: 0 })
  })

  it('is told of many losses at once: of the stops among them that the caller sees, and adds up', async () => {
    const many = async (list: readonly number[], as: 'ADMIN' | 'OPERATOR' = 'ADMIN') => {
      const { data, errors } = await api.ask(`{ lossEnergies(ids: [${list.join()}]) { lossId energyConsumption coverage } }`, { as })
      return errors.length > 0 ? errors.map(({ extensions: { code, field, params } }) => ({ code, field, params })) : data['lossEnergies']
    }
    assert.deepEqual(await many([ids.stop, ids.speed, 999_999]), [{ lossId: ids.stop, energyConsumption: null, coverage: 0 }])
    assert.deepEqual([await many([ids.stop], 'OPERATOR'), await many([])], [[], []])
    const tooMany = await many(Array.from({ length: 1001 }, (_none, at) => at + 1))
    assert.deepEqual(tooMany, [{ code: 'VALUE_OUT_OF_RANGE', field: 'ids', params: { value: 1001, min: 0, max: 1000 } }])
  })

  it('is none of lost speed, and a loss that there is not or that the caller does not see is not found', async () => {
    assert.equal(await ask(ids.speed), null)
    assert.equal(await ask(999_999), 'LOSS_NOT_FOUND')
    assert.equal(await ask(ids.stop, 'OPERATOR'), 'LOSS_NOT_FOUND')
  })
})
