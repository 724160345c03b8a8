import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'

const PLACES = ['press', 'lathe'] as const
const CODES = ['A', 'B', 'C', 'D', 'E'] as const
const TYPES = ['RECREATE_AND_UPDATE', 'REPLACE', 'UPDATE'] as const
const ACTS = ['startJobOrder', 'startJobOrder', 'stopJobOrder', 'closeJobOrder', 'cancelJobOrder'] as const
const OUTCOMES = 'create update close cancel recreate unchanged refused leftOut'

type Told = {
  readonly id: number
  readonly state: string
  readonly checkToken: string | null
  readonly counts: Readonly<Record<string, number>>
  readonly ended: readonly { readonly orderCode: string; readonly status: string }[]
  readonly kept: readonly unknown[]
  readonly rows: { readonly items: readonly { readonly no: number; readonly outcome: string; readonly orderCode: string | null }[] }
}
const FIELDS = `id state checkToken counts { ${OUTCOMES} } ended { orderCode status } kept { orderCode }
  rows(size: 100) { items { no outcome orderCode } }`

let api: TestApi
let now = DAY_START + HOUR_MS
const places = new Map<string, number>()

before(async () => {
  api = await startTestApi({ now: () => now })
  for (const name of PLACES) places.set(name, await addPress(api, name))
  await api.database.pool.query('update work_center set target_speed = 5, external_code = name where company_id = $1', [ACME])
  for (const workCenterId of places.values()) await addShift(api, workCenterId, { hours: 12 })
  await ask('createOrUpdateItem(input: { name: "Down Tube", sku: "DT-2377", measureUnitId: 1 }) { id }')
})
after(() => api.close())

const row = fc.record({
  code: fc.constantFrom(...CODES),
  place: fc.constantFrom(...PLACES),
  quantity: fc.integer({ min: 1, max: 5 }).map((hundreds) => hundreds * 100),
})
/** Rows of a file: no key of it stands there twice. */
const file = fc.uniqueArray(row, { minLength: 1, maxLength: 6, selector: ({ code, place }) => `${code} ${place}` })
type Row = typeof row extends fc.Arbitrary<infer One> ? One : never
/** What the orders of before have been through. */
const done = fc.array(fc.constantFrom(...ACTS), { maxLength: 3 })

test('whatever is imported, the check tells what is done, the same file changes nothing more, and what is taken back is as it was', async () => {
  await fc.assert(
    fc.asyncProperty(file, file, done, fc.constantFrom(...TYPES), async (first, second, acts, type) => {
      await api.database.pool.query('delete from job_order_run')
      await api.database.pool.query('delete from job_order')
      await imported(first, 'UPDATE')
      for (const act of acts) await perform(act)
      now += MINUTE_MS

      const before = await orders()
      const check = await send(second, type, 'dryRun: true')
      assert.deepEqual(await orders(), before, 'a check writes nothing')
      const applied = await imported(second, type)
      assert.deepEqual(
        [applied.counts, applied.ended, applied.rows.items],
        [check.counts, check.ended, check.rows.items],
        'it did what the check told',
      )
      const after = await orders()
      const told = (outcome: string) => check.counts[outcome] ?? 0
      const codes = new Set(before.map(({ id }) => id))
      assert.equal(after.filter(({ id }) => !codes.has(id)).length, told('create') + told('recreate'))
      const isEnded = ({ status }: Order) => status === 'CANCELLED' || status === 'COMPLETED' || status === 'TECHNICALLY_COMPLETED'
      assert.equal(after.filter(isEnded).length - before.filter(isEnded).length, told('cancel') + told('close'))

      // The same file again finds nothing to do.
      const again = await send(second, type, 'dryRun: true')
      assert.deepEqual(
        ['create', 'update', 'recreate', 'close', 'cancel'].map((outcome) => again.counts[outcome]),
        [0, 0, 0, 0, 0],
      )

      const { kept } = await ask<Told>(`undoJobOrdersImport(id: ${applied.id}) { ${FIELDS} }`)
      assert.deepEqual(kept, [])
      assert.deepEqual(
        (await orders()).map(({ id, code, plan }) => ({ id, code, plan })),
        before.map(({ id, code, plan }) => ({ id, code, plan })),
      )
      // An order that ran and was closed by the import is on hold again: its run is not begun anew.
      const back = new Map((await orders()).map(({ id, status }) => [id, status]))
      for (const { id, status } of before) {
        const isOpen = isEnded({ id, code: '', status, plan: 0 }) === false
        assert.ok(back.get(id) === status || (isOpen && back.get(id) === 'ON_HOLD'), `${id}: ${status} became ${back.get(id)}`)
      }
    }),
    { numRuns: 12 },
  )
})

type Order = { readonly id: number; readonly code: string; readonly status: string; readonly plan: number }

async function orders(): Promise<readonly Order[]> {
  const { rows } = await api.database.pool.query<Order>(
    'select id, order_code as code, status, plan_output::float8 as plan from job_order where company_id = $1 order by id',
    [ACME],
  )
  return rows
}

async function ask<Answer>(mutation: string): Promise<Answer> {
  const { data, errors } = await api.ask(`mutation { done: ${mutation} }`)
  assert.deepEqual(errors, [], mutation)
  return data['done'] as Answer
}

function send(rows: readonly Row[], type: (typeof TYPES)[number], more: string): Promise<Told> {
  const input = rows.map(
    ({ code, place, quantity }) =>
      `{ code: "${code}", productCode: "DT-2377", plannedQuantity: ${quantity}, workCenterCode: "${place}", status: "released" }`,
  )
  return ask<Told>(`importJobOrders(rows: [${input.join(' ')}], importType: ${type}, ${more}) { ${FIELDS} }`)
}

async function imported(rows: readonly Row[], type: (typeof TYPES)[number]): Promise<Told> {
  const applied = await send(rows, type, 'dryRun: false')
  assert.equal(applied.state, 'APPLIED')
  return applied
}

/** Does it with the first order that it can be done with. */
async function perform(name: (typeof ACTS)[number]): Promise<void> {
  now += MINUTE_MS
  for (const { id } of await orders()) {
    const { errors } = await api.ask(`mutation { ${name}(id: ${id}) { id } }`)
    if (errors.length === 0) return
  }
}
