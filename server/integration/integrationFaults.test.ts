import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { createGuardedFetch, OutboundFailure } from '#server/outbound/guardedFetch.ts'
import type { GuardedFetch } from '#server/outbound/guardedFetch.ts'
import type { OdooTrap } from '#server/testing/odooDouble.ts'
import { codesOf, startIntegrationWorld } from '#server/testing/integrationWorld.ts'
import type { IntegrationWorld } from '#server/testing/integrationWorld.ts'

/** Longer than anybody waits here: the test ends it. */
const SLOW_MS = 30_000

describe('faults of another system', () => {
  let world: IntegrationWorld
  before(async () => {
    world = await startIntegrationWorld({ slowMs: SLOW_MS })
  })
  after(() => world.close())
  beforeEach(() => world.reset())

  /** Asks as usual, and waits for no answer longer than a moment. */
  const impatient: GuardedFetch = (request) => world.deps.outbound({ ...request, timeoutMs: 300 })
  const behind = (calls: number, trap: OdooTrap): readonly OdooTrap[] => [...Array<OdooTrap>(calls).fill('PASS'), trap]
  const run = (id: string) => world.ask(`mutation { runIntegration(integrationId: "${id}") { counts { created } error { code } } }`)
  const lastRun = async () =>
    (
      await world.query<{ code: string | null; created: number | null }>(
        `select error ->> 'code' as code, (counts ->> 'created')::int as created from integration_run order by id desc limit 1`,
      )
    )[0]

  /** In the middle of a run: after the fields of three models and the work centers, orders are asked for. */
  const MID_RUN: readonly {
    readonly name: string
    readonly version: number
    readonly traps: readonly OdooTrap[]
    readonly status: string
    readonly failures: number
    readonly code: string
  }[] = [
    {
      name: 'a page of a proxy',
      version: 19,
      traps: behind(4, 'HTML_502'),
      status: 'CONNECTED',
      failures: 1,
      code: 'INTEGRATION_NOT_JSON',
    },
    { name: 'no answer in time', version: 19, traps: behind(4, 'SLOW'), status: 'CONNECTED', failures: 1, code: 'INTEGRATION_TIMEOUT' },
    { name: 'a key that ends', version: 19, traps: behind(5, 'KEY_ENDED'), status: 'FAILED', failures: 0, code: 'INTEGRATION_SIGN_IN' },
    {
      name: 'an error with status 200',
      version: 18,
      traps: behind(6, 'KEY_ENDED'),
      status: 'FAILED',
      failures: 0,
      code: 'INTEGRATION_SIGN_IN',
    },
  ]
  for (const { name, version, traps, status, failures, code } of MID_RUN)
    it(`imports no half list: ${name} in the middle of a run of Odoo ${version}`, async () => {
      world.odoo.moveTo(version)
      const id = await world.connected()
      world.odoo.trap(...traps)
      await world.work(id, code === 'INTEGRATION_TIMEOUT' ? { outbound: impatient } : {})
      assert.deepEqual(await world.state(id), { status, failures, code, runs: 1 })
      assert.deepEqual(await lastRun(), { code, created: null })
      assert.deepEqual(await world.statuses(), [])
      // Once it is well again, all of it comes.
      world.odoo.reset()
      world.clock.now += HOUR_MS
      if (status === 'FAILED') assert.equal(codesOf(await world.ask(`mutation { retryIntegration(id: "${id}") { status } }`)), '')
      await world.work(id)
      assert.deepEqual(await world.statuses(), ['MO/7/71 PLANNED', 'MO/8 DRAFT'])
    })

  it('waits for a person with a record that is deleted over there, and goes on with others', async () => {
    const id = await world.connected()
    await world.work(id)
    world.odoo.data.workOrders.length = 0
    await world.confirm('MO/7/71', 10)
    await world.confirm('MO/8', 20)
    await world.work(id)
    assert.deepEqual(
      (await world.messages()).map(({ external, state }) => `${external} ${state}`),
      ['mrp.workorder/71 NEEDS_PERSON', 'mrp.production/8 SENT'],
    )
    assert.equal((await world.state(id))?.status, 'CONNECTED')
  })

  it('leaves all messages waiting where the key has ended, fails, and says them without a person once a key holds again', async () => {
    const id = await world.connected()
    await world.work(id)
    await world.confirm('MO/7/71', 10)
    await world.confirm('MO/8', 20)
    const states = async () => (await world.messages()).map(({ external, state }) => `${external} ${state}`)
    world.odoo.endKey()
    await world.work(id)
    assert.deepEqual(await states(), ['mrp.workorder/71 WAITING', 'mrp.production/8 WAITING'])
    const failed = await world.state(id)
    assert.deepEqual([failed?.status, failed?.code], ['FAILED', 'INTEGRATION_SIGN_IN'])
    world.odoo.reset()
    assert.equal(codesOf(await world.ask(`mutation { retryIntegration(id: "${id}") { status } }`)), '')
    await world.work(id)
    assert.deepEqual(await states(), ['mrp.workorder/71 SENT', 'mrp.production/8 SENT'])
  })

  it('says nothing more once somebody has disabled it', async () => {
    const id = await world.connected()
    await world.work(id)
    await world.confirm('MO/7/71', 10)
    await world.confirm('MO/8', 20)
    let isDisabled = false
    await world.work(id, {
      outbound: async (request) => {
        const answer = await world.deps.outbound(request)
        if (!isDisabled) assert.equal(codesOf(await world.ask(`mutation { disableIntegration(id: "${id}") { status } }`)), '')
        isDisabled = true
        return answer
      },
    })
    assert.deepEqual(
      (await world.messages()).map(({ external, state }) => `${external} ${state}`),
      ['mrp.workorder/71 SENT', 'mrp.production/8 WAITING'],
    )
    assert.equal((await world.state(id))?.status, 'DISABLED')
  })

  it('says no message that a person left unsaid since its turn began', async () => {
    const id = await world.connected()
    await world.work(id)
    await world.confirm('MO/7/71', 10)
    await world.confirm('MO/8', 20)
    const [, second] = await world.query<{ id: string }>('select id::text as id from integration_outbox order by id')
    let isSkipped = false
    await world.work(id, {
      outbound: async (request) => {
        const answer = await world.deps.outbound(request)
        if (!isSkipped)
          assert.equal(codesOf(await world.ask(`mutation { skipOutbox(integrationId: "${id}", messageIds: [${second?.id}]) { id } }`)), '')
        isSkipped = true
        return answer
      },
    })
    assert.deepEqual(
      (await world.messages()).map(({ external, state }) => `${external} ${state}`),
      ['mrp.workorder/71 SENT', 'mrp.production/8 SKIPPED'],
    )
    assert.equal(world.odoo.data.productions.find((order) => order.id === 8)?.made, 0)
  })

  it('speaks the way of the version that stands there, whatever it was the run before', async () => {
    world.odoo.moveTo(16)
    const id = await world.connected()
    await world.work(id)
    for (const [version, quantity] of [
      [18, 410],
      [19, 420],
      [20, 430],
    ] as const) {
      world.odoo.moveTo(version)
      for (const order of world.odoo.data.productions) order.quantity = quantity
      world.clock.now += 25 * HOUR_MS
      await world.work(id)
      const plans = await world.query<{ plan: number }>(`select distinct plan_output::float8 as plan from job_order`)
      assert.deepEqual(plans, [{ plan: quantity }], `Odoo ${version}`)
    }
    assert.deepEqual(await world.state(id), { status: 'CONNECTED', failures: 0, code: null, runs: 4 })
  })

  it('imports once when two ask at once, and says to the other who works with it', async () => {
    const id = await world.connected()
    const answers = await Promise.all([run(id), run(id), run(id), world.work(id)])
    const said = answers.flatMap((answer) => (answer === undefined ? [] : [codesOf(answer)]))
    assert.deepEqual(new Set(said.filter((code) => code !== '')), new Set(said.includes('INTEGRATION_BUSY') ? ['INTEGRATION_BUSY'] : []))
    assert.deepEqual(await world.statuses(), ['MO/7/71 PLANNED', 'MO/8 DRAFT'])
    // While one waits for an answer that does not come, the next one is refused.
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    world.clock.now += HOUR_MS
    const slow = world.work(id, {
      outbound: async (request) => {
        isAsked()
        await answered
        return await world.deps.outbound(request)
      },
    })
    await asked
    assert.equal(codesOf(await run(id)), 'INTEGRATION_BUSY')
    answer()
    await slow
    assert.equal((await world.state(id))?.status, 'CONNECTED')
    assert.deepEqual(await world.statuses(), ['MO/7/71 PLANNED', 'MO/8 DRAFT'])
  })

  it('says a figure again after a process died between saying and noting it, and it stands there once', async () => {
    const id = await world.connected()
    await world.work(id)
    await world.confirm('MO/8', 20)
    const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
    // Its process ends here: Odoo has the figure and the note, and nobody hears of it.
    void world.work(id, {
      outbound: async (request) => {
        const answer = await world.deps.outbound(request)
        if (!request.url.endsWith('/message_post')) return answer
        isWritten()
        return await new Promise<never>(() => undefined)
      },
    })
    await written
    assert.deepEqual(
      (await world.messages()).map(({ state }) => state),
      ['WAITING'],
    )
    await world.confirm('MO/8', 32)
    await world.work(id)
    assert.deepEqual(
      (await world.messages()).map(({ state }) => state),
      ['SENT', 'SENT'],
    )
    assert.equal(world.odoo.data.productions.find((one) => one.name === 'MO/8')?.made, 32)
    assert.equal(world.odoo.data.notes.length, 2)
  })

  it('leaves the note of a figure also where the road broke off between the two, and once', async () => {
    const id = await world.connected()
    await world.work(id)
    await world.confirm('MO/8', 20)
    const breaking: GuardedFetch = async (request) => {
      if (request.url.endsWith('/message_post')) throw new OutboundFailure('UNREACHABLE', 'broken')
      return await world.deps.outbound(request)
    }
    await world.work(id, { outbound: breaking })
    assert.equal(world.odoo.data.productions.find((one) => one.name === 'MO/8')?.made, 20)
    assert.equal(world.odoo.data.notes.length, 0)
    for (let tries = 0; tries < 2; tries++) {
      world.clock.now += MINUTE_MS
      await world.work(id)
    }
    const [note, ...others] = world.odoo.data.notes
    assert.match(note?.body ?? '', /^Trueline \S+: accepted 20, rejected \d+ so far\.$/)
    assert.deepEqual(others, [])
  })

  it('asks no private address that its name begins to stand for', async () => {
    const id = await world.connected()
    await world.query(`update integration set service_url = 'http://odoo.example:' || split_part(service_url, ':', 3)`)
    world.odoo.calls.length = 0
    const rebound = createGuardedFetch({ allowsPrivate: false, resolve: async () => ['93.184.215.14', '127.0.0.1'] })
    await world.work(id, { outbound: rebound })
    assert.deepEqual(await world.state(id), { status: 'FAILED', failures: 0, code: 'INTEGRATION_ADDRESS_REFUSED', runs: 1 })
    assert.deepEqual(world.odoo.calls, [])
  })

  it('keeps texts of the other system as they are, and what it says of an error on one short line', async () => {
    const script = '<img src=x onerror=alert(1)>'
    for (const product of world.odoo.data.products) Object.assign(product, { name: script, default_code: `S-${product.id}` })
    const id = await world.connected()
    await world.work(id)
    assert.deepEqual(await world.query(`select distinct name from item where name like '%onerror%'`), [{ name: script }])
    world.clock.now += 15 * MINUTE_MS
    const refusing: GuardedFetch = async (request) =>
      request.url.endsWith('/search_read')
        ? { status: 422, headers: {}, body: Buffer.from(JSON.stringify({ message: `${script}\u202e\u0000\n${'x'.repeat(500)}` })) }
        : await world.deps.outbound(request)
    await world.work(id, { outbound: refusing })
    const [told] = await world.query<{ message: string }>(`select error -> 'params' ->> 'message' as message from integration`)
    assert.equal(told?.message.length, 200)
    assert.ok(told.message.startsWith(`${script} x`))
  })
})
