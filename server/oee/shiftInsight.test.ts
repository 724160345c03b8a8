import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'
import { listStoryStops } from './shiftInsight.store.ts'

type Row = Readonly<Record<string, unknown>>

/** Of the shift of `addShift`: 480 minutes, 30 without data, 90 stopped, 300 pieces of a minute, 30 of them rejects. */
const PLANNED_MINUTES = 450

describe('what a shift says of itself', () => {
  let api: TestApi
  let now = DAY_START + 9 * HOUR_MS
  before(async () => {
    api = await startTestApi({ now: () => now })
  })
  after(() => api.close())

  const ask = async (id: number, fields: string): Promise<Row> => {
    const { data, errors } = await api.ask(`{ shifts(filter: { ids: [${id}] }) { ${fields} } }`)
    assert.deepEqual(errors, [])
    return (data['shifts'] as readonly Row[])[0] ?? {}
  }
  const reason = async (name: string, more = ''): Promise<number> => {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into loss_reason (company_id, name${more === '' ? '' : `, ${more}`}) values ('ACME1', $1${more === '' ? '' : ', false'}) returning id`,
      [name],
    )
    return rows[0]?.id ?? 0
  }
  const hour = async (press: number, shiftStart: number, index: number, run: number): Promise<void> => {
    const ms = (minutes: number) => minutes * MINUTE_MS
    await api.database.pool.query(
      `insert into hour_record (company_id, work_center_id, start_at, shift_start_at, elapsed_ms, excluded_ms, no_data_ms, availability_loss_ms, small_stop_ms,
        planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count, net_operating_ms, quality_loss_ms,
        total_output, accepted_output, rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected)
      values ('ACME1', $1, $2, $3, $4, 0, 0, $5, 0, 0, $5, 0, 0, 0, 0, $6, 0, $7, $7, 0, 0, 0, 0)`,
      [press, shiftStart + index * HOUR_MS, shiftStart, HOUR_MS, ms(60 - run), ms(run), run],
    )
  }

  const STORY = `story { kind oee { realValue } targetOee { realValue } goodOutput cause reason { name } points { realValue } duration count longest
    hours { timeStart goodOutput mainReason { name } } coverage explained }`

  it('tells the result, the largest losses and what to read the figures with', async () => {
    const press = await addPress(api, 'story-1')
    await api.database.pool.query('update work_center set target_oee = 76 where id = $1', [press])
    const id = await addShift(api, press)
    const [jam, lunch] = [await reason('Jam'), await reason('Lunch', 'include_in_oee_calculation')]
    await addLoss(api, press, [60, 80], { reason_id: jam, reason_source: 'MANUAL' })
    await addLoss(api, press, [80, 90], { reason_id: jam, reason_source: 'MANUAL', chain_start_at: DAY_START + 60 * MINUTE_MS })
    await addLoss(api, press, [120, 150], { reason_id: lunch, reason_source: 'STATUS' })
    await addLoss(api, press, [200, 220])
    for (const index of [0, 1, 2, 3, 4, 5, 6, 7]) await hour(press, DAY_START, index, index === 1 ? 15 : 50)
    const { story } = (await ask(id, STORY)) as { story: readonly Row[] }
    assert.deepEqual(
      story.map(({ kind }) => kind),
      ['RESULT', 'LOSS', 'LOSS', 'LOSS', 'WEAK_HOURS', 'CAVEAT'],
    )
    const [result, speed, worst, quality, weak, caveat] = story
    assert.deepEqual([result?.['oee'], result?.['targetOee'], result?.['goodOutput']], [{ realValue: 60 }, { realValue: 76 }, 270])
    // Run 360 minutes, 300 at reference speed.
    assert.deepEqual(
      [speed?.['cause'], speed?.['points'], speed?.['duration']],
      ['SPEED', { realValue: Math.round(6000_00 / PLANNED_MINUTES) / 100 }, 3600],
    )
    assert.deepEqual([worst?.['cause'], worst?.['reason'], worst?.['count'], worst?.['longest']], ['QUALITY', null, null, null])
    assert.deepEqual(
      [quality?.['cause'], quality?.['reason'], quality?.['count'], quality?.['longest']],
      ['REASON', { name: 'Jam' }, 1, 1800],
    )
    assert.deepEqual(weak?.['hours'], [
      { timeStart: new Date(DAY_START + HOUR_MS).toISOString(), goodOutput: 15, mainReason: { name: 'Jam' } },
    ])
    // As the shift says of itself: of its record 30 minutes are explained, and 20 wait for a reason.
    assert.deepEqual([caveat?.['coverage'], caveat?.['explained']], [0.9375, 0.6])
    assert.equal((await ask(id, 'explainedShare'))['explainedShare'], 0.6)
  })

  it('tells as much good output as the shift itself, also of time that OEE leaves out', async () => {
    const press = await addPress(api, 'story-uncounted')
    const id = await addShift(api, press)
    await api.database.pool.query('update shift set uncounted_total = 20, uncounted_accepted = 17, uncounted_rejected = 3 where id = $1', [
      id,
    ])
    const { story, oee } = (await ask(id, 'story { kind goodOutput } oee { acceptedOutput }')) as { story: readonly Row[]; oee: Row }
    assert.deepEqual([story[0]?.['goodOutput'], oee['acceptedOutput']], [270, 270])
  })

  it('says what a minute of each kind of loss is worth', async () => {
    const press = await addPress(api, 'worth-1')
    const id = await addShift(api, press)
    const { worthOfMinute } = (await ask(id, 'worthOfMinute { kind points { realValue } units }')) as { worthOfMinute: readonly Row[] }
    // 270 good minutes in 360 of 450: a minute of a stop is worth 0.75 of a minute and of a piece.
    assert.deepEqual(
      worthOfMinute.find(({ kind }) => kind === 'STOP'),
      { kind: 'STOP', points: { realValue: 0.17 }, units: 0.75 },
    )
  })

  it('says what a minute of one loss is worth, by its reason', async () => {
    const press = await addPress(api, 'worth-2')
    await addShift(api, press)
    const lunch = await reason('Long lunch', 'include_in_oee_calculation')
    await addLoss(api, press, [200, 220])
    await addLoss(api, press, [120, 150], { reason_id: lunch, reason_source: 'MANUAL' })
    const { data, errors } = await api.ask(
      `{ lossesPages(filter: { workCenterIds: [${press}] }, sort: ASC) { items { worthOfMinute { kind points { realValue } units } } } }`,
    )
    assert.deepEqual(errors, [])
    const { items } = data['lossesPages'] as { items: readonly { worthOfMinute: Row }[] }
    assert.equal(items[0]?.worthOfMinute['kind'], 'EXCLUDED')
    assert.deepEqual(items[1]?.worthOfMinute, { kind: 'STOP', points: { realValue: 0.17 }, units: 0.75 })
  })

  it('foretells a running shift from itself and from the same shift before, with its range', async () => {
    const press = await addPress(api, 'forecast-1')
    for (let day = 1; day <= 10; day++) {
      const start = DAY_START - day * DAY_MS
      await addShift(api, press, { start, date: new Date(start).toISOString().slice(0, 10) })
      for (const index of [0, 1, 2, 3, 4, 5, 6, 7]) await hour(press, start, index, 48)
    }
    const id = await addShift(api, press)
    await api.database.pool.query(
      `update shift set as_of = start_at + 7200000, elapsed_ms = 7200000, no_data_ms = 0, availability_loss_ms = 1440000, planned_downtime_ms = 0,
        unplanned_downtime_ms = 1440000, unclassified_downtime_ms = 0, planned_included_ms = 0, unplanned_included_ms = 1440000, net_operating_ms = 5760000,
        quality_loss_ms = 0, total_output = 96, accepted_output = 96, rejected_output = 0 where id = $1`,
      [id],
    )
    now = DAY_START + 2 * HOUR_MS
    const { forecast } = (await ask(
      id,
      'forecast { oee { realValue } oeeLow { realValue } oeeHigh { realValue } goodOutput stopsDuration shifts held }',
    )) as { forecast: Row }
    assert.deepEqual(forecast, {
      oee: { realValue: 80 },
      oeeLow: { realValue: 80 },
      oeeHigh: { realValue: 80 },
      goodOutput: 384,
      stopsDuration: 72 * 60,
      shifts: 10,
      held: 10,
    })
    now = DAY_START + 9 * HOUR_MS
  })

  it('passes by shifts that teach nothing, and looks for others further back', async () => {
    const press = await addPress(api, 'forecast-3')
    for (let day = 1; day <= 30; day++) {
      const start = DAY_START - day * DAY_MS
      const id = await addShift(api, press, { start, date: new Date(start).toISOString().slice(0, 10) })
      for (const index of [0, 1, 2, 3, 4, 5, 6, 7]) await hour(press, start, index, 48)
      // Twenty of them without a speed or without data.
      if (day <= 10) {
        await api.database.pool.query('update shift set net_operating_ms = null, quality_loss_ms = null where id = $1', [id])
        await api.database.pool.query(
          'update hour_record set net_operating_ms = null, quality_loss_ms = null where work_center_id = $1 and shift_start_at = $2',
          [press, start],
        )
      } else if (day <= 20) await api.database.pool.query('update shift set no_data_ms = 7200000 where id = $1', [id])
    }
    const id = await addShift(api, press)
    now = DAY_START + 2 * HOUR_MS
    await api.database.pool.query('update shift set as_of = start_at + 7200000 where id = $1', [id])
    const { forecast } = (await ask(id, 'forecast { shifts }')) as { forecast: Row }
    now = DAY_START + 9 * HOUR_MS
    assert.deepEqual(forecast, { shifts: 10 })
  })

  it('keeps the hour in which one shift of a day ends and the next begins apart', async () => {
    const press = await addPress(api, 'forecast-4')
    const half = HOUR_MS / 2
    for (let day = 1; day <= 10; day++) {
      const start = DAY_START + half - day * DAY_MS
      await addShift(api, press, { start, hours: 24, date: new Date(start).toISOString().slice(0, 10) })
      // Good but for the last half hour, which lies in the same hour of the clock as the first one of the next shift.
      for (let index = 0; index <= 24; index++) await hour(press, start, index - 0.5, index === 24 ? 0 : 48)
      await api.database.pool.query(
        `update hour_record set elapsed_ms = elapsed_ms / 2, availability_loss_ms = availability_loss_ms / 2,
          unplanned_downtime_ms = unplanned_downtime_ms / 2, net_operating_ms = net_operating_ms / 2
        where work_center_id = $1 and shift_start_at = $2 and (start_at = $2 - 1800000 or start_at = $2 + 84600000)`,
        [press, start],
      )
    }
    const id = await addShift(api, press, { start: DAY_START + half, hours: 24 })
    now = DAY_START + half + 2 * HOUR_MS
    await api.database.pool.query('update shift set as_of = start_at + 7200000 where id = $1', [id])
    const { forecast } = (await ask(id, 'forecast { shifts oeeLow { realValue } oeeHigh { realValue } }')) as { forecast: Row }
    now = DAY_START + 9 * HOUR_MS
    const [low, high] = [forecast['oeeLow'], forecast['oeeHigh']] as readonly { readonly realValue: number }[]
    // All days were alike, so nothing differs.
    assert.deepEqual([forecast['shifts'], low], [10, high])
  })

  it('foretells nothing of a shift that is over', async () => {
    const press = await addPress(api, 'forecast-2')
    assert.deepEqual(await ask(await addShift(api, press), 'forecast { shifts }'), { forecast: null })
  })

  it('reads the stops of the shifts that are asked for and no others, whatever the database knows of its tables', async () => {
    const press = await addPress(api, 'one-of-many')
    const days = Array.from({ length: 20 }, (_, at) => DAY_START - (at + 1) * DAY_MS)
    for (const start of days) await addShift(api, press, { date: new Date(start).toISOString().slice(0, 10), start })
    await api.database.pool.query(
      `insert into loss (company_id, work_center_id, source, kind, start_at, end_at, chain_start_at, shift_start_at)
       select 'ACME1', $1, 'STATUS', 'OFF', shift + n * 60000, shift + n * 60000 + 30000, shift + n * 60000, shift
       from unnest($2::int8[]) as shift, generate_series(1, 400) n`,
      [press, days],
    )
    const asked = days.slice(0, 3).map((start) => ({ workCenterId: asId<WorkCenterId>(press), start }))
    const [stops, read] = await api.database.inTenant(ACME, async (tenant) => {
      const found = await listStoryStops(tenant, asked)
      const { rows } = await sql<{ count: number }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count
        from pg_stat_xact_user_tables where relname = 'loss'`.execute(tenant.tx)
      return [found.length, rows[0]?.count]
    })
    assert.deepEqual([stops, read], [1200, 1200])
  })
})
