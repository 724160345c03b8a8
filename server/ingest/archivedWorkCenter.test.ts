import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { endArchived } from './derive/archivedWorkCenters.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 121 * MINUTE_MS
const IDLE_KW = 2

describe('a work center that is deleted while its machine stands', () => {
  let api: TestApi
  let press: TestMachine
  let other: TestMachine
  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    const day = { start: START, until: 120, stops: [{ from: 90, to: 120, powerKw: IDLE_KW }] }
    press = await addPressWithStops(api, ACME, day)
    other = await addPressWithStops(api, ACME, day)
  })
  after(() => api.close())

  type Open = { readonly name: string; readonly start_at: number; readonly end_at: number | null }
  const lastOf = async (machine: TestMachine): Promise<readonly Open[]> =>
    (
      await api.database.pool.query<Open>(
        `select 'status' as name, start_at, end_at from status_interval where work_center_id = $1 and end_at is null
         union all select 'loss', start_at, end_at from loss where work_center_id = $1 and source = 'STATUS' and end_at is null
         union all select 'output', start_at, end_at from output_segment where work_center_id = $1 and end_at is null
         union all select 'shift', start_at, null from shift where work_center_id = $1 and status = 'PROGRESS' order by 1`,
        [machine.workCenterId],
      )
    ).rows

  it('has nothing open any more, all of it ended at the instant of the deletion', async () => {
    const open = await lastOf(press)
    assert.deepEqual(
      open.map(({ name }) => name),
      ['loss', 'output', 'shift', 'status'],
    )
    assert.deepEqual((await api.ask(`mutation { deleteBox(boxId: ${press.workCenterId}) { id } }`)).errors, [])
    await eventually(async () => ((await lastOf(press)).length === 0 ? true : undefined))
    const { rows } = await api.database.pool.query<Open>(
      `select 'status' as name, start_at, end_at from status_interval where work_center_id = $1 and start_at = $2
       union all select 'loss', start_at, end_at from loss where work_center_id = $1 and start_at = $2
       union all select 'shift', start_at, as_of from shift where work_center_id = $1 and status = 'UNCONFIRMED' order by 1`,
      [press.workCenterId, START + 90 * MINUTE_MS],
    )
    assert.deepEqual(
      rows.map(({ name, end_at }) => [name, end_at]),
      [
        ['loss', NOW],
        ['shift', NOW],
        ['status', NOW],
      ],
    )
  })

  it('is ended at what is known of it when the process ended in between, and no other with it', async () => {
    const open = await lastOf(other)
    const gone = await addPressWithStops(api, ACME, { start: START, until: 60, stops: [{ from: 30, to: 60, powerKw: IDLE_KW }] })
    // As if the process had ended right after the deletion: the device is given back, and nobody wrote since.
    await api.database.pool.query(`update device set company_id = null, work_center_id = null where id = $1`, [gone.deviceId])
    await api.reload(gone.companyId, gone.workCenterId)
    assert.notDeepEqual(await lastOf(gone), [])
    await api.database.pool.query(`update work_center set device_status = 'ARCHIVE', device_id = null where id = $1`, [gone.workCenterId])
    const client = await api.database.pool.connect()
    try {
      await endArchived(client)
      assert.deepEqual(await lastOf(gone), [])
      const { rows } = await client.query<{ end_at: number; as_of: number }>(
        `select max(i.end_at) as end_at, (select max(as_of) from shift where work_center_id = $1) as as_of from status_interval i where work_center_id = $1`,
        [gone.workCenterId],
      )
      assert.equal(rows[0]?.end_at, rows[0]?.as_of)
    } finally {
      client.release()
    }
    assert.deepEqual(await lastOf(other), open)
  })
})
