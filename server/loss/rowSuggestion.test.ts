import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const UNTIL = 400
/** 25 stops of two minutes, and four of ten. */
const SHORT = Array.from({ length: 25 }, (_one, index) => ({ from: 5 + index * 10, to: 7 + index * 10, powerKw: 2 }))
const LONG = [270, 290, 310, 330].map((from) => ({ from, to: from + 10, powerKw: 2 }))

type Row = Readonly<Record<string, unknown>>

describe('rows that people suggest by what they say', () => {
  let api: TestApi
  let press: TestMachine
  let jam: number
  let setup: number
  let short: readonly number[]

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => START + UNTIL * MINUTE_MS })
    press = await addPressWithStops(api, ACME, { start: START, until: UNTIL, stops: [...SHORT, ...LONG] })
    jam = await idOf('createLossReason(input: { name: "Jam" }) { id }')
    setup = await idOf('createLossReason(input: { name: "Setup" }) { id }')
    const { data } = await api.ask('{ lossesPages(filter: { source: STATUS }, sort: ASC, size: 50) { items { id duration } } }')
    const items = (data['lossesPages'] as { readonly items: readonly { id: number; duration: number }[] }).items
    assert.equal(items.length, 29)
    short = items.filter(({ duration }) => duration === 120).map(({ id }) => id)
    await say(short.slice(0, 17), jam)
    await say(short.slice(17, 19), setup)
  })
  after(() => api.close())

  it('says nothing before twenty answers', async () => {
    assert.deepEqual(await suggested(), [])
  })

  it('offers the bounds of the length where nine in ten are one reason, and says what it would have done (W-31)', async () => {
    await say(short.slice(19), jam)
    const [row, ...others] = await suggested()
    assert.deepEqual(others, [])
    const { id, ...told } = row ?? {}
    assert.equal(typeof id, 'string')
    assert.deepEqual(told, {
      workCenter: { id: press.workCenterId },
      groupName: null,
      workCenterIds: [press.workCenterId],
      statusName: 'Idle',
      length: 'UNDER_5_MIN',
      durationFrom: 60,
      durationTo: 300,
      reason: { originalName: 'Jam' },
      saidCount: 25,
      sameCount: 23,
      ofCount: 29,
      wouldCount: 25,
      differCount: 2,
    })
  })

  it('becomes a row of the rule with one change, for stops from now on, and is told in the log', async () => {
    const id = String((await suggested())[0]?.['id'])
    const before = await reasons()
    await ok(`acceptSuggestedTrackingRow(id: ${JSON.stringify(id)}) { id }`)
    const { data } = await api.ask(
      `{ lossTrackingRules(workCenterIds: [${press.workCenterId}]) { validFrom rows { durationFrom durationTo durationFromMeasurementUnitCode reason { originalName } } } auditLog { items { action } } }`,
    )
    assert.deepEqual(data['lossTrackingRules'], [
      {
        validFrom: new Date(START + UNTIL * MINUTE_MS).toISOString(),
        rows: [{ durationFrom: 1, durationTo: 5, durationFromMeasurementUnitCode: 'min', reason: { originalName: 'Jam' } }],
      },
    ])
    assert.equal((data['auditLog'] as { readonly items: readonly Row[] }).items[0]?.['action'], 'UPDATE_LOSS_TRACKING_RULE')
    assert.deepEqual(await reasons(), before, 'stops of before keep what they have')
    assert.deepEqual(await suggested(), [], 'what a rule does is not suggested')
    const again = await api.ask(`mutation { acceptSuggestedTrackingRow(id: ${JSON.stringify(id)}) { id } }`)
    assert.deepEqual(again.errors[0]?.extensions, { code: 'LOSS_SUGGESTION_NOT_FOUND', field: 'id', params: {} })
  })

  it('another company sees none of it', async () => {
    const { data, errors } = await api.ask('{ suggestedTrackingRows { id } }', { as: api.stranger })
    assert.deepEqual([errors, data['suggestedTrackingRows']], [[], []])
  })

  async function say(ids: readonly number[], reasonId: number): Promise<void> {
    await ok(`updateLosses(input: { ids: [${ids.join()}], reasonId: ${reasonId} }) { id }`)
  }

  async function reasons(): Promise<unknown> {
    const { data } = await api.ask(
      '{ lossesPages(filter: { source: STATUS }, sort: ASC, size: 50) { items { id reasonId reasonSource } } }',
    )
    return data['lossesPages']
  }

  async function suggested(): Promise<readonly Row[]> {
    const { data, errors } = await api.ask(
      '{ suggestedTrackingRows { id workCenter { id } groupName workCenterIds statusName length durationFrom durationTo reason { originalName } saidCount sameCount ofCount wouldCount differCount } }',
    )
    assert.deepEqual(errors, [])
    return data['suggestedTrackingRows'] as readonly Row[]
  }

  async function ok(text: string): Promise<Row> {
    const { errors, data } = await api.ask(`mutation { ${text} }`)
    assert.deepEqual(errors, [], text)
    return data
  }

  async function idOf(text: string): Promise<number> {
    return Number((Object.values(await ok(text))[0] as Row)['id'])
  }
})
