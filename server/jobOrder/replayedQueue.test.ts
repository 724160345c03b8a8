import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, it, suite } from 'node:test'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'

/** So many entries a tablet keeps at most. */
const ENTRIES = 500
const ORDERS = 5
/** More than a busy machine takes for a thousand calls. */
const LONGEST_MS = 240_000

type Entry = { readonly query: string; readonly variables: object; readonly units: number; readonly words: string | null }

/** What a tablet kept in two hours, sent over HTTP call by call, in its order and as of its taps. */
suite('the fullest queue of a tablet', () => {
  let api: TestApi
  let now = DAY_START + HOUR_MS
  let press = 0
  const orders: number[] = []

  before(async () => {
    api = await startTestApi({ now: () => now })
    press = await addPress(api, 'Press')
    await addShift(api, press, { hours: 8 })
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      press,
    ])
    const { data } = await api.ask('mutation { createOrUpdateItem(input: { name: "Down Tube", sku: "DT-2377", measureUnitId: 1 }) { id } }')
    const tube = (data['createOrUpdateItem'] as { readonly id: number }).id
    for (let index = 0; index < ORDERS; index++) {
      const input = `orderCode: "Q-${index}", status: PLANNED, productId: ${tube}, workCenterId: ${press}, planOutput: 100000, planCycleTime: 12`
      const { data: made } = await api.ask(`mutation { createJobOrder(input: { ${input} }) { id } }`)
      orders.push((made['createJobOrder'] as { readonly id: number }).id)
    }
  })
  after(() => api.close())

  /** An order is started, two confirmations and a message are said of it, and it is paused: a hundred times, in turns. */
  const entryOf = (index: number, at: string): Entry => {
    const turn = Math.floor(index / 5)
    const order = orders[turn % ORDERS] ?? 0
    const variables = { order, place: press, at, key: randomUUID() }
    const act = (query: string, more: { readonly units?: number; readonly words?: string } = {}): Entry => ({
      query,
      variables: { ...variables, ...more },
      units: more.units ?? 0,
      words: more.words ?? null,
    })
    const told = '$order: Int!, $at: DateTime, $key: Guid!'
    switch (index % 5) {
      case 0:
        return act(`mutation (${told}) { startJobOrder(id: $order, occurredAt: $at, requestKey: $key) { id } }`)
      case 3:
        return act(
          `mutation (${told}, $words: String!) { addConversationMessage(jobOrderId: $order, content: $words, occurredAt: $at, requestKey: $key) { id } }`,
          { words: `message ${index}` },
        )
      case 4:
        return act(`mutation (${told}) { stopJobOrder(id: $order, occurredAt: $at, requestKey: $key) { id } }`)
      default:
        return act(
          `mutation (${told}, $place: Int!, $units: Decimal!) { confirmOutput(workCenterId: $place, jobOrderId: $order, acceptedOutput: $units, occurredAt: $at, requestKey: $key) { id } }`,
          { units: 1 + (index % 7) },
        )
    }
  }
  const effects = async () => {
    const { rows } = await api.database.pool.query<Record<string, number>>(
      `select (select count(*) from job_order_run)::int as runs, (select count(*) from job_order_run where end_at is null)::int as open,
        (select count(*) from output_posting)::int as postings, (select sum(accepted_output) from job_order)::float8 as accepted,
        (select sum(accepted) from output_confirmation)::float8 as confirmed, (select count(*) from conversation_message)::int as messages,
        (select count(*) from job_order_event where kind in ('STARTED', 'STOPPED', 'CONFIRMED'))::int as events`,
    )
    return rows[0]
  }

  it('is done once, whole and in its order, however often it is sent', { timeout: LONGEST_MS }, async () => {
    const first = now
    const entries = Array.from({ length: ENTRIES }, (_none, index) =>
      entryOf(index, new Date(first + index * 14 * SECOND_MS).toISOString()),
    )
    now = first + 2 * HOUR_MS + MINUTE_MS
    const sendAll = async () => {
      for (const { query, variables } of entries) {
        const { errors } = await api.ask(query, { as: 'OPERATOR', variables })
        assert.deepEqual(errors, [], JSON.stringify(variables))
      }
    }
    await sendAll()
    const units = entries.reduce((sum, entry) => sum + entry.units, 0)
    const turns = ENTRIES / 5
    const expected = { runs: turns, open: 0, postings: 2 * turns, accepted: units, confirmed: units, messages: turns, events: 4 * turns }
    assert.deepEqual(await effects(), expected)
    now += MINUTE_MS
    await sendAll()
    assert.deepEqual(await effects(), expected)
    const { rows } = await api.database.pool.query<{ order: number; start: number; end: number }>(
      'select job_order_id as "order", start_at as start, end_at as "end" from job_order_run order by start_at',
    )
    assert.deepEqual(
      rows,
      Array.from({ length: turns }, (_none, turn) => ({
        order: orders[turn % ORDERS],
        start: first + 5 * turn * 14 * SECOND_MS,
        end: first + (5 * turn + 4) * 14 * SECOND_MS,
      })),
    )
    const { rows: said } = await api.database.pool.query<{ content: string }>(
      'select content from conversation_message order by sent_at, id',
    )
    assert.deepEqual(
      said.map(({ content }) => content),
      entries.flatMap(({ words }) => (words === null ? [] : [words])),
    )
  })
})
