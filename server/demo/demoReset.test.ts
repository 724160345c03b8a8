import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { removeForeignMessages } from './crewMessages.ts'
import { removeForeignRequests } from './crewRequests.ts'
import { crewSupport, removeSupport } from './crewSupport.ts'
import { resetDemo } from './demoReset.ts'

const START = Date.UTC(2026, 4, 4, 6)
/** The first shift of the press is over, so it can be confirmed. */
const NOW = START + 10 * 60 * MINUTE_MS

let api: TestApi
before(async () => {
  api = await startTestApi({ ingest: true, now: () => NOW })
})
after(() => api.close())

const RECORDS = `{ shifts { status comment revision oee { oee { realValue } plannedProductionTime } } lossesPages { items { id reasonId comment duration } } }`

test('what visitors entered is gone after the reset, and the figures are those from before', async () => {
  await addPressWithStops(api, ACME, {
    start: START,
    until: 600,
    stops: [
      { from: 60, to: 90, powerKw: 2 },
      { from: 200, to: 260, powerKw: 2 },
    ],
  })
  const data = async (query: string) => {
    const answer = await api.ask(query)
    assert.deepEqual(answer.errors, [])
    return answer.data
  }
  const before = await data(RECORDS)
  const { createLossReason } = (await data(
    'mutation { createLossReason(input: { name: "Lunch", type: PLANNED, includeInOeeCalculation: false }) { id } }',
  )) as { createLossReason: { id: number } }
  const { lossesPages, shifts } = (await data('{ lossesPages { items { id version source } } shifts { id status } }')) as {
    lossesPages: { items: { id: number; version: number; source: string }[] }
    shifts: { id: number; status: string }[]
  }
  const loss = lossesPages.items.find(({ source }) => source === 'STATUS')
  const closed = shifts.find((shift) => shift.status === 'UNCONFIRMED')
  assert.ok(loss && closed)
  await data(
    `mutation { updateLoss(input: { id: ${loss.id}, version: ${loss.version}, reasonId: ${createLossReason.id}, comment: "noon" }) { id } }`,
  )
  await data(`mutation { confirmShift(id: ${closed.id}, comment: "tried out") { status } }`)
  assert.notDeepEqual(await data(RECORDS), before)

  const deps = {
    database: api.database,
    reload: api.reload,
  }
  assert.equal(await resetDemo(deps, ACME), 1)
  assert.deepEqual(await data(RECORDS), before)
  assert.equal(await resetDemo(deps, ACME), 0)
})

test('what visitors said of material is gone after the reset, also of products that they entered', async () => {
  const data = async (query: string) => {
    const answer = await api.ask(query)
    assert.deepEqual(answer.errors, [])
    return answer.data
  }
  const item = async (sku: string) => {
    const input = `{ name: "${sku}", sku: "${sku}", measureUnitId: 1 }`
    return ((await data(`mutation { createOrUpdateItem(input: ${input}) { id } }`)) as { createOrUpdateItem: { id: number } })
      .createOrUpdateItem.id
  }
  const [wheel, spoke] = [await item('WHEEL'), await item('SPOKE')]
  await data(`mutation { saveItemBom(itemId: ${wheel}, bom: [{ materialId: ${spoke}, requiredInputQuantity: 36 }]) { id } }`)
  await data(`mutation { createJobOrder(input: { productId: ${wheel} }) { id } }`)
  await data(`mutation { createBatch(itemId: ${spoke}, code: "B1", quantity: 100) { id } }`)
  await resetDemo({ database: api.database, reload: api.reload }, ACME)
  assert.deepEqual(await data('{ batches { totalItems } itemsPages { totalItems } jobOrders { id } }'), {
    batches: { totalItems: 0 },
    itemsPages: { totalItems: 0 },
    jobOrders: [],
  })
})

test('files of job orders that visitors sent, and how they read them, are gone after the reset', async () => {
  const sent = await fetch(`${api.origin}/api/imports?name=private.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await api.token(api.users.ADMIN)}`, 'x-schema-code': ACME, 'content-type': 'text/csv' },
    body: 'code,productCode,plannedQuantity\nSECRET-1,DT-2377,10\n',
  })
  const { uploadId } = (await sent.json()) as { readonly uploadId: number }
  const saved = await api.ask(`mutation { saveImportMapping(importId: ${uploadId}, name: "Mine") { id } }`)
  assert.deepEqual(saved.errors, [])
  await resetDemo({ database: api.database, reload: api.reload }, ACME)
  for (const table of ['job_orders_import', 'job_orders_import_row', 'import_mapping'])
    assert.equal((await api.database.pool.query(`select 1 from ${table}`)).rowCount, 0, table)
})

test('work requests of visitors go, and those of the crew that a visitor moved', async () => {
  const made = async (content: string) => {
    const { data } = await api.ask(`mutation { createWorkRequest(input: { content: "${content}" }) { id } }`, { as: 'USER' })
    return (data['createWorkRequest'] as { readonly id: number }).id
  }
  const kept = await made('Oil under the gearbox')
  const moved = await made('Label printer prints askew')
  const { errors } = await api.ask(`mutation { moveWorkRequest(id: ${moved}, version: 1, status: DISPATCHER) { id } }`, { as: 'ADMIN' })
  assert.deepEqual(errors, [])
  await api.database.inSystem((tx) => removeForeignRequests({ tx, companyId: ACME }, [api.users.USER]))
  assert.deepEqual((await api.database.pool.query('select id from work_request')).rows, [{ id: kept }])
  await api.database.inSystem((tx) => removeForeignRequests({ tx, companyId: ACME }, []))
  assert.equal((await api.database.pool.query('select 1 from work_request')).rowCount, 0)
})

test('questions to the provider go, and one with its answer comes again', async () => {
  const asked = await api.ask('mutation { createSupportRequest(input: { content: "private" }) { id } }', { as: 'USER' })
  assert.deepEqual(asked.errors, [])
  await api.database.inSystem((tx) => removeSupport({ tx, companyId: ACME }))
  const { rows } = await api.database.pool.query<{ email: string }>('select email from app_user where id = $1', [api.users.USER])
  const deps = { database: api.database, now: Date.now }
  for (let round = 0; round < 2; round++) await crewSupport(deps, ACME, rows[0]?.email ?? '')
  const { data } = await api.ask('{ supportRequests { status messages { isProvider } } }', { as: 'USER' })
  assert.deepEqual(data['supportRequests'], [{ status: 'WAITING', messages: [{ isProvider: true }] }])
})

test('what visitors alone wrote leaves no conversation behind, and none of their files', async () => {
  const { data } = await api.ask('mutation { createJobOrder(input: { orderCode: "TALK-1" }) { id } }')
  const { id } = data['createJobOrder'] as { readonly id: number }
  const said = await api.ask(`mutation { addConversationMessage(jobOrderId: ${id}, content: "hello") { id } }`)
  assert.deepEqual(said.errors, [])
  await api.database.pool.query(
    `insert into attachment (company_id, name, content_type, size, bytes, uploaded_by, uploaded_on)
      values ($1, 'plan.pdf', 'application/pdf', 1, '\\x00', gen_random_uuid(), now())`,
    [ACME],
  )
  await api.database.inSystem((tx) => removeForeignMessages({ tx, companyId: ACME }, []))
  assert.equal((await api.database.pool.query('select 1 from job_order')).rowCount, 1)
  for (const table of ['conversation', 'conversation_message', 'attachment'])
    assert.equal((await api.database.pool.query(`select 1 from ${table}`)).rowCount, 0, table)
})
