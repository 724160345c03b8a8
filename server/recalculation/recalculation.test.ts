import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { CompanyId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { metrics } from '#server/http/metrics.ts'
import { startIngest } from '#server/ingest/ingest.ts'
import type { Ingest } from '#server/ingest/ingest.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { createSampleReader } from '#server/sensor/sensor.store.ts'
import { listShifts } from '#server/shift/shift.store.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { previewSetup } from './preview.service.ts'
import type { PreviewResult } from './preview.service.ts'
import { firstUnconfirmedShiftStart, listMarks, markForRecalculation } from './recalculation.store.ts'

const HOUR = 60 * MINUTE_MS
const START = Date.UTC(2026, 4, 4, 6)
const DAYS = 4
const NOW = START + DAYS * 24 * HOUR + HOUR
const DERIVED = ['status_interval', 'loss', 'output_segment', 'shift', 'hour_record']

suite('recalculation', { timeout: 240_000 }, () => {
  let given: TestDatabase
  let ingest: Ingest
  let app: FastifyInstance
  let companyId: CompanyId
  const live = createLiveBus()

  const start = async (): Promise<void> => {
    const config = { host: '127.0.0.1', mqttPort: 0 }
    ingest = await startIngest({ config, database: given.database, live, log: createLog('silent'), now: () => NOW })
    app = fastify()
    await ingest.register(app)
  }
  const stop = async (): Promise<void> => {
    await app.close()
    await ingest.close()
  }
  before(async () => {
    given = await createTestDatabase()
    companyId = await addCompany(given.database, 'RECAL')
    await start()
  })
  after(async () => {
    await stop()
    await given.drop()
  })

  const query = async (text: string, values: readonly unknown[] = []) =>
    (await given.database.pool.query<Record<string, unknown>>(text, [...values])).rows

  /** A press that stops in the last quarter of each hour, a sample each two minutes for four days, settled. */
  const recorded = async (): Promise<TestMachine> => {
    const machine = await addMachine(given.database, companyId)
    const samples = Array.from({ length: DAYS * 24 * 30 }, (_, index) => ({
      at: START + index * 2 * MINUTE_MS,
      values: { POWER: index % 30 < 22 ? 9 : 2, TOTAL_OUTPUT: 100 * index },
    }))
    for (let first = 0; first < samples.length; first += 1_000) {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/devices/${machine.deviceId}/telemetry`,
        headers: { authorization: `Bearer ${machine.secret}`, 'content-type': 'application/json' },
        payload: JSON.stringify(samples.slice(first, first + 1_000)),
      })
      assert.equal(answer.statusCode, 202, answer.body)
    }
    await eventually(async () => {
      const rows = await query('select 1 from hour_record where work_center_id = $1 and start_at >= $2', [machine.workCenterId, NOW - HOUR])
      return rows.length > 0 ? true : undefined
    })
    return machine
  }
  const mark = (machine: TestMachine, from: number, to: number | null) =>
    given.database.inTenant(companyId, (tenant) =>
      markForRecalculation(tenant, [{ workCenterId: machine.workCenterId, from, to, cause: 'TEST' }], null),
    )
  const marks = (machine: TestMachine) => given.database.inTenant(companyId, (tenant) => listMarks(tenant, [machine.workCenterId]))
  const annotate = async (machine: TestMachine, from: number, to: number): Promise<void> => {
    await query('insert into loss_annotation (company_id, work_center_id, start_at, end_at, comment) values ($1, $2, $3, $4, $5)', [
      ...[companyId, machine.workCenterId, from, to, 'jam'],
    ])
    await mark(machine, from, to)
  }
  const classify = async (machine: TestMachine, from: number, to: number): Promise<void> => {
    const [reason] = await query(
      `insert into loss_reason (company_id, name, include_in_oee_calculation) values ($1, 'Jam', false) returning id`,
      [companyId],
    )
    await query('insert into loss_annotation (company_id, work_center_id, start_at, end_at, reason_id) values ($1, $2, $3, $4, $5)', [
      ...[companyId, machine.workCenterId, from, to, reason?.['id']],
    ])
    await mark(machine, from, to)
    await ingest.reload({ companyId, workCenterId: machine.workCenterId }, { wait: true })
  }
  const stopAt = (hour: number) => [START + hour * HOUR + 44 * MINUTE_MS, START + (hour + 1) * HOUR] as const
  const recomputes = (): number => Number(/^trueline_ingest_recomputes_total (\d+)/m.exec(metrics.text())?.[1] ?? 0)

  test('rewrites the records that an edit touches, and leaves every other row as it was written', async () => {
    const machine = await recorded()
    const versions = async () => {
      const rows = DERIVED.map((table) =>
        query(`select '${table}' as table, start_at, xmin::text as xmin from ${table} where work_center_id = $1`, [machine.workCenterId]),
      )
      return new Map((await Promise.all(rows)).flat().map((row) => [`${String(row['table'])} ${String(row['start_at'])}`, row['xmin']]))
    }
    const before = await versions()
    await classify(machine, ...stopAt(2))
    const found = await versions()
    const changed = [...found].filter(([key, xmin]) => before.get(key) !== xmin).map(([key]) => key)
    const startOf = (key: string): number => Number(key.split(' ')[1])
    assert.deepEqual(
      changed.filter((key) => startOf(key) < START || startOf(key) >= START + 8 * HOUR),
      [],
      'every record of the other shifts is as it was',
    )
    assert.deepEqual(changed.filter((key) => !/^(hour_record|output_segment) /.test(key)).toSorted(), [
      `loss ${stopAt(2)[0]}`,
      `shift ${START}`,
    ])
    assert.equal(found.size, before.size)
    assert.deepEqual(await marks(machine), [])
  })

  test('of many edits at once is done together', async () => {
    const machine = await recorded()
    // Ingest looks for marks by itself each five seconds: just after such a look, none comes in between.
    await mark(machine, START, START + MINUTE_MS)
    await eventually(async () => ((await marks(machine)).length === 0 ? true : undefined))
    await Promise.all(Array.from({ length: 20 }, (_, index) => annotate(machine, ...stopAt(24 + index))))
    const before = recomputes()
    await Promise.all(Array.from({ length: 20 }, () => ingest.reload({ companyId, workCenterId: machine.workCenterId }, { wait: true })))
    assert.equal(recomputes() - before, 1)
    const said = await query(`select count(*)::int as count from loss where work_center_id = $1 and comment = 'jam'`, [
      machine.workCenterId,
    ])
    assert.equal(said[0]?.['count'], 20)
    assert.deepEqual(await marks(machine), [])
  })

  test('that another process asked for is found, and one that was not done before the end is done by the next start', async () => {
    const machine = await recorded()
    await annotate(machine, ...stopAt(5))
    await eventually(async () => ((await marks(machine)).length === 0 ? true : undefined))
    await stop()
    await annotate(machine, ...stopAt(6))
    assert.equal((await marks(machine)).length, 1)
    await start()
    await eventually(async () => ((await marks(machine)).length === 0 ? true : undefined))
    const said = await query(`select start_at from loss where work_center_id = $1 and comment = 'jam' order by 1`, [machine.workCenterId])
    assert.deepEqual(
      said.map((row) => row['start_at']),
      [stopAt(5)[0], stopAt(6)[0]],
    )
  })

  test('of an open stop shows at once what is known of it', async () => {
    const machine = await recorded()
    const first = live.latest(companyId, machine.workCenterId)
    await query(
      'update status_rule_version v set is_effective = true from status_rule r where r.id = v.status_rule_id and r.work_center_id = $1',
      [machine.workCenterId],
    )
    await mark(machine, START, null)
    await ingest.reload({ companyId, workCenterId: machine.workCenterId }, { wait: true })
    assert.notDeepEqual(live.latest(companyId, machine.workCenterId), first, 'a view is published')
    const losses = await query(`select 1 from loss where work_center_id = $1 and source = 'STATUS' and kind = 'RULE'`, [
      machine.workCenterId,
    ])
    assert.equal(losses.length, 0)
  })

  test('begins at the first shift that is not confirmed', async () => {
    const machine = await recorded()
    const first = () => given.database.inTenant(companyId, (tenant) => firstUnconfirmedShiftStart(tenant, machine.workCenterId))
    assert.equal(await first(), START)
    await query(`update shift set status = 'CONFIRMED' where work_center_id = $1 and start_at < $2`, [
      machine.workCenterId,
      START + 24 * HOUR,
    ])
    assert.equal(await first(), START + 24 * HOUR)
  })

  test('a preview shows what saving comes to, and saves nothing', async () => {
    const machine = await recorded()
    const confirmed = START + 24 * HOUR
    await query(`update shift set status = 'CONFIRMED' where work_center_id = $1 and start_at = $2`, [machine.workCenterId, confirmed])
    const period = { start: START + 8 * HOUR, end: START + 40 * HOUR }
    const deps = {
      database: given.database,
      readSamples: createSampleReader(given.database, { unsealed: ingest.unsealed }),
      ingest,
      now: () => NOW,
    }
    const storedAsPreview = async (): Promise<Pick<PreviewResult, 'timeline' | 'shifts' | 'lossCount'>> => {
      const shifts = await given.database.inTenant(companyId, (tenant) =>
        listShifts(tenant, { ids: null, workCenterIds: [machine.workCenterId], ...period }, 100),
      )
      const statuses = await query(
        `select greatest(start_at, $2) as start, least(coalesce(end_at, $3), $3) as end, kind, status_rule_id as "statusRuleId", cause
         from status_interval where work_center_id = $1 and start_at < $3 and coalesce(end_at, $3) > $2 order by start_at`,
        [machine.workCenterId, period.start, period.end],
      )
      const [losses] = await query(
        `select count(*)::int as count from loss where work_center_id = $1 and source = 'STATUS' and start_at < $3 and coalesce(end_at, $3) > $2`,
        [machine.workCenterId, period.start, period.end],
      )
      return {
        timeline: statuses as unknown as PreviewResult['timeline'],
        shifts: shifts.toReversed().map(({ shift, storedStatus, terms, idealCycleMs, issues }) => ({
          shift,
          isConfirmed: storedStatus === 'CONFIRMED',
          terms,
          idealCycleMs,
          issues,
        })),
        lossCount: Number(losses?.['count']),
      }
    }
    const compared = ({ timeline, shifts, lossCount }: PreviewResult) => ({
      timeline: wholeRuns(timeline),
      shifts: shifts.map(wholeTerms),
      lossCount,
    })
    const present = await storedAsPreview()
    const { before, after } = await previewSetup(
      deps,
      companyId,
      machine.workCenterId,
      (setup) => ({
        ...setup,
        statusRules: setup.statusRules.map((rule) => (rule.name === 'Idle' ? { ...rule, isEffective: true } : rule)),
      }),
      period,
    )
    assert.deepEqual(compared(before), { ...present, timeline: wholeRuns(present.timeline), shifts: present.shifts.map(wholeTerms) })
    assert.deepEqual(await storedAsPreview(), present, 'nothing was saved')
    assert.notDeepEqual(after.shifts, before.shifts)
    assert.equal(
      before.statuses.reduce((sum, one) => sum + one.ms, 0),
      period.end - period.start,
    )
    await query(
      `update status_rule_version v set is_effective = true from status_rule r where r.id = v.status_rule_id and r.name = 'Idle' and r.work_center_id = $1`,
      [machine.workCenterId],
    )
    await mark(machine, START, null)
    await ingest.reload({ companyId, workCenterId: machine.workCenterId }, { wait: true })
    const saved = await storedAsPreview()
    assert.deepEqual(compared(after), { ...saved, timeline: wholeRuns(saved.timeline), shifts: saved.shifts.map(wholeTerms) })
  })

  test('a preview sees what a machine said first, before any of it has a chunk', async () => {
    const machine = await addMachine(given.database, companyId)
    const first = NOW - 20 * MINUTE_MS
    const answer = await app.inject({
      method: 'POST',
      url: `/api/devices/${machine.deviceId}/telemetry`,
      headers: { authorization: `Bearer ${machine.secret}`, 'content-type': 'application/json' },
      payload: JSON.stringify([9, 9, 2, 2, 9].map((power, index) => ({ at: first + index * MINUTE_MS, values: { POWER: power } }))),
    })
    assert.equal(answer.statusCode, 202, answer.body)
    const readSamples = createSampleReader(given.database, { unsealed: ingest.unsealed })
    const deps = { database: given.database, readSamples, ingest, now: () => NOW }
    const period = { start: first - HOUR, end: first + 5 * MINUTE_MS }
    const { before } = await previewSetup(deps, companyId, machine.workCenterId, (setup) => setup, period)
    assert.deepEqual(
      before.timeline.map((one) => (one.end ?? 0) - one.start),
      [2 * MINUTE_MS, 2 * MINUTE_MS, MINUTE_MS],
    )
    assert.equal(before.timeline[0]?.start, first)
  })

  test('a preview of more than 31 days is refused', async () => {
    const deps = { database: given.database, readSamples: createSampleReader(given.database), now: () => NOW }
    const machine = await addMachine(given.database, companyId)
    const period = { start: START, end: START + 32 * 24 * HOUR }
    await assert.rejects(
      previewSetup(deps, companyId, machine.workCenterId, (setup) => setup, period),
      { code: 'INVALID_PERIOD' },
    )
  })

  test('a chunk with flipped bits costs one hour of one sensor, and health says so', async () => {
    const machine = await recorded()
    const hour = START + 10 * HOUR
    await mark(machine, START, null)
    await ingest.reload({ companyId, workCenterId: machine.workCenterId }, { wait: true })
    assert.equal(ingest.state().status, 'ready')
    await query(
      `update sample_chunk c set bytes = set_byte(c.bytes, 5, (get_byte(c.bytes, 5) + 1) % 256) from sensor s
       where s.company_id = c.company_id and s.id = c.sensor_id and s.work_center_id = $1 and s.type = 'POWER' and c.hour_at = $2`,
      [machine.workCenterId, hour],
    )
    await mark(machine, START, null)
    await ingest.reload({ companyId, workCenterId: machine.workCenterId }, { wait: true })
    const [state] = [ingest.state()]
    assert.equal(state.status, 'degraded')
    assert.match(state.detail ?? '', /1 hours of a sensor/)
    const gaps = await query(
      `select start_at, end_at from status_interval where work_center_id = $1 and kind = 'NO_DATA' and start_at < $2 order by 1`,
      [machine.workCenterId, NOW - 2 * HOUR],
    )
    assert.deepEqual(gaps, [{ start_at: hour + MINUTE_MS, end_at: hour + HOUR }], 'from the end of the hold of the reading before it')
    const [segments] = await query('select sum(total)::int as total from output_segment where work_center_id = $1', [machine.workCenterId])
    assert.equal(segments?.['total'], 100 * (DAYS * 24 * 30 - 1))
  })
})

/** Adjoining intervals of one status count as one: a confirmed shift cuts them at its border. */
function wholeRuns(timeline: PreviewResult['timeline']): object[] {
  const runs: { start: number; end: number | null; status: string }[] = []
  for (const { start, end, kind, statusRuleId } of timeline) {
    const status = `${kind} ${statusRuleId ?? ''}`
    const last = runs.at(-1)
    if (last?.end === start && last.status === status) last.end = end
    else runs.push({ start, end, status })
  }
  return runs
}

/** Stored terms are whole milliseconds, except what is worth fractions of them. */
function wholeTerms<T extends { readonly terms: object }>(record: T): object {
  const rounded = Object.entries(record.terms).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'number' && !['netOperatingMs', 'qualityLossMs'].includes(name) ? Math.round(value) : value,
  ])
  return { ...record, terms: Object.fromEntries(rounded) }
}
