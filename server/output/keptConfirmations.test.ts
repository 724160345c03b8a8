import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import { CONFIRMATION, startOutputSite } from '#server/testing/outputSite.ts'
import type { ConfirmationRow, OrderNow, OutputSite } from '#server/testing/outputSite.ts'

/** 24 October 2026, 22:00 in Kyiv: a night of nine hours, in which the clock goes from 04:00 back to 03:00 at minute 360. */
const START = Date.UTC(2026, 9, 24, 19)
const NIGHT_END = 540
/** The clock of the tablet is so far ahead. */
const WRONG_BY = 7

type Said = { readonly units: number; readonly tapped: number; readonly countedTo: number; readonly key: string }

/** What a tablet without a connection kept of confirmations, as it sends it later (domain.md J-41, J-42). */
describe('confirmations kept for two hours, over the hour that there is twice and the end of the shift', () => {
  let site: OutputSite
  let order: OrderNow

  before(async () => {
    site = await startOutputSite({ start: START })
    await site.api.database.pool.query(
      `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end)
       select $1, $2, 'Europe/Kyiv', n, n::text, 'Shift ' || n, s, e from (values (1, '06:00', '14:00'), (2, '14:00', '22:00'), (3, '22:00', '06:00')) as v (n, s, e)`,
      [ACME, Date.UTC(2026, 9, 1)],
    )
    await site.run(300, 301)
    order = await site.startOrder(5_000, 301.5)
  })
  after(() => site.close())

  const iso = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()
  const said = (units: number, tapped: number, countedTo = tapped): Said => ({ units, tapped, countedTo, key: randomUUID() })
  /** As the page sends it: `tapped` as it knows the time when it sends. */
  const args = ({ units, tapped, countedTo, key }: Said) =>
    `workCenterId: ${site.press.workCenterId}, jobOrderId: ${order.id}, acceptedOutput: ${units}, cutAtNow: true,
      cutAt: "${iso(countedTo)}", occurredAt: "${iso(tapped)}", requestKey: "${key}"`
  const send = (one: Said) => site.done<readonly ConfirmationRow[]>('confirmOutput', args(one), CONFIRMATION, 'OPERATOR')
  const refused = async (one: Said) => {
    const { errors } = await site.api.ask(`mutation { confirmOutput(${args(one)}) { id } }`, { as: 'OPERATOR' })
    return errors.map(({ extensions }) => extensions)
  }
  /** Segments of the order, in minutes: from, to, counted and confirmed. */
  const segments = async () => {
    const { rows } = await site.api.database.pool.query<{ from: number; to: number | null; total: number; said: number }>(
      `select ((s.start_at - $2) / 60000.0)::float8 as "from", ((s.end_at - $2) / 60000.0)::float8 as "to", s.total::float8 as total,
        (select coalesce(sum(c.accepted), 0) from output_confirmation c where c.company_id = s.company_id and c.work_center_id = s.work_center_id
          and c.start_at = s.start_at and c.type <> 'CANCELED')::float8 as said
       from output_segment s where s.company_id = $3 and $1 = any(s.job_order_ids) order by s.start_at`,
      [order.id, START, ACME],
    )
    return rows.map(({ from, to, total, said }) => [from, to, total, said])
  }
  const postings = async () =>
    (await site.api.database.pool.query<{ count: number }>('select count(*)::int as count from output_posting')).rows[0]?.count

  it('are those of the taps, in their order, though the clock showed the later one first', async () => {
    // 03:30 before and 03:10 after the clocks went back: minutes 330 and 370 and a half each, sent two hours later.
    await site.run(301, 450)
    const [first, second] = [said(290, 330.5), said(400, 370.5)]
    assert.deepEqual(
      (await send(first)).map(({ output, difference }) => [output, difference]),
      [[290, 0]],
    )
    assert.deepEqual(
      (await send(second)).map(({ output, difference }) => [output, difference]),
      [[400, 0]],
    )
    assert.deepEqual((await segments()).slice(0, 2), [
      [301.5, 330.5, 290, 290],
      [330.5, 370.5, 400, 400],
    ])
    assert.deepEqual([(await send(first))[0]?.isRepeated, await postings()], [true, 2])
  })

  it('are one although the clock was seven minutes wrong when it was first sent, and learned before it was sent again', async () => {
    const one = said(500, 420.5)
    // The answer to the first was lost. Where the page never knew the time, what it says of it is its own clock.
    await send({ ...one, tapped: one.tapped + WRONG_BY })
    const [again] = await send(one)
    assert.deepEqual([again?.isRepeated, again?.output, await postings()], [true, 500, 3])
    const [, , third] = await segments()
    assert.deepEqual(third, [370.5, 420.5, 500, 500], 'it ends where the count was shown, not when the clock said that it was tapped')
  })

  const shiftIdAt = async (minute: number) => {
    const { rows } = await site.api.database.pool.query<{ id: number }>(
      'select id from shift where work_center_id = $1 and start_at = $2',
      [site.press.workCenterId, START + minute * MINUTE_MS],
    )
    return rows[0]?.id
  }
  /** Everything that a confirmation would change. */
  const all = async () => [await segments(), await postings(), await site.order(order.id)]
  const waits = async (one: Said, shiftId: number | undefined) => {
    const before = await all()
    const [why, ...others] = await refused(one)
    // So that the screen leads to where it is reopened.
    assert.deepEqual([why?.code, why?.params?.['shiftId'], others.length], ['SHIFT_CONFIRMED', shiftId, 0])
    assert.deepEqual(await all(), before, 'nothing is written')
  }

  it('of the night and of the morning are each of their shift, and those of one that was confirmed meanwhile wait until it is opened again', async () => {
    await site.run(450, 660)
    // Tapped ten minutes before and twenty after the end of the night, sent two hours later.
    const [night, morning] = [said(1_100, NIGHT_END - 9.5), said(300, NIGHT_END + 20.5)]
    const shiftId = await shiftIdAt(0)
    await site.done('confirmShift', `id: ${shiftId}, comment: "nobody is there"`, '{ status }')
    await waits(night, shiftId)
    await site.done('reopenShift', `id: ${shiftId}, reason: "a confirmation came late"`, '{ status }')
    await site.api.reload(ACME, site.press.workCenterId)
    assert.deepEqual(
      (await send(night)).map(({ output, difference, isRepeated }) => [output, difference, isRepeated]),
      [[1_100, 0, false]],
    )
    // What was not said of the night waits there, and is none of the morning's.
    await site.done('confirmShift', `id: ${shiftId}, comment: "ninety are left"`, '{ status }')
    assert.deepEqual(
      (await send(morning)).map(({ output, difference }) => [output, difference]),
      [[300, 90]],
    )
    assert.deepEqual((await segments()).slice(3, 6), [
      [420.5, NIGHT_END - 9.5, 1_100, 1_100],
      [NIGHT_END - 9.5, NIGHT_END, 90, 0],
      [NIGHT_END, NIGHT_END + 20.5, 210, 300],
    ])
    assert.equal((await site.order(order.id)).acceptedOutput, 290 + 400 + 500 + 1_100 + 300)
  })

  it('of a confirmed shift that somebody removes leave those of the next one as they are', async () => {
    const end = NIGHT_END + 480
    await site.run(660, end + 120)
    const [morning, afternoon] = [said(4_000, end - 10.5), said(150, end + 15.5)]
    const shiftId = await shiftIdAt(NIGHT_END)
    await site.done('confirmShift', `id: ${shiftId}, comment: "nobody is there"`, '{ status }')
    await waits(morning, shiftId)
    const before = (await site.order(order.id)).acceptedOutput
    assert.deepEqual(
      (await send(afternoon)).map(({ output, difference }) => [output, difference]),
      [[150, -10]],
    )
    assert.equal((await site.order(order.id)).acceptedOutput, before + 150)
  })

  it('for less than a minute are booked in their order, also the later one of more than was counted', async () => {
    const now = NIGHT_END + 480 + 140
    await site.run(NIGHT_END + 480 + 120, now)
    const before = (await site.order(order.id)).acceptedOutput
    // The clock stands half a minute later.
    const [first, second] = [said(1_000, now - 0.4), said(50, now + 0.1)]
    for (const one of [first, second])
      assert.deepEqual(
        (await send(one)).map(({ output }) => output),
        [one.units],
      )
    assert.equal((await site.order(order.id)).acceptedOutput, before + 1_050)
  })
})
