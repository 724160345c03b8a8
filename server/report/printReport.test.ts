import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Caller } from '#server/access/caller.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { findFile } from '#server/file/file.store.ts'
import { readFile } from '#server/file/fileContent.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { createWorkerThread } from '#server/jobs/worker/workerThread.ts'
import type { WorkerThread } from '#server/jobs/worker/workerThread.ts'
import { createLog } from '#server/log.ts'
import { pdfText } from '#server/testing/pdfText.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'
import { FOREIGN_TEXT } from '#server/testing/foreignText.ts'
import { reportFileCheck } from './reportFile.service.ts'
import { makeReports } from './reportJob.service.ts'
import { NO_MAILING, storedSamples } from './testing.ts'

const NOW = Date.parse('2026-05-06T08:00:00Z')
const WEEK = 'periodStart: "2026-05-04T07:00:00Z", periodType: WEEK'
const NAMES = ['Press 1', 'Press =2', 'Łódź ґ oʻng']
const RESULT = '{ success errorCode errorMessage successMessage file { id name contentType sizeBytes status progress path } }'

type File = {
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly status: string
  readonly path: string | null
}
type Result = {
  readonly success: boolean
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly file: File | null
}

/** A reader of spreadsheets makes an instant of what is shown as a time: day 0 is 31 December 1899. */
const lengthOf = (cell: unknown): number =>
  Math.round(cell instanceof Date ? cell.getTime() - Date.UTC(1899, 11, 31) : Number(cell) * DAY_MS)

