import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'

const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()
const MOVE = `{ isPreview stops confirmations runs { jobOrder { id } timeStart timeEnd } output { jobOrderIds orderCodes jobOrders { id } before { totalOutput } after { totalOutput } }
  shifts { oeeBefore { realValue } oeeAfter { realValue } } }`

type Move = {
  readonly isPreview: boolean
  readonly confirmations: number
  readonly runs: readonly { readonly jobOrder: { readonly id: number }; readonly timeStart: string; readonly timeEnd: string | null }[]
  readonly output: readonly {
    readonly orderCodes: readonly string[]
    readonly jobOrders: readonly { readonly id: number }[]
    readonly before: { readonly totalOutput: number }
    readonly after: { readonly totalOutput: number }
  }[]
  readonly shifts: readonly unknown[]
}

describe('a border between orders', () => {
  let site: OutputSite
  let a: OrderNow
  let b: OrderNow

  before(async () => {
    site = await startOutputSite()
    a = await site.startOrder(500, 0)
    await site.run(0, 42)
    b = await site.startOrder(500, 42)
    await site.run(42, 60)
  })
  after(() => site.close())

  const args = (from: number, to: number, more = '') =>
    `workCenterId: ${site.press.workCenterId}, borderAt: "${at(from)}", newAt: "${at(to)}"${more}`
  const made = async () => [(await site.order(a.id)).madeOutput.totalOutput, (await site.order(b.id)).madeOutput.totalOutput]
  /** What the shift says that it made, and the sum of its segments. */
  const shiftTotal = async () => {
    const { rows } = await site.api.database.pool.query<{ shift: number; segments: number }>(
      `select h.accepted_output::float8 + h.rejected_output::float8 as shift,
        (select sum(effective_total) from output_segment s where s.company_id = h.company_id and s.work_center_id = h.work_center_id
          and s.shift_start_at = h.start_at)::float8 as segments
       from shift h where h.work_center_id = $1 and h.start_at = $2`,
      [site.press.workCenterId, START],
    )
    return rows[0]
  }
  const codeOf = async ({ id }: OrderNow) => (await site.done<{ orderCode: string }>('jobOrder', `?id: ${id}`, '{ orderCode }')).orderCode
  const outputOf = ({ output }: Move) =>
    output.map((part) => [part.jobOrders.map(({ id }) => id), part.before.totalOutput, part.after.totalOutput])
  const key = (digit: string) => `, requestKey: "${digit.repeat(8)}-0000-4000-8000-000000000000"`
  const refused = (from: number, to: number, as: 'ADMIN' | 'OPERATOR' = 'ADMIN') =>
    site.refused('moveJobOrderBorder', args(from, to), '{ isPreview }', as)

  it('tells what moving it would do, and does the same (F-5, worked example 31)', async () => {
    const before = await made()
    const total = await shiftTotal()
    assert.deepEqual(total, { shift: (before[0] ?? 0) + (before[1] ?? 0), segments: total?.shift })
    const preview = await site.done<Move>('moveJobOrderBorder', args(42, 20, ', preview: true'), MOVE)
    assert.deepEqual(outputOf(preview), [
      [[a.id], before[0], (before[0] ?? 0) - 220],
      [[b.id], before[1], (before[1] ?? 0) + 220],
    ])
    assert.deepEqual(
      preview.output.map(({ orderCodes }) => orderCodes),
      [[await codeOf(a)], [await codeOf(b)]],
    )
    assert.deepEqual([preview.isPreview, preview.confirmations, preview.shifts.length], [true, 0, 1])
    assert.deepEqual(await made(), before)
    const moved = await site.done<Move>('moveJobOrderBorder', args(42, 20, key('1')), MOVE)
    assert.deepEqual({ ...moved, isPreview: true }, preview)
    assert.deepEqual(
      moved.runs.map(({ jobOrder, timeStart, timeEnd }) => [jobOrder.id, timeStart, timeEnd]),
      [
        [a.id, at(0), at(20)],
        [b.id, at(20), null],
      ],
    )
    assert.deepEqual(await made(), [(before[0] ?? 0) - 220, (before[1] ?? 0) + 220])
    // Whose units they are is nothing to their number.
    assert.deepEqual(await shiftTotal(), total)
    const { rows } = await site.api.database.pool.query(
      'select kind, job_order_id as id, from_status = to_status as "isStatusKept" from job_order_event where kind = $1 order by job_order_id',
      ['BORDER_MOVED'],
    )
    assert.deepEqual(rows, [
      { kind: 'BORDER_MOVED', id: a.id, isStatusKept: true },
      { kind: 'BORDER_MOVED', id: b.id, isStatusKept: true },
    ])
    // Changed to at another instant, it took another time.
    const { rows: waiting } = await site.api.database.pool.query(
      'select job_order_id as id from changeover where measured_on is null and run_start_at = $1',
      [START + 20 * MINUTE_MS],
    )
    assert.deepEqual(waiting, [{ id: b.id }])
  })

  it('is moved once for its key, and its move is taken back', async () => {
    const now = await made()
    const again = await site.done<Move>('moveJobOrderBorder', args(42, 20, key('1')), MOVE)
    assert.equal(again.runs.length, 2)
    assert.deepEqual(await made(), now)
    assert.deepEqual(await site.refused('moveJobOrderBorder', args(42, 21, key('1')), '{ isPreview }'), ['requestKey: REQUEST_KEY_REUSED'])
    const { rows } = await site.api.database.pool.query<{ id: string }>('select max(id) as id from job_order_event')
    const undone = await site.done<{ id: number }[]>('undoJobOrderAction', `eventId: "${rows[0]?.id}"`, '{ id }')
    assert.deepEqual(
      undone.map(({ id }) => id),
      [a.id, b.id],
    )
    assert.deepEqual(await made(), [(now[0] ?? 0) + 220, (now[1] ?? 0) - 220])
  })

  it('is refused where it cannot go, with the argument that is wrong', async () => {
    assert.deepEqual(await refused(41, 30), ['borderAt: BORDER_NOT_FOUND'])
    assert.deepEqual(await refused(42, 0), ['newAt: RUN_TOO_SHORT'])
    assert.deepEqual(await refused(0, 50), ['newAt: RUN_OVER_BEFORE'])
    assert.deepEqual(await refused(42, 120), ['newAt: START_IN_FUTURE'])
    const stranger = await site.api.ask(`mutation { moveJobOrderBorder(${args(42, 20)}) { isPreview } }`, { as: site.api.stranger })
    assert.deepEqual(
      stranger.errors.map(({ extensions }) => extensions.code),
      ['WORK_CENTER_NOT_FOUND'],
    )
  })

  it('never passes another one, nor into time in which its order was worked on elsewhere', async () => {
    const { id } = await site.done<{ id: number }>('copyJobOrder', `id: ${a.id}, planOutput: 5`, '{ id }')
    const { pool } = site.api.database
    const run = `insert into job_order_run (company_id, job_order_id, work_center_id, start_at, end_at) values ('ACME1', $1, $2, $3, $4)`
    await pool.query(run, [id, site.press.workCenterId, START + 10 * MINUTE_MS, START + 15 * MINUTE_MS])
    assert.deepEqual(await refused(42, 12), ['newAt: BORDER_PASSED'])
    const { rows } = await pool.query<{ id: number }>(
      `insert into work_center (company_id, name, status_source) values ('ACME1', 'Other', 'POWER') returning id`,
    )
    await pool.query(run, [b.id, rows[0]?.id, START + 20 * MINUTE_MS, START + 25 * MINUTE_MS])
    assert.deepEqual(await refused(42, 22), ['newAt: RUN_OVERLAP'])
    await pool.query('delete from job_order_run where work_center_id = $1 or job_order_id = $2', [rows[0]?.id, id])
  })

  it('keeps what was confirmed, and says that it lies between', async () => {
    await site.confirm(`jobOrderId: ${a.id}, acceptedOutput: 420`)
    const preview = await site.done<Move>('moveJobOrderBorder', args(42, 10, ', preview: true'), MOVE)
    assert.equal(preview.confirmations, 1)
    const moved = await site.done<Move>('moveJobOrderBorder', args(42, 30), MOVE)
    const after = Object.fromEntries(moved.output.map((part) => [part.jobOrders[0]?.id, part.after.totalOutput]))
    assert.deepEqual(await made(), [after[a.id] ?? (await made())[0], after[b.id]])
  })

  it('stays where its shift is confirmed, and where an operator may not date back to', async () => {
    const { pool } = site.api.database
    await pool.query(
      `update shift set status = 'CONFIRMED', confirmed_on = now() where company_id = 'ACME1' and start_at <= $1 and end_at > $1`,
      [START],
    )
    assert.deepEqual(await refused(30, 20), ['newAt: SHIFT_CONFIRMED'])
    await pool.query(`update shift set status = 'UNCONFIRMED', confirmed_on = null where company_id = 'ACME1'`)
    site.clock = START + 20 * 60 * MINUTE_MS
    assert.deepEqual(await refused(30, 20, 'OPERATOR'), ['newAt: START_TOO_EARLY'])
  })
})
