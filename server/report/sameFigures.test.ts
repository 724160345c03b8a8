import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { findFile } from '#server/file/file.store.ts'
import { readFile } from '#server/file/fileContent.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { createWorkerThread } from '#server/jobs/worker/workerThread.ts'
import type { WorkerThread } from '#server/jobs/worker/workerThread.ts'
import { createLog } from '#server/log.ts'
import { encodeSeries } from '#server/sensor/sampleCodec.ts'
import { addLoss, addPress, addSegment, addShift, DAY_START } from '#server/shift/testing.ts'
import { pdfText } from '#server/testing/pdfText.ts'
import { makeReports } from './reportJob.service.ts'
import { scopeOfReport } from './subscription/scope.service.ts'
import { NO_MAILING, storedSamples } from './testing.ts'

const NOW = Date.parse('2026-05-12T08:00:00Z')
/** 33 an hour of seven shifts with seven and a half planned hours: 1,732.5, of which each shift alone would give 247.5. */
const TARGET = 1732
const NAMES = ['Press', 'Łódź', 'Ґанок']
const DAYS = 7
const WEEK_MS = 7 * DAY_MS
/** OEE and availability of the first two, in percent. */
const TARGETS = [
  [76, 85],
  [90, 95],
] as const
const DATES = 'dateFrom: "2026-05-04", dateTo: "2026-05-10"'
const WEEK = 'periodStart: "2026-05-04T07:00:00Z", periodType: WEEK'
const PERIOD = 'period: { start: "2026-05-03T21:00:00Z", end: "2026-05-10T21:00:00Z" }'

/** What one work center did in the week. */
type Figures = { readonly oee: number; readonly accepted: number; readonly lostMs: number }

