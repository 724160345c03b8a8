import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, addSegment, addShift, DAY_START } from '#server/shift/testing.ts'
import { energyContent } from './energyContent.ts'
import { energyFigures } from './energyFigures.service.ts'
import { loadNames } from './reportNames.ts'
import { storedSamples } from './testing.ts'

const NOW = Date.parse('2026-05-12T08:00:00Z')
const ZONE = 'Europe/Kyiv'

describe('energy of a report', () => {
  let api: TestApi
  let press = 0

  before(async () => {
    api = await startTestApi({ now: () => NOW })
    press = await addPress(api, 'Press')
    await api.database.pool.query(`insert into sensor (company_id, work_center_id, type, number) values ($1, $2, 'POWER', 1)`, [
      ACME,
      press,
    ])
    await api.database.pool.query(
      `insert into energy_hour (company_id, work_center_id, hour_at, kwh, covered_ms, is_assumed_balanced, quarter_kwh, quarter_covered_ms, quarter_max_kw,
         quarter_source)
       select $1, $2, hour_at, 2, 3600000, false, '{0.5,0.5,0.5,0.5}', '{900000,900000,900000,900000}', '{2,2,2,2}', '{POWER,POWER,POWER,POWER}'
       from generate_series($3::int8, $4::int8 - 1, 3600000) as hour_at`,
      [ACME, press, Date.parse('2025-12-31T22:00:00Z'), Date.parse('2026-02-28T22:00:00Z')],
    )
    await api.database.pool.query(
      `insert into energy_progress (company_id, work_center_id, derived_until, shared_until, zone, margin_ms, reach_ms, rewinds)
       values ($1, $2, $3, $3, $4, 3600000, 3600000, 0)`,
      [ACME, press, NOW, ZONE],
    )
  })
  after(() => api.close())

  const figuresOf = (from: string, to: string) =>
    energyFigures(
      { ...storedSamples(api.database), inTenant: (work) => api.database.inTenant(asId(ACME), work), now: () => NOW },
      { from, to, workCenterIds: null, zone: ZONE },
    )

  it('of a whole month is compared with the month before, and of other days with as many (N-8)', async () => {
    const month = await figuresOf('2026-02-01', '2026-03-01')
    assert.deepEqual(month.before?.dates, { from: '2026-01-01', to: '2026-02-01' })
    assert.deepEqual(
      month.before.parts.map(({ kwh, elapsedMs }) => [kwh, elapsedMs]),
      [[2 * 24 * 31, 31 * DAY_MS]],
    )
    assert.equal(month.splits.find(({ by }) => by === 'WORK_CENTER')?.parts?.[0]?.kwh, 2 * 24 * 28)
    const week = await figuresOf('2026-02-02', '2026-02-09')
    assert.deepEqual([week.before?.dates, week.before?.parts[0]?.kwh], [{ from: '2026-01-26', to: '2026-02-02' }, 2 * 24 * 7])
  })

  it('has no sums where its work centers are too many, and says of each split why it is left out', async () => {
    const names = await api.database.inTenant(asId(ACME), (tenant) =>
      loadNames(tenant, { language: 'en', workCenterIds: null, zone: ZONE }),
    )
    const { lead, charts, tables, headline, known } = energyContent(
      {
        splits: [
          { by: 'WORK_CENTER', parts: null, without: 'TOO_MANY' },
          { by: 'STATUS', parts: null, without: 'WAITS' },
        ],
        before: null,
      },
      names,
    )
    assert.deepEqual(lead, [
      'Work center: too many rows for these days. Choose fewer days or work centers.',
      'Status: left out, since energy of these days is still being divided so. Ask again later, or for fewer days.',
    ])
    assert.deepEqual([charts, tables, headline, known], [[], [], null, null])
  })

  it('by status waits until the hours of long ago are divided', async () => {
    const set = (until: number) => api.database.pool.query('update energy_progress set shared_until = $1', [until])
    await set(0)
    const { splits } = await figuresOf('2026-01-01', '2026-03-01')
    await set(NOW)
    assert.deepEqual(
      splits.map(({ by, without }) => [by, without]),
      [
        ['WORK_CENTER', null],
        ['STATUS', 'WAITS'],
        ['JOB_ORDER', 'WAITS'],
        ['TARIFF_ZONE', null],
        ['DAY', null],
      ],
    )
  })

  it('has the energy of a unit of all that analytics, statistics and its page have, without a machine that used energy and made nothing (D-34)', async () => {
    const { pool } = api.database
    const made = [
      { kwh: 12, total: 4830, id: press },
      { kwh: 6.75, total: 0, id: await addPress(api, 'Stood by') },
    ]
    for (const { kwh, total, id } of made) {
      await addShift(api, id, { total, rejected: total === 0 ? 0 : 30 })
      if (total > 0) {
        const segment = await addSegment(api, id, [0, 480], { total: total - 30 })
        await pool.query('update output_segment set effective_accepted = effective_total, shift_start_at = start_at where id = $1', [
          segment,
        ])
      }
      await pool.query(
        `insert into hour_record (company_id, work_center_id, start_at, shift_start_at, elapsed_ms, excluded_ms, no_data_ms, availability_loss_ms,
           small_stop_ms, planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count, total_output,
           accepted_output, rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected)
         select $1, $2, $3::int8 + hour * 3600000, $3, 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $4::float8 / 8, $4::float8 / 8, 0, 0, 0, 0
         from generate_series(0, 7) as hour`,
        [ACME, id, DAY_START, total === 0 ? 0 : total - 30],
      )
      await pool.query(
        `insert into energy_hour (company_id, work_center_id, hour_at, kwh, covered_ms, is_assumed_balanced, quarter_kwh, quarter_covered_ms, quarter_max_kw,
           quarter_source)
         select $1, $2, $3::int8 + hour * 3600000, $4::float8, 3600000, false, array_fill($4::float8 / 4, array[4]), '{900000,900000,900000,900000}',
           '{2,2,2,2}', '{POWER,POWER,POWER,POWER}' from generate_series(0, 7) as hour`,
        [ACME, id, DAY_START, kwh],
      )
      if (id === press) continue
      await pool.query(`insert into sensor (company_id, work_center_id, type, number) values ($1, $2, 'POWER', 1)`, [ACME, id])
      await pool.query(
        `insert into energy_progress (company_id, work_center_id, derived_until, shared_until, zone, margin_ms, reach_ms, rewinds)
         values ($1, $2, $3, $3, $4, 3600000, 3600000, 0)`,
        [ACME, id, NOW, ZONE],
      )
    }
    const figures = await figuresOf('2026-05-04', '2026-05-05')
    const names = await api.database.inTenant(asId(ACME), (tenant) =>
      loadNames(tenant, { language: 'en', workCenterIds: null, zone: ZONE }),
    )
    const { lead, tables } = energyContent(figures, names)
    const [key, places] = tables
    assert.ok(lead.includes('0.02 kWh for each good unit.'), lead.join(' '))
    assert.deepEqual(
      key?.rows.find(([, , unit]) => unit === 'kWh/pcs'),
      ['kWh a good unit', 0.02, 'kWh/pcs'],
    )
    const at = places?.columns.findIndex(({ title }) => title === 'kWh a good unit') ?? -1
    assert.deepEqual(
      places?.rows.map((row) => [row[0], row[at]]),
      [
        ['Press', 0.02],
        ['Stood by', null],
        ['All together', 0.02],
      ],
    )
    const period = 'period: { start: "2026-05-03T21:00:00Z", end: "2026-05-04T21:00:00Z" }'
    const { data, errors } = await api.ask(`{
      analytics(input: { measure: ENERGY_PER_UNIT, by: [WORK_CENTER], dateFrom: "2026-05-04", dateTo: "2026-05-04" }) { whole { figure { value } } }
      oeeStatistics(filter: { ${period} }) { energyConsumption energyPerUnit }
      energyCosts(${period}, splitBy: WORK_CENTER) { workCenter { id } energyConsumption measuredOutput }
    }`)
    assert.deepEqual(errors, [])
    assert.deepEqual(data['analytics'], { whole: { figure: { value: 0.02 } } })
    assert.deepEqual(data['oeeStatistics'], [{ energyConsumption: 150, energyPerUnit: 0.02 }])
    // The page adds its rows up as the report does, by the same function; the machine that stood by has none, and not an unknown number of units.
    assert.deepEqual(data['energyCosts'], [
      { workCenter: { id: press }, energyConsumption: 96, measuredOutput: 4800 },
      { workCenter: { id: made[1]?.id }, energyConsumption: 54, measuredOutput: 0 },
    ])
  })

  it('has a bar of each hour, also of the one that the clock shows twice, whatever clock a plant has', async () => {
    const names = await api.database.inTenant(asId(ACME), (tenant) =>
      loadNames(tenant, { language: 'en', workCenterIds: null, zone: ZONE }),
    )
    const [one] = (await figuresOf('2026-02-02', '2026-02-03')).splits[0]?.parts ?? []
    assert.ok(one)
    const zones = { ...names, zone: (id: number) => (id === 2 ? 'America/Chicago' : ZONE) }
    const barsOf = (by: 'DAY' | 'HOUR', ...starts: readonly (readonly [string, number, number])[]) => {
      const parts = starts.map(([at, workCenterId, kwh]) => ({ ...one, start: Date.parse(at), workCenterId, kwh }))
      const [chart] = energyContent({ splits: [{ by, parts, without: null }], before: null }, zones).charts
      return chart?.kind === 'BARS' ? chart.bars.map(({ label, value }) => [label, value]) : []
    }
    // Kyiv shows 03:00 twice on 25 October, at 00:00 and at 01:00 UTC; Chicago is another instant's clock of the same hours.
    const hours = barsOf(
      'HOUR',
      ['2026-10-24T23:00:00Z', 1, 5],
      ['2026-10-25T00:00:00Z', 1, 10],
      ['2026-10-25T01:00:00Z', 1, 11],
      ['2026-10-25T01:00:00Z', 2, 1],
      ['2026-10-25T02:00:00Z', 2, 7],
    )
    assert.deepEqual(hours, [
      ['02:00', 5],
      ['03:00 +03:00', 10],
      ['03:00 +02:00', 12],
      ['04:00', 7],
    ])
    const days = barsOf('DAY', ['2026-05-03T21:00:00Z', 1, 5], ['2026-05-03T21:00:00Z', 2, 2], ['2026-05-04T05:00:00Z', 2, 3])
    assert.deepEqual(days, [
      ['3 May 2026', 2],
      ['4 May 2026', 8],
    ])
  })
})
