import { randomUUID } from 'node:crypto'
import { asId } from '#engine/ids.ts'
import type { CompanyId, ItemId, JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { confirmOutput } from '#server/output/posting.service.ts'
import { listShiftTimes } from '#server/shift/shiftTimes.ts'

const LINES = 12
const COMPANY = asId<CompanyId>('BENCH')
const USER = asId<UserId>(randomUUID())
const PLACE = asId<WorkCenterId>(1)
const ORDER = asId<JobOrderId>(1)
const START = Date.UTC(2026, 4, 4, 6)

/** Acts of confirming at a press whose ingest stands still: what follows from them is not folded. */
export type ConfirmedPress = {
  /** Confirms the next three segments of the order, into two batches, with twelve lines of material. */
  confirm(): Promise<void>
  /** Takes up what ingest would have done after it. */
  fold(): Promise<void>
}

/** Returns a press with an order, its bill of material, stock, and output segments for so many acts. */
export async function createConfirmedPress(database: Database, acts: number): Promise<ConfirmedPress> {
  const { pool } = database
  await pool.query(`insert into company (id, name, country) values ($1, 'Bench', 'pl')`, [COMPANY])
  await pool.query(
    `insert into work_center (company_id, name, consumption_tracking, allow_multiple_output_confirmation) values ($1, 'Cell', 'WITH_BOM_VALIDATION', true)`,
    [COMPANY],
  )
  await pool.query(
    `insert into item (company_id, name, sku, measurement_unit, is_batch_tracked) select $1, 'Item ' || n, 'I-' || n, 'pcs', n = 1 from generate_series(1, ${LINES + 1}) n`,
    [COMPANY],
  )
  await pool.query(
    `insert into job_order (company_id, order_code, work_center_id, item_id, status, plan_output) values ($1, 'JO-1', 1, 1, 'PROGRESS', 100000)`,
    [COMPANY],
  )
  await pool.query(`insert into job_order_run (company_id, job_order_id, work_center_id, start_at) values ($1, 1, 1, $2)`, [COMPANY, START])
  await pool.query(
    `insert into bom_line (company_id, job_order_id, position, material_id, measurement_unit, required_input) select $1, 1, n, n + 1, 'pcs', n from generate_series(1, ${LINES}) n`,
    [COMPANY],
  )
  await pool.query(
    `insert into stock (company_id, item_id, work_center_id, balance, installed_on) select $1, n + 1, 1, 10000000, now() from generate_series(1, ${LINES}) n`,
    [COMPANY],
  )
  await pool.query(
    `insert into output_segment (company_id, work_center_id, start_at, end_at, total, accepted, rejected, uncounted_total, uncounted_accepted,
       uncounted_rejected, is_closed, job_order_ids, effective_total, effective_accepted, run_ms)
     select $1, 1, $2::int8 + n * ${MINUTE_MS}, $2::int8 + (n + 1) * ${MINUTE_MS}, 100, 100, 0, 0, 0, 0, true, '{1}', 100, 100, ${MINUTE_MS}
     from generate_series(0, ${3 * acts} - 1) n`,
    [COMPANY, START],
  )
  const { rows } = await pool.query<{ readonly id: number }>('select id from output_segment where company_id = $1 order by start_at', [
    COMPANY,
  ])
  const deps = {
    database,
    now: () => START + 8 * HOUR_MS,
    // What follows is folded by ingest, after the answer of the database.
    ingest: { reload: () => Promise.resolve(), settle: () => Promise.resolve() },
    shiftTimes: listShiftTimes,
  }
  let act = 0
  let last: readonly number[] = []
  return {
    confirm: async () => {
      last = rows.slice(3 * act, 3 * act + 3).map(({ id }) => id)
      act++
      const batch = (code: string, units: number) =>
        ({ type: 'ACCEPTED', units, batchCode: code, containerCode: null, batchTime: null }) as const
      const consumptions = Array.from({ length: LINES }, (_line, at) => ({
        batch: 0,
        itemId: asId<ItemId>(at + 2),
        quantity: 300 * (at + 1),
        batchId: null,
      }))
      const asked = {
        workCenterId: PLACE,
        jobOrderId: ORDER,
        batches: [batch(`B-${act}-1`, 200), batch(`B-${act}-2`, 100)],
        reasons: [],
        segmentIds: last,
        cutsOpen: false,
        isClosing: false,
        comment: null,
        materials: { consumptions, scraps: [], allowUncovered: false },
        isAutomatic: false,
        source: 'SCREEN',
        at: null,
      } as const
      const request = { key: randomUUID(), operation: 'confirmOutput', content: asked }
      await confirmOutput(deps, { companyId: COMPANY, userId: USER, role: 'ADMIN' }, null, asked, request)
    },
    fold: async () => {
      await pool.query('delete from recalculation')
      await pool.query('update output_segment set is_confirmed = true where id = any($1)', [last])
    },
  }
}
