import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'

describe('suggested rules', () => {
  let api: TestApi
  before(async () => (api = await startTestApi({ now: () => DAY_START + 24 * HOUR_MS })))
  after(() => api.close())

  it('come from stops and silent devices of machines without such a rule, planned and scheduled ones left out', async () => {
    const [press, lathe, saw] = [await addPress(api, 'Press'), await addPress(api, 'Lathe'), await addPress(api, 'Saw')]
    const { pool } = api.database
    for (const place of [press, lathe, saw]) await addShift(api, place)
    const { rows } = await pool.query<{ id: number }>(
      `insert into loss_reason (company_id, name, color, type) values ($1, 'Lunch', '#3B7DD8', 'PLANNED') returning id`,
      [ACME],
    )
    for (const at of [10, 40, 70]) await addLoss(api, press, [at, at + 7])
    for (const at of [100, 130, 160]) await addLoss(api, press, [at, at + 25], { reason_id: rows[0]?.id ?? 0 })
    for (const at of [200, 230, 260]) await addLoss(api, lathe, [at, at + 12])
    for (const at of [10, 40, 70]) await addLoss(api, saw, [at, at + 20])
    await pool.query(`update work_center set device_status = 'ARCHIVE' where company_id = $1 and id = $2`, [ACME, saw])
    await pool.query(
      `insert into status_interval (company_id, work_center_id, start_at, end_at, kind, cause) values ($1, $2, $3, $4, 'NO_DATA', 'DEVICE_OFF')`,
      [ACME, press, DAY_START + 9 * HOUR_MS, DAY_START + 9.25 * HOUR_MS],
    )
    const asked = async (args = '') => {
      const { data, errors } = await api.ask(`{ suggestedNotificationRules${args} { workCenterId type duration times } }`, { as: 'ADMIN' })
      assert.deepEqual(errors, [])
      return data['suggestedNotificationRules']
    }
    const off = { workCenterId: press, type: 'WORK_CENTER_OFF', duration: 10, times: 1 }
    const [ofLathe, ofPress] = [lathe, press].map((workCenterId) => ({ workCenterId, type: 'STATUS_DURATION', duration: 5, times: 3 }))
    assert.deepEqual(await asked(), [off, ofLathe, ofPress])
    assert.deepEqual(await asked(`(workCenterIds: [${lathe}])`), [ofLathe])
    const { rows: types } = await pool.query('select 1 from loss where company_id = $1 and work_center_id = $2', [ACME, press])
    assert.equal(types.length, 6)
    await pool.query(
      `insert into notification_config (company_id, work_center_id, type, mode, target_audience, counts_from) values ($1, $2, 'STATUS_DURATION', 'STOP', 'USERS', 0)`,
      [ACME, lathe],
    )
    assert.deepEqual(await asked(), [off, ofPress])
    assert.equal((await api.ask('{ suggestedNotificationRules { times } }', { as: 'GUEST' })).errors.length, 1)
  })
})
