import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, it, suite } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { whileDatabaseIsAway } from '#server/testing/databaseAway.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'
import { eventually } from '#server/testing/testMachines.ts'

const START_ORDER = `mutation ($order: Int!, $at: DateTime, $key: Guid!) {
  startJobOrder(id: $order, occurredAt: $at, requestKey: $key) { id status }
}`
const STOP_ORDER = `mutation ($order: Int!, $at: DateTime, $key: Guid!) {
  stopJobOrder(id: $order, occurredAt: $at, requestKey: $key) { id status }
}`
const CONFIRM = `mutation ($place: Int!, $order: Int!, $units: Decimal!, $at: DateTime, $key: Guid!) {
  confirmOutput(workCenterId: $place, jobOrderId: $order, acceptedOutput: $units, cutAtNow: true, cutAt: $at, requestKey: $key) { output isRepeated }
}`

/** What a person taps while the database is away is kept by their page and sent again, with its key and the time of the tap, until it is answered. */
suite('a start, a stop and a confirmation while the database is away', () => {
  let site: OutputSite
  let running: OrderNow
  let minute = 1

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 1)
    running = await site.startOrder(5_000, 1.5)
    await site.run(1, 21)
    minute = 21
  })
  after(() => site.close())

  const send = (query: string, variables: object) => site.api.ask(query, { variables })
  const effects = async () => {
    const { rows } = await site.api.database.pool.query<{ runs: number; postings: number; units: number }>(
      `select (select count(*) from job_order_run)::int as runs, (select count(*) from output_posting)::int as postings,
        (select coalesce(sum(accepted), 0) from output_confirmation where type = 'CONFIRMED')::float8 as units`,
    )
    return rows[0]
  }

  it('is answered as one that may succeed later, and has one effect at the time of the tap once it is back', async () => {
    const input = `status: PLANNED, productId: 1, workCenterId: ${site.press.workCenterId}, planOutput: 100, planCycleTime: 6`
    const next = await site.done<{ id: number }>('createJobOrder', `input: { ${input} }`, '{ id }')
    const tappedAt = new Date(site.clock).toISOString()
    const said = [
      { query: CONFIRM, variables: { place: site.press.workCenterId, order: running.id, units: 100, at: tappedAt, key: randomUUID() } },
      { query: START_ORDER, variables: { order: next.id, at: tappedAt, key: randomUUID() } },
      { query: STOP_ORDER, variables: { order: running.id, at: tappedAt, key: randomUUID() } },
    ]
    const before = await effects()
    await whileDatabaseIsAway(site.api, async () => {
      for (let round = 0; round < 2; round++)
        for (const { query, variables } of said) {
          const { status, errors } = await send(query, variables)
          assert.deepEqual([status, errors.map(({ extensions }) => extensions.code)], [503, ['SERVICE_UNAVAILABLE']])
          site.clock += MINUTE_MS / 4
        }
    })
    assert.deepEqual(await effects(), before)

    // Devices are asked to come again until their samples can be kept.
    await eventually(async () => {
      const answer = await fetch(`${site.api.origin}/api/devices/${site.press.deviceId}/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${site.press.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify([{ at: START + minute * MINUTE_MS, values: { POWER: 12 } }]),
      })
      return answer.status === 202 || undefined
    })
    // Machines went on meanwhile: what they made since the tap is not confirmed by it.
    await site.run(minute, minute + 3)
    minute += 3
    const answers = []
    // The answer to the first may be lost again: the page sends it once more.
    for (const one of said.flatMap((act) => [act, act])) answers.push(await send(one.query, one.variables))
    assert.deepEqual(
      answers.flatMap(({ errors }) => errors),
      [],
    )
    assert.deepEqual(
      answers.slice(0, 2).map(({ data }) => data['confirmOutput']),
      [[{ output: 100, isRepeated: false }], [{ output: 100, isRepeated: true }]],
    )
    const done = await effects()
    assert.deepEqual([done?.runs, done?.postings, done?.units], [(before?.runs ?? 0) + 1, (before?.postings ?? 0) + 1, 100])
    const runsOf = async (id: number) =>
      (
        await site.done<{ runs: readonly { timeStart: string; timeEnd: string | null }[] }>(
          'jobOrder',
          `?id: ${id}`,
          '{ runs { timeStart timeEnd } }',
        )
      ).runs
    assert.deepEqual(await runsOf(next.id), [{ timeStart: tappedAt, timeEnd: null }])
    assert.deepEqual(await runsOf(running.id), [{ timeStart: new Date(START + 1.5 * MINUTE_MS).toISOString(), timeEnd: tappedAt }])
    assert.equal((await site.order(running.id)).status, 'ON_HOLD')
    assert.ok(Date.parse(tappedAt) > START)
    assert.equal((await site.order(running.id)).acceptedOutput, 100)
  })
})
