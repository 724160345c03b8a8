import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { findFile } from '#server/file/file.store.ts'
import { readFile } from '#server/file/fileContent.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { createWorkerThread } from '#server/jobs/worker/workerThread.ts'
import type { WorkerThread } from '#server/jobs/worker/workerThread.ts'
import { createLog } from '#server/log.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'
import { makeReports } from '../reportJob.service.ts'
import { NO_MAILING, storedSamples } from '../testing.ts'

const NOW = Date.parse('2026-05-06T08:00:00Z')
const DAY = 'periodStart: "2026-05-04T07:00:00Z", periodType: DAY'
const LINK = /^https:\/\/factory\.example\/reports\?figure=([0-9a-f-]{36})~([\w.]+)$/
const FIELDS = `factor workCenterId workCenterIds reason told now shifts openThen changedShifts changedStops madeOn dateFrom dateTo reportType
  changes { workCenterId shift { id status } before { revision state oee acceptedOutput } after { revision oee acceptedOutput } reopenReason }`

type Figure = {
  readonly told: number | null
  readonly now: number | null
  readonly changedShifts: number
  readonly changedStops: number | null
  readonly openThen: number
  readonly changes: readonly {
    readonly workCenterId: number
    readonly before: { readonly revision: number; readonly oee: number } | null
    readonly after: { readonly revision: number; readonly oee: number } | null
    readonly reopenReason: string | null
  }[]
}