describe('reports that are asked for', () => {
  let api: TestApi
  let jobs: Jobs
  let thread: WorkerThread
  const log = createLog('silent')
  const presses: number[] = []

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
      await addShift(api, press, { total: 300 + 10 * index })
      await addLoss(api, press, [10, 72.5])
    }
    await api.database.pool.query(`update loss set comment = '=1+1'`)
    for (let hour = 0; hour < 4; hour++)
      await api.database.pool.query(
        `insert into energy_hour (company_id, work_center_id, hour_at, kwh, covered_ms, is_assumed_balanced, quarter_kwh, quarter_covered_ms,
           quarter_max_kw, quarter_source)
         values ($1, $2, $3, 2, 3600000, false, '{0.5,0.5,0.5,0.5}', '{900000,900000,900000,900000}', '{2,2,2,2}', '{POWER,POWER,POWER,POWER}')`,
        [ACME, presses[0], DAY_START + hour * HOUR_MS],
      )
  })
  after(async () => {
    await jobs.close()
    await thread.close()
    await api.close()
  })

  const ask = async (name: string, args: string, as: 'ADMIN' | 'OPERATOR' | 'USER' = 'ADMIN'): Promise<Result> => {
    const { data, errors } = await api.ask(`mutation { ${name}(${args}) ${RESULT} }`, { as })
    assert.deepEqual(errors, [])
    return data[name] as Result
  }
  const bytesOf = async ({ path }: File): Promise<Buffer> => {
    const id = path?.split('/').at(-1) ?? ''
    const file = await api.database.inTenant(ACME, (tenant) => findFile(tenant, id))
    assert.ok(file)
    assert.equal(file.userId, api.users.ADMIN)
    const parts: Buffer[] = []
    for await (const part of readFile(api.database, ACME, file, { start: 0, end: file.size })) parts.push(part)
    return Buffer.concat(parts)
  }
  const made = async (name: string, args: string): Promise<{ readonly file: File; readonly bytes: Buffer }> => {
    const { success, errorCode, file } = await ask(name, args)
    assert.deepEqual([success, errorCode, file?.status], [true, null, 'READY'])
    assert.ok(file)
    const bytes = await bytesOf(file)
    assert.equal(bytes.length, file.sizeBytes)
    return { file, bytes }
  }

  it('have the figures of the screens in the spreadsheet, and say what they are made of', async () => {
    const { file, bytes } = await made('printEfficiencyProtocol', `${WEEK}, format: XLSX`)
    assert.equal(file.name, 'Efficiency report 2026-05-04 2026-05-10.xlsx')
    const { sheets } = await readXlsx(new Uint8Array(bytes), { readStyles: true })
    assert.deepEqual(
      sheets.map(({ name }) => name),
      ['Summary', 'Shifts', 'Terms', 'About this report'],
    )
    const [summary, shifts, , about] = sheets.map(({ rows }) => rows)
    assert.ok(summary && shifts && about)
    const column = (title: string) => summary[0]?.indexOf(title) ?? -1
    const filter = `filter: { period: { start: "2026-05-03T21:00:00Z", end: "2026-05-10T21:00:00Z" } }`
    const { data, errors } = await api.ask(
      `{ oeeReport(${filter}) { workCenterId oee { realValue } availability { realValue } acceptedOutput runTime } }`,
    )
    assert.deepEqual(errors, [])
    const rows = data['oeeReport'] as readonly {
      workCenterId: number
      oee: { realValue: number }
      availability: { realValue: number }
      acceptedOutput: number
      runTime: number
    }[]
    assert.equal(rows.length, 3)
    for (const row of rows) {
      const name = NAMES[presses.indexOf(row.workCenterId)]
      const line: readonly unknown[] | undefined = summary.find((one) => one[0] === name)
      assert.ok(line)
      const shown = (title: string, scale: number): number => Math.round(Number(line[column(title)]) * scale * 100) / 100
      assert.deepEqual(
        [shown('OEE', 100), shown('Availability', 100), shown('Good output', 1), lengthOf(line[column('Run time')]) / 1000],
        [row.oee.realValue, row.availability.realValue, row.acceptedOutput, row.runTime],
      )
    }
    assert.equal(summary.at(-1)?.[0], 'All together')
    // Of one work center energy is measured: four of the eight hours, two kWh each.
    const further = (name: string) => {
      const line: readonly unknown[] | undefined = summary.find((one) => one[0] === name)
      return ['Energy, kWh', 'kWh a good unit', 'Attainment of target output', 'Shifts with energy'].map(
        (title) => line?.[column(title)] ?? null,
      )
    }
    const [first = 0] = rows.filter((row) => row.workCenterId === presses[0]).map((row) => row.acceptedOutput)
    assert.deepEqual(further(NAMES[0] ?? ''), [8, Number((8 / first).toFixed(4)), null, 1])
    assert.deepEqual(further(NAMES[1] ?? ''), [null, null, null, 0])
    // What the others made while nothing was measured is in no unit.
    assert.deepEqual(further('All together'), [8, Number((8 / first).toFixed(4)), null, 1])
    const told = new Map(about.map(([key, value]) => [key, value]))
    assert.deepEqual(
      [told.get('Shift dates'), told.get('Time zone'), told.get('Shifts not confirmed'), told.get('Time with data')],
      ['4 May 2026 – 10 May 2026', 'Europe/Kyiv (UTC+03:00)', 3, '93.75 %'],
    )
  })

  it('tell of stops what they come to: their share of planned time, between and after failures, and how reasons were given', async () => {
    const { bytes } = await made('printDowntimeProtocol', `${WEEK}, format: XLSX`)
    const { sheets } = await readXlsx(new Uint8Array(bytes))
    const [key, reasons] = sheets
    assert.deepEqual([key?.name, reasons?.name], ['Key figures', 'Reasons'])
    // Three stops of 62.5 minutes in three shifts, each planned for eight hours without half an hour of no data.
    assert.deepEqual(key?.rows.slice(1), [
      ['Stops', '3'],
      ['Stopped time', '3:07:30'],
      ['Share of planned production time', '13.89 %'],
      ['Of it with a reason', '0 %'],
      ['Mean time to repair', '–'],
      ['Mean time between failures', '–'],
      ['Stops that are not tracked', '1:22:30'],
      ['Reasons given: without a reason', '100 %'],
    ])
    const place = (title: string) => reasons?.rows[0]?.indexOf(title) ?? -1
    const [, row] = reasons?.rows ?? []
    assert.deepEqual([row?.[place('Share of planned production time')], row?.[place('Most at')]], [0.1389, NAMES[0]])
  })

  it('tell every loss in CSV and XLSX, and no text of it is a formula (W-27)', async () => {
    const period = 'periodStart: "2026-05-04T07:00:00Z"'
    const { bytes: csv } = await made('exportLosses', `${period}, exportFormat: CSV`)
    const text = csv.toString('utf8')
    assert.equal(text.charCodeAt(0), 0xfeff)
    const lines = text.trim().split('\r\n')
    assert.equal(lines.length, 1 + presses.length)
    assert.ok(lines.slice(1).every((line) => line.includes(`,"'=1+1",`) && line.includes(',1:02:30,') && line.includes('"+03:00"')))
    const { bytes } = await made('exportLosses', `${period}, exportFormat: XLSX, language: "uk"`)
    const book = await readXlsx(new Uint8Array(bytes), { readStyles: true })
    const [sheet] = book.sheets
    assert.ok(sheet)
    const title = (name: string) => sheet.rows[0]?.indexOf(name) ?? -1
    assert.deepEqual(
      sheet.rows.slice(1).map((row) => [row[title('Коментар')], lengthOf(row[title('Тривалість')])]),
      presses.map(() => ['=1+1', 62.5 * MINUTE_MS]),
    )
    assert.ok([...(sheet.cells?.values() ?? [])].every(({ formula }) => formula === undefined))
  })

  it('are PDF with the letters of every language', async () => {
    for (const [name, language] of [
      ['printEfficiencyProtocol', 'uz'],
      ['printDowntimeProtocol', 'uk'],
      ['printLossesProtocol', 'pl'],
      ['printShiftReport', 'en'],
    ] as const) {
      const { file, bytes } = await made(name, `${WEEK}, language: "${language}"`)
      assert.deepEqual([file.contentType, bytes.subarray(0, 5).toString(), bytes.includes('%%EOF')], ['application/pdf', '%PDF-', true])
    }
  })

  it('have names from elsewhere as text, and nothing that runs or leads out when a PDF is opened', async () => {
    const rename = (name: string) => api.database.pool.query('update work_center set name = $2 where id = $1', [presses[2], name])
    await rename(FOREIGN_TEXT)
    const { bytes } = await made('printLossesProtocol', WEEK)
    await rename(NAMES[2] ?? '')
    const joined = (text: string) => text.replaceAll(/\s/g, '')
    assert.ok(joined(pdfText(bytes)).includes(joined(FOREIGN_TEXT)), pdfText(bytes))
    const source = bytes.toString('latin1')
    for (const act of ['/JavaScript', '/JS', '/OpenAction', '/Launch', '/EmbeddedFile', '/SubmitForm'])
      assert.ok(!source.includes(act), act)
    // The only way out is to the page that shows the same.
    const ways = [...source.matchAll(/\/URI \(((?:[^()\\]|\\.)*)\)/g)].map(([, way]) => way)
    assert.deepEqual([...new Set(ways)], ['https://factory.example/losses?range=dates&from=2026-05-04&to=2026-05-10'])
    // Each names its kind and its address.
    assert.equal(source.split('/URI').length - 1, 2 * ways.length)
  })

  it('say at the foot of each page by whose clock, when and by whom they were made', async () => {
    const { bytes } = await made('printLossesProtocol', WEEK)
    const text = pdfText(bytes)
    const pages = text.match(/ page \d+ of \d+/g)?.length ?? 0
    assert.ok(pages > 0)
    assert.equal(text.match(/ Europe\/ ?Kyiv · created \d\d? May 2026, \d\d:\d\d \(UTC\+03:00\) by Test Person/g)?.length, pages)
  })

  it('are of work centers that have no device any more, by their ids', async () => {
    const [first, second] = presses
    const devices = 'select device_id as "deviceId" from work_center where company_id = $1 and id = $2'
    const { rows } = await api.database.pool.query<{ deviceId: string | null }>(devices, [ACME, first])
    await api.database.pool.query('update work_center set device_id = null where company_id = $1 and id = $2', [ACME, first])
    const of = async (args: string) => {
      const { file } = await ask('printEfficiencyProtocol', `${WEEK}, ${args}`)
      const { data } = await api.ask(`{ reportRun(id: "${file?.id}") { workCenterIds } }`)
      return (data['reportRun'] as { workCenterIds: readonly number[] | null }).workCenterIds
    }
    assert.deepEqual(await of(`workCenterIds: [${first}]`), [first])
    assert.deepEqual(await of(`workCenterIds: [${first}, ${second}]`), [first, second])
    assert.equal(await of('language: "en"'), null)
    await api.database.pool.query('update work_center set device_id = $3 where company_id = $1 and id = $2', [
      ACME,
      first,
      rows[0]?.deviceId ?? null,
    ])
  })

  it('are what the page of analytics shows, under the name of its view', async () => {
    const search = 'm=DURATION&by=WORK_CENTER&and=REASON&cols=second,value&cmp=NONE&range=lastWeek'
    const view = (name: string) => `${WEEK}, search: "${search}"${name === '' ? '' : `, name: "${name}"`}`
    const { file, bytes } = await made('printAnalytics', `${view('Where / why')}, format: XLSX`)
    assert.equal(file.name, 'Where why 2026-05-04 2026-05-10.xlsx')
    const { sheets } = await readXlsx(new Uint8Array(bytes))
    const [shown] = sheets.map(({ rows }) => rows)
    assert.deepEqual(shown?.[0], ['Work center', 'Reason', 'Lost time'])
    assert.equal(shown.length, 2 + presses.length)
    const onPaper = await made('printAnalytics', `${view('')}, language: "pl"`)
    assert.deepEqual([onPaper.file.contentType, onPaper.bytes.subarray(0, 5).toString()], ['application/pdf', '%PDF-'])
    assert.match(onPaper.file.name ?? '', /^Widok analityki /)
    const codeOf = async (args: string, as: 'ADMIN' | 'OPERATOR' = 'ADMIN') =>
      (await api.ask(`mutation { printAnalytics(${args}) ${RESULT} }`, { as })).errors[0]?.extensions
    assert.equal((await codeOf(view(''), 'OPERATOR'))?.code, 'FORBIDDEN')
    assert.equal((await codeOf(`${WEEK}, search: "", name: ""`))?.field, 'name')
    const long = await codeOf(`${WEEK}, search: "m=${'x'.repeat(2000)}"`)
    assert.deepEqual([long?.field, long?.params], ['search', { min: 0, max: 2000 }])
    assert.equal((await codeOf(`${view('')}, language: "fr"`))?.field, 'language')
    const nothing = await ask('printAnalytics', `periodStart: "2020-01-01T00:00:00Z", search: ""`)
    assert.deepEqual([nothing.errorCode, nothing.errorMessage], ['NO_DATA', 'Efficiency data not found'])
  })

  it('say where there is nothing to tell, and whose they are', async () => {
    const nothing = await ask('printDowntimeProtocol', 'periodStart: "2025-01-01T00:00:00Z"')
    assert.deepEqual(
      [nothing.success, nothing.errorCode, nothing.errorMessage, nothing.file],
      [false, 'NO_DATA', 'No downtime data found', null],
    )
    const { file } = await made('printDowntimeProtocol', `${WEEK}, format: XLSX`)
    const find = async (as: 'ADMIN' | 'USER') =>
      (await api.ask(`{ reportRun(id: "${file.id}") { dateFrom dateTo format file { status } } }`, { as })).data['reportRun']
    assert.deepEqual(await find('ADMIN'), { dateFrom: '2026-05-04', dateTo: '2026-05-10', format: 'XLSX', file: { status: 'READY' } })
    assert.equal(await find('USER'), null)
    const { errors } = await api.ask(`mutation { remakeReport(id: "${file.id}") ${RESULT} }`, { as: 'USER' })
    assert.equal(errors[0]?.extensions.code, 'FILE_NOT_FOUND')
    const again = await ask('remakeReport', `id: "${file.id}"`)
    assert.deepEqual([again.file?.status, again.file?.id === file.id], ['READY', false])
  })

  it('are of work centers that the reader may see', async () => {
    await api.database.pool.query('insert into operator_work_center (company_id, work_center_id, user_id) values ($1, $2, $3)', [
      ACME,
      presses[1],
      api.users.OPERATOR,
    ])
    const { file } = await ask('printDowntimeProtocol', `${WEEK}, format: XLSX`, 'OPERATOR')
    const { data } = await api.ask(`{ reportRun(id: "${file?.id}") { workCenterIds } }`, { as: 'OPERATOR' })
    assert.deepEqual(data['reportRun'], { workCenterIds: [presses[1]] })
    const { errors } = await api.ask(`mutation { printEfficiencyProtocol(${WEEK}) ${RESULT} }`, { as: 'OPERATOR' })
    assert.equal(errors[0]?.extensions.code, 'FORBIDDEN')
    // Whoever works elsewhere since reads it no more, and what was printed of no report stays theirs.
    const [userId, id] = [api.users.OPERATOR, file?.path?.split('/').at(-1) ?? '']
    const membership = { companyId: ACME, companyName: '', companyPhotoUrl: null, userId, role: 'OPERATOR' as const }
    const caller: Caller = {
      principal: { userId, companyId: ACME },
      membership: { ...membership, isStation: false, sort: 0, expiresOn: null },
      authLevel: 'PROVEN',
      language: 'en',
    }
    const may = (fileId: string) => reportFileCheck(api.database)(caller, ACME, { id: fileId, kind: 'PRINT' })
    assert.deepEqual([await may(id), await may(api.users.OPERATOR)], [true, true])
    await api.database.pool.query('update operator_work_center set work_center_id = $1', [presses[0]])
    assert.equal(await may(id), false)
    await api.database.pool.query('update operator_work_center set work_center_id = $1', [presses[1]])
  })

  it('are refused with a language or period that is none', async () => {
    for (const [args, field] of [
      [`${WEEK}, language: "fr"`, 'language'],
      ['periodStart: "2026-05-04T07:00:00Z", periodType: PERIOD', 'periodEnd'],
      ['periodStart: "2026-05-04T07:00:00Z", periodEnd: "2026-05-04T07:00:00Z"', 'periodEnd'],
    ] as const) {
      const { errors } = await api.ask(`mutation { printDowntimeProtocol(${args}) ${RESULT} }`)
      assert.equal(errors[0]?.extensions.field, field, args)
    }
  })
})
