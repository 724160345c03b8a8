import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { eventually } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
/** The third shift goes on. */
const UNTIL = 1000
const STOPS = [
  // 4 minutes in the first shift and 20 in the second: one stop of 24.
  { from: 476, to: 500 },
  { from: 600, to: 620 },
  { from: 700, to: 715 },
].map((stop) => ({ ...stop, powerKw: 2 }))

type Named = { readonly reason: { readonly name: string }; readonly likeCount: number; readonly ofCount: number }
type Ranking = { readonly length: string; readonly reasons: readonly Named[] }

describe('pieces of one stop', () => {
  let api: TestApi
  let press: TestMachine
  let jam: number
  let setup: number

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => START + UNTIL * MINUTE_MS })
    press = await addPressWithStops(api, ACME, { start: START, until: UNTIL, stops: STOPS })
    jam = await reasonOf('Jam')
    setup = await reasonOf('Setup')
    const losses = await list()
    assert.equal(losses.length, 4)
    const [first, , third, fourth] = losses
    const hasty = 'via: TILE, tilePlace: 0, shownMs: 900'
    await ask(`mutation { updateLoss(input: { id: ${first?.id}, reasonId: ${jam}, scope: STOP, ${hasty} }) { id } }`)
    await ask(`mutation { updateLoss(input: { id: ${third?.id}, reasonId: ${jam}, via: SEARCH }) { id } }`)
    // The last one was two things.
    const cut = new Date(START + 705 * MINUTE_MS).toISOString()
    await ask(
      `mutation { splitLoss(input: { id: ${fourth?.id}, splitPoints: ["${cut}"], pieces: [{ reasonId: ${jam} }, { reasonId: ${setup} }] }) { id } }`,
    )
    await eventually(async () => ((await list()).filter(({ reasonId }) => reasonId !== null).length === 5 ? true : undefined))
    // It was said before the third shift began: what is said in a shift changes no places in it.
    await api.database.pool.query('update loss_history set said_at = $1', [START + 900 * MINUTE_MS])
  })
  after(() => api.close())

  const ask = async (text: string): Promise<Readonly<Record<string, unknown>>> => {
    const { data, errors } = await api.ask(text)
    assert.deepEqual(errors, [], text)
    return data
  }
  const reasonOf = async (name: string): Promise<number> =>
    ((await ask(`mutation { createLossReason(input: { name: "${name}" }) { id } }`))['createLossReason'] as { id: number }).id
  const list = async () =>
    (
      (await ask('{ lossesPages(filter: { source: STATUS }, sort: ASC, size: 100) { items { id reasonId } } }'))['lossesPages'] as {
        items: { id: number; reasonId: number | null }[]
      }
    ).items

  it('are one stop in the order of reasons, as long as the whole of it', async () => {
    const data = await ask(
      `{ lossReasonRankings(workCenterId: ${press.workCenterId}) { length reasons { reason { name } likeCount ofCount } } }`,
    )
    const told = (length: string) =>
      (data['lossReasonRankings'] as readonly Ranking[])
        .filter((one) => one.length === length && one.reasons.some(({ ofCount }) => ofCount > 0))
        .flatMap(({ reasons }) => reasons.map(({ reason, likeCount, ofCount }) => [reason.name, likeCount, ofCount]))
    assert.deepEqual(told('UNDER_30_MIN'), [
      ['Jam', 3, 3],
      ['Setup', 1, 3],
    ])
    assert.deepEqual(told('UNDER_5_MIN'), [])
  })

  it('are one stop in the habits of a reason', async () => {
    const period = `{ start: "${new Date(START).toISOString()}", end: "${new Date(START + UNTIL * MINUTE_MS).toISOString()}" }`
    const data = await ask(`{ lossReasons(filter: { ids: [${jam}] }) { usage(period: ${period}) { hastyShare } } }`)
    // Two stops of which is known how: one hasty, in two pieces, and one that was searched for.
    assert.deepEqual(data['lossReasons'], [{ usage: { hastyShare: 0.5 } }])
  })
})
