import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, OTHER } from '#server/graphql/testing.ts'
import { DOUBLE_KEY } from '#server/testing/odooDouble.ts'
import { codesOf, startIntegrationWorld } from '#server/testing/integrationWorld.ts'
import type { IntegrationWorld } from '#server/testing/integrationWorld.ts'
import { requireIntegration } from './integration.service.ts'
import { requestLog } from './requestLog.service.ts'
import { REQUESTS_KEPT } from './requestLog.store.ts'

type Logged = {
  readonly runId: string | null
  readonly request: { readonly asked: string; readonly status: number | null; readonly answer: string | null }
}

describe('the requests that an integration made', () => {
  let world: IntegrationWorld
  before(async () => {
    world = await startIntegrationWorld()
  })
  after(() => world.close())
  beforeEach(() => world.reset())

  const ask = async (id: string, more = '') =>
    await world.ask(`{ integrationRequests(integrationId: "${id}"${more}) { runId request { asked status answer } } }`)
  const logged = async (id: string, more = '') => (await ask(id, more)).data['integrationRequests'] as readonly Logged[]

  it('are told by the run that made them, and who is not of the company finds none', async () => {
    const id = await world.connected()
    const ofSetup = await logged(id)
    assert.ok(ofSetup.length > 0 && ofSetup.every(({ runId }) => runId === null))
    await world.work(id)
    const [run] = await world.query<{ id: string }>('select id from integration_run')
    const ofRun = await logged(id, `, runId: "${run?.id}"`)
    assert.ok(ofRun.some(({ request }) => request.asked === 'POST /json/2/mrp.production/search_read'))
    assert.ok(ofRun.every(({ runId, request }) => runId === run?.id && request.status === 200))
    world.odoo.endKey()
    world.clock.now += 15 * MINUTE_MS
    await world.work(id)
    const [last] = await logged(id)
    assert.deepEqual([last?.request.status, last?.request.answer], [401, 'Invalid apikey'])
    const foreign = await world.api.ask(`{ integrationRequests(integrationId: "${id}") { id } }`, { as: 'ADMIN', company: OTHER })
    assert.notDeepEqual(foreign.errors, [])
    assert.equal(codesOf(await world.ask(`{ integrationRequests(integrationId: "${id}") { id } }`, 'OPERATOR')), 'FORBIDDEN')
  })

  it('of the last failed run stay however many good ones follow, and failed runs are told alone', async () => {
    const id = await world.connected()
    const turn = async (count = 1) => {
      for (let at = 0; at < count; at++) {
        world.clock.now += 15 * MINUTE_MS
        await world.work(id)
      }
    }
    await turn()
    world.odoo.trap('HTML_502')
    await turn()
    const [failed] = await world.query<{ id: string }>('select id from integration_run where error is not null')
    assert.ok(failed)
    const before = await logged(id, `, runId: "${failed.id}"`)
    assert.equal(before.at(0)?.request.status, 502)
    await turn(8)
    assert.deepEqual(await logged(id, `, runId: "${failed.id}"`), before)
    const all = await logged(id)
    assert.equal(all.length, REQUESTS_KEPT + before.length)
    const runs = async (more: string) =>
      (await world.ask(`{ integrationRuns(integrationId: "${id}"${more}) { totalItems items { id } } }`)).data['integrationRuns']
    assert.deepEqual(await runs(', failedOnly: true'), { totalItems: 1, items: [{ id: failed.id }] })
    assert.equal(((await runs('')) as { readonly totalItems: number }).totalItems, 10)
  })

  it('are noted of what a person asks, too, ten times a minute at most', async () => {
    const id = await world.connected()
    await world.query('delete from integration_request')
    world.clock.now += MINUTE_MS
    const asked = async (field: string) => codesOf(await world.ask(`{ ${field} }`))
    const questions = [
      `externalWorkCenters(integrationId: "${id}") { id }`,
      `externalJobOrders(integrationId: "${id}") { id }`,
      `workCentersMatches(integrationId: "${id}") { action }`,
      `externalStatuses(integrationId: "${id}") { code }`,
    ]
    for (const question of questions) assert.equal(await asked(question), '')
    assert.ok((await logged(id)).some(({ request }) => request.asked === 'POST /json/2/mrp.production/search_read'))
    for (let more = 0; more < 6; more++) assert.equal(await asked(questions[0] ?? ''), '')
    for (const question of questions) assert.equal(await asked(question), 'TOO_MANY_REQUESTS')
    world.clock.now += MINUTE_MS
    assert.equal(await asked(questions[0] ?? ''), '')
  })

  it('are told beyond what fits a number of 32 bits', async () => {
    const id = await world.connected()
    await world.query(
      `insert into integration_request (company_id, integration_id, id, asked_on, asked, ms) overriding system value
       values ($1, $2, 3000000000, now(), 'GET /late', 1)`,
      [ACME, id],
    )
    assert.equal((await logged(id))[0]?.request.asked, 'GET /late')
  })

  it('change nothing of what was asked for where they cannot be stored', async () => {
    const id = await world.made()
    const integration = await world.deps.database.inTenant(asId(ACME), (tenant) => requireIntegration(tenant, id))
    const errors: unknown[] = []
    const log = requestLog({ ...world.deps, log: { error: (told: unknown) => void errors.push(told) } }, asId(ACME), integration)
    await log.outbound({ url: `${world.odoo.url}/web/version` })
    await world.query('delete from integration')
    await log.keep(null)
    assert.equal(errors.length, 1)
  })

  it('have no secret of a path, a header or an answer, no query and no body, and only the last of them are kept', async () => {
    const id = await world.made()
    const integration = await world.deps.database.inTenant(asId(ACME), (tenant) => requireIntegration(tenant, id))
    const session = 'session-4711'
    const outbound = async () => ({
      status: 401,
      headers: {},
      body: Buffer.from(JSON.stringify({ message: `no ${DOUBLE_KEY} of ${session}` })),
    })
    const log = requestLog({ ...world.deps, outbound }, asId(ACME), integration)
    for (let asked = 0; asked < REQUESTS_KEPT + 10; asked++)
      await log.outbound({
        url: `https://erp.example/${DOUBLE_KEY}/orders/${asked}?token=${DOUBLE_KEY}`,
        headers: { authorization: `bearer ${DOUBLE_KEY}`, 'x-session': session },
        body: `{"password": "${DOUBLE_KEY}", "made": 400}`,
        method: 'POST',
      })
    await log.keep(null)
    await log.outbound({ url: 'https://erp.example/last', headers: { 'x-session': session } })
    await log.keep(null)
    const rows = await world.query<{ text: string }>('select to_jsonb(r)::text as text from integration_request r order by id')
    assert.equal(rows.length, REQUESTS_KEPT)
    const text = JSON.stringify(rows)
    for (const hidden of [DOUBLE_KEY, session, 'token=', 'password', '400']) assert.ok(!text.includes(hidden), hidden)
    assert.ok(text.includes('no *** of ***'))
    const [newest, second] = await logged(id)
    assert.deepEqual([newest?.request.asked, second?.request.asked], ['GET /last', `POST /***/orders/${REQUESTS_KEPT + 9}`])
    // They go with their integration.
    await world.query('delete from integration')
    assert.deepEqual(await world.query('select from integration_request'), [])
  })
})
