import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
/** The press stops in minute 40 and stands since; an earlier stop is over. */
const STOPS = [
  { from: 10, to: 20, powerKw: 2 },
  { from: 40, to: 60, powerKw: 2 },
]
const NOW = START + 60 * MINUTE_MS

type Loss = { readonly id: number; readonly version: number; readonly timeEnd: string | null }
type Strip = readonly { readonly timeStart: string; readonly look: string | null; readonly reason: { readonly name: string } | null }[]

describe('the reason of a stop that goes on', () => {
  let api: TestApi
  let press: TestMachine
  let reasonId: number

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    press = await addPressWithStops(api, ACME, { start: START, until: 60, stops: STOPS })
    const made = await api.ask(
      'mutation { createLossReason(input: { name: "No material", translations: [{ languageId: 3, name: "Brak materiału" }] }) { id } }',
    )
    assert.deepEqual(made.errors, [])
    reasonId = (made.data['createLossReason'] as { readonly id: number }).id
  })
  after(() => api.close())

  const losses = async (): Promise<readonly Loss[]> =>
    eventually(async () => {
      const { data } = await api.ask('{ lossesPages(filter: { source: STATUS }, sort: ASC, size: 100) { items { id version timeEnd } } }')
      const { items } = data['lossesPages'] as { readonly items: readonly Loss[] }
      return items.length === 2 ? items : undefined
    }, 20_000)
  const live = () => api.live.latest(ACME, press.workCenterId)
  const shown = async () => {
    const { data, errors } = await api.ask(
      `{ workCenters(filter: { workCenterIds: [${press.workCenterId}] }) {
        live { stop { look reason reasonId } reasonNames { key name } } shiftStrip { timeStart look reason { name } } } }`,
    )
    assert.deepEqual(errors, [])
    const [found] = data['workCenters'] as readonly { readonly live: unknown; readonly shiftStrip: Strip }[]
    assert.ok(found)
    return { live: found.live, strip: found.shiftStrip.map(({ timeStart, look, reason }) => [minuteOf(timeStart), look, reason?.name]) }
  }
  const give = async (loss: Loss | undefined, reason: number | null) => {
    const { errors } = await api.ask(
      `mutation { updateLoss(input: { id: ${loss?.id}, version: ${loss?.version}, reasonId: ${reason} }) { id } }`,
    )
    assert.deepEqual(errors, [])
  }

  it('is told live without a sample, in all languages, and drawn in the strip', async () => {
    assert.deepEqual(live()?.stop, { look: 'UNEXPLAINED', reasonId: null, reason: null })
    assert.deepEqual(await shown(), {
      live: { stop: { look: 'UNEXPLAINED', reason: null, reasonId: null }, reasonNames: [] },
      strip: [
        [0, null, undefined],
        [10, 'UNEXPLAINED', undefined],
        [20, null, undefined],
        [40, 'UNEXPLAINED', undefined],
      ],
    })
    await give((await losses()).at(-1), reasonId)
    await eventually(() => Promise.resolve(live()?.stop?.look === 'KNOWN' || undefined))
    assert.deepEqual(live()?.reasonNames, { pl: { name: 'Brak materiału' } })
    assert.deepEqual(await shown(), {
      live: { stop: { look: 'KNOWN', reason: 'No material', reasonId }, reasonNames: [{ key: 'pl', name: 'Brak materiału' }] },
      strip: [
        [0, null, undefined],
        [10, 'UNEXPLAINED', undefined],
        [20, null, undefined],
        [40, 'KNOWN', 'No material'],
      ],
    })
  })

  it('is called by its new name once it is renamed, and is gone when it is taken back', async () => {
    const renamed = await api.ask(`mutation { updateLossReason(input: { id: ${reasonId}, name: "Waiting for material" }) { id } }`)
    assert.deepEqual(renamed.errors, [])
    await eventually(() => Promise.resolve(live()?.stop?.reason === 'Waiting for material' || undefined))
    await give((await losses()).at(-1), null)
    await eventually(() => Promise.resolve(live()?.stop?.look === 'UNEXPLAINED' || undefined))
    assert.deepEqual([live()?.stop?.reason, live()?.reasonNames], [null, {}])
  })
})

function minuteOf(instant: string): number {
  return (Date.parse(instant) - START) / MINUTE_MS
}
