import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

type Row = Readonly<Record<string, unknown>>

const SHIFT_START = Date.UTC(2026, 4, 4, 6)
const SHIFT_END = SHIFT_START + 8 * HOUR_MS
const PATIENCE_MS = 60_000

/** A minute's reports of a press that makes one piece a minute; `from` and `to` in minutes of the shift. */
function minutes(from: number, to: number) {
  return Array.from({ length: to - from }, (_, index) => ({
    at: SHIFT_START + (from + index) * MINUTE_MS,
    values: { POWER: 12, TOTAL_OUTPUT: from + index },
  }))
}

describe('shifts that are confirmed while and after data comes', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi({ ingest: true, now: () => SHIFT_END + 2 * HOUR_MS })
    await addCompany(api.database, ACME)
  })
  after(() => api.close())

  async function post(machine: TestMachine, samples: readonly object[]): Promise<void> {
    const response = await fetch(`${api.origin}/api/devices/${machine.deviceId}/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${machine.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ samples }),
    })
    assert.equal(response.status, 202)
  }

  async function shiftOf(machine: TestMachine): Promise<Row> {
    const { data, errors } = await api.ask(
      `{ shifts(filter: { workCenterIds: [${machine.workCenterId}], period: { start: "2026-05-04T06:00:00Z", end: "2026-05-04T14:00:00Z" } }) {
        id status totalOutput noDataDuration lateSamples revision oee { runTime } } }`,
    )
    assert.deepEqual(errors, [])
    return (data['shifts'] as readonly Row[])[0] ?? {}
  }

  async function eventually(machine: TestMachine, holds: (shift: Row) => boolean): Promise<Row> {
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      const shift = await shiftOf(machine)
      if (holds(shift)) return shift
      if (performance.now() > until) assert.fail(`the shift stays ${JSON.stringify(shift)}`)
      await sleep(50)
    }
  }

  it('applies what came late when the shift is opened again, and keeps both figures (S-46)', async () => {
    const machine = await addMachine(api.database, ACME)
    await post(machine, minutes(0, 60))
    await post(machine, [{ at: SHIFT_END + 10 * MINUTE_MS, values: { POWER: 12 } }])
    const first = await eventually(machine, (shift) => shift['totalOutput'] === 59 && shift['status'] === 'UNCONFIRMED')
    const id = Number(first['id'])
    const confirmed = await api.ask(`mutation { confirmShift(id: ${id}) { revision totalOutput } }`)
    assert.deepEqual(confirmed.errors, [])
    await post(machine, minutes(60, 120))
    const late = await eventually(machine, (shift) => shift['lateSamples'] === 120)
    assert.deepEqual(late, { ...first, status: 'CONFIRMED', revision: 1, lateSamples: 120 })

    const reopened = await api.ask(`mutation { reopenShift(id: ${id}, reason: "the gateway was off") { status } }`)
    assert.deepEqual(reopened.data['reopenShift'], { status: 'UNCONFIRMED' })
    const applied = await eventually(machine, (shift) => shift['totalOutput'] === 119)
    assert.equal(applied['lateSamples'], 0)
    assert.equal(Number(first['noDataDuration']) - Number(applied['noDataDuration']), 3600)
    const again = await api.ask(
      `mutation { confirmShift(id: ${id}, comment: "with the gateway's data") { revisions { revision totalOutput comment reopenReason lateSamples runTime } } }`,
    )
    assert.deepEqual(again.errors, [])
    assert.deepEqual((again.data['confirmShift'] as Row)['revisions'], [
      { revision: 1, totalOutput: 59, comment: null, reopenReason: 'the gateway was off', lateSamples: 120, runTime: 3720 },
      { revision: 2, totalOutput: 119, comment: "with the gateway's data", reopenReason: null, lateSamples: null, runTime: 7320 },
    ])
  })

  it('freezes one state of a shift while late data pours in: record, hours and segments agree', async () => {
    for (let round = 0; round < 4; round++) {
      const machine = await addMachine(api.database, ACME)
      const every = minutes(0, 300)
      await post(
        machine,
        every.filter((_, index) => index % 30 < 5),
      )
      await post(machine, [{ at: SHIFT_END + 10 * MINUTE_MS, values: { POWER: 12 } }])
      const { id } = await eventually(machine, (shift) => shift['status'] === 'UNCONFIRMED' && shift['totalOutput'] === 274)
      const batches = Array.from({ length: 10 }, (_, part) => every.slice(part * 30 + 5, part * 30 + 30))
      const pouring = Promise.all(batches.map((batch) => post(machine, batch)))
      const { data } = await api.ask(`mutation { confirmShifts(input: { ids: [${Number(id)}], comment: "as it is" }) { isConfirmed } }`)
      assert.deepEqual(data['confirmShifts'], [{ isConfirmed: true }])
      await pouring
      await eventually(machine, (shift) => shift['status'] === 'CONFIRMED')
      await drained(machine)
      const { rows } = await api.database.pool.query<Row>(
        `select s.total_output, s.elapsed_ms, s.no_data_ms, r.record -> 'terms' as terms,
          (select sum(h.total_output) from hour_record h where h.work_center_id = s.work_center_id and h.shift_start_at = s.start_at) as in_hours,
          (select sum(h.no_data_ms) from hour_record h where h.work_center_id = s.work_center_id and h.shift_start_at = s.start_at) as no_data_in_hours,
          (select sum(o.total) from output_segment o where o.work_center_id = s.work_center_id and o.shift_start_at = s.start_at) as in_segments,
          (select sum(least(i.end_at, s.end_at) - greatest(i.start_at, s.start_at)) from status_interval i where i.work_center_id = s.work_center_id
            and i.kind = 'NO_DATA' and i.start_at < s.end_at and coalesce(i.end_at, 9e15) > s.start_at) as no_data_in_statuses
        from shift s join shift_revision r on r.work_center_id = s.work_center_id and r.shift_start_at = s.start_at
        where s.work_center_id = $1 and s.start_at = $2`,
        [machine.workCenterId, SHIFT_START],
      )
      const [row] = rows
      const terms = row?.['terms'] as { readonly noDataMs: number; readonly output: { readonly total: number } }
      assert.deepEqual(
        [
          terms.output.total,
          row?.['in_hours'],
          row?.['in_segments'],
          terms.noDataMs,
          row?.['no_data_in_hours'],
          row?.['no_data_in_statuses'],
        ],
        [
          row?.['total_output'],
          row?.['total_output'],
          row?.['total_output'],
          row?.['no_data_ms'],
          row?.['no_data_ms'],
          row?.['no_data_ms'],
        ],
      )
    }
  })

  /** All posted samples are applied, or counted as late: a mark is worked off after them, and saving a holiday awaits it. */
  async function drained(machine: TestMachine): Promise<void> {
    await api.database.inTenant(ACME, async ({ tx }) => {
      await tx
        .insertInto('recalculation')
        .values({ company_id: ACME, work_center_id: machine.workCenterId, from_at: SHIFT_START, cause: 'TEST' })
        .execute()
    })
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      const { rowCount } = await api.database.pool.query('select from recalculation where work_center_id = $1', [machine.workCenterId])
      if (rowCount === 0) return
      if (performance.now() > until) assert.fail('the mark is not worked off')
      await api.ask(`mutation { saveShiftExceptions(workCenterId: ${machine.workCenterId}, input: [{ date: "2026-12-25" }]) { date } }`)
      await sleep(50)
    }
  }
})
