import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { trimHistory } from './retention.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 4, 4)

suite('history that nobody needs is trimmed', () => {
  let given: TestDatabase

  before(async () => {
    given = await createTestDatabase()
  })
  after(() => given.drop())

  const numbers = async (text: string, values: readonly unknown[]): Promise<readonly number[]> =>
    (await given.database.pool.query<{ n: number }>(text, [...values])).rows.map((row) => row.n)

  test('of refused entries stay the newest thousand of each device, and none longer than 90 days', async () => {
    const add = (device: number, count: number, at: number) =>
      given.database.pool.query(
        `insert into quarantine (device_id, received_at, reason, detail)
         select ('00000000-0000-4000-8000-00000000000' || $1)::uuid, $3, 'UNPARSABLE', i::text from generate_series(1, $2::int) as i`,
        [device, count, at],
      )
    await add(1, 5, NOW - 91 * DAY_MS)
    await add(1, 1_200, NOW - DAY_MS)
    await add(2, 3, NOW - 89 * DAY_MS)
    await trimHistory(given.database, NOW)
    assert.deepEqual(await numbers('select count(*)::int as n from quarantine group by device_id order by device_id', []), [1_000, 3])
    assert.deepEqual(await numbers(`select min(detail::int) as n from quarantine where device_id::text like '%1'`, []), [201])
  })

  test('checkpoints stay for 35 days before the newest one, or as long as the device may report late', async () => {
    const companyId = await addCompany(given.database, 'TRIMS')
    const short = await addMachine(given.database, companyId, 31)
    const long = await addMachine(given.database, companyId, 60)
    for (const { workCenterId } of [short, long]) {
      await given.database.pool.query(
        `insert into engine_checkpoint (company_id, work_center_id, start_at, state) select $1, $2, $3::bigint - i * $4::bigint, '{}' from generate_series(0, 99) as i`,
        [companyId, workCenterId, NOW, DAY_MS],
      )
    }
    await trimHistory(given.database, NOW)
    const left = 'select count(*)::int as n from engine_checkpoint group by work_center_id order by work_center_id'
    assert.deepEqual(await numbers(left, []), [36, 62])
  })
})
