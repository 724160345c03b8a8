import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'

const ORDERS = [0, 1, 2, 3] as const
/** What a person may be told; anything else is a fault of the server. */
const REFUSALS = new Set([
  'INVALID_JOB_ORDER_TRANSITION',
  'NOT_IN_QUEUE',
  'RUN_OVERLAP',
  'RUN_TOO_SHORT',
  'START_TOO_EARLY',
  'UNDO_TOO_LATE',
])

let api: TestApi
let now = DAY_START + HOUR_MS
let tube = 0
let count = 0

before(async () => {
  api = await startTestApi({ now: () => now })
  const { data } = await api.ask('mutation { createOrUpdateItem(input: { name: "Down Tube", sku: "DT-2377", measureUnitId: 1 }) { id } }')
  tube = (data['createOrUpdateItem'] as { readonly id: number }).id
})
after(() => api.close())

const which = fc.constantFrom(...ORDERS)
const back = fc.integer({ min: 0, max: 25 })
const acts = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('START'), which, back, running: fc.constantFrom('KEEP', 'STOP', 'CLOSE') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('STOP'), which, back }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('CLOSE'), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('UNDO') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('MOVE'), which, place: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('WAIT'), minutes: fc.integer({ min: 1, max: 15 }) }) },
)
type Act = typeof acts extends fc.Arbitrary<infer One> ? One : never

test('whatever people do with orders, runs of one never overlap, what runs is in progress, and what is moved stands where it was moved to', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 5, maxLength: 20 }), async (all) => {
      const ids = await setUp()
      let event: string | null = null
      for (const act of all) {
        event = await perform(act, ids, event)
        await stands(ids, act)
      }
    }),
    { numRuns: 4 },
  )
})

/** A machine with a shift that goes on, and planned orders. */
async function setUp(): Promise<readonly number[]> {
  now += 24 * HOUR_MS
  const press = await addPress(api, `Press ${++count}`)
  await addShift(api, press, { start: now - 2 * HOUR_MS, hours: 12, shiftId: count, date: new Date(now).toISOString().slice(0, 10) })
  const ids: number[] = []
  for (const order of ORDERS) {
    const input = `orderCode: "R-${count}-${order}", status: PLANNED, productId: ${tube}, workCenterId: ${press}, planOutput: 500, planCycleTime: 12`
    const { data } = await api.ask(`mutation { createJobOrder(input: { ${input} }) { id } }`)
    ids.push((data['createJobOrder'] as { readonly id: number }).id)
  }
  return ids
}

/** Returns the last event that can be taken back. */
async function perform(act: Act, ids: readonly number[], last: string | null): Promise<string | null> {
  if (act.kind === 'WAIT') {
    now += act.minutes * MINUTE_MS
    return last
  }
  const text = mutationOf(act, ids, last)
  if (text === null) return last
  const { data, errors } = await api.ask(`mutation { done: ${text} }`)
  const [error] = errors
  if (error !== undefined) {
    assert.ok(REFUSALS.has(error.extensions.code), `${text}: ${error.extensions.code}`)
    return last
  }
  if (act.kind === 'UNDO') return null
  const { events, priority } = data['done'] as { readonly events: readonly { readonly id: string }[]; readonly priority: number }
  if (act.kind === 'MOVE') assert.equal(priority, Math.min(act.place, await countWaiting(ids)), text)
  return events[0]?.id ?? null
}

function mutationOf(act: Exclude<Act, { kind: 'WAIT' }>, ids: readonly number[], last: string | null): string | null {
  const answer = '{ events { id } priority }'
  const at = (minutes: number) => `at: "${new Date(now - minutes * MINUTE_MS).toISOString()}"`
  switch (act.kind) {
    case 'START':
      return `startJobOrder(id: ${ids[act.which]}, ${at(act.back)}, running: ${act.running}) ${answer}`
    case 'STOP':
      return `stopJobOrder(id: ${ids[act.which]}, ${at(act.back)}) ${answer}`
    case 'CLOSE':
      return `closeJobOrder(id: ${ids[act.which]}) ${answer}`
    case 'MOVE':
      return `updateJobOrderPriority(id: ${ids[act.which]}, priority: ${act.place}) ${answer}`
    case 'UNDO':
      return last === null ? null : `undoJobOrderAction(eventId: "${last}") ${answer}`
    default:
      return null
  }
}

async function countWaiting(ids: readonly number[]): Promise<number> {
  const { rows } = await api.database.pool.query(`select from job_order where id = any($1) and status in ('PLANNED', 'ON_HOLD')`, [ids])
  return rows.length
}

async function stands(ids: readonly number[], act: Act): Promise<void> {
  const after = `after ${JSON.stringify(act)}`
  const { pool } = api.database
  const overlaps = await pool.query(
    `select a.job_order_id from job_order_run a join job_order_run b on b.job_order_id = a.job_order_id and b.start_at > a.start_at
      and b.start_at < coalesce(a.end_at, 9007199254740991) where a.job_order_id = any($1)`,
    [ids],
  )
  assert.deepEqual(overlaps.rows, [], after)
  const { rows } = await pool.query<{ id: number; status: string; open: number; empty: number }>(
    `select j.id, j.status,
      (select count(*)::int from job_order_run r where r.job_order_id = j.id and r.end_at is null) as open,
      (select count(*)::int from job_order_run r where r.job_order_id = j.id and r.end_at <= r.start_at) as empty
      from job_order j where j.id = any($1)`,
    [ids],
  )
  for (const { id, status, open, empty } of rows)
    assert.deepEqual([id, open, empty], [id, status === 'PROGRESS' ? 1 : 0, 0], `${status} ${after}`)
}
