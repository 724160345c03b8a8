import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import { dieAllOver, dieAtWork } from '#server/testing/dieAtWork.ts'
import { startIntegrationWorld } from '#server/testing/integrationWorld.ts'
import type { IntegrationWorld } from '#server/testing/integrationWorld.ts'

const STEP = 15
const ORDERS = ['MO/7/71 PLANNED', 'MO/8 DRAFT']

describe('an integration whose process is killed by signal 9', () => {
  let world: IntegrationWorld
  before(async () => {
    world = await startIntegrationWorld()
  })
  after(() => world.close())
  beforeEach(() => world.reset())

  const work = (id: string) => ({
    databaseUrl: world.api.databaseUrl,
    companyId: ACME,
    now: world.clock.now,
    work: 'INTEGRATION' as const,
    about: id,
  })
  const states = async () => (await world.messages()).map(({ state }) => state)
  const made = (name: string) => world.odoo.data.productions.find((one) => one.name === name)?.made

  it('between saying a figure and noting it says it again, and it stands there once', async () => {
    const id = await world.connected()
    await world.work(id)
    await world.confirm('MO/8', 20)
    assert.ok(await dieAtWork(work(id), { ask: '/message_post' }))
    assert.deepEqual([made('MO/8'), world.odoo.data.notes.length, await states()], [20, 0, ['WAITING']])
    world.clock.now += HOUR_MS
    assert.ok(await dieAtWork(work(id), { answered: '/message_post' }))
    assert.deepEqual([made('MO/8'), world.odoo.data.notes.length, await states()], [20, 1, ['WAITING']])
    await world.confirm('MO/8', 32)
    world.clock.now += HOUR_MS
    await world.work(id)
    assert.deepEqual([made('MO/8'), await states()], [32, ['SENT', 'SENT']])
    // Absolute figures, and a note by its key: one for each.
    assert.equal(world.odoo.data.notes.length, 2)
  })

  it('in the middle of an import has all orders or none, and the next run makes each once', async () => {
    const id = await world.connected()
    const deaths = await dieAllOver(work(id), STEP, async () => {
      const there = await world.statuses()
      assert.ok(there.length === 0 || there.join() === ORDERS.join(), there.join())
    })
    assert.ok(deaths >= 2, `it was killed ${deaths} times`)
    for (let times = 0; times < 2; times++) {
      world.clock.now += HOUR_MS + MINUTE_MS
      await world.work(id)
    }
    assert.deepEqual(await world.statuses(), ORDERS)
    assert.equal((await world.state(id))?.status, 'CONNECTED')
  })
})
