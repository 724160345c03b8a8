import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ACME } from '#server/graphql/testing.ts'
import { startSecondServer } from '#server/testing/dieOver.ts'
import type { SecondServer } from '#server/testing/dieOver.ts'
import { startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'

const CANCEL = `mutation ($id: Int!) { cancelOutputConfirmation(id: $id, comment: "at once") { id } }`
const ROUNDS = 6
const COUNTED = 40

/** Each round somebody takes the posting back at a second server, so that the two meet in the database alone. */
describe('a posting that one takes back while another one', () => {
  let site: OutputSite
  let order: OrderNow
  let second: SecondServer
  let minute = 1

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 1)
    order = await site.startOrder(10_000, 1.5)
    second = await startSecondServer({ ...site.api, now: site.clock })
  })
  after(async () => {
    await second.end()
    await site.close()
  })

  const codesOf = ({ errors }: Awaited<ReturnType<OutputSite['ask']>>) => errors.map(({ extensions }) => extensions.code)
  const cancel = (id: number) => second.ask({ query: CANCEL, variables: { id } })
  /** Makes some, and confirms all of them. */
  const posted = async () => {
    await site.run(minute, minute + COUNTED / 10)
    minute += COUNTED / 10
    const rows = await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: ${COUNTED}, cutAtNow: true`)
    const row = rows.at(-1)
    assert.ok(row !== undefined)
    const found = await site.api.database.pool.query<{ id: number }>(
      `select s.id from output_confirmation c join output_segment s on s.work_center_id = c.work_center_id and s.start_at = c.start_at
       where c.company_id = $1 and c.id = $2`,
      [ACME, row.id],
    )
    return { id: row.id, segment: found.rows[0]?.id ?? 0 }
  }
  /** The sums that must be one: of the order, of its live rows, of its segments where all is confirmed, and how many postings stand for each other. */
  const sums = async () => {
    const { pool } = site.api.database
    const { rows } = await pool.query<{ rows: number; twice: number }>(
      `select (select coalesce(sum(accepted + rejected), 0) from output_confirmation where job_order_id = $1 and type <> 'CANCELED')::float8 as rows,
        (select count(*) from (select corrects from output_posting where corrects is not null group by corrects having count(*) > 1) few)::int as twice`,
      [order.id],
    )
    const { acceptedOutput, rejectedOutput, countedOutput, madeOutput } = await site.order(order.id)
    assert.deepEqual([rows[0]?.rows, rows[0]?.twice], [acceptedOutput + rejectedOutput, 0])
    assert.equal(madeOutput.totalOutput, acceptedOutput + rejectedOutput + (countedOutput?.totalOutput ?? 0))
    return acceptedOutput
  }
  /** In turns one and the other is sent first. */
  const both = async <One, Other>(round: number, one: () => Promise<One>, other: () => Promise<Other>): Promise<[One, Other]> => {
    if (round % 2 === 0) return await Promise.all([one(), other()])
    const later = other()
    return await Promise.all([one(), later])
  }

  it('puts it right is taken back or put right, never both, and the one that came second is told', async () => {
    await site.set({ allow_multiple_output_confirmation: true })
    for (let round = 0; round < ROUNDS; round++) {
      const start = await sums()
      const { id } = await posted()
      const correct = () =>
        site.ask(`mutation { correctOutputConfirmation(id: ${id}, acceptedOutput: ${COUNTED - 2}, comment: "two fewer") { id } }`)
      const [cancelled, corrected] = await both(round, () => cancel(id), correct)
      const codes = [cancelled.join(), codesOf(corrected).join()]
      const isCorrected = codes[1] === ''
      assert.deepEqual(codes, isCorrected ? ['CONFIRMATION_CANCELED', ''] : ['', 'CONFIRMATION_CANCELED'], `round ${round}`)
      await site.api.reload(ACME, site.press.workCenterId)
      assert.equal(await sums(), start + (isCorrected ? COUNTED - 2 : 0))
      // What waits again is nobody's trouble in the next round.
      if (!isCorrected) await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: ${COUNTED}`)
    }
    await site.set({ allow_multiple_output_confirmation: false })
  })

  it('confirms what it confirmed is gone, and what was said meanwhile stands, or was told that it is confirmed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const start = await sums()
      const { id, segment } = await posted()
      const again = `workCenterId: ${site.press.workCenterId}, jobOrderId: ${order.id}, acceptedOutput: ${COUNTED - 1}, outputIIoTs: [${segment}]`
      const [cancelled, confirmed] = await both(
        round,
        () => cancel(id),
        () => site.ask(`mutation { confirmOutput(${again}) { id } }`),
      )
      const codes = codesOf(confirmed).join()
      assert.deepEqual(cancelled, [], `round ${round}`)
      assert.ok(codes === '' || codes === 'SEGMENT_CONFIRMED', codes)
      await site.api.reload(ACME, site.press.workCenterId)
      assert.equal(await sums(), start + (codes === '' ? COUNTED - 1 : 0))
      if (codes !== '') await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: ${COUNTED}, outputIIoTs: [${segment}]`)
    }
  })

  it('takes it back as well is taken back once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const start = await sums()
      const { id, segment } = await posted()
      const own = () => site.ask(`mutation { cancelOutputConfirmation(id: ${id}, comment: "me too") { id } }`)
      const [theirs, mine] = await both(round, () => cancel(id), own)
      assert.deepEqual([theirs.join(), codesOf(mine).join()].toSorted(), ['', 'CONFIRMATION_CANCELED'])
      await site.api.reload(ACME, site.press.workCenterId)
      assert.equal(await sums(), start)
      await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: ${COUNTED}, outputIIoTs: [${segment}]`)
    }
  })
})
