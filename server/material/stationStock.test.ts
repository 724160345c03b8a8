import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress } from '#server/shift/testing.ts'

describe('who does something with containers and batches', () => {
  let api: TestApi
  let container = 0
  before(async () => {
    api = await startTestApi()
    const press = await addPress(api, 'Press')
    const { pool } = api.database
    const values = [ACME, api.users.OPERATOR]
    await pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [...values, press])
    await pool.query('update membership set is_station = true where company_id = $1 and user_id = $2', values)
    const { rows } = await pool.query<{ id: number }>(`insert into container (company_id, code) values ($1, 'C1') returning id`, [ACME])
    container = rows[0]?.id ?? 0
  })
  after(() => api.close())

  const refusals = async (mutation: string, as: 'OPERATOR' | 'USER') => {
    const { errors } = await api.ask(`mutation { ${mutation} { id } }`, { as })
    return errors.map(({ extensions: { code, field } }) => `${field}: ${code}`)
  }

  it('is named by stations only', async () => {
    const empty = `emptyContainer(id: ${container}, actingUserId: "${api.users.ADMIN}")`
    assert.deepEqual(await refusals(empty, 'USER'), ['actingUserId: NOT_A_STATION'])
  })

  it('is assigned to a work center, also where the act is of none', async () => {
    const nobody = `actingUserId: "${randomUUID()}"`
    assert.deepEqual(await refusals(`emptyContainer(id: ${container}, ${nobody})`, 'OPERATOR'), ['actingUserId: NOT_ASSIGNED'])
    assert.deepEqual(await refusals(`createBatch(itemId: 1, code: "B1", quantity: 1, ${nobody})`, 'OPERATOR'), [
      'actingUserId: NOT_ASSIGNED',
    ])
  })
})
