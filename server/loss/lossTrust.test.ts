import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'

describe('how far reasons can be trusted (domain.md S-92)', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi({ now: () => DAY_START + 9 * HOUR_MS })
  })
  after(() => api.close())

  it('divides the time of the stops of a shift (W-30)', async () => {
    const press = await addPress(api, 'trust-1')
    const shift = await addShift(api, press)
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into loss_reason (company_id, name) values ('ACME1', 'Jam') returning id`,
    )
    const reason = rows[0]?.id ?? 0
    const said = async (
      from: number,
      to: number,
      saidAfterMinutes: number,
      how: { via?: string; place?: number; shownMs?: number } = {},
    ) => {
      const end = DAY_START + to * MINUTE_MS
      const made = await api.database.pool.query<{ id: number }>(
        `insert into loss_annotation (company_id, work_center_id, start_at, end_at, reason_id, said_at, via, tile_place, shown_ms)
         values ('ACME1', $1, $2, $3, $4, $5, $6, $7, $8) returning id`,
        [
          press,
          DAY_START + from * MINUTE_MS,
          end,
          reason,
          end + saidAfterMinutes * MINUTE_MS,
          how.via ?? null,
          how.place ?? null,
          how.shownMs ?? null,
        ],
      )
      await addLoss(api, press, [from, to], { reason_id: reason, reason_source: 'MANUAL', annotation_id: made.rows[0]?.id ?? 0 })
    }
    await said(0, 18, 10)
    await said(20, 32, 3, { via: 'TILE', place: 0, shownMs: 1500 })
    await said(40, 60, 11)
    await said(70, 75, 1, { via: 'TILE', place: 0, shownMs: 1499 })
    await addLoss(api, press, [80, 92], { reason_id: reason, reason_source: 'RULE' })
    await addLoss(api, press, [100, 107])
    await addLoss(api, press, [110, 140], { is_scheduled_loss: true })
    await addLoss(api, press, [150, 200], { is_valid: false })
    await addLoss(api, press, [0, 480], { source: 'SPEED', quantity: 12, duration_ms: 720_000 })
    const ask = (as: 'ADMIN' | 'OPERATOR') =>
      api.ask(`{ lossesTrust(filter: { shiftInstanceIds: [${shift}] }) { kind duration percent } }`, { as })
    const { data, errors } = await ask('ADMIN')
    assert.deepEqual(errors, [])
    assert.deepEqual(data['lossesTrust'], [
      { kind: 'UNEXPLAINED', duration: 420, percent: 6.7 },
      { kind: 'BY_STATUS', duration: 1800, percent: 28.9 },
      { kind: 'BY_RULE', duration: 720, percent: 11.5 },
      { kind: 'HASTY', duration: 300, percent: 4.8 },
      { kind: 'AT_ONCE', duration: 1800, percent: 28.9 },
      { kind: 'LATE', duration: 1200, percent: 19.2 },
    ])
    assert.deepEqual((await ask('OPERATOR')).data['lossesTrust'], [], 'of work centers that the person sees')
  })

  it('counts what a person changed before times were kept by when it was stored', async () => {
    const press = await addPress(api, 'trust-2')
    const shift = await addShift(api, press)
    const { rows } = await api.database.pool.query<{ id: number; reason_id: number }>(
      `with reason as (insert into loss_reason (company_id, name) values ('ACME1', 'Jam') returning id)
       insert into loss_annotation (company_id, work_center_id, start_at, end_at, reason_id, updated_on)
       select 'ACME1', $1, $2, $3::int8, id, to_timestamp($3::int8 / 1000.0 + 60) from reason returning id, reason_id`,
      [press, DAY_START, DAY_START + 10 * MINUTE_MS],
    )
    await addLoss(api, press, [0, 10], { reason_id: rows[0]?.reason_id ?? 0, reason_source: 'MANUAL', annotation_id: rows[0]?.id ?? 0 })
    const { data } = await api.ask(`{ lossesTrust(filter: { shiftInstanceIds: [${shift}] }) { kind percent } }`)
    assert.deepEqual(data['lossesTrust'], [{ kind: 'AT_ONCE', percent: 100 }])
  })
})
