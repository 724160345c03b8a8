import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { DAY_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import { startIntegrationWorld } from '#server/testing/integrationWorld.ts'
import type { IntegrationWorld } from '#server/testing/integrationWorld.ts'
import { tidyIntegrations } from './integrationUpkeep.ts'

describe('old messages and runs of integrations', () => {
  let world: IntegrationWorld
  let id: string

  before(async () => {
    world = await startIntegrationWorld()
  })
  after(() => world.close())
  beforeEach(async () => {
    await world.reset()
    id = await world.connected()
    await world.work(id)
  })

  const daysAgo = (days: number) => new Date(world.clock.now - days * DAY_MS)

  it('go after 30 days where the order was told something later, and while nobody answered they stay', async () => {
    const [order] = await world.query<{ external: string; order: number }>(
      `select external_id as external, job_order_id as "order" from integration_order where external_code = 'MO/8'`,
    )
    assert.ok(order)
    const message = async (event: number, state: string, days: number) =>
      await world.query(
        `insert into integration_outbox (company_id, integration_id, external_id, job_order_id, event_id, operation, accepted, rejected, state,
          next_try_on, created_on, answered_on) values ($1, $2, $3, $4, $5, 'OUTPUT', 5, 0, $6, $7, $7, $8)`,
        [ACME, id, order.external, order.order, event, state, daysAgo(days), state === 'WAITING' ? null : daysAgo(days)],
      )
    await message(-1, 'SENT', 90)
    await message(-2, 'WAITING', 80)
    await message(-3, 'SKIPPED', 70)
    await message(-4, 'SENT', 29)
    await message(-5, 'SENT', 28)
    await message(-6, 'SKIPPED', 31)
    await tidyIntegrations(world.api.database, world.clock.now)
    const left = async () =>
      (await world.query<{ event: string }>('select event_id::text as event from integration_outbox order by id')).map(({ event }) => event)
    assert.deepEqual(await left(), ['-2', '-4', '-5', '-6'])
    // The last that was heard stays, however old it is.
    await tidyIntegrations(world.api.database, world.clock.now + 90 * DAY_MS)
    assert.deepEqual(await left(), ['-2', '-5', '-6'])
  })

  it('are left unsaid after 30 days of a disabled one, and go with a deleted one that can be restored no more', async () => {
    await world.confirm('MO/7/71', 10)
    await world.confirm('MO/8', 20)
    await world.query(`update integration_outbox set created_on = $1 where id = (select min(id) from integration_outbox)`, [daysAgo(31)])
    const states = async () => (await world.messages()).map(({ state }) => state)
    await tidyIntegrations(world.api.database, world.clock.now)
    assert.deepEqual(await states(), ['WAITING', 'WAITING'])
    await world.ask(`mutation { disableIntegration(id: "${id}") { id } }`)
    await tidyIntegrations(world.api.database, world.clock.now)
    assert.deepEqual(await states(), ['WAITING', 'WAITING'])
    await world.query('update integration set disabled_on = $2 where id = $1', [id, daysAgo(31)])
    await tidyIntegrations(world.api.database, world.clock.now)
    assert.deepEqual(await states(), ['SKIPPED', 'WAITING'])
    await world.query('update integration set deleted_on = $2 where id = $1', [id, daysAgo(29)])
    await tidyIntegrations(world.api.database, world.clock.now)
    assert.equal((await states()).length, 2)
    await world.query('update integration set deleted_on = $2 where id = $1', [id, daysAgo(31)])
    await tidyIntegrations(world.api.database, world.clock.now)
    assert.deepEqual(await world.query('select id from integration where id = $1', [id]), [])
    assert.deepEqual(await states(), [])
    assert.equal((await world.statuses()).length, 2)
  })

  it('go after 400 days, except the last import', async () => {
    const run = async (kind: string, days: number) =>
      await world.query(
        `insert into integration_run (company_id, id, integration_id, kind, is_full, started_on) values ($1, uuidv7($4::interval), $2, $3, true, $5)`,
        [ACME, id, kind, `-${days} days`, daysAgo(days)],
      )
    await world.query('delete from integration_run')
    for (const days of [500, 450, 399]) await run('PREVIEW', days)
    for (const days of [420, 410]) await run('RUN', days)
    await tidyIntegrations(world.api.database, world.clock.now)
    const left = await world.query<{ kind: string; days: number }>(
      `select kind, round(extract(epoch from $1::timestamptz - started_on) / 86400)::int as days from integration_run order by started_on`,
      [new Date(world.clock.now)],
    )
    assert.deepEqual(
      left.map(({ kind, days }) => `${kind} ${days}`),
      ['RUN 410', 'PREVIEW 399'],
    )
  })
})
