import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { CONFIRMATION, startOutputSite } from '#server/testing/outputSite.ts'
import type { ConfirmationRow, OrderNow, OutputSite } from '#server/testing/outputSite.ts'

const MINUTES = 6

let site: OutputSite
let sheet = 0
let minute = 1

before(async () => {
  site = await startOutputSite()
  await site.set({ allow_multiple_output_confirmation: true, consumption_tracking: 'WITHOUT_BOM_VALIDATION' })
  await site.run(0, 1)
  const input = 'name: "Sheet", sku: "MS-1", measureUnitId: 1, isBatchTracked: true'
  sheet = (await site.done<{ id: number }>('createOrUpdateItem', `input: { ${input} }`, '{ id }')).id
  for (const [code, quantity] of [
    ['C-1', 90],
    ['C-2', 140],
  ] as const)
    await site.done(
      'createBatch',
      `itemId: ${sheet}, code: "${code}", quantity: ${quantity}, workCenterId: ${site.press.workCenterId}`,
      '{ id }',
    )
})
after(() => site.close())

const units = fc
  .record({ accepted: fc.integer({ min: 0, max: 60 }), rejected: fc.integer({ min: 0, max: 9 }) })
  .filter((one) => one.accepted + one.rejected > 0)
const which = fc.nat({ max: 9 })
const acts = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('CONFIRM' as const), units, containers: fc.nat({ max: 3 }), sheets: fc.nat({ max: 70 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('CANCEL' as const), which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('CORRECT' as const), which, units, sheets: fc.nat({ max: 70 }) }) },
)
type Act = typeof acts extends fc.Arbitrary<infer One> ? One : never
type Units = { readonly accepted: number; readonly rejected: number }
/** What a live posting is to hold, and one of its rows, by which people name it. */
type Posted = Units & { readonly row: number }

test('whatever is confirmed, cancelled and corrected: rows sum to their posting, live postings to the order, movements to the stock', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 4, maxLength: 8 }), async (all) => {
      const order = await site.startOrder(500, minute + 0.5)
      await site.run(minute, minute + MINUTES, { rejectEach: 3 })
      minute += MINUTES
      const live = new Map<number, Posted>()
      for (const act of all) {
        await perform(order, live, act)
        await stands(order, live, `after ${JSON.stringify(act)}`)
      }
    }),
    { numRuns: 2, endOnFailure: true },
  )
})

async function perform(order: OrderNow, live: Map<number, Posted>, act: Act): Promise<void> {
  const consumed = (sheets: number) => (sheets === 0 ? '' : `, consumptions: [{ itemId: ${sheet}, quantity: ${sheets} }]`)
  if (act.kind === 'CONFIRM') {
    const { accepted, rejected } = act.units
    const codes = Array.from(
      { length: Math.min(act.containers, accepted) },
      (_one, index) => `"BOX-${order.id}-${live.size}-${index}-${site.clock++}"`,
    )
    const containers = codes.length === 0 ? '' : `, containerCodes: [${codes.join(', ')}]`
    const said = `jobOrderId: ${order.id}, acceptedOutput: ${accepted}, rejectedOutput: ${rejected}${containers}${consumed(act.sheets)}, cutAtNow: true`
    add(live, await site.confirm(said), act.units)
    return
  }
  const postingId = [...live.keys()][act.which % Math.max(1, live.size)]
  if (postingId === undefined) return
  const id = live.get(postingId)?.row
  if (act.kind === 'CANCEL') {
    await site.done('cancelOutputConfirmation', `id: ${id}, comment: "counted twice"`, '{ id }')
    live.delete(postingId)
    return
  }
  const { accepted, rejected } = act.units
  const said = `id: ${id}, acceptedOutput: ${accepted}, rejectedOutput: ${rejected}${consumed(act.sheets)}, comment: "counted anew"`
  const corrected = await site.done<readonly ConfirmationRow[]>('correctOutputConfirmation', said, CONFIRMATION)
  live.delete(postingId)
  add(live, corrected, act.units)
}

function add(live: Map<number, Posted>, rows: readonly ConfirmationRow[], { accepted, rejected }: Units): void {
  const [first] = rows
  assert.ok(first !== undefined, 'nothing was posted')
  live.set(first.postingId, { accepted, rejected, row: first.id })
}

async function stands(order: OrderNow, live: ReadonlyMap<number, Posted>, when: string): Promise<void> {
  const { pool } = site.api.database
  const { rows } = await pool.query<Units & { id: number }>(
    `select posting_id as id, sum(accepted)::float8 as accepted, sum(rejected)::float8 as rejected from output_confirmation
     where company_id = $1 and job_order_id = $2 and type <> 'CANCELED' group by posting_id order by posting_id`,
    [site.press.companyId, order.id],
  )
  const said = [...live].map(([id, { accepted, rejected }]) => ({ id, accepted, rejected })).toSorted((one, other) => one.id - other.id)
  assert.deepEqual(
    rows.map(({ id, accepted, rejected }) => ({ id, accepted, rejected })),
    said,
    when,
  )
  const { acceptedOutput, rejectedOutput } = await site.order(order.id)
  const sum = (key: keyof Units) => said.reduce((all, one) => all + one[key], 0)
  assert.deepEqual([acceptedOutput, rejectedOutput], [sum('accepted'), sum('rejected')], when)
  const wrong = await pool.query(
    `select s.id, s.balance, sum(m.quantity) as moved from stock s join stock_movement m on m.company_id = s.company_id and m.stock_id = s.id
     where s.company_id = $1 group by s.company_id, s.id, s.balance having s.balance < 0 or s.balance <> sum(m.quantity)`,
    [site.press.companyId],
  )
  assert.deepEqual(wrong.rows, [], when)
}
