import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { makeJobsDue, untilSo } from '#server/jobs/testing.ts'
import { performImportTask } from '#server/jobOrder/import/importTask.ts'
import { insertOrderEvents } from '#server/jobOrder/jobOrderEvent.store.ts'
import { createGuardedFetch, OutboundFailure } from '#server/outbound/guardedFetch.ts'
import { listShiftTimes } from '#server/shift/shiftTimes.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { DOUBLE_DATABASE, DOUBLE_KEY, DOUBLE_LOGIN, startOdooDouble } from '#server/testing/odooDouble.ts'
import type { OdooDouble } from '#server/testing/odooDouble.ts'
import { workIntegrations, workOnce } from './integrationJob.service.ts'
import type { IntegrationDeps } from './integrationDeps.ts'
import { listDueIntegrations } from './integration.store.ts'

describe('an integration in trouble', () => {
  let api: TestApi
  let odoo: OdooDouble
  let deps: IntegrationDeps
  let now = DAY_START + 2 * HOUR_MS
  let press = 0
  let saw = 0

  before(async () => {
    api = await startTestApi({ now: () => now })
    odoo = await startOdooDouble()
    press = await addPress(api, 'Press')
    saw = await addPress(api, 'Saw line')
    await query(`update work_center set target_speed = 5 where company_id = $1`, [ACME])
    const { database } = api
    deps = {
      database,
      now: () => now,
      ingest: { reload: async () => undefined, settle: async () => undefined },
      shiftTimes: listShiftTimes,
      outbound: createGuardedFetch({ allowsPrivate: true }),
      runImport: (task, onProgress) => performImportTask({ database, shiftTimes: listShiftTimes }, task, onProgress),
    }
  })
  after(async () => {
    await odoo.close()
    await api.close()
  })
  beforeEach(async () => {
    // Checks of a connection are counted by the minute.
    now += MINUTE_MS
    fill(odoo)
    odoo.reset()
    odoo.moveTo(19)
    await query('delete from integration')
    await query('delete from job_order')
  })

  const query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await api.database.pool.query<Row>(text, [...values])).rows
  const ask = (text: string, as: Role = 'ADMIN') => api.ask(text, { as })
  const codes = ({ errors }: Answer) => errors.map(({ extensions: { code } }) => code).join()
  const done = <T>(answer: Answer, name: string): T => {
    assert.deepEqual(answer.errors, [])
    return answer.data[name] as T
  }
  const input = () =>
    `{ service: ODOO, name: "Odoo", serviceUrl: "${odoo.url}/", database: "${DOUBLE_DATABASE}", login: "${DOUBLE_LOGIN}",
      secrets: [{ name: apiKey, value: "${DOUBLE_KEY}" }] }`
  const made = async () =>
    done<{ readonly id: string }>(
      await ask(`mutation { createOrUpdateIntegration(input: ${input()}) { id } }`),
      'createOrUpdateIntegration',
    ).id
  const setUp = async (id: string, orders: string, other: string) =>
    done<{ readonly status: string }>(
      await ask(`mutation { executeIntegrationSetup(integrationId: "${id}", jobOrdersParams: { ${orders} }, workCenterParams: [
        { externalWorkCenterId: "2", action: EXISTING, internalWorkCenterId: ${press} }, { externalWorkCenterId: "3", ${other} }]) { status } }`),
      'executeIntegrationSetup',
    ).status
  const connected = async (orders = '') => {
    const id = await made()
    assert.equal(await setUp(id, orders, `action: EXISTING, internalWorkCenterId: ${saw}`), 'CONNECTED')
    return id
  }
  const work = async (id: string, more: Partial<IntegrationDeps> = {}) => await workOnce({ ...deps, ...more }, asId(ACME), id)
  const dead = {
    outbound: async () => {
      throw new OutboundFailure('UNREACHABLE', 'nobody')
    },
  }
  const state = async (id: string) =>
    (
      await query<{ status: string; failures: number; code: string | null; runs: number }>(
        `select status, failures, error ->> 'code' as code,
          (select count(*)::int from integration_run r where r.integration_id = i.id) as runs from integration i where id = $1`,
        [id],
      )
    )[0]
  const statuses = async () =>
    (await query<{ told: string }>(`select external_code || ' ' || status as told from job_order order by id`)).map(({ told }) => told)
  const confirm = async (code: string, accepted: number) => {
    await api.database.inTenant(asId(ACME), async (tenant) => {
      const order = await tenant.tx.selectFrom('job_order').select('id').where('external_code', '=', code).executeTakeFirstOrThrow()
      const at = { at: now, fromStatus: null, toStatus: null, act: crypto.randomUUID(), kind: 'CONFIRMED' } as const
      await insertOrderEvents(
        tenant,
        [{ ...at, jobOrderId: asId<JobOrderId>(order.id), source: 'SCREEN', comment: null, details: {}, undo: null }],
        { userId: api.users.ADMIN, viaStation: null, at: new Date(now) },
      )
      await tenant.tx.updateTable('job_order').set({ accepted_output: accepted }).where('id', '=', order.id).execute()
    })
  }
  const messages = async () =>
    await query<{ external: string; state: string; tries: number; pause: number }>(
      `select external_id as external, state, tries, extract(epoch from next_try_on - $1)::int as pause from integration_outbox order by id`,
      [new Date(now)],
    )

  it('never refuses an act on an order that two rows of the other system stand for', async () => {
    const id = await connected()
    await work(id)
    const order = odoo.data.productions.find((one) => one.name === 'MO/8')
    assert.ok(order)
    // The same name in another database.
    order.id = 40
    now += DAY_MS
    await work(id)
    await confirm('MO/8', 10)
    assert.deepEqual(
      (await messages()).map(({ external }) => external),
      ['mrp.production/40'],
    )
  })

  it('is run by a job when its time has come', async () => {
    const id = await connected()
    const jobs = createJobs({ database: api.database, log: api.deps.log })
    workIntegrations(jobs, deps)
    await jobs.start()
    await untilSo(
      async () => {
        await makeJobsDue(api.database)
        return await state(id)
      },
      (told) => told?.runs === 1 && told.status === 'CONNECTED',
    )
    await jobs.close()
    assert.deepEqual(await statuses(), ['MO/7/71 PLANNED', 'MO/8 DRAFT'])
  })

  it('waits for the next run after a failure that may pass', async () => {
    const id = await connected()
    await work(id, dead)
    now += 10 * SECOND_MS
    await work(id, dead)
    assert.deepEqual(await state(id), { status: 'CONNECTED', failures: 1, code: 'INTEGRATION_UNREACHABLE', runs: 1 })
    now += 15 * MINUTE_MS
    await work(id)
    assert.deepEqual(await state(id), { status: 'CONNECTED', failures: 0, code: null, runs: 2 })
  })

  it('counts a run of the schedule that is refused or breaks, and waits for the next', async () => {
    const id = await connected()
    await query('update integration set created_by = null, updated_by = null')
    await work(id)
    now += 10 * SECOND_MS
    await work(id)
    assert.deepEqual(await state(id), { status: 'CONNECTED', failures: 1, code: 'INTEGRATION_NO_OWNER', runs: 1 })
    await query('update integration set created_by = $1', [api.users.ADMIN])
    const broken = {
      runImport: async () => {
        throw new Error('broken')
      },
    }
    for (let failures = 2; failures <= 5; failures++) {
      now += HOUR_MS
      await assert.rejects(work(id, broken), { message: 'broken' })
      assert.equal((await state(id))?.failures, failures)
    }
    assert.deepEqual(await state(id), { status: 'FAILED', failures: 5, code: 'INTERNAL', runs: 5 })
  })

  it('closes and cancels orders by a preview alone, for who may manage orders', async () => {
    const id = await connected('importType: REPLACE')
    await work(id)
    odoo.data.productions.splice(0, 1)
    odoo.data.workOrders.splice(0, 1)
    const [left] = odoo.data.productions
    assert.ok(left)
    odoo.data.productions.push({ ...left, id: 9, name: 'MO/9', state: 'confirmed' })
    const run = (more: string, as: Role = 'ADMIN') =>
      ask(`mutation { runIntegration(integrationId: "${id}" ${more}) { counts { closed } error { code } } }`, as)
    assert.deepEqual(done<object>(await run(''), 'runIntegration'), { counts: { closed: 0 }, error: null })
    const before = await statuses()
    assert.ok(before.includes('MO/7/71 PLANNED'), before.join())
    // The work center has to be named by a row for its other orders to be replaced.
    odoo.data.workOrders.push({
      id: 91,
      state: 'ready',
      productionId: 9,
      workCenterId: 2,
      minutes: 60,
      start: false,
      end: false,
      made: 0,
      writeDate: '2026-11-20 10:00:00',
    })
    const preview = async () =>
      done<{ readonly checkToken: string; readonly counts: { readonly closed: number; readonly refused: number } }>(
        await ask(`mutation { previewIntegrationRun(integrationId: "${id}") { checkToken counts { closed refused } } }`),
        'previewIntegrationRun',
      )
    // An order that was refused may be one of those that were not seen.
    odoo.data.productions.push({ ...left, id: 10, name: 'MO/10', state: 'confirmed', quantity: 0 })
    const refused = await preview()
    assert.deepEqual(refused.counts, { closed: 0, refused: 1 })
    assert.deepEqual(done<object>(await run(`checkToken: "${refused.checkToken}"`), 'runIntegration'), {
      counts: { closed: 0 },
      error: null,
    })
    assert.ok((await statuses()).includes('MO/7/71 PLANNED'))
    odoo.data.productions.pop()
    const said = await preview()
    assert.ok(said.counts.closed > 0)
    assert.equal(codes(await run(`checkToken: "${said.checkToken}"`, 'PROVIDER_SUPPORT')), 'FORBIDDEN')
    assert.ok((await statuses()).includes('MO/7/71 PLANNED'))
    assert.deepEqual(done<object>(await run(`checkToken: "${said.checkToken}"`), 'runIntegration'), {
      counts: { closed: said.counts.closed },
      error: null,
    })
    assert.ok((await statuses()).includes('MO/7/71 CANCELLED'))
  })

  it('sends what waits behind thousands of messages that wait for a person', async () => {
    const id = await connected()
    await work(id)
    await confirm('MO/7/71', 10)
    await query(`update integration_outbox set state = 'NEEDS_PERSON'`)
    await query(`insert into integration_outbox (company_id, integration_id, external_id, job_order_id, event_id, operation, accepted, rejected,
        state, next_try_on, created_on)
      select company_id, integration_id, external_id, job_order_id, -n, operation, accepted, rejected, 'WAITING', next_try_on, created_on
      from integration_outbox, generate_series(1, 2100) n`)
    const due = async () => await api.database.inSystem((tx) => listDueIntegrations(tx, new Date(now)))
    assert.deepEqual(await due(), [])
    await confirm('MO/8', 20)
    assert.deepEqual(await due(), [{ companyId: ACME, id }])
    await work(id)
    assert.equal((await messages()).find(({ external }) => external === 'mrp.production/8')?.state, 'SENT')
  })

  it('ends a round at the first message that nobody hears, and tries the others a minute later', async () => {
    const id = await connected()
    await work(id)
    await confirm('MO/7/71', 10)
    await confirm('MO/8', 20)
    await work(id, dead)
    assert.deepEqual(await messages(), [
      { external: 'mrp.workorder/71', state: 'WAITING', tries: 1, pause: 10 },
      { external: 'mrp.production/8', state: 'WAITING', tries: 0, pause: 60 },
    ])
    await workOnce(deps, asId(ACME), id, AbortSignal.abort())
    now += MINUTE_MS
    await workOnce(deps, asId(ACME), id, AbortSignal.abort())
    assert.equal((await messages()).filter((one) => one.state === 'SENT').length, 0)
    await work(id)
    assert.equal((await messages()).filter((one) => one.state === 'SENT').length, 2)
  })

  it('leaves the state to who took its work over', async () => {
    const id = await connected()
    let isTaken = false
    await work(id, {
      outbound: async (request) => {
        if (!isTaken) await query(`update integration set busy_since = busy_since + interval '10 minutes'`)
        isTaken = true
        return await deps.outbound(request)
      },
    })
    assert.equal((await state(id))?.status, 'PROCESSING')
    assert.deepEqual(await statuses(), [])
  })

  it('fails a setup whose process died', async () => {
    const id = await connected()
    await query(`update integration set status = 'PROCESSING', work = 'SETUP', busy_since = $1, busy_until = $1`, [new Date(now - 1)])
    await work(id)
    assert.deepEqual(await state(id), { status: 'FAILED', failures: 1, code: 'INTERNAL', runs: 0 })
  })

  it('makes a new work center once, however often the setup is asked for', async () => {
    const id = await made()
    const count = async () => (await query('select from work_center where company_id = $1', [ACME])).length
    const before = await count()
    await setUp(id, '', 'action: NEW')
    await setUp(id, '', 'action: NEW')
    assert.equal(await count(), before + 1)
    const [audit] = await query<{ made: unknown }>(
      `select details -> 'made' as made from audit_log where action = 'UPDATE_INTEGRATION' and details ? 'made' order by id desc offset 1 limit 1`,
    )
    assert.deepEqual(audit?.made, ['Saw line'])
  })

  it('stays what it is: another service is another integration', async () => {
    const id = await made()
    const other = input().replace('service: ODOO', `id: "${id}", service: FACTORY_ONLINE`)
    assert.equal(codes(await ask(`mutation { createOrUpdateIntegration(input: ${other}) { id } }`)), 'INVALID_FORMAT')
    assert.equal(
      codes(await ask(`mutation { createOrUpdateIntegration(input: ${other}, ignoreConnectionCheck: true) { id } }`)),
      'INVALID_FORMAT',
    )
  })

  it('is checked ten times a minute at most', async () => {
    const check = async () => codes(await ask(`{ checkIntegrationConnection(input: ${input()}) { probe { system } } }`))
    for (let nth = 0; nth < 10; nth++) assert.equal(await check(), '')
    assert.equal(await check(), 'TOO_MANY_REQUESTS')
    const unchecked = await ask(`mutation { createOrUpdateIntegration(input: ${input()}, ignoreConnectionCheck: true) { id } }`)
    assert.equal(codes(unchecked), 'TOO_MANY_REQUESTS')
    now += MINUTE_MS
    assert.equal(await check(), '')
  })

  it('of a company of the demo asks nobody', async () => {
    const id = await connected()
    const [person] = await query<{ email: string }>(`select email from app_user where id = $1`, [api.users.OPERATOR])
    const name = async (email: string) => await query('update app_user set email = $2 where id = $1', [api.users.OPERATOR, email])
    await name('olena@demo.trueline.example')
    for (const text of [
      `{ checkIntegrationConnection(input: ${input()}) { probe { system } } }`,
      `mutation { createOrUpdateIntegration(input: ${input()}, ignoreConnectionCheck: true) { id } }`,
      `{ externalWorkCenters(integrationId: "${id}") { id } }`,
      `mutation { runIntegration(integrationId: "${id}") { id } }`,
      `mutation { disableIntegration(id: "${id}") { id } enableIntegration(id: "${id}") { id } }`,
    ])
      assert.equal(codes(await ask(text)), 'DEMO_ACCOUNT', text)
    await name(person?.email ?? '')
    done(await ask(`mutation { enableIntegration(id: "${id}") { id } }`), 'enableIntegration')
  })
})

function fill({ data }: OdooDouble): void {
  const writeDate = '2026-11-20 10:00:00'
  Object.assign(data, {
    workCenters: [
      { id: 2, code: false, name: 'Press' },
      { id: 3, code: false, name: 'Saw line' },
    ],
    products: [
      { id: 3, name: 'Bolt <script>', default_code: 'B-8' },
      { id: 4, name: 'Plate', default_code: false },
    ],
    boms: [{ id: 5, operations: [{ workCenterId: 3, sequence: 10 }] }],
    productions: [
      {
        id: 7,
        name: 'MO/7',
        state: 'confirmed',
        productId: 3,
        quantity: 400,
        start: '2026-11-24 05:00:00',
        end: false,
        bomId: 5,
        made: 0,
        writeDate,
      },
      {
        id: 8,
        name: 'MO/8',
        state: 'draft',
        productId: 4,
        quantity: 50,
        start: '2026-11-25 00:00:00',
        end: false,
        bomId: 5,
        made: 0,
        writeDate,
      },
    ],
    workOrders: [{ id: 71, state: 'ready', productionId: 7, workCenterId: 2, minutes: 60, start: false, end: false, made: 0, writeDate }],
    notes: [],
    asksOnClose: false,
  })
}
