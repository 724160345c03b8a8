import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { eventually } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
/** The first shift is over, the second goes on. */
const UNTIL = 720
/** Three of ten minutes and one of three in the first shift, one of ten in the second. */
const STOPS = [
  { from: 10, to: 20 },
  { from: 60, to: 70 },
  { from: 110, to: 120 },
  { from: 200, to: 203 },
  { from: 500, to: 510 },
].map((stop) => ({ ...stop, powerKw: 2 }))

type Ranking = {
  readonly statusRuleId: number | null
  readonly length: string
  readonly reasons: readonly { readonly reason: { readonly name: string }; readonly likeCount: number; readonly ofCount: number }[]
}

describe('the reasons that are offered first', () => {
  let api: TestApi
  let press: TestMachine

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => START + UNTIL * MINUTE_MS })
    press = await addPressWithStops(api, ACME, { start: START, until: UNTIL, stops: STOPS })
    const names = ['Jam', 'Setup', 'Other', 'Hidden']
    const ids = []
    for (const name of names) {
      const more = name === 'Other' ? ', activityTypes: [OTHER_TIME]' : ''
      ids.push(
        ((await ask(`mutation { createLossReason(input: { name: "${name}"${more} }) { id } }`))['createLossReason'] as { id: number }).id,
      )
    }
    const [jam, setup, other, hidden] = ids
    const losses = (
      (await ask('{ lossesPages(filter: { source: STATUS }, sort: ASC, size: 100) { items { id } } }'))['lossesPages'] as {
        items: { id: number }[]
      }
    ).items.map(({ id }) => id)
    assert.equal(losses.length, STOPS.length)
    for (const [at, reason] of [setup, jam, jam, other, hidden].entries())
      await ask(`mutation { updateLoss(input: { id: ${losses[at]}, reasonId: ${reason} }) { id } }`)
    await ask(`mutation { updateLossReason(input: { id: ${hidden}, name: "Hidden", isHidden: true }) { id } }`)
    await eventually(async () => {
      const said = await ask('{ lossesPages(filter: { source: STATUS, classification: CLASSIFIED }) { totalItems } }')
      return (said['lossesPages'] as { totalItems: number }).totalItems === STOPS.length ? true : undefined
    })
  })
  after(() => api.close())

  const ask = async (text: string): Promise<Readonly<Record<string, unknown>>> => {
    const { data, errors } = await api.ask(text)
    assert.deepEqual(errors, [])
    return data
  }
  const rankingOf = async (length: string): Promise<Ranking> => {
    const data = await ask(
      `{ lossReasonRankings(workCenterId: ${press.workCenterId}) { statusRuleId length reasons { reason { name } likeCount ofCount } } }`,
    )
    const found = (data['lossReasonRankings'] as readonly Ranking[]).filter((one) => one.length === length)
    const [best] = found.toSorted((left, right) => (right.reasons[0]?.likeCount ?? 0) - (left.reasons[0]?.likeCount ?? 0))
    assert.ok(best)
    return best
  }

  it('are those of stops of the same status and length, without those of the running shift and the hidden ones', async () => {
    const { reasons, statusRuleId } = await rankingOf('UNDER_30_MIN')
    assert.notEqual(statusRuleId, null)
    assert.deepEqual(
      reasons.map(({ reason, likeCount, ofCount }) => [reason.name, likeCount, ofCount]),
      [
        ['Jam', 2, 3],
        ['Setup', 1, 3],
        ['Other', 0, 3],
      ],
    )
  })

  it('leave what says nothing behind, also where it was said most', async () => {
    const { reasons } = await rankingOf('UNDER_5_MIN')
    assert.equal(reasons.at(-1)?.reason.name, 'Other')
    assert.deepEqual(reasons.at(-1), { reason: { name: 'Other' }, likeCount: 1, ofCount: 1 })
  })

  it('are not told of a work center that is not there', async () => {
    const { errors } = await api.ask('{ lossReasonRankings(workCenterId: 99999) { length } }')
    assert.equal(errors[0]?.extensions?.code, 'WORK_CENTER_NOT_FOUND')
  })
})
