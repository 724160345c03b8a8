import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { DEMO_ERP_URL } from '#server/company/mayAsk.ts'
import { seedCompany, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { DEMO_CREW } from '#server/identity/seedDemoPeople.ts'
import { crewIntegration } from '../crewIntegration.ts'
import { resetDemo } from '../demoReset.ts'
import { createDemoErp } from './demoErp.ts'
import type { DemoErp } from './demoErp.ts'

const DEMO = asId<CompanyId>(DEMO_COMPANY_ID)
/** A whole day, so that the orders of the day stay the same. */
const START = Date.UTC(2026, 4, 4, 12)
const LIMITS = { timeoutMs: 1_000, maxBytes: 1_000_000 } as const

describe('the ERP of the demo', () => {
  let api: TestApi
  let erp: DemoErp
  let now = START
  let id = ''
  let visitor: UserId
  let crew: UserId
  let press = 0

  const query = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await api.database.pool.query(text, [...values])).rows as readonly Row[]
  const ask = async (text: string) => {
    now += MINUTE_MS
    return await api.ask(text, { as: visitor, company: DEMO })
  }
  const ok = async (text: string) => {
    const { data, errors } = await ask(text)
    assert.deepEqual(errors, [], text)
    return data
  }
  const lay = async () => {
    const lead = { companyId: DEMO, userId: crew, role: 'ADMIN' } as unknown as Parameters<typeof crewIntegration>[2]
    await crewIntegration({ database: api.database, now: () => now }, DEMO, lead)
    const [integration] = (await ok('{ integrations { id } }'))['integrations'] as readonly { readonly id: string }[]
    id = integration?.id ?? ''
  }

  before(async () => {
    api = await startTestApi({ now: () => now, demoErp: (request) => erp.outbound(request) })
    erp = createDemoErp({ database: api.database, now: () => now })
    visitor = api.stranger
    crew = api.users.USER
    await query('update app_user set email = $2 where id = $1', [crew, DEMO_CREW[0]?.email])
    await seedCompany(api.database, DEMO, [
      [visitor, 'ADMIN'],
      [crew, 'USER'],
    ])
    const [machine] = await query<{ id: number }>(
      `insert into work_center (company_id, name, external_code, device_status, active_since) values ('DEFLT', 'Press 7', 'press-7', 'ACTIVE', 0) returning id`,
    )
    press = machine?.id ?? 0
    await query(
      `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end) values ('DEFLT', 0, 'UTC', 1, '1', 'Day', '06:00', '18:00')`,
    )
    const [item] = await query<{ id: number }>(
      `insert into item (company_id, name, sku, measurement_unit, created_by) values ('DEFLT', 'Rim', 'RIM', 'pcs', $1) returning id`,
      [crew],
    )
    for (const [code, status, accepted] of [
      ['A-1', 'COMPLETED', 100],
      ['A-2', 'COMPLETED', 100],
      ['A-3', 'PLANNED', 0],
      ['A-4', 'DRAFT', 0],
    ] as const) {
      const [order] = await query<{ id: number }>(
        `insert into job_order (company_id, order_code, external_code, status, work_center_id, item_id, plan_output, accepted_output, plan_start, plan_end, created_on, created_by)
         values ('DEFLT', $1, 'SO-' || $1, $2, $3, $4, 100, $5, $6, $7, $8, $9) returning id`,
        [code, status, press, item?.id, accepted, START, START + HOUR_MS, new Date(START - DAY_MS), crew],
      )
      if (accepted > 0)
        await query(
          `insert into job_order_event (company_id, job_order_id, act, kind, at, created_on, created_by, source, details)
           values ('DEFLT', $1, gen_random_uuid(), 'CONFIRMED', $2, $3, $4, 'SCREEN', '{}')`,
          [order?.id, START, new Date(START), crew],
        )
    }
    await lay()
  })
  after(() => api.close())

  const check = (url: string, service = 'ODOO') =>
    `{ checkIntegrationConnection(input: { service: ${service}, name: "Odoo", serviceUrl: "${url}", database: "plant", secrets: [{ name: apiKey, value: "any" }] }) { probe { system version } failure { code } } }`

  it('is probed by a visitor at its address, and no other address is asked for the demo', async () => {
    const probed = JSON.stringify(await ok(check(DEMO_ERP_URL)))
    assert.match(probed, /"system":"Odoo","version":"19.0"/)
    for (const url of ['https://odoo.example', 'http://127.0.0.1:1', `${DEMO_ERP_URL}.example`, 'http://odoo.demo.example'])
      assert.equal((await ask(check(url))).errors[0]?.extensions.code, 'DEMO_ACCOUNT', url)
  })

  it('is there for no other company', async () => {
    const { data, errors } = await api.ask(check(DEMO_ERP_URL))
    assert.doesNotMatch(JSON.stringify([data, errors]), /19\.0/)
  })

  it('lists its work centers, one of which nobody has here', async () => {
    const data = await ok(`{ externalWorkCenters(integrationId: "${id}") { id name } }`)
    assert.deepEqual(
      (data['externalWorkCenters'] as readonly { readonly name: string }[]).map(({ name }) => name),
      ['Press 7', 'Packing bench', 'Assembly bench'],
    )
    const setUp = (action: string) =>
      `mutation { executeIntegrationSetup(integrationId: "${id}", jobOrdersParams: { sends: [] }, workCenterParams: [
        { externalWorkCenterId: "1", action: EXISTING, internalWorkCenterId: ${press} }, { externalWorkCenterId: "90", action: ${action} }, { externalWorkCenterId: "91", action: IGNORE }]) { status } }`
    assert.equal((await ask(setUp('NEW'))).errors[0]?.extensions.code, 'DEMO_ACCOUNT')
    assert.deepEqual((await ok(setUp('IGNORE')))['executeIntegrationSetup'], { status: 'CONNECTED' })
  })

  const COUNTS =
    'kind counts { read created changed closed unchanged refused elsewhere } refused { code problem } checkToken error { code }'
  type Run = { readonly counts: Readonly<Record<string, number>> | null; readonly checkToken: string | null; readonly error: unknown }

  it('says what an import would do, and does it: what is here stays, what is new comes', async () => {
    const previewed = (await ok(`mutation { previewIntegrationRun(integrationId: "${id}") { ${COUNTS} } }`))['previewIntegrationRun'] as Run
    const { created, changed, unchanged, refused } = previewed.counts ?? {}
    assert.deepEqual([previewed.error, created, changed, unchanged, refused], [null, 1, 0, 2, 0], JSON.stringify(previewed))
    const token = previewed.checkToken
    const done = (await ok(`mutation { runIntegration(integrationId: "${id}", checkToken: "${token}") { ${COUNTS} } }`))[
      'runIntegration'
    ] as Run
    assert.deepEqual([done.error, done.counts?.['created']], [null, 1], JSON.stringify(done))
    const orders = await query<{ code: string; plan: number }>(
      `select order_code as code, plan_output::int as plan from job_order where company_id = 'DEFLT' and order_code like 'MO/%'`,
    )
    assert.equal(orders.length, 1)
    assert.equal(orders[0]?.plan, 240)
    const again = (await ok(`mutation { previewIntegrationRun(integrationId: "${id}") { ${COUNTS} } }`))['previewIntegrationRun'] as Run
    assert.deepEqual([again.counts?.['created'], again.counts?.['changed']], [0, 0], JSON.stringify(again))
  })

  it('has no cancelled orders, and goes on where a link of a visitor is no number of its own', async () => {
    const listed = async () => {
      const url = `${DEMO_ERP_URL}/json/2/mrp.production/search_read`
      const { status, body } = await erp.outbound({
        url,
        method: 'POST',
        body: JSON.stringify({ domain: [], fields: ['name'] }),
        ...LIMITS,
      })
      assert.equal(status, 200)
      return (JSON.parse(body.toString()) as readonly { readonly name: string }[]).map(({ name }) => name)
    }
    assert.ok((await listed()).includes('SO-A-4'))
    await query(`update job_order set status = 'CANCELLED' where company_id = 'DEFLT' and order_code = 'A-4'`)
    assert.ok(!(await listed()).includes('SO-A-4'))
    await query(`update job_order set status = 'DRAFT' where company_id = 'DEFLT' and order_code = 'A-4'`)
    for (const bad of ['mrp.production/x', 'mrp.production/99999999999', 'mrp.production/7/x']) {
      await query(`update integration_order set external_id = $1 where company_id = 'DEFLT' and external_code = 'SO-A-3'`, [bad])
      assert.ok((await listed()).includes('SO-A-3'), bad)
    }
    await query(
      `update integration_order set external_id = 'mrp.production/' || job_order_id where company_id = 'DEFLT' and external_code = 'SO-A-3'`,
    )
  })

  it('answers 400 to what is no JSON, whatever the road', async () => {
    for (const path of ['/web/session/authenticate', '/json/2/mrp.production/search_read'])
      for (const body of ['{', ...(path.startsWith('/web') ? [''] : [])])
        assert.equal((await erp.outbound({ url: DEMO_ERP_URL + path, method: 'POST', body, ...LIMITS })).status, 400, path)
  })

  it('has a conflict whose both sides are seen and decided', async () => {
    const open = async () =>
      await query<{ id: number; state: string; theirs: number }>(
        `select id::int, state, theirs::int from integration_outbox where company_id = 'DEFLT' and state in ('CONFLICT', 'WAITING') order by id`,
      )
    const [conflict] = await open()
    assert.deepEqual([conflict?.state, conflict?.theirs], ['CONFLICT', 88])
    const order = await query<{ id: number }>(`select job_order_id::int as id from integration_outbox where id = $1`, [conflict?.id])
    const data = await ok(`{ externalJobOrders(integrationId: "${id}", jobOrderId: ${order[0]?.id}) { code madeQuantity } }`)
    assert.match(JSON.stringify(data), /"madeQuantity":88/)
    await ok(`mutation { skipOutbox(integrationId: "${id}", messageIds: [${conflict?.id}]) { id } }`)
    assert.deepEqual(await open(), [])
  })

  it('keeps what is written there until it is reset, and answers at its own address alone', async () => {
    const call = async (method: string, args: object): Promise<unknown> => {
      const url = `${DEMO_ERP_URL}/json/2/mrp.production/${method}`
      const { body } = await erp.outbound({ url, method: 'POST', body: JSON.stringify(args) })
      return JSON.parse(body.toString())
    }
    const made = async () => JSON.stringify(await call('search_read', { domain: [['name', '=', 'SO-A-4']], fields: ['qty_producing'] }))
    const [found] = (await call('search_read', { domain: [['name', '=', 'SO-A-4']], fields: ['name'] })) as readonly {
      readonly id: number
    }[]
    assert.match(await made(), /"qty_producing":0/)
    await call('write', { ids: [found?.id], vals: { qty_producing: 55 } })
    assert.match(await made(), /"qty_producing":55/)
    erp.reset()
    assert.match(await made(), /"qty_producing":0/)
    await assert.rejects(erp.outbound({ url: 'https://odoo.example/web/version' }), /ADDRESS_REFUSED/)
  })

  it('is as it was after the reset', async () => {
    await resetDemo({ database: api.database, reload: () => Promise.resolve(), onReset: () => erp.reset() }, DEMO)
    await lay()
    const [integration] = (await ok('{ integrations { status needsPerson } }'))['integrations'] as readonly object[]
    assert.deepEqual(integration, { status: 'CONNECTED', needsPerson: 1 })
    const runs = await query(`select 1 from integration_run where company_id = 'DEFLT' and user_id is not null`)
    assert.equal(runs.length, 0)
  })

  it('is deleted and switched off by nobody', async () => {
    for (const act of ['deleteIntegration', 'disableIntegration'])
      assert.equal((await ask(`mutation { ${act}(id: "${id}") { id } }`)).errors[0]?.extensions.code, 'DEMO_ACCOUNT', act)
  })
})
