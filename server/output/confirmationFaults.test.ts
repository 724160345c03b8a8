import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { databaseUrlOf, dyingOver } from '#server/testing/dieOver.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'

const CONFIRM = `mutation ($place: Int!, $order: Int!, $units: Decimal!, $key: Guid!) {
  confirmOutput(workCenterId: $place, jobOrderId: $order, acceptedOutput: $units, cutAtNow: true, requestKey: $key) { output isRepeated }
}`
/** More than stand at one machine. */
const TABLETS = 20

describe('confirming output while things go wrong', () => {
  let site: OutputSite
  let order: OrderNow
  let minute = 1
  const run = async (minutes: number) => {
    await site.run(minute, minute + minutes)
    minute += minutes
  }
  const said = (units: number, key = randomUUID()) => ({
    query: CONFIRM,
    variables: { place: site.press.workCenterId, order: order.id, units, key },
  })
  const confirm = async (one: ReturnType<typeof said>) => {
    const { data, errors } = await site.api.ask(one.query, { variables: one.variables })
    assert.deepEqual(errors, [])
    return data['confirmOutput'] as readonly { readonly output: number; readonly isRepeated: boolean }[]
  }
  const posted = async () => {
    const { rows } = await site.api.database.pool.query<{ postings: number; units: number }>(
      `select (select count(*) from output_posting)::int as postings,
        (select coalesce(sum(accepted), 0) from output_confirmation where type = 'CONFIRMED')::float8 as units`,
    )
    return rows[0] ?? { postings: 0, units: 0 }
  }

  /** A confirmation gives up where figures are recalculated for another reason all the while. */
  const untilFiguresStand = async () => {
    const { pool } = site.api.database
    const marks = async () =>
      (await pool.query('select from recalculation where work_center_id = $1', [site.press.workCenterId])).rows.length
    while ((await marks()) > 0) await site.api.reload(ACME, site.press.workCenterId)
  }

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 1)
    order = await site.startOrder(5_000, 1.5)
  })
  after(() => site.close())

  it('books once what the server died over, before its commit or between that and the answer', async () => {
    const databaseUrl = await databaseUrlOf(site.api)
    for (const dies of ['before', 'after'] as const) {
      await run(10)
      const one = said(100)
      const start = await posted()
      await dyingOver({ ...site.api, databaseUrl, now: site.clock }, one, dies)
      assert.equal((await posted()).postings - start.postings, dies === 'before' ? 0 : 1)
      const isRepeated = dies === 'after'
      assert.deepEqual(await confirm(one), [{ output: 100, isRepeated }])
      assert.deepEqual(await confirm(one), [{ output: 100, isRepeated: true }])
      const end = await posted()
      assert.deepEqual([end.postings - start.postings, end.units - start.units], [1, 100])
      assert.equal((await site.order(order.id)).acceptedOutput, end.units)
    }
  })

  it('adds up what many tablets say at once, each of them twice', async () => {
    await site.set({ allow_multiple_output_confirmation: true })
    await run(30)
    const start = await posted()
    const all = Array.from({ length: TABLETS }, (_none, index) => said(index + 1))
    const answers = await Promise.all(all.flatMap((one) => [confirm(one), confirm(one)]))
    assert.equal(answers.flat().filter(({ isRepeated }) => !isRepeated).length, TABLETS)
    const end = await posted()
    assert.deepEqual([end.postings - start.postings, end.units - start.units], [TABLETS, (TABLETS * (TABLETS + 1)) / 2])
    assert.equal((await site.order(order.id)).acceptedOutput, end.units)
    await site.set({ allow_multiple_output_confirmation: false })
  })

  it('while the figures of its segment are recalculated books once, or says so and books when it is asked again', async () => {
    await run(20)
    const { database } = site.api
    const start = await posted()
    const before = await site.order(order.id)
    const all = Array.from({ length: 4 }, (_none, index) => said(50 + index))
    const again = (async () => {
      for (let round = 0; round < 4; round++) {
        await database.inTenant(ACME, (tenant) =>
          markForRecalculation(
            tenant,
            [{ workCenterId: site.press.workCenterId, from: START, to: null, cause: 'JOB_ORDER' }],
            site.api.users.ADMIN,
          ),
        )
        await site.api.reload(ACME, site.press.workCenterId)
      }
    })()
    await site.set({ allow_multiple_output_confirmation: true })
    for (const one of all) {
      const { errors } = await site.api.ask(one.query, { variables: one.variables })
      assert.ok(
        errors.every(({ extensions }) => extensions.code === 'SHIFT_RECALCULATING'),
        JSON.stringify(errors),
      )
    }
    await again
    await untilFiguresStand()
    for (const one of all) await confirm(one)
    const end = await posted()
    assert.deepEqual([end.postings - start.postings, end.units - start.units], [4, 50 + 51 + 52 + 53])
    assert.equal((await site.order(order.id)).acceptedOutput, before.acceptedOutput + 206)
    await untilFiguresStand()
    const { rows } = await database.pool.query<{ shift: number; segments: number }>(
      `select h.accepted_output::float8 as shift, (select sum(effective_accepted) from output_segment s where s.work_center_id = h.work_center_id
        and s.shift_start_at = h.start_at)::float8 as segments from shift h where h.start_at = $1`,
      [START],
    )
    assert.equal(rows[0]?.shift, rows[0]?.segments)
    await site.set({ allow_multiple_output_confirmation: false })
  })

  it('and confirming its shift see each other, whichever is first', async () => {
    await run(20)
    await site.done('stopJobOrder', `id: ${order.id}`, '{ id }')
    site.clock = START + 8 * HOUR_MS + 5 * MINUTE_MS
    await site.run(485, 486)
    await untilFiguresStand()
    const { rows } = await site.api.database.pool.query<{ id: number }>('select id from shift where start_at = $1', [START])
    const close = `mutation { confirmShift(id: ${rows[0]?.id}, comment: "at once") { status } }`
    const start = await posted()
    const one = said(200)
    const [confirmed, closed] = await Promise.all([site.api.ask(one.query, { variables: one.variables }), site.ask(close)])
    const codes = [confirmed, closed].map(({ errors }) => errors.map(({ extensions }) => extensions.code).join())
    const end = await posted()
    // Both may be done, one after the other; else the one that came second says why not.
    assert.ok(codes[0] === '' || codes[0] === 'SHIFT_CONFIRMED', codes.join(' | '))
    assert.ok(codes[1] === '' || codes[1] === 'SHIFT_RECALCULATING' || codes[1] === 'CONFLICT', codes.join(' | '))
    assert.equal(end.postings - start.postings, codes[0] === '' ? 1 : 0)
    const { rows: kept } = await site.api.database.pool.query<{ status: string; accepted: number; sum: number }>(
      `select h.status, h.accepted_output::float8 as accepted, (select sum(effective_accepted) from output_segment s
        where s.work_center_id = h.work_center_id and s.shift_start_at = h.start_at)::float8 as sum from shift h where h.start_at = $1`,
      [START],
    )
    assert.equal(kept[0]?.accepted, kept[0]?.sum)
    assert.equal(kept[0]?.status, codes[1] === '' ? 'CONFIRMED' : 'UNCONFIRMED')
  })
})
