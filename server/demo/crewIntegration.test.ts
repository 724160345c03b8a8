import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { JobOrderId, UserId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { insertOrderEvents } from '#server/jobOrder/jobOrderEvent.store.ts'
import { addPress } from '#server/shift/testing.ts'
import { crewIntegration } from './crewIntegration.ts'

let api: TestApi
let now = Date.UTC(2026, 4, 4, 12)
before(async () => {
  api = await startTestApi({ now: () => now })
})
after(() => api.close())

test('the ERP of the demo has a history, hears what is confirmed, and keeps one conflict for people', async () => {
  const query = async (text: string, values: readonly unknown[] = []) =>
    (await api.database.pool.query(text, [...values])).rows as unknown[]
  const press = await addPress(api, 'Press')
  await query(`update work_center set external_code = 'press-1' where id = $1`, [press])
  const order = async (code: string) => {
    const input = `orderCode: "${code}", externalCode: "SO-${code}", workCenterId: ${press}, planOutput: 100`
    const { data, errors } = await api.ask(`mutation { createJobOrder(input: { ${input} }) { id } }`)
    assert.deepEqual(errors, [])
    return Number((data['createJobOrder'] as { readonly id: number }).id)
  }
  const [closed, open] = [await order('A'), await order('B')]
  const confirm = async (id: number, accepted: number) => {
    await api.database.inTenant(asId(ACME), async (tenant) => {
      const event = { act: crypto.randomUUID(), kind: 'CONFIRMED', fromStatus: null, toStatus: null, at: now } as const
      await insertOrderEvents(
        tenant,
        [{ ...event, jobOrderId: asId<JobOrderId>(id), source: 'SCREEN', comment: null, details: {}, undo: null }],
        { userId: null, viaStation: null, at: new Date(now) },
      )
    })
    await query(
      `update job_order set accepted_output = $2::int, status = case when $2::int >= 100 then 'COMPLETED' else status end where id = $1`,
      [id, accepted],
    )
  }
  await confirm(closed, 100)
  await confirm(open, 40)
  const deps = { database: api.database, now: () => now }
  const lead = { companyId: asId(ACME), userId: asId<UserId>(api.users.ADMIN), role: 'ADMIN' } as unknown as Parameters<
    typeof crewIntegration
  >[2]
  const shown = async () => {
    const { data, errors } = await api.ask(`{ integrations { id status needsPerson waiting probe { version } } }`)
    assert.deepEqual(errors, [])
    return data['integrations'] as readonly { id: string; status: string; needsPerson: number; waiting: number }[]
  }
  const runs = async () => (await query('select 1 from integration_run')).length
  const messages = async () =>
    await query(`select o.order_code || ' ' || m.accepted::float || ' ' || m.state as told, m.theirs::float from integration_outbox m
      join job_order o on o.id = m.job_order_id order by m.id`)
  for (let round = 0; round < 2; round++) await crewIntegration(deps, asId(ACME), lead)
  const [integration] = await shown()
  assert.deepEqual([integration?.status, integration?.needsPerson, integration?.waiting], ['CONNECTED', 1, 0])
  assert.equal(await runs(), 12)
  assert.deepEqual(await messages(), [
    { told: 'A 100 CONFLICT', theirs: 88 },
    { told: 'B 40 SENT', theirs: null },
  ])
  now += 16 * MINUTE_MS
  await confirm(open, 60)
  await crewIntegration(deps, asId(ACME), lead)
  assert.equal(await runs(), 13)
  assert.deepEqual((await messages()).at(-1), { told: 'B 60 SENT', theirs: null })
  // Nothing waits in the product for somebody who would never answer.
  assert.deepEqual(await query(`select 1 from integration_outbox where state = 'WAITING'`), [])
  now += 80 * HOUR_MS
  await crewIntegration(deps, asId(ACME), lead)
  assert.equal(await runs(), 1)
})
