import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asId } from '#engine/ids.ts'
import type { CompanyId, ItemId, JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { confirmOutput } from '#server/output/posting.service.ts'
import type { PostedAct } from '#server/output/posting.service.ts'
import { Refusal } from '#server/refusal.ts'
import { readShiftTimes } from '#server/shift/shiftTimes.ts'

const LINES = 12
const SEGMENTS = 3
/** So long a tablet waits until it sends again. */
const BUSY_MS = 200
/** Units of a segment. */
const UNITS = 100
const COMPANY = asId<CompanyId>('BENCH')
const USER = asId<UserId>(randomUUID())
const START = Date.UTC(2026, 4, 4, 6)

/** Acts of confirming at a press whose ingest stands still: what follows from them is not folded. */
export type ConfirmedPress = {
  /** Confirms the next segments of the order, with all lines of its material; returns how often it was sent until the server had room for it. */
  confirm(): Promise<number>
  /** Sends the last act that was done again under its key; returns whether it was told as done before. */
  repeat(): Promise<boolean>
  /** Takes up what ingest would have done after it. */
  fold(): Promise<void>
}

/**
 * How many presses, each with an order of its own; how many acts at each, of how many segments, with how many lines of material into how many batches; and
 * whether their products are tracked by batches, so that an act without one makes one. Left out = they are.
 */
type Size = {
  readonly presses: number
  readonly acts: number
  readonly segments: number
  readonly lines: number
  readonly batches: 0 | 2
  readonly isTracked?: boolean
}

/** Returns a press with an order, its bill of material, stock, and output for so many acts of three segments, twelve lines and two batches. */
export async function createConfirmedPress(database: Database, acts: number): Promise<ConfirmedPress> {
  const [press] = await createConfirmedPresses(database, { presses: 1, acts, segments: SEGMENTS, lines: LINES, batches: 2 })
  if (press === undefined) throw new Error('there is no press')
  return press
}

/** Returns presses with an order of a product of its own, its bill of material, stock, and output segments each. */
export async function createConfirmedPresses(database: Database, size: Size): Promise<readonly ConfirmedPress[]> {
  const { pool } = database
  const { presses, acts, segments, lines, isTracked = true } = size
  await pool.query(`insert into company (id, name, country) values ($1, 'Bench', 'pl')`, [COMPANY])
  await pool.query(
    `insert into work_center (company_id, name, consumption_tracking, allow_multiple_output_confirmation)
     select $1, 'Cell ' || n, case when $3::int > 0 then 'WITH_BOM_VALIDATION' else 'NO_TRACKING' end, true from generate_series(1, $2::int) n`,
    [COMPANY, presses, lines],
  )
  await pool.query(
    `insert into item (company_id, name, sku, measurement_unit, is_batch_tracked) select $1, 'Item ' || n, 'I-' || n, 'pcs', $4 and (n = 1 or n > $2::int + 1) from generate_series(1, $2::int + $3::int) n`,
    [COMPANY, lines, presses, isTracked],
  )
  await pool.query(
    `insert into job_order (company_id, order_code, work_center_id, item_id, status, plan_output)
     select $1, 'JO-' || n, n, case when n = 1 then 1 else $3::int + n end, 'PROGRESS', 100000 from generate_series(1, $2::int) n`,
    [COMPANY, presses, lines],
  )
  await pool.query(
    `insert into job_order_run (company_id, job_order_id, work_center_id, start_at) select $1, n, n, $3 from generate_series(1, $2::int) n`,
    [COMPANY, presses, START],
  )
  await pool.query(
    `insert into bom_line (company_id, job_order_id, position, material_id, measurement_unit, required_input)
     select $1, p, n, n + 1, 'pcs', n from generate_series(1, $2::int) p cross join generate_series(1, $3::int) n`,
    [COMPANY, presses, lines],
  )
  await pool.query(
    `insert into stock (company_id, item_id, work_center_id, balance, installed_on)
     select $1, n + 1, p, 10000000, now() from generate_series(1, $2::int) p cross join generate_series(1, $3::int) n`,
    [COMPANY, presses, lines],
  )
  await pool.query(
    `insert into output_segment (company_id, work_center_id, start_at, end_at, total, accepted, rejected, uncounted_total, uncounted_accepted,
       uncounted_rejected, is_closed, job_order_ids, effective_total, effective_accepted, run_ms)
     select $1, p, $3::int8 + n * ${MINUTE_MS}, $3::int8 + (n + 1) * ${MINUTE_MS}, ${UNITS}, ${UNITS}, 0, 0, 0, 0, true, array[p], ${UNITS}, ${UNITS}, ${MINUTE_MS}
     from generate_series(1, $2::int) p cross join generate_series(0, $4::int - 1) n`,
    [COMPANY, presses, START, segments * acts],
  )
  const { rows } = await pool.query<{ readonly id: number; readonly place: number }>(
    'select id, work_center_id as place from output_segment where company_id = $1 order by work_center_id, start_at',
    [COMPANY],
  )
  const ofPlace = Map.groupBy(rows, ({ place }) => place)
  return [...ofPlace].map(([place, own]) =>
    pressAt(
      database,
      asId<WorkCenterId>(place),
      own.map(({ id }) => id),
      size,
    ),
  )
}

function pressAt(
  database: Database,
  place: WorkCenterId,
  segmentIds: readonly number[],
  { segments, lines, batches }: Size,
): ConfirmedPress {
  const deps = {
    database,
    now: () => START + 8 * HOUR_MS,
    // What follows is folded by ingest, after the answer of the database.
    ingest: { reload: () => Promise.resolve(), settle: () => Promise.resolve() },
    shiftTimes: readShiftTimes,
  }
  const units = segments * UNITS
  let act = 0
  let last: readonly number[] = []
  let sendAgain = (): Promise<PostedAct> => Promise.reject(new Error('nothing was done yet'))
  return {
    confirm: async () => {
      last = segmentIds.slice(segments * act, segments * (act + 1))
      act++
      const batch = (code: string | null, made: number) =>
        ({ type: 'ACCEPTED', units: made, batchCode: code, containerCode: null, batchTime: null }) as const
      const consumptions = Array.from({ length: lines }, (_line, at) => ({
        batch: 0,
        itemId: asId<ItemId>(at + 2),
        quantity: units * (at + 1),
        batchId: null,
      }))
      const asked = {
        workCenterId: place,
        jobOrderId: asId<JobOrderId>(place),
        batches: batches === 0 ? [batch(null, units)] : [batch(`B-${place}-${act}-1`, 200), batch(`B-${place}-${act}-2`, units - 200)],
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
      const send = () => confirmOutput(deps, { companyId: COMPANY, userId: USER, role: 'ADMIN' }, null, asked, request)
      // The same act under the same key again, as a tablet sends it whose server was busy.
      for (let tries = 1; ; tries++) {
        try {
          await send()
          sendAgain = send
          return tries
        } catch (error) {
          if (!(error instanceof Refusal && error.code === 'SERVER_BUSY')) throw error
          await sleep(BUSY_MS)
        }
      }
    },
    repeat: async () => (await sendAgain()).isRepeated,
    fold: async () => {
      const { pool } = database
      await pool.query('delete from recalculation where work_center_id = $1', [place])
      await pool.query('update output_segment set is_confirmed = true where id = any($1)', [last])
    },
  }
}

/** Returns how many units all orders of the bench have accepted. */
export async function acceptedOfAll({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ readonly units: number }>(
    'select coalesce(sum(accepted_output), 0)::float8 as units from job_order where company_id = $1',
    [COMPANY],
  )
  return rows[0]?.units ?? 0
}
