import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addShift, DAY_START } from './testing.ts'

describe('downtime without a reason, by what it is (domain.md S-31a)', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi({ now: () => DAY_START + 600 * MINUTE_MS })
  })
  after(() => api.close())

  const addStatus = async (press: number, kind: string, from: number, to: number | null) =>
    await api.database.pool.query(
      `insert into status_interval (company_id, work_center_id, start_at, end_at, kind, cause) values ('ACME1', $1, $2, $3, $4, $5)`,
      [press, DAY_START + from * MINUTE_MS, to === null ? null : DAY_START + to * MINUTE_MS, kind, kind === 'NO_DATA' ? 'SILENT' : null],
    )
  const told = async (press: number) => {
    const { data, errors } = await api.ask(
      `{ shifts(filter: { workCenterIds: [${press}] }) { explainedShare untrackedDuration silentDuration } }`,
    )
    assert.deepEqual(errors, [])
    const [shift] = data['shifts'] as readonly Readonly<Record<string, number>>[]
    return shift
  }

  it('is what waits for a reason, silence by policy, and stops that make no loss', async () => {
    const press = await addPress(api, 'silent-1')
    // 60 minutes without a reason, 20 planned, 10 unplanned, 30 without data.
    await addShift(api, press)
    await addStatus(press, 'NO_DATA', -20, 30)
    await addStatus(press, 'OFF', 30, 60)
    await addStatus(press, 'NO_DATA', 100, 130)
    await addLoss(api, press, [30, 55])
    // Five minutes of the silence are a loss that a person entered and gave no reason.
    await addLoss(api, press, [100, 105], { kind: 'NO_DATA' })
    // Silence of 30 and 30 minutes, less 5 and the 30 that are no data.
    assert.deepEqual(await told(press), {
      silentDuration: 25 * 60,
      untrackedDuration: 5 * 60,
      // 30 of 85: 20 + 10 explained, 30 waiting, 25 silent.
      explainedShare: 30 / 85,
    })
  })

  it('counts silence that goes on up to what the shift was worked out to', async () => {
    const press = await addPress(api, 'silent-2')
    const id = await addShift(api, press)
    await api.database.pool.query('update shift set as_of = start_at + 240 * 60000 where id = $1', [id])
    await addStatus(press, 'OFF', 0, 200)
    await addStatus(press, 'NO_DATA', 200, null)
    assert.deepEqual([(await told(press))?.['silentDuration'], (await told(press))?.['untrackedDuration']], [10 * 60, 50 * 60])
  })
})
