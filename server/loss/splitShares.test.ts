import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { sendSamples, untilFolded } from '#server/testing/stoppedPress.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 9 * 60 * MINUTE_MS

type Loss = {
  readonly id: number
  readonly reasonId: number | null
  readonly quantity: number
  readonly duration: number
  readonly comment: string | null
  readonly shift: { readonly name: string } | null
}
const LOSS = '{ id reasonId quantity duration comment shift { name } }'

describe('lost speed and output are split by shares', () => {
  let api: TestApi
  let press: TestMachine
  let slow: number
  let scrap: number

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    await addCompany(api.database, ACME)
    press = await addMachine(api.database, ACME)
    await api.database.pool.query(`update work_center set calculation_type = 'TOTAL_AND_REJECTED', rejection_amount = 10 where id = $1`, [
      press.workCenterId,
    ])
    // 60 a minute are possible, 50 are made; ten are rejected in minute 100, ten in minute 200.
    const counted = (minute: number) => ({ TOTAL_OUTPUT: 50 * minute, REJECTED_OUTPUT: minute < 100 ? 0 : minute < 200 ? 10 : 20 })
    await sendSamples(api.origin, press, { start: START, until: 500, stops: [], values: counted })
    await untilFolded(api.database, press, START + 499 * MINUTE_MS)
    const make = async (input: string) =>
      ((await api.ask(`mutation { createLossReason(input: { ${input} }) { id } }`)).data['createLossReason'] as { readonly id: number }).id
    slow = await make('name: "Slow", category: PERFORMANCE')
    scrap = await make('name: "Scrap", category: QUALITY')
  })
  after(() => api.close())

  const ask = (text: string) => api.ask(`mutation { ${text} }`)
  const list = async (source: string): Promise<readonly Loss[]> => {
    const { data, errors } = await api.ask(
      `{ lossesPages(filter: { source: ${source}, periodTo: "${new Date(START + 480 * MINUTE_MS).toISOString()}" }, sort: ASC) { items ${LOSS} } }`,
    )
    assert.deepEqual(errors, [])
    return (data['lossesPages'] as { readonly items: readonly Loss[] }).items
  }

  it('a loss of speed by time, its sum fixed, the rest as it was', async () => {
    const [whole, ...none] = await list('SPEED')
    assert.ok(whole)
    assert.deepEqual([none.length, whole.reasonId, whole.shift?.name], [0, null, 'Morning'])
    const tooMuch = await ask(
      `splitLoss(input: { id: ${whole.id}, shares: [{ duration: ${whole.duration + 60}, reasonId: ${slow} }] }) { id }`,
    )
    assert.deepEqual(tooMuch.errors[0]?.extensions, {
      code: 'VALUE_OUT_OF_RANGE',
      field: 'shares.0.duration',
      params: { value: whole.duration + 60, min: 1, max: whole.duration },
    })
    const wrong = await ask(`splitLoss(input: { id: ${whole.id}, splitPoints: ["${new Date(START + MINUTE_MS).toISOString()}"] }) { id }`)
    assert.equal(wrong.errors[0]?.extensions.code, 'SPLIT_BY_SHARES')
    const scrapped = await ask(`splitLoss(input: { id: ${whole.id}, shares: [{ duration: 60, reasonId: ${scrap} }] }) { id }`)
    assert.deepEqual(scrapped.errors[0]?.extensions, {
      code: 'LOSS_REASON_NOT_FOR_SOURCE',
      field: 'shares.0.reasonId',
      params: { source: 'SPEED', category: 'QUALITY' },
    })
    const split = await ask(
      `splitLoss(input: { id: ${whole.id}, shares: [{ duration: 600, reasonId: ${slow}, comment: "cold start" }] }) ${LOSS}`,
    )
    assert.deepEqual(split.errors, [])
    assert.deepEqual(
      (split.data['splitLoss'] as readonly Loss[]).map((part) => [part.reasonId, part.duration, part.comment]),
      [
        [slow, 600, 'cold start'],
        [null, whole.duration - 600, null],
      ],
    )
    const parts = await list('SPEED')
    assert.equal(
      parts.reduce((sum, part) => sum + part.duration, 0),
      whole.duration,
    )
    assert.ok(Math.abs(parts.reduce((sum, part) => sum + part.quantity, 0) - whole.quantity) < 0.001)
  })

  it('a loss of output by quantity; classifying one leaves the others', async () => {
    const [first, second, ...none] = await list('OUTPUT')
    assert.ok(first && second)
    assert.deepEqual([first.quantity, second.quantity, none.length], [10, 10, 0])
    const classified = await ask(`updateLoss(input: { id: ${second.id}, reasonId: ${scrap} }) ${LOSS}`)
    assert.deepEqual([classified.errors.length, (classified.data['updateLoss'] as Loss).reasonId], [0, scrap])
    const byTime = await ask(`splitLoss(input: { id: ${first.id}, shares: [{ duration: 60, reasonId: ${scrap} }] }) { id }`)
    assert.equal(byTime.errors[0]?.extensions.code, 'LOSS_SHARE_MEASURE')
    const split = await ask(`splitLoss(input: { id: ${first.id}, shares: [{ quantity: 4, reasonId: ${scrap} }] }) ${LOSS}`)
    assert.deepEqual(split.errors, [])
    const quantities = await eventually(async () => {
      const all = await list('OUTPUT')
      return all.length === 3 ? all.map((part) => [part.quantity, part.reasonId]) : undefined
    })
    assert.deepEqual(quantities, [
      [4, scrap],
      [6, null],
      [10, scrap],
    ])
  })

  it('rejects that are no longer valid have their units, and not the time around them as their duration', async () => {
    await api.database.pool.query(`update loss_annotation set is_valid = false where source = 'OUTPUT' and share_units = 4`)
    const { data, errors } = await api.ask('{ lossesPages(filter: { isValid: false }) { items { source duration quantity isValid } } }')
    assert.deepEqual(errors, [])
    assert.deepEqual(data['lossesPages'], { items: [{ source: 'OUTPUT', duration: 0, quantity: 4, isValid: false }] })
  })
})
