import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Role } from '#engine/access/abilities.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops, sendSamples, untilFolded } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const IDLE_KW = 2
/** The press stops in minutes 10 to 19, 30 to 39 and so on: each stop is edited while it goes on. */
const STOPS = Array.from({ length: 5 }, (_, at) => ({ from: 10 + at * 20, to: 20 + at * 20, powerKw: IDLE_KW }))

type Loss = {
  readonly id: number
  readonly timeStart: string
  readonly timeEnd: string | null
  readonly comment: string | null
  readonly version: number
}
const LOSS = '{ id timeStart timeEnd comment version }'

describe('a stop that is edited while it goes on', () => {
  let api: TestApi
  let press: TestMachine
  let minute = 0

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => START + minute * MINUTE_MS })
    minute = 20
    press = await addPressWithStops(api, ACME, { start: START, until: minute, stops: STOPS })
  })
  after(() => api.close())

  const passUntil = async (until: number): Promise<void> => {
    const from = minute
    minute = until
    await sendSamples(api.origin, press, { start: START, from, until, stops: STOPS })
    await untilFolded(api.database, press, START + (until - 1) * MINUTE_MS)
  }
  const lossAt = async (at: number): Promise<Loss> =>
    eventually(async () => {
      const { data, errors } = await api.ask(`{ lossesPages(filter: { source: STATUS }, sort: ASC, size: 100) { items ${LOSS} } }`)
      assert.deepEqual(errors, [])
      return (data['lossesPages'] as { readonly items: readonly Loss[] }).items.find(
        (one) => Date.parse(one.timeStart) === START + at * MINUTE_MS,
      )
    }, 20_000)
  const save = (loss: Loss, input: string, as: Role = 'OPERATOR') =>
    api.ask(`mutation { updateLoss(input: { id: ${loss.id}, version: ${loss.version}, ${input} }) ${LOSS} }`, { as })

  it('is no conflict with the next ones, which have what was said about themselves only', async () => {
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      press.workCenterId,
    ])
    for (const [at, { from }] of STOPS.entries()) {
      if (at > 0) await passUntil(from + 10)
      const { data, errors } = await save(await lossAt(from), `comment: "stop ${at}"`)
      assert.deepEqual(errors, [], `stop ${at}`)
      assert.equal((data['updateLoss'] as Loss).comment, `stop ${at}`)
    }
    await passUntil(120)
    assert.deepEqual(
      await Promise.all(STOPS.map(async ({ from }) => [(await lossAt(from)).comment, (await lossAt(from)).timeEnd])),
      STOPS.map(({ to }, at) => [`stop ${at}`, new Date(START + to * MINUTE_MS).toISOString()]),
    )
    const { rows } = await api.database.pool.query<{ count: number }>(
      'select count(*)::int as count from loss_annotation where work_center_id = $1 and end_at is null and start_at < $2',
      [press.workCenterId, START + (STOPS.at(-1)?.from ?? 0) * MINUTE_MS],
    )
    assert.equal(rows[0]?.count, 0)
  })

  it('is a conflict for the second of two people, and only for that one', async () => {
    const loss = await lossAt(STOPS.at(-1)?.from ?? 0)
    const both = await Promise.all(['left', 'right'].map((comment) => save(loss, `comment: "${comment}"`, 'USER')))
    assert.deepEqual(both.map(({ errors }) => errors[0]?.extensions.code ?? 'saved').toSorted(), ['CONFLICT', 'saved'])
  })
})
