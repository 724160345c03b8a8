import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { PUBLIC_URL } from '#server/graphql/testing.ts'
import { tellAttention } from './attention.service.ts'
import { startIntegrationWorld } from '#server/testing/integrationWorld.ts'
import type { IntegrationWorld } from '#server/testing/integrationWorld.ts'

describe('what administrators are told of an integration', () => {
  let world: IntegrationWorld
  before(async () => {
    world = await startIntegrationWorld()
  })
  after(() => world.close())
  beforeEach(async () => {
    await world.reset()
    await world.query(`delete from email where kind like 'INTEGRATION_%'`)
  })

  const look = async () => {
    await tellAttention({ database: world.api.database, publicUrl: PUBLIC_URL, now: () => world.clock.now })
    const rows = await world.query<{ kind: string }>(`select kind from email where kind like 'INTEGRATION_%' order by id`)
    return rows.map(({ kind }) => kind)
  }
  const dayIn = (days: number) => new Date(world.clock.now + days * DAY_MS).toISOString().slice(0, 10)

  it('a failure that ends its runs, once, and the next one after it worked again', async () => {
    const id = await world.connected()
    await world.work(id)
    assert.deepEqual(await look(), [])
    const fail = async () => {
      world.clock.now += 16 * MINUTE_MS
      world.odoo.endKey()
      await world.work(id)
      assert.equal((await world.state(id))?.status, 'FAILED')
    }
    await fail()
    assert.deepEqual(await look(), ['INTEGRATION_FAILED'])
    assert.deepEqual(await look(), ['INTEGRATION_FAILED'])
    // Tried again in vain: no news.
    await world.ask(`mutation { retryIntegration(id: "${id}") { status } }`)
    assert.deepEqual(await look(), ['INTEGRATION_FAILED'])
    world.odoo.reset()
    await world.ask(`mutation { retryIntegration(id: "${id}") { status } }`)
    await fail()
    assert.deepEqual(await look(), ['INTEGRATION_FAILED', 'INTEGRATION_FAILED'])
  })

  it('a failure after its settings were changed, and none of what the company switched off', async () => {
    const id = await world.connected()
    await world.work(id)
    // As a setup leaves it: what was read is read anew.
    await world.query('update integration set read_all_on = null where id = $1', [id])
    world.clock.now += 16 * MINUTE_MS
    world.odoo.endKey()
    await world.work(id)
    const switched = (isActive: boolean) =>
      world.query(
        `insert into company_extension (company_id, extension, is_active, changed_on) select company_id, 'INTEGRATIONS', $2, now() from integration where id = $1
         on conflict (company_id, extension) do update set is_active = excluded.is_active`,
        [id, isActive],
      )
    await switched(false)
    assert.deepEqual(await look(), [])
    await switched(true)
    assert.deepEqual(await look(), ['INTEGRATION_FAILED'])
  })

  it('a key that ends in 14, 3 and 0 days, each once, and another end anew', async () => {
    const id = await world.connected()
    const end = async (days: number) => {
      const input = world.input().replace('{ service', `{ id: "${id}", keyEndsOn: "${dayIn(days)}", service`)
      const { errors } = await world.ask(`mutation { createOrUpdateIntegration(input: ${input}) { id } }`)
      assert.deepEqual(errors, [])
    }
    await end(20)
    assert.equal((await look()).length, 0)
    for (const [days, letters] of [
      [6, 1],
      [5, 1],
      [6, 2],
      [3, 3],
      [9, 3],
    ] as const) {
      world.clock.now += days * DAY_MS
      assert.equal((await look()).length, letters, `${days} days later`)
    }
    await end(2)
    assert.deepEqual(await look(), ['INTEGRATION_KEY_ENDS', 'INTEGRATION_KEY_ENDS', 'INTEGRATION_KEY_ENDS', 'INTEGRATION_KEY_ENDS'])
  })
})