/** Files of two work centers, of which one is then opened and confirmed again with other figures. */
describe('a link from a figure of a report', () => {
  let api: TestApi
  let jobs: Jobs
  let thread: WorkerThread
  const presses: number[] = []
  /** Of the efficiency and the downtime report: the file, and its links by their figures. */
  const made = new Map<string, { readonly id: string; readonly values: ReadonlyMap<string, unknown> }>()

  before(async () => {
    const log = createLog('silent')
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
    for (const name of ['Press', 'Saw']) {
      const press = await addPress(api, name)
      presses.push(press)
      await addShift(api, press, { total: 300 })
      await addLoss(api, press, [10, 40])
    }
    await api.database.pool.query(`update shift set status = 'CONFIRMED', revision = 1`)
    for (const name of ['printEfficiencyProtocol', 'printDowntimeProtocol']) made.set(name, await linksOf(name))
    const [press = 0] = presses
    await api.database.pool.query(
      `insert into shift_revision (company_id, work_center_id, shift_start_at, revision, confirmed_on, record, reopen_reason)
        values ($1, $2, $3, 1, now(), '{}', 'The jam was a changeover')`,
      [ACME, press, DAY_START],
    )
    await api.database.pool.query(
      `update shift set revision = 2, accepted_output = accepted_output - 60, rejected_output = rejected_output + 60,
        quality_loss_ms = quality_loss_ms + 3600000 where work_center_id = $1`,
      [press],
    )
    await api.database.pool.query(`update loss set end_at = end_at + $2, updated_on = now() + interval '1 day' where work_center_id = $1`, [
      press,
      5 * MINUTE_MS,
    ])
  })
  after(async () => {
    await jobs.close()
    await thread.close()
    await api.close()
  })

  const linksOf = async (name: string) => {
    const { data, errors } = await api.ask(`mutation { ${name}(${DAY}, format: XLSX) { file { path } } }`)
    assert.deepEqual(errors, [])
    const { path } = (data[name] as { readonly file: { readonly path: string } }).file
    const stored = await api.database.inTenant(ACME, (tenant) => findFile(tenant, path.split('/').at(-1) ?? ''))
    assert.ok(stored)
    const bytes = Buffer.concat(await Array.fromAsync(readFile(api.database, ACME, stored, { start: 0, end: stored.size })))
    const { sheets } = await readXlsx(new Uint8Array(bytes), { readStyles: true })
    const values = new Map<string, unknown>()
    let id = ''
    for (const sheet of sheets)
      for (const [place, cell] of sheet.cells ?? []) {
        if (cell.hyperlink === undefined) continue
        const [, rendering = '', figure = ''] = LINK.exec(cell.hyperlink.target) ?? []
        assert.notEqual(figure, '', cell.hyperlink.target)
        const [row = 0, column = 0] = place.split(',').map(Number)
        values.set(figure, sheet.rows[row]?.[column])
        id = rendering
      }
    return { id, values }
  }
  const ask = (
    figure: string,
    { name = 'printEfficiencyProtocol', as = 'ADMIN' }: { readonly name?: string; readonly as?: 'ADMIN' | 'OPERATOR' | 'USER' } = {},
  ) => api.ask(`{ reportFigure(id: "${made.get(name)?.id}", figure: "${figure}") { ${FIELDS} } }`, { as })
  const told = async (figure: string, name?: string): Promise<Figure> => {
    const { data, errors } = await ask(figure, { ...(name !== undefined && { name }) })
    assert.deepEqual(errors, [])
    return data['reportFigure'] as Figure
  }

  it('stands in each cell of a factor, and tells what that cell said', async () => {
    const { values } = made.get('printEfficiencyProtocol') ?? { values: new Map<string, unknown>() }
    const [press = 0, saw = 0] = presses
    assert.deepEqual(
      [...values.keys()].toSorted(),
      [
        ...['AVAILABILITY', 'OEE', 'PERFORMANCE', 'QUALITY'].flatMap((one) => [one, `${one}.${press}`, `${one}.${saw}`]),
        `OEE.${press}.${DAY_START}`,
        `OEE.${saw}.${DAY_START}`,
      ].toSorted(),
    )
    for (const [figure, value] of values) assert.equal(Math.round(Number(value) * 10_000) / 100, (await told(figure)).told, figure)
  })

  it('shows the figure as it was and as it is, with the shift that was confirmed again and why', async () => {
    const [press = 0, saw = 0] = presses
    const figure = await told(`OEE.${press}`)
    assert.notEqual(figure.told, figure.now)
    assert.equal(figure.changedShifts, 1)
    const [change] = figure.changes
    assert.deepEqual(
      [change?.workCenterId, change?.before?.revision, change?.after?.revision, change?.reopenReason],
      [press, 1, 2, 'The jam was a changeover'],
    )
    assert.deepEqual([change?.before?.oee, change?.after?.oee], [figure.told, figure.now])
    const other = await told(`OEE.${saw}`)
    assert.deepEqual([other.now, other.changedShifts], [other.told, 0])
    const whole = await told('OEE')
    assert.notEqual(whole.told, whole.now)
    assert.equal(whole.changedShifts, 1)
  })

  it('shows stopped time, of all reasons and of one, with how many stops were changed', async () => {
    const name = 'printDowntimeProtocol'
    const { values } = made.get(name) ?? { values: new Map<string, unknown>() }
    assert.deepEqual([...values.keys()], ['LOST.UNCLASSIFIED'])
    for (const figure of ['LOST', 'LOST.UNCLASSIFIED']) {
      const { told: first, now, changedStops } = await told(figure, name)
      assert.deepEqual([first, now, changedStops], [60 * 60, 65 * 60, 1], figure)
    }
  })

  it('is no figure where its name or its file is none, or the file does not tell it', async () => {
    const { errors } = await ask('TEEP')
    assert.deepEqual([errors[0]?.extensions.code, errors[0]?.extensions.field], ['INVALID_FORMAT', 'figure'])
    for (const figure of ['LOST', 'OEE.999999']) assert.deepEqual((await ask(figure)).data['reportFigure'], null, figure)
    const { data } = await api.ask(`{ reportFigure(id: "00000000-0000-4000-8000-000000000000", figure: "OEE") { told } }`)
    assert.deepEqual(data, { reportFigure: null })
  })

  it('leads nowhere for who may not read the report, or sees fewer work centers', async () => {
    const seen = async (figure: string, options: Parameters<typeof ask>[1]) => (await ask(figure, options)).data['reportFigure'] !== null
    assert.equal(await seen('OEE', { as: 'USER' }), true)
    // An operator reads no efficiency, and of losses only those of assigned work centers.
    assert.equal(await seen('OEE', { as: 'OPERATOR' }), false)
    assert.equal(await seen('LOST', { name: 'printDowntimeProtocol', as: 'OPERATOR' }), false)
  })
})
