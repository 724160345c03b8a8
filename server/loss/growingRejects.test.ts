import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { sendSamples } from '#server/testing/stoppedPress.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)

type Loss = {
  readonly id: number
  readonly timeStart: string
  readonly quantity: number
  readonly duration: number
  readonly reasonId: number | null
  readonly comment: string | null
  readonly version: number
}
const LOSS = '{ id timeStart quantity duration reasonId comment version }'

describe('rejects as they come', () => {
  let api: TestApi
  let press: TestMachine
  let scrap: number
  let now = START

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => now })
    await addCompany(api.database, ACME)
    press = await addMachine(api.database, ACME)
    await api.database.pool.query(`update work_center set calculation_type = 'TOTAL_AND_REJECTED' where id = $1`, [press.workCenterId])
    const made = await api.ask('mutation { createLossReason(input: { name: "Scrap", category: QUALITY }) { id } }')
    scrap = (made.data['createLossReason'] as { readonly id: number }).id
  })
  after(() => api.close())

  /** One reject each eleven minutes. */
  const run = async (from: number, until: number): Promise<void> => {
    now = START + until * MINUTE_MS
    const values = (minute: number) => ({ TOTAL_OUTPUT: 50 * minute, REJECTED_OUTPUT: Math.floor(minute / 11) })
    await sendSamples(api.origin, press, { start: START, from, until, stops: [], values })
  }
  const list = async (): Promise<readonly Loss[]> => {
    const { data, errors } = await api.ask(`{ lossesPages(filter: { source: OUTPUT }, sort: ASC, size: 100) { items ${LOSS} } }`)
    assert.deepEqual(errors, [])
    return (data['lossesPages'] as { readonly items: readonly Loss[] }).items
  }
  const untilRejected = (units: number) =>
    eventually(async () => {
      const losses = await list()
      return losses.reduce((sum, loss) => sum + loss.quantity, 0) === units ? losses : undefined
    })
  const noted = async () =>
    (
      await api.database.pool.query<{ count: number }>(
        `select count(*)::int as count from domain_event where kind not in ('SILENCE_BEGAN', 'SILENCE_ENDED', 'STATUS_CHANGED')`,
      )
    ).rows[0]?.count

  it('are one loss under one id, without an event for each', async () => {
    await run(0, 100)
    const [first, ...none] = await untilRejected(9)
    assert.deepEqual([first?.timeStart, first?.duration, none.length], [new Date(START).toISOString(), 9, 0])
    const before = await noted()
    await run(100, 200)
    const [grown, ...others] = await untilRejected(18)
    assert.deepEqual([grown?.id, grown?.quantity, grown?.duration, grown?.version, others.length], [first?.id, 18, 18, 1, 0])
    assert.equal(await noted(), before)
  })

  it('of which something was said stay as they are when others come', async () => {
    const [loss] = await list()
    assert.ok(loss)
    const said = await api.ask(
      `mutation { updateLoss(input: { id: ${loss.id}, reasonId: ${scrap}, comment: "burr", version: 1 }) ${LOSS} }`,
    )
    assert.deepEqual(said.errors, [])
    const classified = said.data['updateLoss'] as Loss
    assert.deepEqual([classified.id, classified.quantity, classified.reasonId, classified.comment], [loss.id, 18, scrap, 'burr'])
    const before = await noted()
    await run(200, 400)
    const [first, rest, ...none] = await untilRejected(36)
    assert.ok(first && rest)
    assert.deepEqual(first, classified)
    assert.deepEqual([rest.quantity, rest.reasonId, rest.comment, none.length], [18, null, null, 0])
    assert.equal(await noted(), before)
    const split = await api.ask(`mutation { splitLoss(input: { id: ${rest.id}, shares: [{ quantity: 5, reasonId: ${scrap} }] }) ${LOSS} }`)
    assert.deepEqual(split.errors, [])
    assert.deepEqual(
      (await untilRejected(36)).map((one) => [one.id === first.id, one.quantity, one.reasonId, one.comment]),
      [
        [true, 18, scrap, 'burr'],
        [false, 5, scrap, null],
        [false, 13, null, null],
      ],
    )
  })

  it('that come late grow the loss of their own shift', async () => {
    await run(481, 520)
    await untilRejected(47)
    await run(400, 481)
    // Until they come, what was counted meanwhile is of the shift in which it was read.
    const losses = await eventually(async () => {
      const all = await list()
      return all.at(-1)?.quantity === 4 ? all : undefined
    })
    assert.deepEqual(
      losses.map((one) => [(Date.parse(one.timeStart) - START) / MINUTE_MS, one.quantity, one.reasonId]),
      [
        [0, 18, scrap],
        [0, 5, scrap],
        [0, 20, null],
        [480, 4, null],
      ],
    )
  })

  it('are losses by the amount where one is set, until none is, and keep what was said', async () => {
    const set = async (amount: string) => {
      const { data, errors } = await api.ask(
        `mutation { updateOutputSettings(input: { workCenterId: ${press.workCenterId}, rejectionAmount: ${amount} }) { rejectionAmount } }`,
      )
      assert.deepEqual(errors, [])
      return (data['updateOutputSettings'] as { readonly rejectionAmount: number | null }).rejectionAmount
    }
    const before = await list()
    assert.equal(await set('1'), 1)
    const single = await eventually(async () => {
      const losses = await list()
      return losses.length > 20 ? losses : undefined
    })
    const unitsSaid = (losses: readonly Loss[]) =>
      losses.filter((one) => one.reasonId === scrap).reduce((sum, one) => sum + one.quantity, 0)
    assert.deepEqual([single.length, unitsSaid(single)], [47, 23])
    const { data } = await api.ask(
      '{ lossesPages(filter: { source: OUTPUT }, sort: ASC, size: 100) { items { timeStart timeEnd reasonId } } }',
    )
    const ends = (
      data['lossesPages'] as {
        readonly items: readonly { readonly timeStart: string; readonly timeEnd: string; readonly reasonId: number | null }[]
      }
    ).items
    const unsaid = ends.filter(({ reasonId }) => reasonId === null)
    assert.equal(unsaid.length, 24)
    for (const { timeStart, timeEnd } of unsaid) assert.equal(timeEnd, timeStart, 'an instant lasts no time')
    assert.equal(await set('null'), null)
    const again = await eventually(async () => {
      const losses = await list()
      return losses.length === 4 ? losses : undefined
    })
    const told = (losses: readonly Loss[]) => losses.map((one) => [one.timeStart, one.quantity, one.reasonId, one.comment])
    assert.deepEqual(told(again), told(before))
  })

  it('may be approved at once, as many as there were', async () => {
    const running = (await list()).at(-1)
    const approved = await api.ask(
      `mutation { updateLoss(input: { id: ${running?.id}, reasonId: ${scrap}, isApproved: true }) { quantity isApproved isProvisional } }`,
    )
    assert.deepEqual(approved.errors, [])
    assert.deepEqual(approved.data['updateLoss'], { quantity: 4, isApproved: true, isProvisional: false })
    await run(520, 560)
    assert.deepEqual(
      (await untilRejected(50)).slice(-2).map((one) => [one.id === running?.id, one.quantity, one.reasonId]),
      [
        [true, 4, scrap],
        [false, 3, null],
      ],
    )
  })
})
