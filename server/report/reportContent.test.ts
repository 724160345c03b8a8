import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { seedChecklist } from '#server/checklist/testing.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addSegment, addShift, DAY_START } from '#server/shift/testing.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { buildReport } from './buildReport.ts'
import { efficiencyTrends } from './efficiencyContent.ts'
import { headlineWords } from './headline.ts'
import { createPeopleNames } from './peopleNames.ts'
import type { ReportModel } from './reportModel.ts'
import { hasContent } from './reportContent.ts'
import { loadNames } from './reportNames.ts'
import { readRecords } from './reportRecords.ts'
import { reportRequest } from './reportRequest.ts'
import type { ReportRequest } from './reportRequest.ts'
import { reportTextsOf } from './reportTexts.ts'

const NOW = Date.parse('2026-05-12T08:00:00Z')
const WEEK_MS = 7 * DAY_MS
const WEEK = {
  format: 'XLSX',
  language: 'en',
  from: '2026-05-04',
  to: '2026-05-11',
  shiftStart: null,
  workCenterIds: null,
  zone: 'Europe/Kyiv',
  madeFor: '',
} as const

describe('what reports say', () => {
  let api: TestApi
  const presses: number[] = []

  before(async () => {
    api = await startTestApi({ now: () => NOW })
    for (const name of ['Press 1', 'Press 2']) {
      const press = await addPress(api, name)
      presses.push(press)
      await addShift(api, press, { start: DAY_START - WEEK_MS, date: '2026-04-27' })
    }
    const [first = 0, second = 0] = presses
    // OEE was 60 % on both; Press 1 made 40 more of its 450 minutes.
    await addShift(api, first, { total: 340 })
    await addShift(api, second)
    await addLoss(api, first, [10, 70])
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into job_order (company_id, order_code, status, work_center_id, plan_output, created_on) values ($1, 'WO-7', 'PROGRESS', $2, 500, now())
        returning id`,
      [ACME, first],
    )
    await addSegment(api, first, [0, 480], { jobOrderIds: rows.map(({ id }) => id), total: 340 })
    await api.database.pool.query('update output_segment set effective_accepted = 340')
  })
  after(() => api.close())

  const build = (type: ReportRequest['type'], asked: Partial<ReportRequest> = {}): Promise<ReportModel> =>
    api.database.inSnapshot(ACME, (tenant) =>
      buildReport(tenant, reportRequest.parse({ ...WEEK, type, ...asked }), {
        now: NOW,
        people: createPeopleNames(api.database, ACME),
        check: () => undefined,
      }),
    )
  const tableOf = ({ tables }: ReportModel, name: string) => tables.find((table) => table.name === name)
  const rowsOf = (model: ReportModel, name: string) => tableOf(model, name)?.rows ?? []

  it('tell to the last point why OEE changed, by cause and by work center (Y-3)', async () => {
    const model = await build('GENERAL')
    assert.deepEqual(rowsOf(model, 'Why OEE changed'), [
      ['Stops that are not tracked', 20, 13.33, 6.67],
      ['Stops without a reason', 0, 6.67, -6.67],
      ['Lost speed', 13.33, 8.89, 4.44],
      ['OEE', 60, 64.44, 4.44],
    ])
    assert.deepEqual(rowsOf(model, 'Which work centers changed it'), [
      ['Press 1', 60, 68.89, 4.44, 0, 50, 50],
      ['Press 2', 60, 60, 0, 0, 50, 50],
      ['All together', 60, 64.44, 4.44, 0, null, null],
    ])
    assert.deepEqual(model.lead, [
      'OEE 60 % → 64.44 %: +4.44 points against 27 Apr 2026 – 3 May 2026.',
      'Most of it: Stops that are not tracked +6.67, Stops without a reason -6.67, Lost speed +4.44.',
      '+4.44 points by how the work centers worked, 0 by their shares of the planned time.',
    ])
    const { headline } = model.proof
    assert.ok(headline)
    assert.deepEqual(headlineWords(headline, { language: 'en', texts: reportTextsOf('en') }), [
      'OEE 64.44 % (+4.44 points against the period before)',
      'Availability 80 %, performance 88.89 %, quality 90.63 %.',
    ])
  })

  it('go from the time of the shifts to the time that was worth something, and have the terms of each', async () => {
    const model = await build('GENERAL')
    const [steps] = model.charts
    assert.equal(steps?.kind, 'STEPS')
    assert.deepEqual(steps?.kind === 'STEPS' ? steps.steps.map(({ label, ms }) => [label, ms / MINUTE_MS]) : [], [
      ['Shift time', 960],
      ['Excluded, or without data', -60],
      ['Planned production time', 900],
      ['Stops', -180],
      ['Lost speed', -80],
      ['Rejects', -60],
      ['Valuable time = OEE', 580],
    ])
    const terms = tableOf(model, 'Terms')
    const of = (title: string) => terms?.rows.map((row) => row[terms.columns.findIndex((column) => column.title === title)])
    assert.deepEqual(of('Valuable time'), [310 * MINUTE_MS, 270 * MINUTE_MS])
    assert.deepEqual(of('Ideal cycle, s'), [60, 60])
    const trends = model.charts.find(({ kind }) => kind === 'TRENDS')
    assert.deepEqual(trends?.kind === 'TRENDS' ? trends.lines.map(({ label, value }) => [label, value]) : [], [
      ['Press 1', 68.89],
      ['Press 2', 60],
    ])
  })

  it('draw the work centers with the lowest OEE where there are many, and say how many there are', async () => {
    const [row] = await api.database.inTenant(ACME, (tenant) =>
      readRecords(tenant, { workCenterIds: null, shiftStart: null, now: NOW, dates: { from: WEEK.from, to: WEEK.to } }),
    )
    assert.ok(row)
    const names = await api.database.inTenant(ACME, (tenant) => loadNames(tenant, WEEK))
    const of = (count: number) => {
      const rows = Array.from({ length: count }, (_, at) => {
        const [part] = row.stat.parts
        assert.ok(part)
        // The later ones were slower.
        const parts = [{ ...part, sums: { ...part.sums, netOperatingMs: part.sums.netOperatingMs - at * 1_000 } }]
        return { ...row, workCenter: { ...row.workCenter, id: asId<WorkCenterId>(at + 1) }, stat: { ...row.stat, parts } }
      })
      const chart = efficiencyTrends(rows, { ...names, workCenter: String }, []).find(({ kind }) => kind === 'TRENDS')
      return chart?.kind === 'TRENDS' ? [chart.lines.length, chart.lines[0]?.label, chart.lines.at(-1)?.label, chart.note] : []
    }
    assert.deepEqual(of(50), [50, '1', '50', null])
    assert.deepEqual(of(52), [50, '3', '52', 'The 50 work centers with the lowest OEE, of 52. The tables have all of them.'])
  })

  it('have nothing to compare with where nothing was before', async () => {
    const model = await build('GENERAL', { from: '2026-04-27', to: '2026-05-04' })
    assert.deepEqual([model.lead, tableOf(model, 'Why OEE changed')], [[], undefined])
  })

  it('compare shifts that are over with as many before while the days go on (W-33)', async () => {
    const now = DAY_START + 4 * 3_600_000
    const model = await api.database.inSnapshot(ACME, (tenant) =>
      buildReport(tenant, reportRequest.parse({ ...WEEK, type: 'GENERAL' }), {
        now,
        people: createPeopleNames(api.database, ACME),
        check: () => undefined,
      }),
    )
    // Both shifts of the week go on, so that there is nothing to compare.
    assert.deepEqual(model.lead, [])
  })

  it('tell what happened in each shift, how its hours went, and what was made of each order', async () => {
    const model = await build('SHIFT')
    const [story] = rowsOf(model, 'What happened')
    assert.equal(story?.[0], 'Press 1')
    assert.match(`${story?.[3]}`, /^OEE 68\.9 %\. Good output 310\. Stops without a reason cost 13\.3 points: one stop of 1:00:00\. /)
    const hours = rowsOf(model, 'Hour by hour').filter(([name]) => name === 'Press 1')
    assert.equal(hours.length, 8)
    assert.deepEqual(
      hours.slice(0, 3).map((row) => [row[3], row.at(-1)]),
      [
        [DAY_START, 'Stops without a reason, 0:50:00'],
        [DAY_START + 60 * MINUTE_MS, 'Stops without a reason, 0:10:00'],
        [DAY_START + 120 * MINUTE_MS, null],
      ],
    )
    assert.deepEqual(rowsOf(model, 'Orders'), [['Press 1', 'Day', '2026-05-04', 'WO-7', null, 340, 0, 500]])
  })

  it('show the timeline of each shift, and what it found and wrote for the next one', async () => {
    const [first = 0] = presses
    const { pool } = api.database
    for (const [from, to, kind] of [
      [-30, 10, 'UNDEFINED'],
      [10, 70, 'OFF'],
      [70, 480, 'NO_DATA'],
    ] as const)
      await pool.query(
        `insert into status_interval (company_id, work_center_id, start_at, end_at, kind, cause) values ($1, $2, $3, $4, $5, $6)`,
        [ACME, first, DAY_START + from * MINUTE_MS, DAY_START + to * MINUTE_MS, kind, kind === 'NO_DATA' ? 'SILENT' : null],
      )
    const write = (kind: string, text: string, start: number, item: readonly (number | string | null)[] = [null, null, null, null]) =>
      pool.query(
        `insert into shift_note (company_id, work_center_ids, kind, text, shift_id, shift_date, shift_start_at, shift_name, created_by, created_on, received_on,
           owner, team, due_shift_name, due_end_at, due_shift_id, due_shift_date)
         values ($1, $2, $3, $4, 1, (to_timestamp($5::int8 / 1000) at time zone 'utc')::date, $5::int8, 'Day', $6, to_timestamp($5::int8 / 1000), now(),
           $7, $8, $9, $10, case when $7::text is null then null else 1 end, case when $7::text is null then null else date '2026-04-28' end)`,
        [ACME, [first], kind, text, start, api.users.ADMIN, ...item],
      )
    const before = DAY_START - WEEK_MS
    await write('OPEN_ITEM', 'Grease the belt', before, ['TEAM', 'Maintenance', 'Day', before + DAY_MS])
    await write('NOTE', '=cmd', DAY_START)
    const model = await build('SHIFT')
    const [lanes] = model.charts
    assert.equal(lanes?.kind, 'LANES')
    assert.deepEqual(
      lanes.lanes[0]?.spans.map(({ start, end, look }) => [(start - DAY_START) / MINUTE_MS, (end - DAY_START) / MINUTE_MS, look]),
      [
        [0, 10, 'STOP'],
        [10, 70, 'STOP'],
        [70, 480, 'UNKNOWN'],
      ],
    )
    assert.deepEqual([lanes.lanes[0].from, lanes.lanes[0].to], ['09:00', '17:00'])
    assert.deepEqual(
      rowsOf(model, 'Timeline').map((row) => [row[0], row[5], row[6]]),
      [
        ['Press 1', 10 * MINUTE_MS, 'Not determined'],
        ['Press 1', 60 * MINUTE_MS, 'Off'],
        ['Press 1', 410 * MINUTE_MS, 'No data'],
      ],
    )
    const told = rowsOf(model, 'Handover').map((row) => [row[0], row[2], row[3], row[4], row[5], row[6], row[7]])
    assert.deepEqual(told, [
      ['Press 1', '2026-05-04', 'Open item', 'Grease the belt', 'Maintenance', 'Day, 28 Apr 2026', 1],
      ['Press 1', '2026-05-04', 'Note', '=cmd', null, null, null],
    ])
    // Of two shifts each stands once, with the first that has it.
    assert.deepEqual(
      rowsOf(await build('SHIFT', { from: '2026-04-27' }), 'Handover').map((row) => [row[2], row[4]]),
      [
        ['2026-04-27', 'Grease the belt'],
        ['2026-05-04', '=cmd'],
      ],
    )
    assert.deepEqual(
      (await build('GENERAL')).charts.filter(({ kind }) => kind === 'LANES'),
      [],
    )
  })

  it('show what still goes on once in each shift', async () => {
    const [, second = 0] = presses
    const { pool } = api.database
    await pool.query(`insert into status_interval (company_id, work_center_id, start_at, kind) values ($1, $2, $3, 'OFF')`, [
      ACME,
      second,
      DAY_START - WEEK_MS - 60 * MINUTE_MS,
    ])
    const model = await build('SHIFT', { from: '2026-04-27' })
    assert.deepEqual(
      rowsOf(model, 'Timeline')
        .filter(([name]) => name === 'Press 2')
        .map((row) => [row[2], row[3], row[5], row[6]]),
      [
        ['2026-04-27', DAY_START - WEEK_MS, 480 * MINUTE_MS, 'Off'],
        ['2026-05-04', DAY_START, 480 * MINUTE_MS, 'Off'],
      ],
    )
    await pool.query('delete from status_interval where work_center_id = $1', [second])
  })

  it('tell what became of the checklists of each shift where their readers may read them', async () => {
    const [first = 0, second = 0] = presses
    const { occurrenceId } = await seedChecklist(api, first)
    const { pool } = api.database
    const due = (minutes: number) => DAY_START + minutes * MINUTE_MS
    await pool.query(`update checklist_occurrence set due_at = $1::int8, closes_at = $1::int8 + 1 where company_id = $2 and id = $3`, [
      due(10),
      ACME,
      occurrenceId,
    ])
    await pool.query(`update checklist_submission set submitted_at = $1 where company_id = $2 and occurrence_id = $3`, [
      due(25),
      ACME,
      occurrenceId,
    ])
    const copy = (at: number, press: number, state: string, isFoundLate = false, why: string | null = null) =>
      pool.query(
        `insert into checklist_occurrence (company_id, checklist_id, checklist_version, work_center_id, source, anchor, number, due_at, closes_at, state,
           merged_until, is_found_late, skip_reason)
         select company_id, checklist_id, checklist_version, $3::int, 'DAILY_SCHEDULE', $4::int8, 1, $4::int8, $4::int8 + 1, $5, $4::int8, $6, $7
         from checklist_occurrence where company_id = $1 and id = $2`,
        [ACME, occurrenceId, press, at, state, isFoundLate, why],
      )
    await copy(due(5), first, 'SKIPPED', false, '=no time')
    await copy(due(0), second, 'MISSED')
    await copy(due(1), second, 'MISSED', true)
    // The shifts are eight hours long.
    await copy(due(-1), second, 'MISSED')
    await copy(due(480), second, 'MISSED')
    const told = rowsOf(await build('SHIFT', { hasChecklists: true }), 'Checklists')
    assert.deepEqual(
      told.map((row) => [row[0], row[2], row[3], row[4], row[5], row[7], row[8]]),
      [
        ['Press 1', '2026-05-04', 'Guard', due(5), 'skipped', null, '=no time'],
        ['Press 1', '2026-05-04', 'Guard', due(10), 'done', due(25), null],
        ['Press 2', '2026-05-04', 'Guard', due(0), 'missed', null, null],
        ['Press 2', '2026-05-04', 'Guard', due(1), 'found out too late', null, null],
      ],
    )
    assert.equal(tableOf(await build('SHIFT'), 'Checklists'), undefined)
    assert.equal(tableOf(await build('SHIFT', { hasChecklists: true, from: '2026-04-27', to: '2026-05-04' }), 'Checklists'), undefined)
  })

  it('tell of a view only what concerns the work centers that it is narrowed to', async () => {
    const [first = 0, second = 0] = presses
    const view = { name: 'One', search: `m=OEE&by=WORK_CENTER&wc=${first}` }
    const aboutOf = async (asked: Partial<ReportRequest>) =>
      Object.fromEntries((await build('VIEW', asked)).about.rows) as Record<string, unknown>
    const all = await aboutOf({ view: { ...view, search: 'm=OEE&by=WORK_CENTER' } })
    const one = await aboutOf({ view })
    assert.deepEqual([all['Shifts'], one['Shifts'], one['Work centers'], one['Narrowed to']], [2, 1, 'Press 1', 'Work center: Press 1'])
    const told = (workCenterIds: readonly number[] | null) =>
      api.database.inTenant(ACME, (tenant) => hasContent(tenant, reportRequest.parse({ ...WEEK, type: 'VIEW', view, workCenterIds }), NOW))
    assert.deepEqual([await told(null), await told([first]), await told([second])], [true, true, false])
  })

  it('show a view of whole weeks, for which nothing is kept in a snapshot', async () => {
    const view = { name: 'OEE', search: 'm=OEE&by=WORK_CENTER' }
    const model = await build('VIEW', { view })
    assert.deepEqual(rowsOf(model, 'View'), [
      ['Press 1', 68.89, null, 60, 8.89],
      ['Press 2', 60, null, 60, 0],
      ['All together', 64.44, null, 60, 4.44],
    ])
    assert.deepEqual(
      [model.title, model.lead],
      [
        'OEE',
        [
          'OEE: 64.44 %, before 60 % (+4.44 points).',
          '+4.44 points by how the work centers worked, 0 by their shares of the planned time.',
        ],
      ],
    )
    assert.deepEqual(rowsOf(model, 'Which work centers changed it'), [
      ['Press 1', 4.44, 0, 50, 50],
      ['Press 2', 0, 0, 50, 50],
      ['All together', 4.44, 0, null, null],
    ])
    const [bars] = model.charts
    assert.deepEqual(bars?.kind === 'BARS' ? bars.bars.map(({ label, text }) => [label, text]) : [], [
      ['Press 1', '68.89 %'],
      ['Press 2', '60 %'],
    ])
    assert.deepEqual(
      model.about.rows.find(([name]) => name === 'Compared with'),
      ['Compared with', '27 Apr 2026 – 3 May 2026'],
    )
  })

  it('name the orders and products that a view is narrowed to', async () => {
    const { rows } = await api.database.pool.query<{ order: number; product: number }>(
      `with product as (insert into item (company_id, name, sku, measurement_unit) values ($1, 'Cap 28', 'C-28', 'pcs') returning id)
       select o.id as order, product.id as product from job_order o, product where o.order_code = 'WO-7'`,
      [ACME],
    )
    const [{ order, product } = assert.fail('there is no order')] = rows
    const narrowedTo = async (search: string) =>
      (await build('VIEW', { view: { name: 'One', search } })).about.rows.find(([name]) => name === 'Narrowed to')?.[1]
    assert.equal(await narrowedTo(`m=OEE&by=WORK_CENTER&product=${product}`), 'Product: Cap 28')
    assert.equal(await narrowedTo(`m=OUTPUT&by=DAY&order=${order}&product=${product}`), 'Order: WO-7; Product: Cap 28')
    assert.equal(await narrowedTo('m=OEE&by=WORK_CENTER'), undefined)
  })

  it('mark in a view the rows that its page marks, and say which days are compared (N-9)', async () => {
    const [first = 0] = presses
    // Of four days of the week one is over; Press 1 began it in a shift that was confirmed twice.
    const late = await addShift(api, first, { start: DAY_START + DAY_MS, date: '2026-05-05', total: 100 })
    await api.database.pool.query(
      `update shift set revision = 2, status = 'CONFIRMED' where work_center_id = $1 and shift_date = '2026-05-04'`,
      [first],
    )
    const viewAt = (search: string) =>
      api.database.inSnapshot(ACME, (tenant) =>
        buildReport(tenant, reportRequest.parse({ ...WEEK, type: 'VIEW', view: { name: 'V', search } }), {
          now: DAY_START + DAY_MS + MINUTE_MS,
          people: createPeopleNames(api.database, ACME),
          check: () => undefined,
        }),
      )
    const byPlace = await viewAt('m=OEE&by=WORK_CENTER')
    const marksOf = (model: ReportModel) => {
      const table = tableOf(model, 'View')
      return (
        table && [
          table.columns.at(-1)?.title,
          [...(table.provisional ?? [])],
          [...(table.restated ?? [])],
          table.rows.map((row) => row.at(-1)),
        ]
      )
    }
    const both = 'some shifts of it are running; some shifts of it were confirmed again'
    const at = rowsOf(byPlace, 'View').findIndex(([name]) => name === 'Press 1')
    const notes = [null, null].map((_none, row) => (row === at ? both : null))
    assert.deepEqual(marksOf(byPlace), ['Note', [at, 2], [at, 2], [...notes, both]])
    // Shifts do not know reasons apart: only all of them together is made of both.
    await addLoss(api, first, [200, 203], { level: 1 })
    const byReason = await viewAt('m=DURATION&by=REASON')
    const count = rowsOf(byReason, 'View').length
    assert.deepEqual(marksOf(byReason)?.slice(1, 3), [[count - 1], [count - 1]])
    const said = new Map(byPlace.about.rows.map(([name, value]) => [name, value]))
    assert.deepEqual([said.get('Days that are compared'), said.get('Compared with')], ['4 May 2026', '27 Apr 2026'])
    await api.database.pool.query('delete from loss where work_center_id = $1 and level = 1', [first])
    await api.database.pool.query('delete from shift where id = $1', [late])
    await api.database.pool.query(`update shift set revision = 1, status = 'UNCONFIRMED' where work_center_id = $1`, [first])
    assert.deepEqual(marksOf(await build('VIEW', { view: { name: 'V', search: 'm=OEE&by=WORK_CENTER' } }))?.slice(1, 3), [[], []])
  })

  it('show a view in its order and with its columns', async () => {
    const of = async (search: string) => {
      const table = tableOf(await build('VIEW', { view: { name: 'OEE', search } }), 'View')
      return [table?.columns.map(({ title }) => title), table?.rows]
    }
    assert.deepEqual(await of('m=OEE&by=WORK_CENTER&sort=value&cols=value,change'), [
      ['Work center', 'OEE', 'Change, points'],
      [
        ['Press 2', 60, 0],
        ['Press 1', 68.89, 8.89],
        ['All together', 64.44, 4.44],
      ],
    ])
    assert.deepEqual((await of('m=OEE&by=WORK_CENTER&sort=-first&cols=value'))[1], [
      ['Press 2', 60],
      ['Press 1', 68.89],
      ['All together', 64.44],
    ])
    assert.deepEqual((await of('m=OEE&by=DAY&and=WORK_CENTER&sort=-second&cols=second,target'))[1], [
      ['2026-05-04', 'Press 2', null],
      ['2026-05-04', 'Press 1', null],
      ['All together', null, null],
    ])
  })

  it('say beside each reason what a minute less a shift is worth, of one work center alone', async () => {
    const [first = 0] = presses
    const told = (table: ReturnType<typeof tableOf>) => {
      const at = table?.columns.findIndex(({ title }) => title === 'OEE points per minute saved a shift') ?? -1
      return at === -1 ? null : table?.rows.map((row) => row.slice(at, at + 2))
    }
    // Of 450 min planned and 360 min run, 310 min of work are left: 310 / 360 of a minute of 450, and as much of 310 pieces.
    assert.deepEqual(told(tableOf(await build('DOWNTIME', { workCenterIds: [first] }), 'Reasons')), [
      [0.19, 0.86],
      [null, null],
    ])
    const all = await build('DOWNTIME')
    assert.equal(told(tableOf(all, 'Reasons')), null)
    assert.deepEqual(told(tableOf(all, 'Work centers and reasons')), [[0.19, 0.86]])
  })

  it('name the dates that somebody chose to compare a view with, which need not be before', async () => {
    const search = 'm=OEE&by=WORK_CENTER&cmp=DATES&cmpFrom=2026-04-27&cmpTo=2026-05-03'
    const model = await build('VIEW', { view: { name: 'V', search } })
    const dates = '27 Apr 2026 – 3 May 2026'
    const titles = tableOf(model, 'View')?.columns.map(({ title }) => title) ?? []
    assert.ok(titles.includes(dates) && !titles.includes('Before'), titles.join())
    const notes = model.charts.map((chart) => (chart.kind === 'BARS' ? chart.note : ''))
    assert.match(notes.join(), /The thin line is 27 Apr 2026 – 3 May 2026\./)
    assert.match(model.lead.join(' '), /^OEE: [\d.]+ %, 27 Apr 2026 – 3 May 2026: [\d.]+ % \(/)
    const against = { from: '2026-04-27', to: '2026-05-04' }
    const headline = { kind: 'VIEW', measure: 'OEE', unit: null, value: 0.8, compared: 0.8, before: 0.85, against } as const
    assert.match(headlineWords(headline, { language: 'pl', texts: reportTextsOf('pl') })[0], /27 kwi 2026 – 3 maj 2026: 85/)
    const before = await build('VIEW', { view: { name: 'V', search: 'm=OEE&by=WORK_CENTER&cmp=PREVIOUS' } })
    assert.ok(tableOf(before, 'View')?.columns.some(({ title }) => title === 'Before'))
  })

  it('show further measures of a view beside its own, as its page does', async () => {
    const view = { name: 'OEE', search: 'm=OEE&by=WORK_CENTER&also=AVAILABILITY,DURATION,ENERGY,OEE&cmp=NONE' }
    const table = tableOf(await build('VIEW', { view }), 'View')
    assert.deepEqual(
      table?.columns.map(({ title, kind }) => [title, kind]),
      [
        ['Work center', 'text'],
        ['OEE', 'percent'],
        ['Availability', 'percent'],
        ['Lost time', 'duration'],
        ['Target OEE', 'percent'],
      ],
    )
    assert.deepEqual(
      table.rows.map(([name, , ...further]) => [name, ...further.slice(0, 2)]),
      [
        ['Press 1', 80, 3_600_000],
        ['Press 2', 80, null],
        ['All together', 80, 3_600_000],
      ],
    )
    const chosen = tableOf(await build('VIEW', { view: { ...view, search: `${view.search}&cols=also2&sort=-also1` } }), 'View')
    assert.deepEqual(
      chosen?.columns.map(({ title }) => title),
      ['Work center', 'Lost time'],
    )
    // What cannot be divided by reasons is left out.
    const byReason = tableOf(await build('VIEW', { view: { name: 'V', search: 'm=DURATION&by=REASON&also=OEE&cmp=NONE' } }), 'View')
    assert.deepEqual(
      byReason?.columns.map(({ title }) => title),
      ['Reason', 'Lost time', 'Share', 'Share of planned production time'],
    )
  })

  it('tell the attainment of a view with its targets, and of how many work centers it is (N-21)', async () => {
    const [first = 0] = presses
    await api.database.pool.query(`update work_center set target_output = 400, target_output_period = 'SHIFT' where id = $1`, [first])
    const model = await build('VIEW', { view: { name: 'Plan', search: 'm=ATTAINMENT&by=WORK_CENTER&cmp=NONE' } })
    const table = tableOf(model, 'View')
    assert.deepEqual(
      table?.columns.map(({ title, kind }) => [title, kind]),
      [
        ['Work center', 'text'],
        ['Attainment of target output, pcs', 'percent'],
        ['Target output, pcs', 'number'],
      ],
    )
    const shifts = table.rows[0]?.[2]
    assert.ok(typeof shifts === 'number' && shifts > 0 && shifts % 400 === 0)
    assert.match(model.lead[1] ?? '', /^\d+ pcs of \d+ pcs, for 1 of 2 work centers\.$/)
    await api.database.pool.query(`update work_center set target_output = null, target_output_period = null where id = $1`, [first])
  })

  const addShiftOutput = async (press: number, moved: number, accepted: number) => {
    await api.database.pool.query(
      `insert into output_segment (company_id, work_center_id, start_at, end_at, shift_start_at, total, accepted, rejected, uncounted_total,
         uncounted_accepted, uncounted_rejected, is_closed, job_order_ids, effective_total, effective_accepted, unit)
       select company_id, work_center_id, start_at + $3::int8, end_at + $3::int8, shift_start_at + $3::int8, total, accepted, rejected, uncounted_total,
         uncounted_accepted, uncounted_rejected, is_closed, '{}', effective_total, $4, unit
       from output_segment where company_id = $1 and work_center_id = $2`,
      [ACME, press, moved, accepted],
    )
  }

  it('say by the clock of the plant when they were made, and percentages as people of the language write them', async () => {
    const { rows } = (await build('GENERAL', { language: 'pl' })).about
    const [explained] = rows.filter(([, value]) => `${value}`.endsWith(' %')).map(([, value]) => value)
    assert.ok(
      rows.some(([, value]) => value === '12 maj 2026, 11:00 (UTC+03:00)'),
      JSON.stringify(rows),
    )
    assert.equal(explained, '93,75 %')
  })

  it('mark what is not final in tiles, in the rows of work centers and on the days, and count it in the workbook (R-1)', async () => {
    const [first = 0] = presses
    const { pool } = api.database
    const status = (to: string, which = 'true') =>
      pool.query(`update shift set status = '${to}' where work_center_id = $1 and ${which}`, [first])
    const marksOf = async () => {
      const model = await build('GENERAL')
      const table = tableOf(model, 'Summary')
      return [
        new Set(model.tiles.map(({ isProvisional }) => isProvisional)),
        [...(table?.provisional ?? [])],
        table?.rows.map((row) => row[table.columns.findIndex(({ title }) => title === 'Shifts that are not final')]),
        model.charts.flatMap((chart) => (chart.kind === 'TREND' ? chart.points.map(({ label }) => label) : [])),
      ]
    }
    assert.deepEqual(await marksOf(), [new Set([true]), [0, 1, 2], [1, 1, 2], ['4 May *']])
    await status('CONFIRMED')
    assert.deepEqual(await marksOf(), [new Set([true]), [1, 2], [0, 1, 1], ['4 May *']])
    await pool.query(`update shift set status = 'CONFIRMED'`)
    assert.deepEqual(await marksOf(), [new Set([false]), [], [0, 0, 0], ['4 May']])
    await pool.query(`update shift set status = 'UNCONFIRMED'`)
  })

  it('close the reasons of stops to the records of the shifts by what is not tracked (N-4, W-11)', async () => {
    // Of 180 minutes of stops of two shifts one of 60 is a loss.
    for (const type of ['DOWNTIME', 'SHIFT'] as const) {
      const model = await build(type)
      const reasons = tableOf(model, 'Reasons')
      const at = reasons?.columns.findIndex(({ title }) => title === 'Duration') ?? -1
      assert.deepEqual(
        reasons?.rows.map((row) => [row[1], row[at], row[at + 2]]),
        [
          ['Without a reason', 60 * MINUTE_MS, 100],
          ['Stops that are not tracked', 120 * MINUTE_MS, null],
        ],
      )
      const key = new Map(rowsOf(model, 'Key figures').map(([name, value]) => [name, value]))
      assert.deepEqual([key.get('Stopped time'), key.get('Stops that are not tracked')], ['1:00:00', '2:00:00'])
    }
  })

  it('tell beside reasons how they were given, in the report of a shift and in a view of losses (Y-6)', async () => {
    const [first = 0] = presses
    const { pool } = api.database
    const { rows } = await pool.query<{ id: number }>(`insert into loss_reason (company_id, name) values ($1, 'Jam') returning id`, [ACME])
    const [{ id } = assert.fail('there is no reason')] = rows
    const loss = await addLoss(api, first, [100, 120], { reason_id: id, reason_source: 'RULE', level: 2 })
    const told = [
      ['without a reason', '75 %'],
      ['by rule', '25 %'],
    ]
    const viewOf = async (search: string) => rowsOf(await build('VIEW', { view: { name: 'V', search } }), 'How the reasons were given')
    assert.deepEqual(await viewOf('m=DURATION&by=REASON'), told)
    assert.deepEqual(await viewOf(`m=COUNT&by=WORK_CENTER&reason=${id}`), [['by rule', '100 %']])
    assert.deepEqual(await viewOf('m=OEE&by=WORK_CENTER'), [])
    assert.deepEqual(await viewOf('m=DURATION&by=REASON&kind=SPEED'), [])
    assert.deepEqual(
      rowsOf(await build('SHIFT'), 'Key figures').slice(-2),
      told.map(([way, share]) => [`Reasons given: ${way}`, share]),
    )
    await pool.query('delete from loss where id = $1', [loss])
    await pool.query('delete from loss_reason where id = $1', [id])
  })

  it('tell a stop that shifts cut once among the longest (W-34), and of a loss its unit, its activity and how its reason was given', async () => {
    const [first = 0, second = 0] = presses
    const { pool } = api.database
    const { rows: reasons } = await pool.query<{ id: number }>(
      `insert into loss_reason (company_id, name, activity_types) values ($1, 'Jam', '{SETUP_TIME}') returning id`,
      [ACME],
    )
    const reason_id = reasons[0]?.id ?? 0
    const { rows: said } = await pool.query<{ id: number }>(
      `insert into loss_annotation (company_id, work_center_id, source, start_at, end_at, reason_id, updated_by, updated_on, via, tile_place, shown_ms, said_at)
       values ($1, $2, 'STATUS', $3, $3::int8 + 1200000, $4, $5, now(), 'TILE', 0, 4000, $6) returning id`,
      [ACME, first, DAY_START + 460 * MINUTE_MS, reason_id, api.users.ADMIN, DAY_START + 500 * MINUTE_MS],
    )
    const later = await addShift(api, first, { start: DAY_START + 480 * MINUTE_MS, shiftId: 2, date: '2026-05-05' })
    const chain = { chain_start_at: DAY_START + 460 * MINUTE_MS, reason_id, reason_source: 'MANUAL' }
    const losses = [
      await addLoss(api, first, [460, 480], { ...chain, annotation_id: said[0]?.id ?? null, comment: 'belt' }),
      await addLoss(api, first, [480, 500], { ...chain, shift_start_at: DAY_START + 480 * MINUTE_MS, comment: 'belt' }),
      await addLoss(api, second, [0, 1], { source: 'OUTPUT', quantity: 7 }),
    ]
    const longest = rowsOf(await build('DOWNTIME'), 'Longest stops')
    assert.deepEqual(
      longest.map((row) => [row[0], row[2], row[3], row[4], row[6], row[7]]),
      [
        ['Press 1', DAY_START + 10 * MINUTE_MS, DAY_START + 70 * MINUTE_MS, 60 * MINUTE_MS, null, null],
        ['Press 1', DAY_START + 460 * MINUTE_MS, DAY_START + 500 * MINUTE_MS, 40 * MINUTE_MS, 'Jam', 'belt'],
      ],
    )
    // By shift date 20 minutes and one loss on each; the mark of the first leads to one row of 20 minutes.
    const { data, errors } = await api.ask(`{
      ${['DURATION', 'COUNT'].map((measure) => `${measure}: analytics(input: { measure: ${measure}, by: [DAY], dateFrom: "2026-05-04", dateTo: "2026-05-10", reasonIds: [${reason_id}] }) { cells { keys figure { value } } }`).join(' ')}
      lossesPages(filter: { shiftDateFrom: "2026-05-04", shiftDateTo: "2026-05-04", reasonIds: [${reason_id}] }) { totalItems items { duration } }
    }`)
    assert.deepEqual(errors, [])
    const days = (measure: string) =>
      (
        data[measure] as { readonly cells: readonly { readonly keys: readonly string[]; readonly figure: { readonly value: number } }[] }
      ).cells
        .map(({ keys: [key], figure }) => [key, figure.value])
        .toSorted(([one = ''], [other]) => `${one}`.localeCompare(`${other}`))
    assert.deepEqual(
      [days('DURATION'), days('COUNT')],
      [
        [
          ['2026-05-04', 1200],
          ['2026-05-05', 1200],
        ],
        [
          ['2026-05-04', 1],
          ['2026-05-05', 1],
        ],
      ],
    )
    assert.deepEqual(data['lossesPages'], { totalItems: 1, items: [{ duration: 1200 }] })
    const table = tableOf(await build('LOSSES'), 'Losses')
    const cells = (title: string) => {
      const at = table?.columns.findIndex((column) => column.title === title) ?? -1
      return table?.rows.filter((row) => row[2] === 'Press 2' || row[16] === 'belt').map((row) => row[at])
    }
    // By the time of their begin: the rejects, then both parts of the stop.
    assert.deepEqual(
      [cells('Quantity'), cells('Unit')],
      [
        [7, null, null],
        ['pcs', null, null],
      ],
    )
    assert.deepEqual(
      [cells('Activity'), cells('Lowers OEE')],
      [
        [null, 'Setup', 'Setup'],
        [null, 'yes', 'yes'],
      ],
    )
    assert.deepEqual(
      [cells('Reason given by'), cells('Reason given on')],
      [
        [null, 'tile', null],
        [null, DAY_START + 500 * MINUTE_MS, null],
      ],
    )
    // Whose reason is by a rule, and who has none, was only commented on.
    for (const [reason, source] of [
      [reason_id, 'RULE'],
      [null, null],
    ] as const) {
      await pool.query('update loss set reason_id = $2, reason_source = $3 where id = $1', [losses[0], reason, source])
      const commented = tableOf(await build('LOSSES'), 'Losses')
      const places = ['Comment', 'Reason given by', 'Reason given on'].map((title) =>
        commented?.columns.findIndex((column) => column.title === title),
      )
      const row = commented?.rows.find((one) => one[0] === losses[0])
      assert.deepEqual(
        places.map((at) => row?.[at ?? -1]),
        ['belt', null, null],
      )
    }
    await pool.query('delete from loss where id = any($1)', [losses])
    await pool.query('delete from loss_annotation')
    await pool.query('delete from shift where id = $1', [later])
    await pool.query('delete from loss_reason where id = $1', [reason_id])
  })

  it('tell in the report of a shift what was open when it was confirmed, and how many losses and how much output it has', async () => {
    const [first = 0] = presses
    const { pool } = api.database
    const issues = [
      { code: 'UNCLASSIFIED_LOSSES', count: 3, ids: [1, 2, 3] },
      { code: 'UNCONFIRMED_OUTPUT', count: 1, ids: [4] },
    ]
    for (const [revision, open] of [
      [1, [{ code: 'PENDING_TASKS', count: 9, ids: [9] }]],
      [2, issues],
    ] as const)
      await pool.query(
        `insert into shift_revision (company_id, work_center_id, shift_start_at, revision, confirmed_by, confirmed_on, issues, record)
         values ($1, $2, $3, $4, $5, now(), $6, $7)`,
        [
          ACME,
          first,
          DAY_START,
          revision,
          api.users.ADMIN,
          JSON.stringify(open),
          JSON.stringify({ kpis: {}, shift: {}, terms: { output: {} } }),
        ],
      )
    const of = [first, DAY_START]
    await pool.query(`update shift set status = 'CONFIRMED', revision = 2 where work_center_id = $1 and start_at = $2`, of)
    const openAt = async (language: 'en' | 'uk') => {
      const notes = (await build('SHIFT', { language })).tables.find(
        ({ columns }) => columns.some(({ kind }) => kind === 'instant') && columns.length === 9,
      )
      const at = notes?.columns.findIndex(({ title }) => /^Open at|^Відкрите/.test(title)) ?? -1
      return notes?.rows.map((row) => row[at])
    }
    assert.deepEqual(await openAt('en'), ['Stops without a reason: 3; Stretches of output not confirmed: 1', null])
    assert.deepEqual(await openAt('uk'), ['Зупинки без причини: 3; Непідтверджені відрізки випуску: 1', null])
    // Opened again nothing of it is said any more: it may have been done since.
    await pool.query(`update shift set status = 'UNCONFIRMED' where work_center_id = $1 and start_at = $2`, of)
    assert.deepEqual(await openAt('en'), [null, null])
    assert.deepEqual(rowsOf(await build('SHIFT'), 'Losses and output'), [
      ['Press 1', 'Day', '2026-05-04', 1, 0, 1, 1, 1, 0],
      ['Press 2', 'Day', '2026-05-04', 0, 0, 0, 0, 0, 0],
    ])
    await pool.query('delete from shift_revision')
    await pool.query('update shift set revision = 1 where work_center_id = $1', [first])
  })

  it('tell in the report of a shift how its figures were confirmed before, by whom and why (W-32)', async () => {
    const [first = 0] = presses
    const { pool } = api.database
    assert.equal(tableOf(await build('SHIFT'), 'Confirmed again'), undefined)
    for (const [revision, oee, accepted, why] of [
      [1, 0.731, 300, 'Rejects were wrong'],
      [2, 0.7404, 310, null],
    ] as const) {
      const record = {
        shift: { shiftId: 1, shiftDate: '2026-05-04', start: DAY_START, end: DAY_START + 8 * 60 * MINUTE_MS },
        name: 'Day',
        kpis: { oee },
        terms: { output: { accepted } },
      }
      await pool.query(
        `insert into shift_revision (company_id, work_center_id, shift_start_at, revision, confirmed_by, confirmed_on, issues, record, reopen_reason)
         values ($1, $2, $3, $4, $5, now(), '[]', $6, $7)`,
        [ACME, first, DAY_START, revision, api.users.ADMIN, JSON.stringify(record), why],
      )
    }
    await pool.query('update shift set revision = 2 where work_center_id = $1 and start_at = $2', [first, DAY_START])
    const [row, ...others] = rowsOf(await build('SHIFT'), 'Confirmed again')
    assert.deepEqual(
      [row?.slice(0, 8), row?.at(-1), others],
      [['Press 1', 'Day', '2026-05-04', 73.1, 74.04, 300, 310, 2], 'Rejects were wrong', []],
    )
    // Other reports tell only what a report before told otherwise.
    assert.equal(tableOf(await build('GENERAL'), 'Confirmed again'), undefined)
    await pool.query('delete from shift_revision')
    await pool.query('update shift set revision = 1')
  })

  it('tell in a view of losses how much of the planned time they took, and of one work center what a minute is worth, as its page does (N-20, S-90)', async () => {
    const [first = 0] = presses
    const view = (search: string) => ({ view: { name: 'V', search } })
    const of = async (search: string, title: string) => {
      const table = tableOf(await build('VIEW', view(search)), 'View')
      const at = table?.columns.findIndex((column) => column.title === title) ?? -1
      return at === -1 ? null : table?.rows.map((row) => row[at])
    }
    // 60 min of 450 and of 900 planned ones; one stop in 7.5 and 15 hours.
    assert.deepEqual(await of('m=DURATION&by=WORK_CENTER', 'Share of planned production time'), [13.33])
    assert.deepEqual(await of('m=DURATION&by=REASON', 'Share of planned production time'), [6.67])
    assert.deepEqual(await of(`m=COUNT&by=REASON&wc=${first}`, 'Per planned hour'), [0.13])
    assert.equal(await of('m=AVERAGE&by=REASON', 'Per planned hour'), null)
    assert.deepEqual(await of(`m=DURATION&by=REASON&wc=${first}`, 'OEE points per minute saved a shift'), [0.19])
    assert.equal(await of('m=DURATION&by=REASON', 'OEE points per minute saved a shift'), null)
  })

  it('draw in a view the targets of its bars and the notes of its days, and mark bars as rows', async () => {
    const [first = 0] = presses
    const { pool } = api.database
    await pool.query('update work_center set target_oee = 80 where id = $1', [first])
    const barsOf = async (search: string) => {
      const model = await build('VIEW', { view: { name: 'V', search }, from: '2026-04-27' })
      const [bars] = model.charts
      assert.equal(bars?.kind, 'BARS')
      return { bars, model }
    }
    const byPlace = await barsOf('m=OEE&by=WORK_CENTER&cmp=NONE')
    assert.deepEqual(
      byPlace.bars.bars.map(({ label, target }) => [label, target]),
      [
        ['Press 1', 0.8],
        ['Press 2', null],
      ],
    )
    assert.equal(byPlace.bars.note, 'The dashed line is the target.')
    const note = `insert into timeline_note (company_id, start_at, end_at, text, work_center_id, created_by, created_on)
      values ($1, $2, $3, $4, $5, $6, now())`
    await pool.query(note, [ACME, DAY_START + 60 * MINUTE_MS, null, 'New nozzle', first, api.users.ADMIN])
    await pool.query(note, [ACME, DAY_START - WEEK_MS, DAY_START, 'Hot weeks', null, api.users.ADMIN])
    const marks = [
      { sign: '1', first: 0, last: 1, text: '27 Apr 2026 – 4 May 2026: Hot weeks' },
      { sign: '2', first: 1, last: 1, text: '4 May 2026: New nozzle (Press 1)' },
    ]
    const byDay = await barsOf('m=OEE&by=DAY&cmp=NONE')
    assert.deepEqual(byDay.bars.marks, marks)
    const rows = [
      [1, '2026-04-27', '2026-05-04', null, null, null, 'Hot weeks'],
      [2, '2026-05-04', '2026-05-04', 'Press 1', null, null, 'New nozzle'],
    ]
    assert.deepEqual(rowsOf(byDay.model, 'Notes on the timeline'), rows)
    const general = await build('GENERAL', { from: '2026-04-27' })
    const trend = general.charts.find(({ kind }) => kind === 'TREND')
    assert.deepEqual(trend?.kind === 'TREND' ? trend.marks : [], marks)
    assert.deepEqual(rowsOf(general, 'Notes on the timeline'), rows)
    // A reader of another work center alone is told what is of all.
    const other = await build('GENERAL', { from: '2026-04-27', workCenterIds: [presses[1] ?? 0] })
    assert.deepEqual(rowsOf(other, 'Notes on the timeline'), [[1, '2026-04-27', '2026-05-04', null, null, null, 'Hot weeks']])
    await pool.query('delete from timeline_note')
    await pool.query('update work_center set target_oee = null')
    await pool.query(`update shift set revision = 2 where work_center_id = $1 and start_at = $2`, [first, DAY_START])
    assert.deepEqual(
      (await barsOf('m=OEE&by=WORK_CENTER&cmp=NONE')).bars.bars.map(({ label }) => label),
      ['Press 1 ↻', 'Press 2'],
    )
    await pool.query('update shift set revision = 1')
  })

  it('draw a year of days by week, and say so; the table keeps every day', async () => {
    const [first = 0] = presses
    const { pool } = api.database
    const { rows } = await pool.query<{ id: number }>('select id from shift')
    for (let day = 8; day < 78; day++) {
      const start = DAY_START - day * DAY_MS
      await addShift(api, first, { start, date: new Date(start).toISOString().slice(0, 10) })
    }
    const model = await build('VIEW', { from: '2026-02-01', view: { name: 'V', search: 'm=OEE&by=DAY&cmp=NONE' } })
    const [bars] = model.charts
    assert.equal(bars?.kind, 'BARS')
    assert.deepEqual([bars.title, bars.bars.length, bars.bars.at(-1)?.label], ['OEE · Week', 12, 'Week of 4 May 2026'])
    assert.match(bars.note, /^By week: more than 62 days cannot be told apart/)
    // Two shifts of the last week of 450 min each: 310 and 270 min of value.
    assert.deepEqual([bars.bars.at(-1)?.text, rowsOf(model, 'View').length], ['64.44 %', 73])
    const general = await build('GENERAL', { from: '2026-02-01' })
    const trend = general.charts.find(({ kind }) => kind === 'TREND')
    assert.ok(trend?.kind === 'TREND')
    assert.deepEqual([trend.title, trend.points.length, trend.points.at(-1)], ['OEE by week', 12, { label: '4 May *', value: 64.44 }])
    await pool.query('delete from shift where not (id = any($1))', [rows.map(({ id }) => id)])
  })

  it('draw a view that was saved as lines as lines, with the dates that it is compared with (N-8, N-22)', async () => {
    const search = 'm=OEE&by=DAY&chart=lines&cmp=DATES&cmpFrom=2026-04-20&cmpTo=2026-05-03'
    const model = await build('VIEW', { view: { name: 'V', search }, from: '2026-04-27', to: '2026-05-11' })
    const [lines] = model.charts
    assert.ok(lines?.kind === 'LINES')
    const view = model.tables.find(({ name }) => name === 'View')
    assert.deepEqual(
      [view?.columns.map(({ title }) => title).includes('20 Apr 2026 – 3 May 2026'), view?.columns.some(({ title }) => title === 'Before')],
      [true, false],
    )
    assert.equal(lines.title, 'OEE · Day')
    assert.match(lines.note ?? '', /The thin line is 20 Apr 2026 – 3 May 2026\./)
    // A gap for each day of which nothing is known.
    const written = (values: readonly (number | null)[] | undefined) => values?.map((value) => value?.toFixed(4) ?? '')
    assert.deepEqual(
      lines.lines.map(({ label, values }) => [label, written(values)]),
      [[null, ['0.6000', '', '', '', '', '', '', '0.6444']]],
    )
    assert.equal(written(lines.before ?? [])?.at(-1), '0.6000')
    assert.deepEqual([lines.columns[0], lines.columns.length], ['27 Apr', 8])
  })

  it('draw a view by both of what it is divided by, as its page does', async () => {
    const drawn = async (search: string) => {
      const model = await build('VIEW', { view: { name: 'V', search }, from: '2026-04-27', to: '2026-05-11' })
      return { charts: model.charts, shaded: model.tables.find(({ heat }) => heat !== undefined) }
    }
    const [first = 0, second = 0] = presses
    const { pool } = api.database
    await addSegment(api, second, [0, 480], { total: 60 })
    await pool.query('update output_segment set effective_accepted = 60 where work_center_id = $1', [second])
    // 40 of what Press 1 made it made a week before.
    await addShiftOutput(first, -WEEK_MS, 40)
    const parts = await drawn('m=OUTPUT&by=WORK_CENTER&and=WEEK')
    const [bars] = parts.charts
    assert.equal(bars?.kind, 'BARS')
    assert.deepEqual([bars.title, bars.series], ['Good output, pcs · Work center × Week', ['Week of 4 May 2026', 'Week of 27 Apr 2026']])
    assert.deepEqual(
      bars.bars.map(({ label, value, parts: of }) => [label, value, of]),
      [
        ['Press 1', 380, [340, 40]],
        ['Press 2', 60, [60, 0]],
      ],
    )
    assert.equal(parts.shaded, undefined)
    // Ratios have no parts.
    const { charts, shaded } = await drawn('m=OEE&by=WORK_CENTER&and=WEEK&chart=heat')
    assert.deepEqual([charts, shaded?.name], [[], 'Work center × Week'])
    assert.deepEqual(shaded?.rows, [
      ['Press 1', 60, 68.89, 64.44],
      ['Press 2', 60, 60, 60],
      ['All together', 60, 64.44, 62.22],
    ])
    assert.deepEqual((await drawn('m=OEE&by=WORK_CENTER&and=WEEK&chart=bars')).charts.length, 1)
    // Along dates they are lines where nobody chose; the workbook keeps the table.
    const along = await drawn('m=OEE&by=WORK_CENTER&and=WEEK')
    assert.deepEqual([along.charts.length, along.shaded?.isSheetOnly], [1, true])
    const [lines] = along.charts
    assert.ok(lines?.kind === 'LINES')
    assert.deepEqual(
      [lines.title, lines.columns, lines.most, lines.textOf(0.5)],
      ['OEE · Work center × Week', ['27 Apr', '4 May'], 1, '50 %'],
    )
    assert.deepEqual(
      lines.lines.map(({ label, values }) => [label, values.map((value) => value?.toFixed(4))]),
      [
        ['Press 1', ['0.6000', '0.6889']],
        ['Press 2', ['0.6000', '0.6000']],
      ],
    )
    assert.equal((await drawn('m=DURATION&by=REASON&and=WORK_CENTER&chart=heat')).shaded, undefined, 'one row is no picture')
  })

  it('show stops by work center and reason, the greatest reasons as columns', async () => {
    const [first = 0, second = 0] = presses
    await addLoss(api, second, [100, 130])
    const model = await build('DOWNTIME')
    assert.deepEqual(rowsOf(model, 'Work centers × reasons'), [
      ['Press 1', 60 * MINUTE_MS, 60 * MINUTE_MS],
      ['Press 2', 30 * MINUTE_MS, 30 * MINUTE_MS],
      ['All together', 90 * MINUTE_MS, 90 * MINUTE_MS],
    ])
    const { headline } = model.proof
    assert.deepEqual(headline, { kind: 'STOPS', stoppedMs: 90 * MINUTE_MS, most: [{ name: 'Without a reason', ms: 90 * MINUTE_MS }] })
    const long = [1, 2, 3].map((ms) => ({ name: 'A reason with a name that nobody reads to its end', ms: ms * 60 * MINUTE_MS }))
    const [, most] = headlineWords({ kind: 'STOPS', stoppedMs: 60 * MINUTE_MS, most: long }, { language: 'en', texts: reportTextsOf('en') })
    assert.match(most, /A reason with a name tha… 3:00:00/)
    assert.ok(most.length <= 120, most)
    assert.equal(tableOf(await build('DOWNTIME', { workCenterIds: [first] }), 'Work centers × reasons'), undefined)
  })
})
