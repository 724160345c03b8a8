import assert from 'node:assert/strict'
import { HOUR_MS } from '#engine/time/durations.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { seedDemoCompany } from '#server/demo/demo.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { addConfirmation } from '#server/testing/addConfirmation.ts'
import { loadSetups } from './setupStore.ts'

const NOW = Date.UTC(2026, 4, 20, 9)
const COMPANY = asId<CompanyId>('DEFLT')

let created: TestDatabase
let dataDir: string

before(async () => {
  created = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'setup-store-'))
  await seedDemoCompany({ config: { dataDir, demoHistoryDays: 14 }, database: created.database, onSetupChanged: () => {} }, NOW)
})

after(async () => {
  await created.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function setupOfFirst(): Promise<WorkCenterSetup> {
  const row = await created.database.inSystem((tx) =>
    tx.selectFrom('work_center').select('id').where('company_id', '=', COMPANY).orderBy('id').executeTakeFirstOrThrow(),
  )
  const client = await created.database.connect()
  try {
    const [loaded] = (await loadSetups(client, [{ companyId: COMPANY, workCenterId: asId<WorkCenterId>(row.id), since: 0 }])).values()
    assert.ok(loaded)
    return loaded.setup
  } finally {
    await client.end()
  }
}

test('the default planned reason classifies scheduled losses while it is offered (S-7, A-12)', async () => {
  const { defaultPlannedReasonId, reasons } = (await setupOfFirst()).losses
  assert.equal(reasons.find((reason) => reason.id === defaultPlannedReasonId)?.includeInOee, false)
  await created.database.inSystem((tx) =>
    tx
      .updateTable('loss_reason')
      .set({ is_hidden: true })
      .where('company_id', '=', COMPANY)
      .where('is_default_planned', '=', true)
      .execute(),
  )
  assert.equal((await setupOfFirst()).losses.defaultPlannedReasonId, null)
})

test('own shifts of a work center leave the past as the company had it (E-36)', async () => {
  const { workCenterId, schedule } = await setupOfFirst()
  await created.database.inSystem((tx) =>
    tx
      .insertInto('shift_schedule')
      .values({
        company_id: COMPANY,
        work_center_id: workCenterId,
        valid_from: NOW,
        time_zone: 'Europe/Warsaw',
        shift_id: 1,
        code: 'X',
        name: 'Own',
        time_start: '12:00',
        time_end: '18:00',
      })
      .execute(),
  )
  const changed = await setupOfFirst()
  assert.deepEqual(changed.schedule.slice(0, -1), schedule)
  assert.equal(changed.schedule.at(-1)?.validFrom, NOW)
})

test('of an order that is planned, what is confirmed keeps its time: a shift has what remained when it began (E-72)', async () => {
  const { workCenterId } = await setupOfFirst()
  const owner = { company_id: COMPANY, work_center_id: workCenterId }
  let orderId = 0
  await created.database.inSystem(async (tx) => {
    const byPlan = { target_output_calculation_type: 'BY_JOB_ORDERS_CYCLE_TIME' as const }
    await tx.updateTable('work_center').set(byPlan).where('company_id', '=', COMPANY).where('id', '=', workCenterId).execute()
    const { id } = await tx
      .insertInto('job_order')
      .values({
        ...owner,
        order_code: 'E-72',
        status: 'PROGRESS',
        plan_output: 1000,
        accepted_output: 450,
        plan_start: NOW,
        plan_end: NOW + 8 * HOUR_MS,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    orderId = id
  })
  const made = { companyId: COMPANY, workCenterId, jobOrderId: orderId }
  const query = (text: string, values: readonly unknown[]) => created.database.pool.query(text, [...values])
  await addConfirmation(query, { ...made, start: NOW - 2 * HOUR_MS, end: NOW, accepted: 300 })
  await addConfirmation(query, { ...made, start: NOW + HOUR_MS, end: null, accepted: 50 })
  await addConfirmation(query, { ...made, start: NOW + HOUR_MS, end: null, accepted: 70, type: 'CANCELED' })
  const order = (await setupOfFirst()).target?.scheduled.find(({ planStart }) => planStart === NOW)
  assert.deepEqual(order && [order.remaining, order.accepted], [
    900,
    [
      { at: NOW - HOUR_MS, units: 300 },
      { at: NOW + HOUR_MS, units: 50 },
    ],
  ])
})
