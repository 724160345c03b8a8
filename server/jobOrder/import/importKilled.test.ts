import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, it, suite } from 'node:test'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress } from '#server/shift/testing.ts'
import { dyingOver } from '#server/testing/dieOver.ts'
import { eventually } from '#server/testing/testMachines.ts'

const ROWS = 3_000
const APPLY = `mutation ($id: Int!, $key: Guid!) { importJobOrders(uploadId: $id, requestKey: $key) { state counts { create } } }`

suite('an import whose server is killed while it is applied', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
    const press = await addPress(api, 'Press')
    await api.database.pool.query(`update work_center set target_speed = 5, external_code = 'press' where id = $1`, [press])
    const { errors } = await api.ask(
      'mutation { createOrUpdateItem(input: { name: "Down Tube", sku: "DT-2377", measureUnitId: 1 }) { id } }',
    )
    assert.deepEqual(errors, [])
  })
  after(() => api.close())

  const counts = async () => {
    const { rows } = await api.database.pool.query<Record<string, number>>(
      `select (select count(*) from job_order)::int as orders, (select count(*) from job_order_event)::int as events,
        (select count(*) from job_orders_import_change)::int as changes, (select count(*) from bom_line where job_order_id is not null)::int as lines`,
    )
    return rows[0]
  }
  const stateOf = async (id: number) => {
    const { data, errors } = await api.ask(`{ jobOrdersImport(id: ${id}) { state } }`)
    assert.deepEqual(errors, [])
    return (data['jobOrdersImport'] as { readonly state: string }).state
  }

  it('has applied nothing, says that it failed, and works when it is asked again', async () => {
    const lines = Array.from({ length: ROWS }, (_none, at) => `N-${at};DT-2377;5;press`)
    const response = await fetch(`${api.origin}/api/imports?name=orders.csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await api.token(api.users.ADMIN)}`, 'x-schema-code': ACME, 'content-type': 'text/csv' },
      body: ['code;productCode;plannedQuantity;workCenterCode', ...lines].join('\n'),
    })
    assert.equal(response.status, 200)
    const { uploadId: id } = (await response.json()) as { readonly uploadId: number }
    assert.equal(await stateOf(id), 'MAPPED')
    const said = { query: APPLY, variables: { id, key: randomUUID() } }
    await dyingOver({ ...api, now: Date.now() }, said, 'applying')
    const nothing = { orders: 0, events: 0, changes: 0, lines: 0 }
    assert.deepEqual(await counts(), nothing)
    // The database may need a moment to see that the connection is gone.
    await eventually(async () => ((await stateOf(id)) === 'APPLYING' ? undefined : true))
    assert.equal(await stateOf(id), 'FAILED')
    assert.deepEqual(await counts(), nothing)

    for (let turn = 0; turn < 2; turn++) {
      const { data, errors } = await api.ask(said.query, { variables: said.variables })
      assert.deepEqual(errors, [])
      assert.deepEqual(data['importJobOrders'], { state: 'APPLIED', counts: { create: ROWS } })
    }
    const done = await counts()
    assert.deepEqual([done?.['orders'], done?.['changes']], [ROWS, ROWS])
  })
})
