import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { databaseUrlOf, dyingOver } from '#server/testing/dieOver.ts'
import type { Said } from '#server/testing/dieOver.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 500 * MINUTE_MS
const STOPS = [60, 100, 140, 180, 220, 260].map((from) => ({ from, to: from + 10, powerKw: 2 }))

type Loss = {
  readonly id: number
  readonly timeStart: string
  readonly timeEnd: string
  readonly version: number
  readonly reasonId: number | null
}

describe('kill -9 in the middle of edits of losses', () => {
  let api: TestApi
  let press: TestMachine
  let jam: number
  let url: string

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    press = await addPressWithStops(api, ACME, { start: START, until: 500, stops: STOPS })
    const made = await api.ask('mutation { createLossReason(input: { name: "Jam" }) { id } }')
    jam = (made.data['createLossReason'] as { readonly id: number }).id
    url = await databaseUrlOf(api)
  })
  after(() => api.close())

  const losses = async (): Promise<readonly Loss[]> => {
    const { data, errors } = await api.ask(
      `{ lossesPages(filter: { source: STATUS, workCenterIds: [${press.workCenterId}] }, sort: ASC, size: 100) { items { id timeStart timeEnd version reasonId } } }`,
    )
    assert.deepEqual(errors, [])
    return (data['lossesPages'] as { readonly items: readonly Loss[] }).items
  }
  /** Every annotation and every line of history, as they lie there. */
  const stored = async () => {
    const { rows } = await api.database.pool.query<{ annotations: number; said: number; keys: number }>(
      `select (select count(*) from loss_annotation)::int as annotations, (select count(*) from loss_history)::int as said,
         (select count(*) from request_key)::int as keys`,
    )
    return rows[0] ?? { annotations: 0, said: 0, keys: 0 }
  }
  const dieOver = (said: Said, dies: 'after' | 'before') => dyingOver({ ...api, databaseUrl: url, now: NOW }, said, dies)
  const again = async ({ query, variables }: Said) => {
    const { data, errors } = await api.ask(query, { variables })
    assert.deepEqual(errors, [])
    return data
  }

  const late = (key: string, of: readonly Loss[]): Said => ({
    query: 'mutation ($edits: [LossEditInput!]!) { applyLossEdits(edits: $edits) { outcome loss { reasonId comment } } }',
    variables: {
      edits: of.map((loss, at) => ({
        key: `0190a1b2-${key}-7000-8000-00000000000${at}`,
        at: new Date(START + 300 * MINUTE_MS).toISOString(),
        workCenterId: press.workCenterId,
        timeStart: loss.timeStart,
        timeEnd: loss.timeEnd,
        baseVersion: loss.version,
        baseReasonId: loss.reasonId,
        reasonId: jam,
        comment: 'belt',
      })),
    },
  })
  const many = (key: string, of: readonly Loss[]): Said => ({
    query:
      'mutation ($input: UpdateLossesInput!, $key: Guid!) { updateLossesPartially(input: $input, requestKey: $key) { errorCode loss { reasonId comment } } }',
    variables: { input: { ids: of.map(({ id }) => id), reasonId: jam, comment: 'belt' }, key: `0190a1b2-${key}-7000-8000-000000000000` },
  })

  it('of edits sent late: those before the kill are kept, the others are done by the repetition, each once', async () => {
    const [first, second] = await losses()
    assert.ok(first && second)
    const said = late('0001', [first, second])
    const before = await stored()
    await dieOver(said, 'after')
    // The first had its commit, the second was not begun.
    const between = await stored()
    assert.deepEqual([between.annotations - before.annotations, between.said - before.said, between.keys], [1, 1, 1])
    const outcome = { outcome: 'APPLIED', loss: { reasonId: jam, comment: 'belt' } }
    assert.deepEqual((await again(said))['applyLossEdits'], [outcome, outcome])
    const afterwards = await stored()
    assert.deepEqual([afterwards.annotations - before.annotations, afterwards.said - before.said], [2, 2])
    assert.deepEqual((await again(said))['applyLossEdits'], [outcome, outcome])
    assert.deepEqual(await stored(), afterwards)
  })

  it('of edits sent late, before the commit: nothing of them is there, the repetition does them once', async () => {
    const third = (await losses())[2]
    assert.ok(third)
    const said = late('0002', [third])
    const before = await stored()
    await dieOver(said, 'before')
    assert.deepEqual(await stored(), { ...before, keys: 0 })
    assert.deepEqual((await again(said))['applyLossEdits'], [{ outcome: 'APPLIED', loss: { reasonId: jam, comment: 'belt' } }])
    assert.deepEqual(await stored(), { annotations: before.annotations + 1, said: before.said + 1, keys: 1 })
  })

  for (const [dies, added, keys] of [
    ['after', 2, 1],
    ['before', 0, 0],
  ] as const)
    it(`of many losses at once, ${dies} the commit: the repetition leaves each said once`, async () => {
      const waiting = (await losses()).filter(({ reasonId }) => reasonId === null).slice(0, 2)
      const [some, other] = waiting
      assert.ok(some)
      const chosen = dies === 'after' ? waiting : [some]
      assert.ok(dies === 'before' || other)
      const said = many(dies === 'after' ? '0003' : '0004', chosen)
      const before = await stored()
      await dieOver(said, dies)
      assert.deepEqual(await stored(), { annotations: before.annotations + added, said: before.said + added, keys })
      const result = { errorCode: null, loss: { reasonId: jam, comment: 'belt' } }
      assert.deepEqual(
        (await again(said))['updateLossesPartially'],
        chosen.map(() => result),
      )
      assert.deepEqual(await stored(), { annotations: before.annotations + chosen.length, said: before.said + chosen.length, keys: 1 })
      assert.deepEqual(
        (await losses()).filter(({ id }) => chosen.some((loss) => loss.id === id)).map(({ reasonId }) => reasonId),
        chosen.map(() => jam),
      )
    })
})