describe('three work centers in a week', () => {
  let api: TestApi
  let jobs: Jobs
  let thread: WorkerThread
  const presses: number[] = []
  const log = createLog('silent')
  let told: readonly Figures[] = []

  before(async () => {
    api = await startTestApi({ now: () => NOW, reportWaitMs: 60_000 })
    thread = createWorkerThread({ url: api.databaseUrl, log })
    jobs = createJobs({ database: api.database, log })
    makeReports(jobs, {
      database: api.database,
      thread,
      ingest: { settle: () => Promise.resolve() },
      mailing: NO_MAILING,
      samples: storedSamples(api.database),
      now: () => NOW,
    })
    await jobs.start()
    for (const [index, name] of NAMES.entries()) {
      const press = await addPress(api, name)
      presses.push(press)
      for (let day = 0; day < DAYS; day++) {
        const start = DAY_START + day * DAY_MS
        const date = new Date(start).toISOString().slice(0, 10)
        await addShift(api, press, { start, date, total: 200 + 37 * index + 11 * day, rejected: 7 * (index + 1) + day })
        const from = (day * DAY_MS) / MINUTE_MS + 10 + index
        await addLoss(api, press, [from, from + 7.25 + 13.5 * index + day], { shift_start_at: start })
        // The week before was another one.
        const earlier = start - WEEK_MS
        const dateBefore = new Date(earlier).toISOString().slice(0, 10)
        await addShift(api, press, { start: earlier, date: dateBefore, total: 230 + 11 * index + 5 * day, rejected: 3 + index })
        await addHours(press, start, 200 + 37 * index + 11 * day - 7 * (index + 1) - day)
        // Power of the second one is not measured, and that of the third one on four days alone.
        if (index === 0 || (index === 2 && day < 4)) await addEnergy(press, start, index + 1)
      }
      if (index !== 1) await addMeter(press)
    }
    // Nobody said what the third one should reach.
    for (const [index, [oee, availability]] of TARGETS.entries())
      await api.database.pool.query('update work_center set target_oee = $2, target_availability = $3 where id = $1', [
        presses[index],
        oee,
        availability,
      ])
    await api.database.pool.query(`update work_center set target_output = 33, target_output_period = 'HOUR' where id = $1`, [presses[0]])
    told = await Promise.all(presses.map(figuresOfApi))
  })
  after(async () => {
    await jobs.close()
    await thread.close()
    await api.close()
  })

  const addEnergy = (press: number, start: number, kwh: number) =>
    api.database.pool.query(
      `insert into energy_hour (company_id, work_center_id, hour_at, kwh, covered_ms, is_assumed_balanced, quarter_kwh, quarter_covered_ms, quarter_max_kw,
         quarter_source)
       select $1, $2, $3::int8 + hour * 3600000, $4::float8, 3600000, false, array_fill($4::float8 / 4, array[4]), '{900000,900000,900000,900000}', '{2,2,2,2}',
         '{POWER,POWER,POWER,POWER}' from generate_series(0, 7) as hour`,
      [ACME, press, start, kwh],
    )
  const addMeter = async (press: number): Promise<void> => {
    await api.database.pool.query(`insert into sensor (company_id, work_center_id, type, number) values ($1, $2, 'POWER', 1)`, [
      ACME,
      press,
    ])
    await api.database.pool.query(
      `insert into energy_progress (company_id, work_center_id, derived_until, shared_until, zone, margin_ms, reach_ms, rewinds)
       select $1, $2, $3, $3, time_zone, 3600000, 3600000, 0 from company where id = $1`,
      [ACME, press, NOW],
    )
  }
  /** What the shift accepted as its hours and its segment have it. */
  const addHours = async (press: number, start: number, accepted: number): Promise<void> => {
    await api.database.pool.query(
      `insert into hour_record (company_id, work_center_id, start_at, shift_start_at, elapsed_ms, excluded_ms, no_data_ms, availability_loss_ms, small_stop_ms,
         planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count, total_output, accepted_output,
         rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected)
       select $1, $2, $3::int8 + hour * 3600000, $3, 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, made, made, 0, 0, 0, 0
       from (select hour, case hour when 0 then $4::int - 7 * ($4::int / 8) else $4::int / 8 end as made from generate_series(0, 7) as hour) as hours`,
      [ACME, press, start, accepted],
    )
    const from = (start - DAY_START) / MINUTE_MS
    const segment = await addSegment(api, press, [from, from + 480], { total: accepted })
    await api.database.pool.query(
      'update output_segment set effective_accepted = effective_total, shift_start_at = start_at where id = $1',
      [segment],
    )
  }
  const figuresOfApi = async (press: number): Promise<Figures> => {
    const { data, errors } = await api.ask(`{
      oeeStatisticsDetails(filter: { workCenterIds: [${press}], ${PERIOD} }) { oee { realValue } }
      oeeReport(filter: { workCenterIds: [${press}], ${PERIOD} }) { acceptedOutput oee { realValue } }
      lossesPages(filter: { workCenterIds: [${press}], shiftDateFrom: "2026-05-04", shiftDateTo: "2026-05-10" }) { items { duration } }
    }`)
    assert.deepEqual(errors, [])
    const { oeeReport, oeeStatisticsDetails, lossesPages } = data as unknown as {
      oeeReport: readonly { acceptedOutput: number }[]
      oeeStatisticsDetails: { oee: { realValue: number } }
      lossesPages: { items: readonly { duration: number }[] }
    }
    const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
    return {
      oee: oeeStatisticsDetails.oee.realValue,
      accepted: sum(oeeReport.map(({ acceptedOutput }) => acceptedOutput)),
      lostMs: sum(lossesPages.items.map(({ duration }) => duration)) * 1_000,
    }
  }
  const made = async (name: string, args: string): Promise<Buffer> => {
    const { data, errors } = await api.ask(`mutation { ${name}(${WEEK}, ${args}) { file { path } } }`)
    assert.deepEqual(errors, [])
    const { file } = data[name] as { readonly file: { readonly path: string } }
    const stored = await api.database.inTenant(ACME, (tenant) => findFile(tenant, file.path.split('/').at(-1) ?? ''))
    assert.ok(stored)
    return Buffer.concat(await Array.fromAsync(readFile(api.database, ACME, stored, { start: 0, end: stored.size })))
  }
  const clock = (ms: number): string => {
    const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS)
    const seconds = Math.round((ms % MINUTE_MS) / 1_000)
    return `${Math.floor(ms / HOUR_MS)}:${`${minutes}`.padStart(2, '0')}:${`${seconds}`.padStart(2, '0')}`
  }
  /** The words after the name, up to the next name. */
  const rowOf = (text: string, name: string): string => {
    const start = text.indexOf(` ${name} `)
    const next = Math.min(...[...NAMES, 'All together'].map((one) => text.indexOf(` ${one} `, start + 1)).filter((at) => at > 0))
    return text.slice(start, next + 1)
  }

  it('have figures that differ, so that a wrong one shows', () => {
    assert.deepEqual(told.length, 3)
    for (const key of ['oee', 'accepted', 'lostMs'] as const) assert.equal(new Set(told.map((one) => one[key])).size, 3, key)
  })

  it('have the same OEE and output in the PDF and in the spreadsheet as in the API', async () => {
    const whole = pdfText(await made('printEfficiencyProtocol', 'format: PDF'))
    const text = whole.slice(whole.indexOf(' Summary '))
    const { sheets } = await readXlsx(new Uint8Array(await made('printEfficiencyProtocol', 'format: XLSX')))
    const [summary] = sheets
    assert.ok(summary)
    const column = (title: string) => summary.rows[0]?.indexOf(title) ?? -1
    for (const [index, name] of NAMES.entries()) {
      const { oee, accepted } = told[index] ?? { oee: 0, accepted: 0 }
      const inPdf = rowOf(text, name)
      assert.ok(
        inPdf.includes(` ${oee.toFixed(2)} % `) && inPdf.includes(` ${accepted.toLocaleString('en')} `),
        `${name} ${oee} ${accepted}: ${inPdf}`,
      )
      const row: readonly unknown[] | undefined = summary.rows.find((one) => one[0] === name)
      assert.deepEqual([Math.round(Number(row?.[column('OEE')]) * 10_000) / 100, row?.[column('Good output')]], [oee, accepted], name)
      // The band is a shape and words, so that a print in grey tells it, too (A-11).
      const band = oee < 68 ? '▼ below 68%' : oee < 80 ? '◆ 68% to 80%' : '● 80% to 100%'
      assert.equal(row?.[column('OEE band')], band, name)
      assert.ok(inPdf.includes(` ${band} `), `${band}: ${inPdf}`)
    }
  })

  it('lost the same time in the PDF, the spreadsheet and the CSV as in the API', async () => {
    const text = pdfText(await made('printDowntimeProtocol', 'format: PDF'))
    const byPlace = text.slice(text.indexOf('Work centers × reasons'))
    const { sheets } = await readXlsx(new Uint8Array(await made('exportLosses', 'exportFormat: XLSX')), { readStyles: true })
    const losses = sheets[0]?.rows ?? []
    const csv = (await made('exportLosses', 'exportFormat: CSV'))
      .toString('utf8')
      .slice(1)
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const place = (row: readonly unknown[] | undefined, title: string) =>
      row?.findIndex((one) => `${String(one)}`.replaceAll('"', '') === title) ?? -1
    const lengthOf = (cell: unknown): number =>
      Math.round((cell instanceof Date ? cell.getTime() - Date.UTC(1899, 11, 31) : Number(cell) * DAY_MS) / 1_000) * 1_000
    const partsOf = (cell = ''): number =>
      cell
        .replaceAll('"', '')
        .split(':')
        .reduce((all, part) => all * 60 + Number(part), 0) * 1_000
    for (const [index, name] of NAMES.entries()) {
      const lostMs = told[index]?.lostMs ?? 0
      assert.ok(rowOf(byPlace, name).includes(` ${clock(lostMs)} `), `${name} ${clock(lostMs)}: ${rowOf(byPlace, name)}`)
      const inSheet = losses.filter((row) => row[place(losses[0], 'Work center')] === name)
      assert.equal(
        inSheet.reduce((all, row) => all + lengthOf(row[place(losses[0], 'Duration')]), 0),
        lostMs,
        name,
      )
      const inCsv = csv.filter((row) => row[place(csv[0], 'Work center')]?.replaceAll('"', '') === name)
      assert.deepEqual([inCsv.length, inCsv.reduce((all, row) => all + partsOf(row[place(csv[0], 'Duration')]), 0)], [DAYS, lostMs], name)
    }
  })

  it('have the same factors of all together, targets and changes on the first page, in the row of sums and in analytics', async () => {
    const { data, errors } = await api.ask(
      `{ ${['OEE', 'AVAILABILITY', 'PERFORMANCE', 'QUALITY']
        .map(
          (measure) => `${measure}: analytics(input: { measure: ${measure}, ${DATES}, comparison: PREVIOUS }) {
            targets { withTarget total } whole { figure { value } compared { value } before { value } target { value } } }`,
        )
        .join(' ')}
      oeeStatisticsDetails(filter: { ${PERIOD} }) { oee { realValue } } }`,
    )
    assert.deepEqual(errors, [])
    type Value = { readonly value: number } | null
    type Told = {
      readonly targets: { readonly withTarget: number; readonly total: number }
      readonly whole: Readonly<Record<'before' | 'compared' | 'figure' | 'target', Value>>
    }
    const { oeeStatisticsDetails: stats, ...told } = data as unknown as Record<string, Told> & {
      readonly oeeStatisticsDetails: { readonly oee: { readonly realValue: number } }
    }
    const shown = (value: Value | undefined) => ((value?.value ?? Number.NaN) * 100).toFixed(2).replace(/\.?0+$/, '')
    const text = pdfText(await made('printEfficiencyProtocol', 'format: PDF'))
    const { sheets } = await readXlsx(new Uint8Array(await made('printEfficiencyProtocol', 'format: XLSX')))
    const [header, ...lines] = sheets[0]?.rows ?? []
    const total: readonly unknown[] | undefined = lines.find((one) => one[0] === 'All together')
    const inSheet = (title: string) => `${Math.round(Number(total?.[header?.indexOf(title) ?? -1]) * 10_000) / 100}`
    const titles = { OEE: 'OEE', AVAILABILITY: 'Availability', PERFORMANCE: 'Performance', QUALITY: 'Quality' } as const
    for (const [measure, title] of Object.entries(titles)) {
      const whole = told[measure]?.whole
      const [now, compared, before] = [shown(whole?.figure), shown(whole?.compared), shown(whole?.before)]
      const change = Math.round((Number(compared) - Number(before)) * 100) / 100
      assert.ok(
        text.includes(` ${title} `) &&
          text.includes(` ${now} % `) &&
          text.includes(` ${change < 0 ? '▼' : change > 0 ? '▲ +' : '='}${change > 0 ? '' : ' '}${change} `),
        `${measure} ${now} ${change}: ${text.slice(0, 700)}`,
      )
      assert.equal(inSheet(title), now, measure)
    }
    for (const [measure, title] of [
      ['OEE', 'Target OEE'],
      ['AVAILABILITY', 'Target availability'],
    ] as const) {
      assert.deepEqual(told[measure]?.targets, { withTarget: 2, total: 3 })
      const target = shown(told[measure].whole.target)
      assert.ok(text.includes(` ${title}, 2 of 3 work centers: ${target} % `), `${title} ${target}: ${text.slice(0, 700)}`)
      assert.equal(inSheet(title), target, measure)
    }
    assert.equal(Number(shown(told['OEE']?.whole.figure)), stats.oee.realValue)
    const [about] = sheets.slice(-1)
    const said = new Map(about?.rows.map((row) => [row[0], row[1]]))
    assert.deepEqual([said.get('Compared with'), said.get('Target OEE')], ['27 Apr 2026 – 3 May 2026', '2 of 3 work centers'])
  })

  it('took the same energy in the spreadsheet as in analytics and in the statistics', async () => {
    const { data, errors } = await api.ask(`{
      analytics(input: { measure: ENERGY, by: [WORK_CENTER], ${DATES} }) { whole { figure { value } } cells { keys figure { value } } }
      oeeStatistics(filter: { ${PERIOD} }, subject: WORK_CENTER) { workCenterId energyConsumption }
    }`)
    assert.deepEqual(errors, [])
    const { analytics, oeeStatistics } = data as unknown as {
      analytics: {
        whole: { figure: { value: number } }
        cells: readonly { readonly keys: readonly string[]; readonly figure: { readonly value: number } }[]
      }
      oeeStatistics: readonly { readonly workCenterId: number; readonly energyConsumption: number | null }[]
    }
    const { sheets } = await readXlsx(new Uint8Array(await made('printEfficiencyProtocol', 'format: XLSX')))
    const [header, ...lines] = sheets[0]?.rows ?? []
    const at = header?.indexOf('Energy, kWh') ?? -1
    const ofSheet = (name: string): unknown => lines.find((one) => one[0] === name)?.[at] ?? null
    for (const [index, name] of NAMES.entries()) {
      const press = presses[index] ?? 0
      const cell = analytics.cells.find(({ keys }) => keys[0] === `${press}`)?.figure.value ?? null
      assert.equal(cell, [56, null, 96][index], name)
      assert.deepEqual(
        [ofSheet(name), oeeStatistics.find(({ workCenterId }) => workCenterId === press)?.energyConsumption],
        [cell, cell],
        name,
      )
    }
    assert.deepEqual([ofSheet('All together'), analytics.whole.figure.value], [152, 152])
  })

  it('took the same energy a unit everywhere, of shifts with energy alone (D-34)', async () => {
    const { data, errors } = await api.ask(`{
      analytics(input: { measure: ENERGY_PER_UNIT, by: [WORK_CENTER], ${DATES} }) { cells { keys figure { value } } }
      oeeStatistics(filter: { ${PERIOD} }, subject: WORK_CENTER) { workCenterId energyPerUnit }
      ${(['WORK_CENTER', 'WEEK', 'DAY'] as const).map((split) => `${split}: energyCosts(${PERIOD}, splitBy: ${split}) { workCenter { id } acceptedOutput energyPerUnit }`).join(' ')}
      ${presses.map((press, index) => `stat${index}: energyStat(workCenterId: ${press}, ${PERIOD}) { acceptedOutput energyPerUnit }`).join(' ')}
    }`)
    assert.deepEqual(errors, [])
    type Unit = { readonly acceptedOutput: number; readonly energyPerUnit: number | null }
    type Cost = Unit & { readonly workCenter: { readonly id: number } }
    const answer = data as unknown as Record<string, unknown> & {
      readonly analytics: { readonly cells: readonly { readonly keys: readonly string[]; readonly figure: { readonly value: number } }[] }
      readonly oeeStatistics: readonly { readonly workCenterId: number; readonly energyPerUnit: number | null }[]
      readonly WORK_CENTER: readonly Cost[]
      readonly WEEK: readonly Cost[]
      readonly DAY: readonly Cost[]
    }
    const { sheets } = await readXlsx(new Uint8Array(await made('printEfficiencyProtocol', 'format: XLSX')))
    const [header, ...lines] = sheets[0]?.rows ?? []
    const rounded = (value: number | null | undefined) => (value == null ? null : Number(value.toFixed(4)))
    // Of the third one what four of its seven days made.
    const measured = [0, 1, 2, 3].reduce((sum, day) => sum + 200 + 37 * 2 + 11 * day - 7 * 3 - day, 0)
    for (const [index, name] of NAMES.entries()) {
      const press = presses[index] ?? 0
      const all = told[index]?.accepted ?? 0
      const expected = [56 / all, null, 96 / measured][index] ?? null
      const [whole, week] = [answer.WORK_CENTER, answer.WEEK].map((rows) => rows.filter(({ workCenter }) => workCenter.id === press))
      const stat = answer[`stat${index}`] as Unit
      assert.deepEqual([stat.acceptedOutput, whole?.map((one) => one.acceptedOutput)], [all, [all]], name)
      const everywhere = [
        answer.analytics.cells.find(({ keys }) => keys[0] === `${press}`)?.figure.value,
        answer.oeeStatistics.find(({ workCenterId }) => workCenterId === press)?.energyPerUnit,
        stat.energyPerUnit,
        whole?.[0]?.energyPerUnit,
        week?.[0]?.energyPerUnit,
      ]
      assert.deepEqual(everywhere.map(rounded), Array(everywhere.length).fill(rounded(expected)), name)
      assert.equal(lines.find((one) => one[0] === name)?.[header?.indexOf('kWh a good unit') ?? -1] ?? null, rounded(expected), name)
      const days = answer.DAY.filter(({ workCenter }) => workCenter.id === press).map(({ energyPerUnit }) => energyPerUnit !== null)
      assert.deepEqual(
        days,
        Array.from({ length: DAYS }, (_, day) => index === 0 || (index === 2 && day < 4)),
        name,
      )
    }
  })

  it('have in the file of losses the energy and cost that each loss tells, so that the column adds up to them (S-14)', async () => {
    const { rows: meters } = await api.database.pool.query<{ id: number }>('select id from sensor where work_center_id = $1', [presses[0]])
    const instants = Array.from({ length: 360 }, (_none, at) => DAY_START + at * 10_000)
    const { bytes, crc32 } = encodeSeries({ instants, values: instants.map((_at, place) => 6 + (place % 7)) })
    await api.database.pool.query(
      'insert into sample_chunk (company_id, sensor_id, hour_at, sample_count, bytes, crc32) values ($1, $2, $3, $4, $5, $6)',
      [ACME, meters[0]?.id, DAY_START, instants.length, bytes, crc32],
    )
    const tariff = `input: { validFrom: "2026-05-01", currency: "EUR", pricePerKwh: 0.5, zones: [] }`
    assert.deepEqual((await api.ask(`mutation { saveEnergyTariff(${tariff}) { currency } }`)).errors, [])
    const { sheets } = await readXlsx(new Uint8Array(await made('exportLosses', 'exportFormat: XLSX')))
    const [header = [], ...rows] = sheets[0]?.rows ?? []
    const titles = ['Id', 'Energy, kWh', 'Cost', 'Currency', 'Without a price, kWh', 'Known time']
    const inFile = rows.map((row) => titles.map((title) => row[header.indexOf(title)] ?? null))
    type Told = {
      readonly energyConsumption: number | null
      readonly cost: number | null
      readonly currency: string | null
      readonly unpriced: number
    }
    const one = async (id: unknown): Promise<Told & { readonly coverage: number | null }> => {
      const { data, errors } = await api.ask(`{ lossEnergy(id: ${String(id)}) { energyConsumption cost currency unpriced coverage } }`)
      assert.deepEqual(errors, [])
      return data['lossEnergy'] as Told & { readonly coverage: number | null }
    }
    const rounded = (value: unknown) => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value)
    for (const [id, ...cells] of inFile) {
      const { energyConsumption, cost, currency, unpriced, coverage } = await one(id)
      const known = energyConsumption === null ? [null, null, null, null, null] : [energyConsumption, cost, currency, unpriced, coverage]
      assert.deepEqual(cells.map(rounded), known.map(rounded), String(id))
    }
    const { data } = await api.ask(`{ lossEnergies(ids: [${inFile.map(([id]) => id).join()}]) { energyConsumption cost } }`)
    const sum = (values: readonly unknown[]) => rounded(values.reduce<number>((all, value) => all + Number(value ?? 0), 0))
    const answered = data['lossEnergies'] as readonly Told[]
    assert.equal(answered.length, NAMES.length * DAYS)
    assert.equal(sum(inFile.map((cells) => cells[1])), sum(answered.map(({ energyConsumption }) => energyConsumption)))
    assert.equal(sum(inFile.map((cells) => cells[2])), sum(answered.map(({ cost }) => cost)))
    // Seven minutes and a quarter of nine kW on the mean.
    const kwh = Number(sum(inFile.map((cells) => cells[1])))
    assert.ok(kwh > 1.05 && kwh < 1.12, `${kwh} kWh`)
    await api.database.pool.query('delete from sample_chunk')
    assert.deepEqual((await api.ask('mutation { deleteEnergyTariff(validFrom: "2026-05-01") { currency } }')).errors, [])
  })

  it('attained as much of the target output of the one that has one in the spreadsheet as in the statistics', async () => {
    const { data, errors } = await api.ask(`{
      oeeStatistics(filter: { ${PERIOD} }) { outputs { acceptedOutput targetOutput attainment { realValue } workCenterCount withTargetCount } }
    }`)
    assert.deepEqual(errors, [])
    const own = told[0]?.accepted ?? 0
    const attained = Math.round((own / TARGET) * 10_000) / 100
    const accepted = told.reduce((sum, one) => sum + one.accepted, 0)
    assert.deepEqual(data['oeeStatistics'], [
      {
        outputs: [
          { acceptedOutput: accepted, targetOutput: TARGET, attainment: { realValue: attained }, workCenterCount: 3, withTargetCount: 1 },
        ],
      },
    ])
    const { sheets } = await readXlsx(new Uint8Array(await made('printEfficiencyProtocol', 'format: XLSX')))
    const [header, ...lines] = sheets[0]?.rows ?? []
    const total: readonly unknown[] | undefined = lines.find((one) => one[0] === 'All together')
    const cell = (title: string) => Number(total?.[header?.indexOf(title) ?? -1])
    assert.deepEqual(
      [cell('Good output'), cell('Target output'), Math.round(cell('Attainment of target output') * 10_000) / 100],
      [accepted, TARGET, attained],
    )
    const ofPress: readonly unknown[] | undefined = lines.find((one) => one[0] === NAMES[0])
    assert.equal(ofPress?.[header?.indexOf('Target output') ?? -1], TARGET)
    const said = new Map(sheets.at(-1)?.rows.map((row) => [row[0], row[1]]))
    assert.equal(said.get('Target output'), '7 of 21 shifts')
  })

  it('report of energy what its page shows: by work center, status, order, hours of the tariff and day, in PDF, spreadsheet and CSV (R-13)', async () => {
    const tariff = `input: { validFrom: "2026-05-01", currency: "EUR", pricePerKwh: 0.5,
      zones: [{ name: "Peak", days: [1, 2, 3], from: "10:00", to: "12:00", pricePerKwh: 2 }] }`
    // A quarter of each hour the machines were off.
    await api.database.pool.query(
      `insert into energy_share (company_id, work_center_id, hour_at, number, status_kind, is_effective, job_order_ids, start_at, end_at, elapsed_ms,
         covered_ms, kwh, quarter_kwh, is_assumed_balanced)
       select company_id, work_center_id, hour_at, number, case number when 0 then 'OFF' else 'UNDEFINED' end, number = 1, '{}'::int[],
         hour_at + number * 900000, hour_at + 900000 + number * 2700000, 900000 + number * 1800000, 900000 + number * 1800000, kwh * (1 + 2 * number) / 4,
         case number when 0 then array[kwh / 4, 0, 0, 0] else array[0, kwh / 4, kwh / 4, kwh / 4] end, false
       from energy_hour, generate_series(0, 1) as number where company_id = $1`,
      [ACME],
    )
    const saved = await api.ask(`mutation { saveEnergyTariff(${tariff}) { currency } }`)
    assert.deepEqual(saved.errors, [])
    type Cost = {
      readonly workCenter: { readonly name: string }
      readonly key: string
      readonly name: string | null
      readonly energyConsumption: number | null
      readonly cost: number | null
      readonly coverage: number | null
      readonly energyPerUnit: number | null
      readonly costPerUnit: number | null
      readonly acceptedOutput: number | null
    }
    const splits = ['WORK_CENTER', 'STATUS', 'JOB_ORDER', 'TARIFF_ZONE', 'DAY'] as const
    const { data, errors } = await api.ask(
      `{ ${splits
        .map(
          (
            split,
          ) => `${split}: energyCosts(${PERIOD}, splitBy: ${split}) { workCenter { name } key name energyConsumption cost coverage energyPerUnit
            costPerUnit acceptedOutput }`,
        )
        .join(' ')} }`,
    )
    assert.deepEqual(errors, [])
    const answer = data as Record<(typeof splits)[number], readonly Cost[]>
    const { sheets } = await readXlsx(new Uint8Array(await made('printEnergyReport', 'format: XLSX')), { readStyles: true })
    const rounded = (value: unknown) => (value === null || value === undefined ? null : Math.round(Number(value) * 1e6) / 1e6)
    const sheetNames = { WORK_CENTER: 'Work center', STATUS: 'Status', JOB_ORDER: 'Order', TARIFF_ZONE: 'Hours of the tariff', DAY: 'Day' }
    for (const split of splits) {
      const [header = [], ...rows] = sheets.find(({ name }) => name === sheetNames[split])?.rows ?? []
      const place = (title: string) => header.indexOf(title)
      const told = rows
        .filter((row) => row[place('Work center')] !== 'All together')
        .map((row) => [
          row[place('Work center')],
          rounded(row[place('Energy, kWh')]),
          rounded(row[place('Cost')]),
          rounded(row[place('Known time')]),
          rounded(row[place('kWh a good unit')]),
        ])
      const shown = answer[split].map((row) => [
        row.workCenter.name,
        rounded(row.energyConsumption),
        rounded(row.cost),
        row.coverage === null ? null : Math.round(row.coverage * 10_000) / 10_000,
        rounded(row.energyPerUnit),
      ])
      const ordered = (some: readonly (readonly unknown[])[]) => some.map((one) => JSON.stringify(one)).toSorted()
      assert.ok(shown.length > 1, split)
      assert.deepEqual(ordered(told), ordered(shown), split)
    }
    const kwh = answer.WORK_CENTER.reduce((sum, row) => sum + (row.energyConsumption ?? 0), 0)
    const cost = answer.WORK_CENTER.reduce((sum, row) => sum + (row.cost ?? 0), 0)
    assert.equal(kwh, 8 * DAYS + 8 * 4 * 3)
    const key = new Map(
      sheets.find(({ name }) => name === 'Key figures')?.rows.map(([name, value, unit]) => [name, [rounded(value), unit]]),
    )
    assert.deepEqual(
      [key.get('Energy'), key.get('Cost')],
      [
        [kwh, 'kWh'],
        [rounded(cost), 'EUR'],
      ],
    )
    assert.deepEqual(key.get('While nothing was made'), [kwh / 4, 'kWh'])
    // Nothing was measured in the week before: nothing is compared.
    assert.equal(key.has('Change, kWh'), false)
    const text = pdfText(await made('printEnergyReport', 'format: PDF'))
    const two = (value: number) => new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)
    assert.ok(text.includes(`Energy: ${kwh} kWh. Cost: ${two(cost)} EUR.`), text.slice(0, 600))
    const csv = (await made('printEnergyReport', 'format: CSV'))
      .toString('utf8')
      .slice(1)
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
    // The title has a comma of its own.
    const at = csv[0]?.indexOf('Energy') ?? -1
    for (const split of splits) {
      const own = csv.filter(([by]) => by === sheetNames[split])
      const sum = own.reduce((all, row) => all + Number(row[at] ?? 0), 0)
      assert.equal(rounded(sum), rounded(kwh), split)
    }
    const own = await api.ask(`mutation { printEnergyReport(${WEEK}, workCenterIds: [${presses[0]}]) { success errorCode } }`)
    assert.deepEqual(own.data['printEnergyReport'], { success: true, errorCode: null })
    const nothing = await api.ask(`mutation { printEnergyReport(periodStart: "2020-01-01T00:00:00Z") { success errorCode errorMessage } }`)
    assert.deepEqual(nothing.data['printEnergyReport'], { success: false, errorCode: 'NO_DATA', errorMessage: 'No energy data found' })
    assert.deepEqual((await api.ask('mutation { deleteEnergyTariff(validFrom: "2026-05-01") { currency } }')).errors, [])
  })

  it('told of a group also the work center that was archived since: the same sums on the page, in the API, PDF, spreadsheet and CSV (R-15)', async () => {
    const { pool } = api.database
    const { rows: groups } = await pool.query<{ id: number }>(
      `insert into work_center_group (company_id, name, color) values ($1, 'Line', '#2E6FDB') returning id`,
      [ACME],
    )
    const [group = 0] = groups.map(({ id }) => id)
    const ofGroup = [presses[0] ?? 0, presses[2] ?? 0]
    await pool.query('update work_center set group_id = $1 where id = any($2)', [group, ofGroup])
    await pool.query(`update work_center set device_status = 'ARCHIVE' where id = $1`, [presses[2]])
    const ids = await api.database.inTenant(ACME, (tenant) => scopeOfReport(tenant, { workCenterId: null, groupId: group }))
    assert.deepEqual(ids, ofGroup)
    const energyOf = `${PERIOD}, workCenterIds: [${ofGroup.join()}], splitBy: WORK_CENTER`
    const { data, errors } = await api.ask(`{
      OEE: analytics(input: { measure: OEE, by: [GROUP], workCenterGroupIds: [${group}], ${DATES} }) { cells { keys figure { value } } }
      OUTPUT: analytics(input: { measure: OUTPUT, by: [GROUP], workCenterGroupIds: [${group}], ${DATES} }) { cells { figure { value } } }
      DURATION: analytics(input: { measure: DURATION, by: [GROUP], workCenterGroupIds: [${group}], ${DATES} }) { cells { figure { value } } }
      ENERGY: analytics(input: { measure: ENERGY, by: [GROUP], workCenterGroupIds: [${group}], ${DATES} }) { cells { figure { value } } }
      energyCosts(${energyOf}) { energyConsumption }
    }`)
    assert.deepEqual(errors, [])
    type Cells = { readonly cells: readonly { readonly figure: { readonly value: number } }[] }
    const { energyCosts, ...measures } = data as unknown as Record<'DURATION' | 'ENERGY' | 'OEE' | 'OUTPUT', Cells> & {
      readonly energyCosts: readonly { readonly energyConsumption: number | null }[]
    }
    const onPage = (measure: keyof typeof measures) => measures[measure].cells[0]?.figure.value ?? Number.NaN
    const [first, , third] = told
    assert.deepEqual(
      [onPage('OUTPUT'), onPage('DURATION') * 1_000, onPage('ENERGY')],
      [(first?.accepted ?? 0) + (third?.accepted ?? 0), (first?.lostMs ?? 0) + (third?.lostMs ?? 0), 152],
    )
    assert.equal(
      energyCosts.reduce((sum, { energyConsumption }) => sum + (energyConsumption ?? 0), 0),
      onPage('ENERGY'),
    )
    const of = `workCenterIds: [${(ids ?? []).join()}]`
    const { sheets } = await readXlsx(new Uint8Array(await made('printEfficiencyProtocol', `format: XLSX, ${of}`)))
    const [header = [], ...rows] = sheets[0]?.rows ?? []
    const total: readonly unknown[] = rows.find(([name]) => name === 'All together') ?? []
    const cell = (title: string) => Number(total[header.indexOf(title)])
    const oee = Math.round(onPage('OEE') * 10_000) / 100
    assert.deepEqual(
      [Math.round(cell('OEE') * 10_000) / 100, cell('Good output'), cell('Energy, kWh')],
      [oee, onPage('OUTPUT'), onPage('ENERGY')],
    )
    const about = new Map(sheets.at(-1)?.rows.map(([key, value]) => [key, value]))
    assert.equal(about.get('Work centers'), `${NAMES[0]}, ${NAMES[2]}`)
    const text = pdfText(await made('printEfficiencyProtocol', `format: PDF, ${of}`))
    const sums = rowOf(text.slice(text.indexOf(' Summary ')), 'All together')
    assert.ok(sums.includes(` ${oee.toFixed(2)} % `) && sums.includes(` ${onPage('OUTPUT').toLocaleString('en')} `), sums)
    const csv = (await made('exportLosses', `exportFormat: CSV, ${of}`)).toString('utf8').trim().split('\r\n')
    const at = csv[0]?.split(',').indexOf('Duration') ?? -1
    const lostMs = csv.slice(1).reduce((sum, line) => {
      const [hours = 0, minutes = 0, seconds = 0] = (line.split(',')[at] ?? '').split(':').map(Number)
      return sum + hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1_000
    }, 0)
    assert.equal(lostMs, onPage('DURATION') * 1_000)
    await pool.query(`update work_center set device_status = 'ACTIVE', group_id = null where id = any($1)`, [ofGroup])
    await pool.query('delete from work_center_group where id = $1', [group])
  })

  it('tell on the page of a shift how far it came of its target and its plan, and what energy it took', async () => {
    const text = pdfText(await made('printShiftReport', `format: PDF, workCenterIds: [${presses[0]}]`))
    const start = text.indexOf(' Target, plan and energy ')
    const { data, errors } = await api.ask(`{
      oeeReport(filter: { workCenterIds: [${presses[0]}], ${PERIOD} }) { oee { realValue } acceptedOutput targetOutput }
    }`)
    assert.deepEqual(errors, [])
    const [first] = data['oeeReport'] as readonly {
      readonly oee: { readonly realValue: number }
      readonly acceptedOutput: number
      readonly targetOutput: number
    }[]
    assert.ok(first)
    const { acceptedOutput: accepted, targetOutput: target } = first
    assert.deepEqual([accepted, target], [193, 247])
    const oee = first.oee.realValue
    // Eight hours of one kWh.
    const shown = ` 4\u00A0May\u00A02026 ${oee.toFixed(2)} % 76.00 % ${(76 - oee).toFixed(2)} % ${accepted} ${target} ${((accepted / target) * 100).toFixed(2)} % 8 0.042 `
    assert.ok(text.slice(start, start + 900).includes(shown), `${shown}: ${text.slice(start, start + 900)}`)
    const { sheets } = await readXlsx(new Uint8Array(await made('printShiftReport', 'format: XLSX')))
    assert.equal(
      sheets.some(({ name }) => name === 'Target, plan and energy'),
      false,
    )
  })
})
