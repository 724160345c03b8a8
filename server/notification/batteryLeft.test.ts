import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { SensorId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { batteriesLeft } from './batteryLeft.service.ts'

/** More than the pool has connections. */
const MANY = 12

describe('how long low batteries last', () => {
  let api: TestApi
  const presses: WorkCenterId[] = []

  before(async () => {
    api = await startTestApi({ now: () => DAY_START })
    for (let number = 1; number <= MANY; number++) {
      const press = asId<WorkCenterId>(await addPress(api, `Press ${number}`))
      presses.push(press)
      await api.database.pool.query(
        `insert into sensor (company_id, work_center_id, type, number) select $1, $2, type, 1 from unnest('{BATTERY_LEVEL,CHARGING_STATUS}'::text[]) type`,
        [ACME, press],
      )
      await api.database.pool.query(
        `with told as (insert into notification (company_id, work_center_id, type, condition_key, since, due_at, fired_at, state, severity)
           values ($1, $2, 'BATTERY_LOW', 'any', $3, $3, $3, 'OPEN', 'WARNING') returning id)
         insert into notification_receipt (company_id, notification_id, user_id, step, fired_at, type) select $1, id, $4, 0, $3, 'BATTERY_LOW' from told`,
        [ACME, press, DAY_START - HOUR_MS, api.users.ADMIN],
      )
    }
  })
  after(() => api.close())

  it('is asked of more than there are connections without anybody waiting for another', async () => {
    const { data, errors } = await api.ask('{ notifications(filter: { tab: OPEN }, size: 50) { items { batteryLeft { days } } } }')
    assert.deepEqual(errors, [])
    const { items } = data['notifications'] as { readonly items: readonly unknown[] }
    assert.deepEqual(
      items,
      Array.from({ length: MANY }, () => ({ batteryLeft: null })),
    )
  })

  it('is read at once, with nothing held meanwhile, and again after ten minutes', async () => {
    let held = 0
    const asked: number[] = []
    let most = 0
    let running = 0
    const readSamples: SampleReader = async (_company, ids, start, end) => {
      assert.equal(held, 0, 'no transaction is open')
      asked.push(ids.length)
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      const days = Array.from({ length: 15 }, (_, day) => DAY_START - HOUR_MS - (14 - day) * DAY_MS).filter((at) => at >= start && at < end)
      const levels = new Set(await levelSensors())
      return new Map(
        ids.filter((id) => levels.has(id)).map((id) => [id, { instants: days, values: days.map((at) => 20 + (DAY_START - at) / DAY_MS) }]),
      )
    }
    const levelSensors = async () =>
      (await api.database.pool.query<{ id: SensorId }>(`select id from sensor where type = 'BATTERY_LEVEL'`)).rows.map(({ id }) => id)
    const look = (now: number) =>
      batteriesLeft(
        {
          companyId: ACME,
          readSamples,
          now,
          inTenant: async (work) => {
            held++
            const answer = await api.database.inTenant(ACME, work)
            held--
            return answer
          },
        },
        presses,
      )
    const first = await look(DAY_START)
    assert.deepEqual(
      first.map((left) => left && Math.round(left.days)),
      presses.map(() => 20),
    )
    assert.equal(asked[0], 2 * MANY)
    assert.ok(asked.length <= 3 && most === 1, `${asked.join()}, at most ${most} at once`)
    const count = asked.length
    assert.deepEqual(await look(DAY_START + 9 * MINUTE_MS), first)
    assert.equal(asked.length, count)
    await look(DAY_START + 10 * MINUTE_MS)
    assert.ok(asked.length > count)
  })
})
