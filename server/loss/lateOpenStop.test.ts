import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
/** Two shifts of eight hours are over; the stop that began in the first of them goes on. */
const NOW = START + 1000 * MINUTE_MS
const STOPS = [{ from: 470, to: 1000, powerKw: 2 }]

type Loss = { readonly id: number; readonly timeStart: string; readonly reasonId: number | null; readonly isRecalculating: boolean }

describe('a stop that goes on over a confirmed shift', () => {
  let api: TestApi
  let press: TestMachine
  let jam: number
  let setup: number

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    press = await addPressWithStops(api, ACME, { start: START, until: 1000, stops: STOPS })
    jam = await reasonOf('Jam')
    setup = await reasonOf('Setup')
  })
  after(() => api.close())
  beforeEach(async () => {
    for (const id of await shiftIds('CONFIRMED')) await done(`reopenShift(id: ${id}, reason: "Again") { id }`)
    for (const { id } of await list()) await done(`updateLoss(input: { id: ${id}, reasonId: null, copyOnward: false }) { id }`)
  })

  const done = async (text: string) => {
    const { data, errors } = await api.ask(`mutation { ${text} }`)
    assert.deepEqual(errors, [])
    return data
  }
  const reasonOf = async (name: string): Promise<number> =>
    ((await done(`createLossReason(input: { name: "${name}" }) { id }`))['createLossReason'] as { readonly id: number }).id
  const shiftIds = async (status: string): Promise<readonly number[]> => {
    const { rows } = await api.database.pool.query<{ id: number }>(
      'select id from shift where work_center_id = $1 and status = $2 order by start_at',
      [press.workCenterId, status],
    )
    return rows.map(({ id }) => id)
  }
  const list = async (): Promise<readonly Loss[]> =>
    eventually(async () => {
      const { data } = await api.ask(
        `{ lossesPages(filter: { source: STATUS, workCenterIds: [${press.workCenterId}] }, sort: ASC, size: 100) { items { id timeStart reasonId isRecalculating } } }`,
      )
      const { items } = data['lossesPages'] as { readonly items: readonly Loss[] }
      return items.every(({ isRecalculating }) => !isRecalculating) ? items : undefined
    })
  const told = async () => (await list()).map(({ timeStart, reasonId }) => [(Date.parse(timeStart) - START) / MINUTE_MS, reasonId] as const)
  const confirmSecond = async () => {
    const [, second] = await shiftIds('UNCONFIRMED')
    await done(`confirmShift(id: ${second}, comment: "Left open") { id }`)
  }
  const sendLate = async (reasonId: number, key: string): Promise<string | undefined> => {
    const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()
    const edit = { key, at: at(475), workCenterId: press.workCenterId, timeStart: at(470), timeEnd: null, baseVersion: 1, reasonId }
    const { data, errors } = await api.ask('mutation ($edits: [LossEditInput!]!) { applyLossEdits(edits: $edits) { outcome } }', {
      variables: { edits: [edit] },
    })
    assert.deepEqual(errors, [])
    return (data['applyLossEdits'] as readonly { readonly outcome: string }[])[0]?.outcome
  }
  const KEY = '0190a1b2-0000-7000-8000-00000000000'

  it('takes what is said of its first piece up to that shift, said late or now', async () => {
    await confirmSecond()
    const expected = (reasonId: number) => [
      [470, reasonId],
      [480, null],
      [960, null],
    ]
    assert.equal(await sendLate(jam, `${KEY}1`), 'APPLIED')
    assert.deepEqual(await told(), expected(jam))
    const [first] = await list()
    await done(`updateLoss(input: { id: ${first?.id}, reasonId: ${setup} }) { id }`)
    assert.deepEqual(await told(), expected(setup))
    const { rows } = await api.database.pool.query(
      'select id from loss_annotation where work_center_id = $1 and reason_id is not null and coalesce(end_at, 9007199254740991) > $2',
      [press.workCenterId, START + 480 * MINUTE_MS],
    )
    assert.equal(rows.length, 0)
  })

  it('takes what was said late of all of it, also where its first piece says so already', async () => {
    const [first] = await list()
    await done(`updateLoss(input: { id: ${first?.id}, reasonId: ${jam}, copyOnward: false }) { id }`)
    assert.equal(await sendLate(jam, `${KEY}2`), 'APPLIED')
    assert.deepEqual(await told(), [
      [470, jam],
      [480, jam],
      [960, jam],
    ])
    assert.equal(await sendLate(jam, `${KEY}3`), 'SAME')
  })
})
