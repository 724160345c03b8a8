import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { EVERY_LOSS } from '#server/loss/lossFilter.service.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'
import { findChangeMarks } from './changeMarks.service.ts'

/** Of the eight of a shift half an hour has no data. */
const PLANNED_HOURS = 7.5
/** Minutes that the jam took of each planned hour (W-28). */
const RATES = [3, 4, 2, 5, 3, 4, 3, 2, 4, 5, 3, 4, 3, 4, 2, 3, 5, 4, 3, 4, 5, 6, 5, 6, 7, 5, 6, 6]
const dayAt = (at: number) =>
  Temporal.PlainDate.from('2026-05-04')
    .subtract({ days: RATES.length - 1 - at })
    .toString()

describe('when it got worse', () => {
  let api: TestApi
  let press: number
  let quiet: number
  let jam: number
  before(async () => {
    api = await startTestApi({ now: () => DAY_START + DAY_MS })
    ;[press, quiet] = [await addPress(api, 'w-1'), await addPress(api, 'w-2')]
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into loss_reason (company_id, name, type) values ('ACME1', 'Jam', 'UNPLANNED') returning id`,
    )
    jam = rows[0]?.id ?? 0
    for (const [at, rate] of RATES.entries()) {
      const start = DAY_START - (RATES.length - 1 - at) * DAY_MS
      for (const id of [press, quiet]) await addShift(api, id, { start, date: dayAt(at) })
      const from = (start - DAY_START) / 60_000
      await addLoss(api, press, [from, from + rate * PLANNED_HOURS], { reason_id: jam, reason_source: 'MANUAL', shift_start_at: start })
      await addLoss(api, quiet, [from, from + 24], { reason_id: jam, reason_source: 'MANUAL', shift_start_at: start })
    }
  })
  after(() => api.close())

  const ask = async (args: string, as: 'ADMIN' | 'OPERATOR' = 'ADMIN') => {
    const text = `{ changeMarks(${args}) { changes { workCenterId reasonId date before since points } unusualDays { date minutesPerHour usual } } }`
    const { data, errors } = await api.ask(text, { as })
    return as === 'OPERATOR' ? errors[0]?.extensions : (assert.deepEqual(errors, []), data['changeMarks'])
  }
  const change = { date: dayAt(20), before: 3.5, since: 5.75 }

  it('is told since which day, by how much, and what it costs of the time of all (W-28)', async () => {
    const one = { ...change, workCenterId: press, reasonId: jam }
    assert.deepEqual(await ask(`workCenterIds: [${press}], dateTo: "2026-05-04"`), {
      changes: [{ ...one, points: (100 * 2.25) / 60 }],
      unusualDays: [],
    })
    assert.deepEqual(await ask(`dateTo: "2026-05-04"`), { changes: [{ ...one, points: (100 * 2.25) / 120 }], unusualDays: [] })
    assert.deepEqual(await ask(`workCenterIds: [${quiet}], dateTo: "2026-05-04"`), { changes: [], unusualDays: [] })
  })

  it('is not known before eight days tell it, and a single day is unusual by itself', async () => {
    assert.deepEqual(await ask(`workCenterIds: [${press}], dateTo: "${dayAt(25)}"`), { changes: [], unusualDays: [] })
    await addLoss(api, press, [200, 275], { reason_id: jam, reason_source: 'MANUAL' })
    assert.deepEqual(await ask(`workCenterIds: [${press}], dateFrom: "2026-05-04", dateTo: "2026-05-04"`), {
      changes: [{ ...change, workCenterId: press, reasonId: jam, since: 7, points: (100 * 3.5) / 60 }],
      unusualDays: [{ date: '2026-05-04', minutesPerHour: 16, usual: 3.5 }],
    })
    await api.database.pool.query('delete from loss where work_center_id = $1 and start_at = $2', [press, DAY_START + 200 * 60_000])
  })

  it('is told of more work centers than facts are read of at once', async () => {
    const asked = { filter: EVERY_LOSS, first: null, last: '2026-05-04', now: DAY_START + DAY_MS, most: 30 }
    const find = (placesAtOnce: number) =>
      api.database.inTenant(asId(ACME), (tenant) => findChangeMarks(tenant, { ...asked, placesAtOnce }))
    const { changes } = await find(1)
    assert.deepEqual(
      changes.map(({ workCenterId, date }) => [workCenterId, date]),
      [[press, dayAt(20)]],
    )
    await assert.rejects(find(2), { code: 'TOO_MANY_RESULTS' })
  })

  it('reads the losses of those work centers alone that worked in the dates, and long enough to tell what is usual', async () => {
    const asked = { filter: EVERY_LOSS, now: DAY_START + 3 * DAY_MS, last: '2026-05-06' }
    const fresh = await addPress(api, 'w-3')
    await addShift(api, fresh, { start: DAY_START + DAY_MS, date: '2026-05-05' })
    await addLoss(api, fresh, [24 * 60, 24 * 60 + 30], { reason_id: jam, reason_source: 'MANUAL', shift_start_at: DAY_START + DAY_MS })
    const read = async (first: string | null, most: number) =>
      (await api.database.inTenant(asId(ACME), (tenant) => findChangeMarks(tenant, { ...asked, first, most }))).changes.map(
        ({ workCenterId }) => workCenterId,
      )
    assert.deepEqual(await read('2026-05-04', 1_000), [press])
    // Nothing may be read: neither the two that stood since, nor the one whose first day it is.
    assert.deepEqual(await read('2026-05-05', 0), [])
    await assert.rejects(read('2026-05-04', 0), { code: 'TOO_MANY_RESULTS' })
    await api.database.pool.query('delete from loss where work_center_id = $1', [fresh])
    await api.database.pool.query('delete from shift where work_center_id = $1', [fresh])
  })

  it('is asked by those who may read analytics', async () => {
    assert.deepEqual(await ask('dateTo: "2026-05-04"', 'OPERATOR'), {
      code: 'FORBIDDEN',
      params: { action: 'READ', subject: 'ANALYTICS' },
    })
  })
})
