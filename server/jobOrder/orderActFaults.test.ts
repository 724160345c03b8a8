import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'
import { dyingOver } from '#server/testing/dieOver.ts'

const ACT = (name: 'startJobOrder' | 'stopJobOrder') =>
  `mutation ($order: Int!, $at: DateTime, $key: Guid!) { done: ${name}(id: $order, occurredAt: $at, requestKey: $key) { id status } }`

describe('an order that is started and paused at a server that dies over it', () => {
  let api: TestApi
  let now = DAY_START + 60 * MINUTE_MS
  let press = 0
  let tube = 0

  before(async () => {
    api = await startTestApi({ now: () => now })
    press = await addPress(api, 'Press')
    await addShift(api, press, { hours: 8 })
    const { data } = await api.ask('mutation { createOrUpdateItem(input: { name: "Down Tube", sku: "DT-2377", measureUnitId: 1 }) { id } }')
    tube = (data['createOrUpdateItem'] as { readonly id: number }).id
  })
  after(() => api.close())

  const iso = (at: number) => new Date(at).toISOString()
  const stateOf = async (order: number) => {
    const { rows } = await api.database.pool.query<{ status: string; runs: string | null; events: string | null }>(
      `select status,
        (select string_agg(start_at || '-' || coalesce(end_at::text, ''), ' ' order by start_at) from job_order_run where job_order_id = $1) as runs,
        (select string_agg(kind, ' ' order by id) from job_order_event where job_order_id = $1 and kind in ('STARTED', 'STOPPED')) as events
       from job_order where id = $1`,
      [order],
    )
    return rows[0]
  }
  const send = async (said: { readonly query: string; readonly variables: object }) => {
    const { data, errors } = await api.ask(said.query, { variables: said.variables })
    assert.deepEqual(errors, [])
    return (data['done'] as { readonly status: string }).status
  }

  for (const dies of ['before', 'after'] as const)
    it(`${dies} its commit has one run, since the tap and until the tap, once it is asked again`, async () => {
      const input = `orderCode: "F-${dies}", status: PLANNED, productId: ${tube}, workCenterId: ${press}, planOutput: 500, planCycleTime: 12`
      const { data } = await api.ask(`mutation { createJobOrder(input: { ${input} }) { id } }`)
      const { id } = data['createJobOrder'] as { readonly id: number }
      const beside = { ...api, databaseUrl: api.databaseUrl }
      const said = (name: 'startJobOrder' | 'stopJobOrder') => ({
        query: ACT(name),
        variables: { order: id, at: iso(now), key: randomUUID() },
      })

      const startedAt = now
      const start = said('startJobOrder')
      await dyingOver({ ...beside, now }, start, dies)
      const begun = { status: 'PROGRESS', runs: `${startedAt}-`, events: 'STARTED' }
      assert.deepEqual(await stateOf(id), dies === 'before' ? { status: 'PLANNED', runs: null, events: null } : begun)
      now += MINUTE_MS
      for (let turn = 0; turn < 2; turn++) assert.equal(await send(start), 'PROGRESS')
      assert.deepEqual(await stateOf(id), begun)

      now += 10 * MINUTE_MS
      const stoppedAt = now
      const stop = said('stopJobOrder')
      await dyingOver({ ...beside, now }, stop, dies)
      const paused = { status: 'ON_HOLD', runs: `${startedAt}-${stoppedAt}`, events: 'STARTED STOPPED' }
      assert.deepEqual(await stateOf(id), dies === 'before' ? begun : paused)
      now += MINUTE_MS
      for (let turn = 0; turn < 2; turn++) assert.equal(await send(stop), 'ON_HOLD')
      assert.deepEqual(await stateOf(id), paused)
    })
})
