import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { ACME, PUBLIC_URL } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { makeJobsDue, untilSo } from '#server/jobs/testing.ts'
import { OutboundFailure } from '#server/outbound/guardedFetch.ts'
import { Refusal } from '#server/refusal.ts'
import { listenFree } from '#server/testing/listenFree.ts'
import { DOUBLE_DATABASE, startOdooDouble } from '#server/testing/odooDouble.ts'
import type { OdooDouble } from '#server/testing/odooDouble.ts'
import { selfSigned } from '#server/testing/selfSigned.ts'
import { workIntegrations, workOnce } from './integrationJob.service.ts'
import type { IntegrationDeps } from './integrationDeps.ts'
import { listDueIntegrations } from './integration.store.ts'
import { codesOf, startIntegrationWorld } from '#server/testing/integrationWorld.ts'
import type { IntegrationWorld } from '#server/testing/integrationWorld.ts'

const doneOf = <T>({ errors, data }: Answer, name: string): T => {
  assert.deepEqual(errors, [])
  return data[name] as T
}

describe('an integration in trouble', () => {
  let world: IntegrationWorld
  let api: TestApi
  let odoo: OdooDouble
  let deps: IntegrationDeps
  let clock: IntegrationWorld['clock']

  before(async () => {
    world = await startIntegrationWorld()
    ;({ api, odoo, deps, clock } = world)
  })
  after(() => world.close())
  beforeEach(() => world.reset())

  /** Sets the integration up, and imports what its preview shows. */
  const importAnew = async (id: string) => {
    assert.equal(await world.setUp(id, '', `action: EXISTING, internalWorkCenterId: ${world.saw}`), 'CONNECTED')
    const { data } = await world.ask(`mutation { previewIntegrationRun(integrationId: "${id}") { checkToken } }`)
    const { checkToken } = data['previewIntegrationRun'] as { readonly checkToken: string }
    assert.equal(codesOf(await world.ask(`mutation { runIntegration(integrationId: "${id}", checkToken: "${checkToken}") { id } }`)), '')
  }

  const dead = {
    outbound: async () => {
      throw new OutboundFailure('UNREACHABLE', 'nobody')
    },
  }

  it('never refuses an act on an order that two rows of the other system stand for', async () => {
    const id = await world.connected()
    await world.work(id)
    const order = odoo.data.productions.find((one) => one.name === 'MO/8')
    assert.ok(order)
    // The same name in another database.
    order.id = 40
    clock.now += DAY_MS
    await world.work(id)
    await world.confirm('MO/8', 10)
    assert.deepEqual(
      (await world.messages()).map(({ external }) => external),
      ['mrp.production/40'],
    )
  })

  it('never refuses an act in whose moment an import takes the row of its order away', async () => {
    const id = await world.connected()
    await world.work(id)
    const client = await api.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`delete from integration_order where external_id = 'mrp.production/8'`)
      const confirmed = world.confirm('MO/8', 10)
      // It waits for the row at its end.
      await untilSo(
        async () => (await world.query('select from pg_locks where not granted')).length,
        (waiting) => waiting > 0,
      )
      await client.query('commit')
      await confirmed
    } finally {
      client.release()
    }
    const [order] = await world.query<{ accepted: number }>(
      `select accepted_output::int as accepted from job_order where external_code = 'MO/8'`,
    )
    assert.deepEqual([order?.accepted, await world.messages()], [10, []])
  })

  it('is run by a job when its time has come', async () => {
    const id = await world.connected()
    const jobs = createJobs({ database: api.database, log: api.deps.log })
    workIntegrations(jobs, { ...deps, config: { publicUrl: PUBLIC_URL } })
    await jobs.start()
    await untilSo(
      async () => {
        await makeJobsDue(api.database)
        return await world.state(id)
      },
      (told) => told?.runs === 1 && told.status === 'CONNECTED',
    )
    await jobs.close()
    assert.deepEqual(await world.statuses(), ['MO/7/71 PLANNED', 'MO/8 DRAFT'])
  })

  it('imports nothing by itself before its first preview was seen and confirmed, though the preview fails or it is switched off and on', async () => {
    const id = await world.connected('', false)
    const shown = async () => {
      const { data } = await world.ask('{ integrations { isScheduled nextRunOn } }')
      return (data['integrations'] as readonly object[])[0]
    }
    const waits = { isScheduled: false, nextRunOn: null }
    const preview = async () => {
      const { data } = await world.ask(
        `mutation { previewIntegrationRun(integrationId: "${id}") { checkToken counts { created } error { code } } }`,
      )
      return data['previewIntegrationRun'] as { readonly checkToken: string | null; readonly counts: object | null }
    }
    const later = async () => {
      world.clock.now += DAY_MS
      await world.work(id)
    }
    assert.deepEqual(await shown(), waits)
    // By a program that saw nothing.
    assert.deepEqual((await world.ask(`mutation { disableIntegration(id: "${id}") { status } }`)).errors, [])
    assert.deepEqual((await world.ask(`mutation { enableIntegration(id: "${id}") { status } }`)).errors, [])
    world.odoo.trap('HTML_502')
    await preview()
    await later()
    assert.deepEqual(await shown(), waits)
    const said = await preview()
    assert.deepEqual(said.counts, { created: 2 })
    await later()
    assert.deepEqual([await shown(), await world.statuses()], [waits, []])
    const again = await preview()
    assert.deepEqual(
      (await world.ask(`mutation { runIntegration(integrationId: "${id}", checkToken: "${again.checkToken}") { id } }`)).errors,
      [],
    )
    assert.deepEqual(await shown(), { isScheduled: true, nextRunOn: new Date(world.clock.now + 15 * MINUTE_MS).toISOString() })
    assert.equal((await world.statuses()).length, 2)
    // Set up once more it stays so.
    await world.setUp(id, '', `action: EXISTING, internalWorkCenterId: ${world.saw}`)
    assert.deepEqual(await shown(), { isScheduled: true, nextRunOn: new Date(world.clock.now).toISOString() })
  })

  it('waits for the next run after a failure that may pass', async () => {
    const id = await world.connected()
    await world.work(id, dead)
    clock.now += 10 * SECOND_MS
    await world.work(id, dead)
    assert.deepEqual(await world.state(id), { status: 'CONNECTED', failures: 1, code: 'INTEGRATION_UNREACHABLE', runs: 1 })
    clock.now += 15 * MINUTE_MS
    await world.work(id)
    assert.deepEqual(await world.state(id), { status: 'CONNECTED', failures: 0, code: null, runs: 2 })
  })

  it('counts a run of the schedule that is refused or breaks, and waits for the next', async () => {
    const id = await world.connected()
    // What refuses as a whole is no failure of the other system.
    const refused = {
      outbound: async () => {
        throw new Refusal({ code: 'TOO_MANY_REQUESTS' })
      },
    }
    await world.work(id, refused)
    clock.now += 10 * SECOND_MS
    await world.work(id)
    assert.deepEqual(await world.state(id), { status: 'CONNECTED', failures: 1, code: 'TOO_MANY_REQUESTS', runs: 1 })
    const broken = {
      runImport: async () => {
        throw new Error('broken')
      },
    }
    for (let failures = 2; failures <= 5; failures++) {
      clock.now += HOUR_MS
      await assert.rejects(world.work(id, broken), { message: 'broken' })
      assert.equal((await world.state(id))?.failures, failures)
    }
    assert.deepEqual(await world.state(id), { status: 'FAILED', failures: 5, code: 'INTERNAL', runs: 5 })
  })

  it('closes and cancels orders by a preview alone, for who may manage orders', async () => {
    const id = await world.connected('importType: REPLACE')
    await world.work(id)
    odoo.data.productions.splice(0, 1)
    odoo.data.workOrders.splice(0, 1)
    const [left] = odoo.data.productions
    assert.ok(left)
    odoo.data.productions.push({ ...left, id: 9, name: 'MO/9', state: 'confirmed' })
    const run = (more: string, as: Role = 'ADMIN') =>
      world.ask(`mutation { runIntegration(integrationId: "${id}" ${more}) { counts { closed } error { code } } }`, as)
    assert.deepEqual(doneOf<object>(await run(''), 'runIntegration'), { counts: { closed: 0 }, error: null })
    const before = await world.statuses()
    assert.ok(before.includes('MO/7/71 PLANNED'), before.join())
    const preview = async () =>
      doneOf<{ readonly checkToken: string; readonly counts: { readonly closed: number; readonly refused: number } }>(
        await world.ask(`mutation { previewIntegrationRun(integrationId: "${id}") { checkToken counts { closed refused } } }`),
        'previewIntegrationRun',
      )
    // An order that is refused keeps ours of its code, and no other.
    const refusedOne = { ...left, id: 10, name: 'MO/7/71', state: 'confirmed', quantity: 0 }
    odoo.data.productions.push(refusedOne)
    const refused = await preview()
    assert.deepEqual(refused.counts, { closed: 0, refused: 1 })
    assert.deepEqual(doneOf<object>(await run(`checkToken: "${refused.checkToken}"`), 'runIntegration'), {
      counts: { closed: 0 },
      error: null,
    })
    assert.ok((await world.statuses()).includes('MO/7/71 PLANNED'))
    refusedOne.name = 'MO/10'
    const said = await preview()
    assert.deepEqual(said.counts, { closed: 1, refused: 1 })
    assert.equal(codesOf(await run(`checkToken: "${said.checkToken}"`, 'PROVIDER_SUPPORT')), 'FORBIDDEN')
    assert.ok((await world.statuses()).includes('MO/7/71 PLANNED'))
    assert.deepEqual(doneOf<object>(await run(`checkToken: "${said.checkToken}"`), 'runIntegration'), {
      counts: { closed: said.counts.closed },
      error: null,
    })
    assert.ok((await world.statuses()).includes('MO/7/71 CANCELLED'))
  })

  it('replaces the orders of linked work centers of which none is left there, and of no others', async () => {
    const id = await world.connected('importType: REPLACE')
    await world.work(id)
    const preview = async () =>
      doneOf<{ readonly checkToken: string | null; readonly counts: { readonly closed: number }; readonly error: object | null }>(
        await world.ask(`mutation { previewIntegrationRun(integrationId: "${id}") { checkToken counts { closed } error { code } } }`),
        'previewIntegrationRun',
      )
    const apply = async (checkToken: string | null) =>
      doneOf<object>(
        await world.ask(
          `mutation { runIntegration(integrationId: "${id}", checkToken: "${checkToken}") { counts { closed } error { code } } }`,
        ),
        'runIntegration',
      )
    const { productions, workOrders } = odoo.data
    const kept = { productions: [...productions], workOrders: [...workOrders] }
    // A work center that is gone there says nothing of its orders.
    const places = [...odoo.data.workCenters]
    odoo.data.workCenters = places.filter(({ id: one }) => one !== 2)
    odoo.data.productions = []
    odoo.data.workOrders = []
    assert.deepEqual((await preview()).counts, { closed: 1 })
    odoo.data.workCenters = places
    Object.assign(odoo.data, kept)
    assert.deepEqual((await preview()).counts, { closed: 0 })
    // One of the two work centers has an order left.
    odoo.data.productions = kept.productions.filter(({ id: one }) => one === 8)
    odoo.data.workOrders = []
    assert.deepEqual((await preview()).counts, { closed: 1 })
    // None has; the schedule still ends nothing.
    odoo.data.productions = []
    clock.now += DAY_MS
    await world.work(id)
    assert.deepEqual(await world.statuses(), ['MO/7/71 PLANNED', 'MO/8 DRAFT'])
    const said = await preview()
    assert.deepEqual([said.counts, said.error], [{ closed: 2 }, null])
    assert.deepEqual(await apply(said.checkToken), { counts: { closed: 2 }, error: null })
    assert.deepEqual(await world.statuses(), ['MO/7/71 CANCELLED', 'MO/8 CANCELLED'])
  })

  it('says the quantity of an order by its last operation, and closes it once all are closed here', async () => {
    const [work] = odoo.data.workOrders
    const [production] = odoo.data.productions
    assert.ok(work && production)
    odoo.data.workOrders.push({ ...work, id: 72, workCenterId: 3, sequence: 200 })
    const id = await world.connected()
    await world.query(`update integration set settings = settings || '{"closes": true}', sends = '{OUTPUT,CLOSED}' where id = $1`, [id])
    await world.work(id)
    assert.deepEqual(await world.statuses(), ['MO/7/71 PLANNED', 'MO/7/72 PLANNED', 'MO/8 DRAFT'])
    for (const [code, accepted, made] of [
      ['MO/7/71', 400, 0],
      ['MO/7/72', 100, 100],
      ['MO/7/71', 420, 100],
      ['MO/7/72', 150, 150],
      ['MO/7/72', 0, 0],
      ['MO/7/72', 160, 160],
    ] as const) {
      await world.confirm(code, accepted)
      await world.work(id)
      assert.equal(production.made, made, `${code} ${accepted}`)
    }
    await world.finish('MO/7/71')
    await world.work(id)
    assert.equal(production.state, 'confirmed')
    await world.finish('MO/7/72')
    await world.work(id)
    assert.deepEqual([production.state, production.made], ['done', 160])
    assert.deepEqual([...new Set((await world.messages()).map(({ state }) => state))], ['SENT'])
  })

  it('closes an order whose last open operation is cancelled here, after those that are closed were told', async () => {
    const [work] = odoo.data.workOrders
    const [production, foreign] = odoo.data.productions
    assert.ok(work && production && foreign)
    odoo.data.workOrders.push({ ...work, id: 72, workCenterId: 3, sequence: 200 })
    const id = await world.connected()
    const settings = async (closes: boolean) => {
      const text = `update integration set settings = settings || jsonb_build_object('closes', $2::boolean), sends = '{OUTPUT,CLOSED}' where id = $1`
      await world.query(text, [id, closes])
    }
    await settings(true)
    await world.work(id)
    await world.confirm('MO/7/72', 100)
    await world.finish('MO/7/72')
    await world.work(id)
    const told = async () => (await world.messages()).map(({ external, state }) => `${external} ${state}`)
    const heard = ['mrp.workorder/72 SENT', 'mrp.workorder/72 SENT']
    assert.deepEqual([await told(), production.state, production.made], [heard, 'confirmed', 100])
    const notes = odoo.data.notes.length
    const [order] = await world.query<{ id: number }>(`select id from job_order where external_code = 'MO/7/71'`)
    const act = async (name: string) =>
      assert.deepEqual((await world.ask(`mutation { ${name}(id: ${order?.id}) { status } }`)).errors, [], name)
    // Where closing is switched off nothing is said again.
    await settings(false)
    await act('cancelJobOrder')
    assert.deepEqual(await told(), heard)
    await act('restoreJobOrder')
    await settings(true)
    // A corrected figure that waits goes before the closing, which has it, too.
    await world.confirm('MO/7/72', 120)
    await act('cancelJobOrder')
    assert.deepEqual(await told(), ['mrp.workorder/72 SENT', 'mrp.workorder/72 WAITING', 'mrp.workorder/72 WAITING'])
    await world.work(id)
    assert.deepEqual([[...new Set(await told())], production.state, production.made], [['mrp.workorder/72 SENT'], 'done', 120])
    assert.deepEqual([foreign.state, odoo.data.notes.length], ['draft', notes + 1])
  })

  it("goes over the figure that another operation said while that was the last, and over nobody else's", async () => {
    const [work] = odoo.data.workOrders
    const [production] = odoo.data.productions
    assert.ok(work && production)
    const id = await world.connected()
    await world.work(id)
    const told = async (code: string, accepted: number) => {
      await world.confirm(code, accepted)
      await world.work(id)
      return [production.made, (await world.messages()).at(-1)?.state]
    }
    /** Adds an operation behind the last one, and has it imported. */
    const add = async (workId: number, workCenterId: number) => {
      odoo.data.workOrders.push({ ...work, id: workId, workCenterId, sequence: workId * 10 })
      clock.now += DAY_MS
      await world.work(id)
      assert.ok((await world.statuses()).includes(`MO/7/${workId} PLANNED`))
    }
    assert.deepEqual(await told('MO/7/71', 50), [50, 'SENT'])
    await add(72, 3)
    assert.deepEqual(await told('MO/7/72', 20), [20, 'SENT'])
    // The last one is cancelled: what it said is ours all the same.
    await add(73, 2)
    assert.deepEqual(await told('MO/7/73', 25), [25, 'SENT'])
    const last = odoo.data.workOrders.at(-1)
    assert.ok(last)
    await add(74, 3)
    last.state = 'cancel'
    assert.deepEqual(await told('MO/7/74', 30), [30, 'SENT'])
    production.made = 33
    await add(75, 2)
    assert.deepEqual(await told('MO/7/75', 35), [33, 'CONFLICT'])
  })

  it('overwrites no quantity that was made there before the order was imported', async () => {
    const [order, other] = odoo.data.productions
    assert.ok(order && other)
    order.made = 100
    const id = await world.connected()
    await world.work(id)
    await world.confirm('MO/7/71', 50)
    await world.confirm('MO/8', 20)
    await world.work(id)
    const told = async () => (await world.messages()).map(({ state }) => state)
    assert.deepEqual([await told(), order.made, other.made], [['CONFLICT', 'SENT'], 100, 20])
    const [link] = await world.query<{ said: number | null }>(
      `select said::int as said from integration_order where external_id = 'mrp.workorder/71'`,
    )
    assert.equal(link?.said, null)
    // Who skips it lets what stands there be right, and the next figure goes over it.
    const [conflict] = await world.query<{ id: string }>(`select id::text as id from integration_outbox where state = 'CONFLICT'`)
    assert.equal(codesOf(await world.ask(`mutation { skipOutbox(integrationId: "${id}", messageIds: [${conflict?.id}]) { id } }`)), '')
    await world.confirm('MO/7/71', 150)
    await world.work(id)
    assert.equal(order.made, 150)
  })

  it('tells no closing that was taken back before it was heard, and the opposite of one that was', async () => {
    const [production] = odoo.data.productions
    assert.ok(production)
    const id = await world.connected()
    await world.query(`update integration set settings = settings || '{"closes": true}', sends = '{OUTPUT,CLOSED}' where id = $1`, [id])
    await world.work(id)
    const told = async () =>
      (
        await world.query<{ told: string }>(
          `select operation || ' ' || state || coalesce(' ' || (error ->> 'code'), '') as told from integration_outbox order by id`,
        )
      ).map((one) => one.told)
    // Nothing was closed: what is taken back is another act.
    await world.reopen('MO/7/71')
    await world.finish('MO/7/71')
    assert.deepEqual(await told(), ['CLOSED WAITING'])
    await world.reopen('MO/7/71')
    // It may have been on its way.
    assert.deepEqual(await told(), ['CLOSED SKIPPED', 'REOPENED WAITING'])
    await world.work(id)
    assert.deepEqual([await told(), production.state], [['CLOSED SKIPPED', 'REOPENED SENT'], 'confirmed'])
    await world.finish('MO/7/71')
    await world.work(id)
    assert.equal(production.state, 'done')
    await world.reopen('MO/7/71')
    await world.work(id)
    const before = ['CLOSED SKIPPED', 'REOPENED SENT', 'CLOSED SENT']
    assert.deepEqual(await told(), [...before, 'REOPENED NEEDS_PERSON INTEGRATION_STILL_CLOSED'])
    // It is told once, however much is taken back.
    await world.reopen('MO/7/71')
    assert.equal((await told()).length, 4)
    // Somebody opens it there.
    production.state = 'progress'
    const [message] = await world.query<{ id: string }>(`select id::text as id from integration_outbox where state = 'NEEDS_PERSON'`)
    assert.equal(codesOf(await world.ask(`mutation { retryOutbox(integrationId: "${id}", messageIds: [${message?.id}]) { id } }`)), '')
    await world.work(id)
    assert.deepEqual(await told(), [...before, 'REOPENED SENT'])
    await world.finish('MO/7/71')
    await world.work(id)
    assert.deepEqual([await told(), production.state], [[...before, 'REOPENED SENT', 'CLOSED SENT'], 'done'])
  })

  it("imports by its schedule in nobody's name, and by hand in that of who asked", async () => {
    const id = await world.connected()
    await world.query('update integration set created_by = null, updated_by = null')
    await world.work(id)
    const told = () =>
      world.query<object>(
        `select j.external_code as code, j.source, e.source as event, j.created_by as "by", e.created_by as "told", f.created_by as "read",
          (select a.user_id from audit_log a where a.action = 'IMPORT_JOB_ORDERS' order by a.id desc limit 1) as audit
         from job_order j join job_order_event e on e.job_order_id = j.id join job_orders_import f on f.id = j.import_id order by j.id`,
      )
    const nobody = { source: 'INTEGRATION', event: 'INTEGRATION', by: null, told: null, read: null, audit: null }
    assert.deepEqual(
      (await told()).map((one) => ({ ...one })),
      [
        { code: 'MO/7/71', ...nobody },
        { code: 'MO/8', ...nobody },
      ],
    )
    await world.query('delete from job_order')
    assert.equal(codesOf(await world.ask(`mutation { runIntegration(integrationId: "${id}") { id } }`)), '')
    const admin = api.users.ADMIN
    const person = { source: 'INTEGRATION', event: 'INTEGRATION', by: admin, told: admin, read: admin, audit: admin }
    assert.deepEqual({ ...(await told())[0] }, { code: 'MO/7/71', ...person })
  })

  it('sends what waits behind thousands of messages that wait for a person', async () => {
    const id = await world.connected()
    await world.work(id)
    await world.confirm('MO/7/71', 10)
    await world.query(`update integration_outbox set state = 'NEEDS_PERSON'`)
    await world.query(`insert into integration_outbox (company_id, integration_id, external_id, job_order_id, event_id, operation, accepted, rejected,
        state, next_try_on, created_on)
      select company_id, integration_id, external_id, job_order_id, -n, operation, accepted, rejected, 'WAITING', next_try_on, created_on
      from integration_outbox, generate_series(1, 2100) n`)
    const due = async () => await api.database.inSystem((tx) => listDueIntegrations(tx, new Date(clock.now)))
    assert.deepEqual(await due(), [])
    await world.confirm('MO/8', 20)
    assert.deepEqual(await due(), [{ companyId: ACME, id }])
    await world.work(id)
    assert.equal((await world.messages()).find(({ external }) => external === 'mrp.production/8')?.state, 'SENT')
  })

  it('ends a round at the first message that nobody hears, and tries the others a minute later', async () => {
    const id = await world.connected()
    await world.work(id)
    await world.confirm('MO/7/71', 10)
    await world.confirm('MO/8', 20)
    await world.work(id, dead)
    assert.deepEqual(await world.messages(), [
      { external: 'mrp.workorder/71', state: 'WAITING', tries: 1, pause: 10 },
      { external: 'mrp.production/8', state: 'WAITING', tries: 0, pause: 60 },
    ])
    await workOnce(deps, asId(ACME), id, AbortSignal.abort())
    clock.now += MINUTE_MS
    await workOnce(deps, asId(ACME), id, AbortSignal.abort())
    assert.equal((await world.messages()).filter((one) => one.state === 'SENT').length, 0)
    await world.work(id)
    assert.equal((await world.messages()).filter((one) => one.state === 'SENT').length, 2)
  })

  it('leaves the state to who took its work over', async () => {
    const id = await world.connected()
    let isTaken = false
    await world.work(id, {
      outbound: async (request) => {
        if (!isTaken) await world.query(`update integration set busy_since = busy_since + interval '10 minutes'`)
        isTaken = true
        return await deps.outbound(request)
      },
    })
    assert.equal((await world.state(id))?.status, 'PROCESSING')
    assert.deepEqual(await world.statuses(), [])
  })

  it('fails a setup whose process died', async () => {
    const id = await world.connected()
    await world.query(`update integration set status = 'PROCESSING', work = 'SETUP', busy_since = $1, busy_until = $1`, [
      new Date(clock.now - 1),
    ])
    await world.work(id)
    assert.deepEqual(await world.state(id), { status: 'FAILED', failures: 1, code: 'INTERNAL', runs: 0 })
  })

  it('makes a new work center once, however often the setup is asked for', async () => {
    const id = await world.made()
    const count = async () => (await world.query('select from work_center where company_id = $1', [ACME])).length
    const before = await count()
    await world.setUp(id, '', 'action: NEW')
    await world.setUp(id, '', 'action: NEW')
    assert.equal(await count(), before + 1)
    const [audit] = await world.query<{ made: unknown }>(
      `select details -> 'made' as made from audit_log where action = 'UPDATE_INTEGRATION' and details ? 'made' order by id desc offset 1 limit 1`,
    )
    assert.deepEqual(audit?.made, ['Saw line'])
  })

  it('stays what it is: another service is another integration', async () => {
    const id = await world.made()
    const other = world.input().replace('service: ODOO', `id: "${id}", service: FACTORY_ONLINE`)
    assert.equal(codesOf(await world.ask(`mutation { createOrUpdateIntegration(input: ${other}) { id } }`)), 'INVALID_FORMAT')
    assert.equal(
      codesOf(await world.ask(`mutation { createOrUpdateIntegration(input: ${other}, ignoreConnectionCheck: true) { id } }`)),
      'INVALID_FORMAT',
    )
  })

  it('leaves what it knew behind when another address or database is named, and writes nothing there', async () => {
    const id = await world.connected()
    await world.work(id)
    await world.confirm('MO/8', 20)
    await world.work(id)
    await world.confirm('MO/7/71', 10)
    const shown = async () => {
      const { data, errors } = await world.ask('{ integrations { status isScheduled nextRunOn waiting lastSentOn } }')
      assert.deepEqual(errors, [])
      return (data['integrations'] as readonly object[])[0]
    }
    const links = async () => (await world.query('select from integration_link')).length
    const save = async (input: string, more = '') => {
      assert.deepEqual((await world.ask(`mutation { createOrUpdateIntegration(input: ${input} ${more}) { id } }`)).errors, [])
    }
    const own = world.input().replace('service: ODOO', `service: ODOO, id: "${id}"`)
    // The same in other words is no other system.
    await save(own.replace('name: "Odoo"', 'name: " The ERP "').replace(`${odoo.url}/`, `${odoo.url}//`))
    assert.deepEqual([await links(), (await world.state(id))?.status], [2, 'CONNECTED'])
    const other = await startOdooDouble()
    try {
      Object.assign(other.data, structuredClone(odoo.data), { notes: [] })
      for (const order of other.data.productions) order.made = 0
      await save(own.replace(odoo.url, other.url))
      assert.deepEqual(await shown(), { status: 'SETTING_UP', isScheduled: false, nextRunOn: null, waiting: 0, lastSentOn: null })
      assert.equal(await links(), 0)
      const [audit] = await world.query<{ left: number }>(
        `select (details ->> 'leftUnsaid')::int as left from audit_log where action = 'UPDATE_INTEGRATION' order by id desc limit 1`,
      )
      assert.equal(audit?.left, 1)
      clock.now += DAY_MS
      await world.work(id)
      // What is confirmed meanwhile is told to nobody.
      await world.confirm('MO/7/71', 15)
      const told = async () =>
        (await world.messages()).map(({ external, state }) => `${external.replace(/former:\d+:/, 'former:')} ${state}`)
      assert.deepEqual(await told(), ['former:mrp.production/8 SENT', 'former:mrp.workorder/71 SKIPPED'])
      await importAnew(id)
      await world.work(id)
      assert.deepEqual(
        other.data.productions.map(({ made }) => made),
        [0, 0],
      )
      assert.deepEqual(other.data.notes, [])
      assert.deepEqual(await told(), ['mrp.workorder/71 SKIPPED'])
      // The next figure is told there.
      await world.confirm('MO/8', 25)
      await world.work(id)
      assert.deepEqual(
        other.data.productions.map(({ made }) => made),
        [0, 25],
      )
      await save(own.replace(odoo.url, other.url).replace(DOUBLE_DATABASE, 'another'), ', ignoreConnectionCheck: true')
      assert.deepEqual([(await world.state(id))?.status, await links()], ['SETTING_UP', 0])
    } finally {
      await other.close()
    }
  })

  it('knows its own figure again at another address of the same system, and no other', async () => {
    const id = await world.connected()
    await world.work(id)
    await world.confirm('MO/8', 20)
    await world.confirm('MO/7/71', 10)
    await world.work(id)
    const own = world.input().replace('service: ODOO', `service: ODOO, id: "${id}"`)
    const other = await startOdooDouble()
    try {
      Object.assign(other.data, structuredClone(odoo.data), { notes: [] })
      const made = () => other.data.productions.map((order) => order.made)
      assert.deepEqual(made(), [10, 20])
      // Somebody sets another figure there.
      for (const order of other.data.productions) if (order.made === 10) order.made = 12
      const saved = await world.ask(`mutation { createOrUpdateIntegration(input: ${own.replace(odoo.url, other.url)}) { id } }`)
      assert.deepEqual(saved.errors, [])
      await importAnew(id)
      const said = await world.query<{ id: string; said: number | null }>(
        'select external_id as id, said::float8 as said from integration_order order by external_id',
      )
      assert.deepEqual(
        said.map((link) => ({ ...link })),
        [
          { id: 'mrp.production/8', said: 20 },
          { id: 'mrp.workorder/71', said: null },
        ],
      )
      await world.confirm('MO/8', 25)
      await world.confirm('MO/7/71', 15)
      await world.work(id)
      assert.deepEqual(made(), [12, 25])
      const told = (await world.messages()).map(({ external, state }) => `${external} ${state}`)
      assert.deepEqual(told.toSorted(), ['mrp.production/8 SENT', 'mrp.workorder/71 CONFLICT'])
    } finally {
      await other.close()
    }
  })

  it('is set up before it is connected where it was given another system while it was disabled, or was never set up', async () => {
    const act = async (name: string, of: string) => {
      const { data, errors } = await world.ask(`mutation { ${name}(id: "${of}") { status isChecked isScheduled nextRunOn } }`)
      assert.deepEqual(errors, [])
      return data[name]
    }
    const anew = { status: 'SETTING_UP', isChecked: true, isScheduled: false, nextRunOn: null }
    const id = await world.connected()
    await world.work(id)
    await act('disableIntegration', id)
    const other = await startOdooDouble()
    try {
      Object.assign(other.data, structuredClone(odoo.data), { notes: [] })
      const elsewhere = world.input().replace('service: ODOO', `service: ODOO, id: "${id}"`).replace(odoo.url, other.url)
      assert.deepEqual((await world.ask(`mutation { createOrUpdateIntegration(input: ${elsewhere}) { id } }`)).errors, [])
      assert.equal((await world.state(id))?.status, 'DISABLED')
      assert.deepEqual(await act('enableIntegration', id), anew)
      assert.equal(codesOf(await world.ask(`mutation { previewIntegrationRun(integrationId: "${id}") { id } }`)), 'INTEGRATION_STATUS')
      await importAnew(id)
      assert.equal((await world.state(id))?.status, 'CONNECTED')
    } finally {
      await other.close()
    }
    const fresh = await world.made()
    await act('disableIntegration', fresh)
    assert.deepEqual(await act('enableIntegration', fresh), anew)
  })

  it('trusts an authority of its own, which it never had to say of any other', async () => {
    const { cert, key } = selfSigned('erp')
    const calls: string[] = []
    const server = createServer({ cert, key }, (request, response) => {
      calls.push(request.url ?? '')
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ items: [], next: null }))
    })
    const port = await listenFree(server)
    const check = async (certificate: string | null) => {
      const input = `service: FACTORY_ONLINE, name: "F", serviceUrl: "https://localhost:${port}", certificate: ${JSON.stringify(certificate)}`
      return await world.ask(`{ checkIntegrationConnection(input: { ${input} }) { failure { code } } }`)
    }
    const codeOf = ({ data }: Answer) => JSON.stringify(data['checkIntegrationConnection'])
    try {
      assert.match(codeOf(await check(null)), /INTEGRATION_CERTIFICATE_REFUSED/)
      assert.deepEqual(calls, [])
      assert.doesNotMatch(codeOf(await check(cert)), /INTEGRATION_CERTIFICATE_REFUSED/)
      assert.ok(calls.length > 0)
      assert.match(codeOf(await check(selfSigned('other').cert)), /INTEGRATION_CERTIFICATE_REFUSED/)
      const frame = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
      for (const bad of ['no certificate', frame]) assert.equal(codesOf(await check(bad)), 'INVALID_FORMAT', bad)
    } finally {
      server.close()
    }
  })

  it('is checked ten times a minute at most', async () => {
    const check = async () => codesOf(await world.ask(`{ checkIntegrationConnection(input: ${world.input()}) { probe { system } } }`))
    for (let nth = 0; nth < 10; nth++) assert.equal(await check(), '')
    assert.equal(await check(), 'TOO_MANY_REQUESTS')
    const unchecked = await world.ask(`mutation { createOrUpdateIntegration(input: ${world.input()}, ignoreConnectionCheck: true) { id } }`)
    assert.equal(codesOf(unchecked), 'TOO_MANY_REQUESTS')
    clock.now += MINUTE_MS
    assert.equal(await check(), '')
  })

  it('of a company of the demo asks nobody', async () => {
    const id = await world.connected()
    const [person] = await world.query<{ email: string }>(`select email from app_user where id = $1`, [api.users.OPERATOR])
    const name = async (email: string) => await world.query('update app_user set email = $2 where id = $1', [api.users.OPERATOR, email])
    await name('olena@demo.trueline.example')
    for (const text of [
      `{ checkIntegrationConnection(input: ${world.input()}) { probe { system } } }`,
      `mutation { createOrUpdateIntegration(input: ${world.input()}, ignoreConnectionCheck: true) { id } }`,
      `{ externalWorkCenters(integrationId: "${id}") { id } }`,
      `mutation { runIntegration(integrationId: "${id}") { id } }`,
      `mutation { disableIntegration(id: "${id}") { id } enableIntegration(id: "${id}") { id } }`,
    ])
      assert.equal(codesOf(await world.ask(text)), 'DEMO_ACCOUNT', text)
    await name(person?.email ?? '')
    doneOf(await world.ask(`mutation { enableIntegration(id: "${id}") { id } }`), 'enableIntegration')
  })
})
