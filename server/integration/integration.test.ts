import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { insertOrderEvents } from '#server/jobOrder/jobOrderEvent.store.ts'
import { createGuardedFetch } from '#server/outbound/guardedFetch.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { DOUBLE_DATABASE, DOUBLE_KEY, DOUBLE_LOGIN, startOdooDouble } from '#server/testing/odooDouble.ts'
import type { OdooDouble } from '#server/testing/odooDouble.ts'
import { nextDate } from '#server/demo/erp/odooModels.ts'
import { performImportTask } from '#server/jobOrder/import/importTask.ts'
import { readShiftTimes } from '#server/shift/shiftTimes.ts'
import { workOnce } from './integrationJob.service.ts'
import type { IntegrationDeps } from './integrationDeps.ts'

const FIELDS = `id name status errorMessage error { code } hasApiKey hasClientId hasClientSecret hasHmac isChecked isDeleted
  probe { system version capabilities } waiting needsPerson endedOutside { orderCode externalStatus } secretsSet { name }`
type Shown = {
  readonly id: string
  readonly status: string
  readonly errorMessage: string | null
  readonly error: { readonly code: string } | null
  readonly hasApiKey: boolean
  readonly isChecked: boolean
  readonly probe: { readonly version: string } | null
  readonly waiting: number
  readonly needsPerson: number
  readonly endedOutside: readonly { readonly orderCode: string }[]
}
type Run = {
  readonly counts: Readonly<Record<string, number>> | null
  readonly checkToken: string
  readonly error: { readonly code: string } | null
}
const RUN = `kind isFull counts { read created changed closed unchanged refused elsewhere } refused { code problem } checkToken error { code }`

describe('an integration', () => {
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
    saw = await addPress(api, 'Sаw line')
    await api.database.pool.query(`update work_center set target_speed = 5 where company_id = $1`, [ACME])
    const { database } = api
    deps = {
      database,
      now: () => now,
      ingest: { reload: async () => undefined, settle: async () => undefined },
      shiftTimes: readShiftTimes,
      outbound: createGuardedFetch({ allowsPrivate: true }),
      log: api.deps.log,
      runImport: (task, onProgress) => performImportTask({ database, shiftTimes: readShiftTimes }, task, onProgress),
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
    await api.database.pool.query('delete from integration')
    await api.database.pool.query('delete from job_order')
  })

  const ask = (query: string, as: Role = 'ADMIN') => api.ask(query, { as })
  const codes = ({ errors }: Answer) => errors.map(({ extensions: { code } }) => code).join()
  const done = <T>(answer: Answer, name: string): T => {
    assert.deepEqual(answer.errors, [])
    return answer.data[name] as T
  }
  const input = (more = '') =>
    `service: ODOO, name: "Odoo", serviceUrl: "${odoo.url}/", database: "${DOUBLE_DATABASE}", login: "${DOUBLE_LOGIN}" ${more}`
  const key = (value: string | null) => `, secrets: [{ name: apiKey, value: ${JSON.stringify(value)} }]`
  const save = (more: string, rest = '') => ask(`mutation { createOrUpdateIntegration(input: { ${input(more)} } ${rest}) { ${FIELDS} } }`)
  const made = async () => done<Shown>(await save(key(DOUBLE_KEY)), 'createOrUpdateIntegration').id
  const links = (one: string, other: string) => `[{ externalWorkCenterId: "2", ${one} }, { externalWorkCenterId: "3", ${other} }]`
  const setUp = (id: string, params: string, orders = '') =>
    ask(
      `mutation { executeIntegrationSetup(integrationId: "${id}", jobOrdersParams: { ${orders} }, workCenterParams: ${params}) { ${FIELDS} } }`,
    )
  const connected = async () => {
    const id = await made()
    const answer = await setUp(
      id,
      links(`action: EXISTING, internalWorkCenterId: ${press}`, `action: EXISTING, internalWorkCenterId: ${saw}`),
    )
    assert.equal(done<Shown>(answer, 'executeIntegrationSetup').status, 'CONNECTED')
    // As after its first preview was confirmed.
    await api.database.pool.query('update integration set scheduled_since = $2, next_run_on = $2 where id = $1', [id, new Date(now)])
    return id
  }
  const read = async (id: string) =>
    done<readonly Shown[]>(await ask(`{ integrations { ${FIELDS} } }`), 'integrations').find((one) => one.id === id)
  const preview = async (id: string) =>
    done<Run>(await ask(`mutation { previewIntegrationRun(integrationId: "${id}") { ${RUN} } }`), 'previewIntegrationRun')
  const run = (id: string, token?: string) =>
    ask(`mutation { runIntegration(integrationId: "${id}" ${token === undefined ? '' : `, checkToken: "${token}"`}) { ${RUN} } }`)
  const work = async (id: string) => await workOnce(deps, asId(ACME), id)
  const orders = async () =>
    (
      await api.database.pool.query<{ code: string; status: string; plan: number; place: number }>(
        `select external_code as code, status, plan_output::float as plan, work_center_id as place from job_order where company_id = $1 order by id`,
        [ACME],
      )
    ).rows.map(({ code, status, plan, place }) => `${code} ${status} ${plan} ${place === press ? 'press' : 'saw'}`)
  /** Confirms output of the order, as far as an integration hears of it. */
  const confirm = async (code: string, accepted: number) => {
    await api.database.inTenant(asId(ACME), async (tenant) => {
      const order = await tenant.tx.selectFrom('job_order').select('id').where('external_code', '=', code).executeTakeFirstOrThrow()
      const event = {
        jobOrderId: asId<JobOrderId>(order.id),
        act: crypto.randomUUID(),
        kind: 'CONFIRMED',
        fromStatus: null,
        toStatus: null,
        at: now,
      } as const
      await insertOrderEvents(tenant, [{ ...event, source: 'SCREEN', comment: null, details: {}, undo: null }], {
        userId: api.users.ADMIN,
        viaStation: null,
        at: new Date(now),
      })
      // Figures that are written behind the event are those that are told.
      await tenant.tx.updateTable('job_order').set({ accepted_output: accepted }).where('id', '=', order.id).execute()
    })
  }
  const messages = async (id: string) =>
    done<{
      readonly items: readonly {
        readonly id: number
        readonly state: string
        readonly accepted: number
        readonly theirs: number | null
        readonly error: { readonly code: string } | null
      }[]
    }>(
      await ask(`{ integrationOutbox(integrationId: "${id}") { items { id state accepted theirs error { code } } } }`),
      'integrationOutbox',
    ).items.toReversed()

  it('is stored once its connection works, and never answers its secrets', async () => {
    assert.equal(codes(await save(key('wrong'))), 'INTEGRATION_SIGN_IN')
    const shown = done<Shown>(await save(key(DOUBLE_KEY)), 'createOrUpdateIntegration')
    assert.deepEqual([shown.status, shown.hasApiKey, shown.isChecked, shown.probe?.version], ['SETTING_UP', true, true, '19.0'])
    const kept = done<Shown>(await save(`, id: "${shown.id}" ${key('')}`), 'createOrUpdateIntegration')
    assert.equal(kept.hasApiKey, true)
    const everything = JSON.stringify(
      (await api.database.pool.query('select to_jsonb(i) as row from integration i union all select to_jsonb(a) from audit_log a')).rows,
    )
    assert.equal(everything.includes(DOUBLE_KEY), false)
    // Without it nobody could be asked: it is replaced, not removed.
    const removed = await save(`, id: "${shown.id}" ${key(null)}`, ', ignoreConnectionCheck: true')
    assert.deepEqual(
      removed.errors.map(({ extensions }) => [extensions.code, extensions.field]),
      [['REQUIRED', 'apiKey']],
    )
    const unchecked = done<Shown>(
      await save(`, id: "${shown.id}" ${key('')}`, ', ignoreConnectionCheck: true'),
      'createOrUpdateIntegration',
    )
    assert.deepEqual([unchecked.hasApiKey, unchecked.isChecked, unchecked.status], [true, false, 'CONNECTED'])
  })

  it('is checked with a trace of what was asked, which ends where it broke off and holds no secret', async () => {
    const checked = async (entered: string) => {
      const { data, errors } = await ask(
        `{ checkIntegrationConnection(input: { ${input(key(entered))} }) { failure { code } requests { asked status answer problem } } }`,
      )
      assert.deepEqual(errors, [])
      return data['checkIntegrationConnection'] as {
        readonly failure: { readonly code: string } | null
        readonly requests: readonly { readonly asked: string; readonly status: number | null; readonly answer: string | null }[]
      }
    }
    const good = await checked(DOUBLE_KEY)
    assert.equal(good.failure, null)
    assert.deepEqual(good.requests[0], { asked: 'GET /web/version', status: 200, answer: null, problem: null })
    assert.ok(good.requests.some(({ asked }) => asked === 'POST /json/2/mrp.production/fields_get'))
    assert.ok(good.requests.every(({ status, answer }) => status === 200 && answer === null))
    const wrong = await checked('not-the-key')
    const last = wrong.requests.at(-1)
    assert.deepEqual([wrong.failure?.code, last?.status], ['INTEGRATION_SIGN_IN', 401])
    assert.ok(last?.answer)
    assert.equal(JSON.stringify([good, wrong]).includes(DOUBLE_KEY), false)
    assert.equal(JSON.stringify(wrong).includes('not-the-key'), false)
  })

  it('is not set up with acts that its system cannot be told of', async () => {
    const id = await made()
    const both = links(`action: EXISTING, internalWorkCenterId: ${press}`, 'action: IGNORE')
    const refused = (await setUp(id, both, 'sends: [OUTPUT, STARTED]')).errors[0]?.extensions
    assert.deepEqual([refused?.code, refused?.field], ['INVALID_FORMAT', 'sends'])
    assert.equal(done<Shown>(await setUp(id, both, 'sends: [CLOSED]'), 'executeIntegrationSetup').status, 'CONNECTED')
  })

  it('sends secrets of one address to no other', async () => {
    const id = await made()
    const other = await startOdooDouble()
    try {
      const answer = await ask(
        `mutation { createOrUpdateIntegration(input: { id: "${id}", service: ODOO, name: "x", serviceUrl: "${other.url}" }) { id } }`,
      )
      assert.equal(codes(answer), 'INTEGRATION_SIGN_IN')
      const unchecked = await ask(
        `mutation { createOrUpdateIntegration(input: { id: "${id}", service: ODOO, name: "x", serviceUrl: "${other.url}" }, ignoreConnectionCheck: true) { hasApiKey } }`,
      )
      assert.deepEqual(unchecked.data['createOrUpdateIntegration'], { hasApiKey: false })
    } finally {
      await other.close()
    }
  })

  it('proposes links and refuses those that do not hold', async () => {
    const id = await made()
    const rows = done<readonly object[]>(
      await ask(`{ workCentersMatches(integrationId: "${id}") { externalWorkCenter { name } action suggestedWorkCenterId reason } }`),
      'workCentersMatches',
    )
    assert.deepEqual(rows, [
      { externalWorkCenter: { name: 'Press' }, action: null, suggestedWorkCenterId: press, reason: 'NAME' },
      { externalWorkCenter: { name: 'Saw line' }, action: null, suggestedWorkCenterId: saw, reason: 'NAME' },
    ])
    assert.equal(codes(await setUp(id, links('action: IGNORE', 'action: IGNORE'))), 'INTEGRATION_ALL_IGNORED')
    assert.equal(codes(await setUp(id, links('action: EXISTING', 'action: IGNORE'))), 'INTEGRATION_LINK_EMPTY')
    const same = `action: EXISTING, internalWorkCenterId: ${press}`
    assert.equal(codes(await setUp(id, links(same, same))), 'INTEGRATION_LINK_TWICE')
    assert.equal((await read(id))?.status, 'SETTING_UP')
  })

  it('makes work centers that are chosen as new, without a device', async () => {
    const id = await made()
    await setUp(id, links(`action: EXISTING, internalWorkCenterId: ${press}`, 'action: NEW'))
    const found = done<readonly { readonly internalWorkCenter: { readonly name: string; readonly deviceId: string | null } | null }[]>(
      await ask(`{ workCentersLinks(integrationId: "${id}") { internalWorkCenter { name deviceId } } }`),
      'workCentersLinks',
    )
    assert.deepEqual(
      found.map(({ internalWorkCenter }) => internalWorkCenter?.name),
      ['Press', 'Saw line'],
    )
    assert.equal(found[1]?.internalWorkCenter?.deviceId, null)
  })

  it('says before what an import does, does exactly that, and changes nothing when it is repeated', async () => {
    const id = await connected()
    const said = await preview(id)
    assert.deepEqual(said.counts, { read: 2, created: 2, changed: 0, closed: 0, unchanged: 0, refused: 0, elsewhere: 0 })
    assert.deepEqual(await orders(), [])
    done(await run(id, said.checkToken), 'runIntegration')
    assert.deepEqual(await orders(), ['MO/7/71 PLANNED 400 press', 'MO/8 DRAFT 50 saw'])
    const again = done<Run>(await run(id), 'runIntegration')
    assert.deepEqual([again.counts?.['unchanged'], again.counts?.['created'], again.counts?.['changed']], [2, 0, 0])
    assert.equal(codes(await run(id, 'no such token')), 'IMPORT_OUTDATED')
  })

  it('tells an order that ended between the last small run and the full one of the day, though another one changed after it', async () => {
    const id = await connected()
    await work(id)
    const [ended, open] = odoo.data.productions
    assert.ok(ended && open)
    ended.state = 'done'
    ended.writeDate = nextDate(odoo.data)
    for (let write = 0; write < 10; write++) open.writeDate = nextDate(odoo.data)
    now += DAY_MS
    await work(id)
    for (let small = 0; small < 2; small++) {
      now += 15 * MINUTE_MS
      await work(id)
    }
    const shown = await read(id)
    assert.deepEqual(
      shown?.endedOutside.map(({ orderCode }) => orderCode),
      ['MO/7/71'],
    )
  })

  it('reads by the schedule what changed, and tells an order that is over there', async () => {
    const id = await connected()
    await work(id)
    assert.equal((await orders()).length, 2)
    const [order] = odoo.data.productions
    assert.ok(order)
    order.quantity = 500
    order.writeDate = nextDate(odoo.data)
    await work(id)
    assert.ok((await orders())[0]?.includes(' 400 '), 'it is not due yet')
    now += 15 * MINUTE_MS
    await work(id)
    assert.ok((await orders())[0]?.includes(' 500 '))
    order.state = 'done'
    order.writeDate = nextDate(odoo.data)
    now += 15 * MINUTE_MS
    await work(id)
    const shown = await read(id)
    assert.deepEqual(
      shown?.endedOutside.map(({ orderCode }) => orderCode),
      ['MO/7/71'],
    )
    assert.ok((await orders())[0]?.includes('PLANNED'))
  })

  it('says what an order made so far, one message after the other', async () => {
    const id = await connected()
    await work(id)
    await confirm('MO/7/71', 400)
    await confirm('MO/7/71', 412)
    assert.deepEqual(
      (await messages(id)).map(({ state, accepted }) => `${accepted} ${state}`),
      ['400 WAITING', '412 WAITING'],
    )
    // Nothing of the first answer comes back, and the next try says the same.
    odoo.trap('PASS', 'PASS', 'PASS', 'PASS', 'PASS', 'PASS', 'CUT_AFTER_WRITE')
    await work(id)
    assert.equal(odoo.data.productions[0]?.made, 400)
    assert.deepEqual(
      (await messages(id)).map(({ state, error }) => `${state} ${error?.code}`),
      ['WAITING INTEGRATION_UNREACHABLE', 'WAITING undefined'],
    )
    now += 10_000
    await work(id)
    assert.equal(odoo.data.productions[0]?.made, 412)
    assert.deepEqual(
      (await messages(id)).map(({ state }) => state),
      ['SENT', 'SENT'],
    )
  })

  it('leaves a figure that somebody set over there, until somebody decides', async () => {
    const id = await connected()
    await work(id)
    const [job] = odoo.data.productions
    assert.ok(job)
    job.made = 350
    await confirm('MO/7/71', 400)
    await confirm('MO/8', 50)
    await work(id)
    const [first, second] = await messages(id)
    assert.deepEqual([first?.state, first?.theirs, second?.state], ['CONFLICT', 350, 'SENT'])
    assert.equal((await read(id))?.needsPerson, 1)
    assert.equal(job.made, 350)
    assert.equal(
      codes(await ask(`mutation { skipOutbox(integrationId: "${id}", messageIds: [${second?.id}]) { id } }`)),
      'OUTBOX_NOT_FOUND',
    )
    done(await ask(`mutation { skipOutbox(integrationId: "${id}", messageIds: [${first?.id}]) { needsPerson } }`), 'skipOutbox')
    await confirm('MO/7/71', 420)
    await work(id)
    assert.equal(job.made, 420)
  })

  it('fails for good with a key that ended, keeps what waits, and goes on once it is retried', async () => {
    const id = await connected()
    await work(id)
    await confirm('MO/7/71', 10)
    odoo.trap('KEY_ENDED')
    now += 15 * MINUTE_MS
    await work(id)
    now += 15 * MINUTE_MS
    await work(id)
    const failed = await read(id)
    assert.deepEqual([failed?.status, failed?.error?.code], ['FAILED', 'INTEGRATION_SIGN_IN'])
    assert.equal((await messages(id)).length, 1)
    const retried = await ask(`mutation { retryIntegration(id: "${id}") { status } }`)
    assert.deepEqual(retried.data['retryIntegration'], { status: 'FAILED' })
    done(await ask(`mutation { reconfigureIntegration(id: "${id}") { status } }`), 'reconfigureIntegration')
    assert.equal((await read(id))?.status, 'SETTING_UP')
  })

  it('refuses a second run while one goes on, and takes over from one that died', async () => {
    const id = await connected()
    await api.database.pool.query(
      `update integration set status = 'PROCESSING', work = 'RUN', busy_since = $2, busy_until = $3 where id = $1`,
      [id, new Date(now), new Date(now + 1)],
    )
    assert.equal(codes(await run(id)), 'INTEGRATION_BUSY')
    now += 10
    done(await run(id), 'runIntegration')
    assert.equal((await read(id))?.status, 'CONNECTED')
  })

  it('is disabled, deleted and restored; a deleted one keeps no secret', async () => {
    const id = await connected()
    const act = async (name: string) => done<Shown>(await ask(`mutation { ${name}(id: "${id}") { ${FIELDS} } }`), name)
    assert.equal((await act('disableIntegration')).status, 'DISABLED')
    assert.equal(codes(await run(id)), 'INTEGRATION_STATUS')
    assert.equal((await act('enableIntegration')).status, 'CONNECTED')
    assert.equal((await act('deleteIntegration')).hasApiKey, false)
    assert.equal(codes(await ask(`mutation { enableIntegration(id: "${id}") { id } }`)), 'INTEGRATION_STATUS')
    assert.equal((await act('restoreIntegration')).status, 'DISABLED')
  })

  it('is not found by another company', async () => {
    const id = await connected()
    const foreign = (query: string) => api.ask(query, { as: api.stranger, company: OTHER })
    for (const query of [
      `{ workCentersLinks(integrationId: "${id}") { id } }`,
      `{ integrationRuns(integrationId: "${id}") { totalItems } }`,
      `{ externalWorkCenters(integrationId: "${id}") { id } }`,
      `mutation { runIntegration(integrationId: "${id}") { id } }`,
      `mutation { deleteIntegration(id: "${id}") { id } }`,
    ])
      assert.match(codes(await foreign(query)), /^INTEGRATION_NOT_FOUND$/, query)
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
    workOrders: [{ id: 71, state: 'ready', productionId: 7, workCenterId: 2, minutes: 60, start: false, end: false, writeDate }],
    notes: [],
    asksOnClose: false,
  })
}
