import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
/** A shift and a half: the first is over, the second goes on. */
const UNTIL = 720
/** In the first shift three, in the second two; minutes. */
const STOPS = [10, 100, 200, 500, 600].map((from) => ({ from, to: from + 5, powerKw: 2 }))

type Item = { readonly id: number; readonly timeStart: string; readonly reason: { readonly name: string } | null }

describe('the filters of the list of losses', () => {
  let api: TestApi
  let breakdown: number
  let press: Awaited<ReturnType<typeof addPressWithStops>>

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => START + UNTIL * MINUTE_MS })
    press = await addPressWithStops(api, ACME, { start: START, until: UNTIL, stops: STOPS })
    await addPressWithStops(api, ACME, { start: START, until: UNTIL, stops: [] })
    breakdown = await create('name: "Breakdown", activityTypes: [BREAKDOWN_TIME]')
    const lunch = await create('name: "Lunch", type: PLANNED')
    const [first, second, , fourth] = (await list('', 'sort: ASC')).map(({ id }) => id)
    await say(first, `reasonId: ${breakdown}, comment: "Belt at 100 % torn"`)
    await say(second, `reasonId: ${lunch}, comment: "late"`)
    await say(fourth, `reasonId: ${breakdown}`)
    await eventually(async () => ((await list('classification: CLASSIFIED')).length === 3 ? true : undefined))
  })
  after(() => api.close())

  const ask = async (text: string): Promise<Readonly<Record<string, unknown>>> => {
    const { data, errors } = await api.ask(text)
    assert.deepEqual(errors, [])
    return data
  }
  const create = async (input: string): Promise<number> =>
    ((await ask(`mutation { createLossReason(input: { ${input} }) { id } }`))['createLossReason'] as { readonly id: number }).id
  const say = (id: number | undefined, what: string) => ask(`mutation { updateLoss(input: { id: ${id}, ${what} }) { id } }`)
  const list = async (filter: string, order = ''): Promise<readonly Item[]> =>
    (
      (await ask(`{ lossesPages(filter: { source: STATUS, ${filter} }, ${order} size: 100) { items { id timeStart reason { name } } } }`))[
        'lossesPages'
      ] as { readonly items: readonly Item[] }
    ).items
  /** Minutes since the start at which the losses of the filter begin. */
  const starts = async (filter: string, order = ''): Promise<readonly number[]> =>
    (await list(filter, order)).map(({ timeStart }) => (Date.parse(timeStart) - START) / MINUTE_MS)
  const refusal = async (filter: string) => {
    const { errors } = await api.ask(`{ lossesPages(filter: { ${filter} }) { totalItems } }`)
    return { code: errors[0]?.extensions?.code, field: errors[0]?.extensions?.field }
  }

  it('show those first that wait for a reason, in either order', async () => {
    assert.deepEqual(await starts('', 'unclassifiedFirst: true'), [600, 200, 500, 100, 10])
    assert.deepEqual(await starts('', 'unclassifiedFirst: true, sort: ASC'), [200, 600, 10, 100, 500])
    assert.deepEqual(await starts('', 'sort: ASC'), [10, 100, 200, 500, 600])
    assert.equal((await starts('', 'unclassifiedFirst: true, orderBy: DURATION')).length, STOPS.length)
    assert.deepEqual(
      (await starts('', 'unclassifiedFirst: true, orderBy: DURATION, sort: ASC')).slice(0, 2).toSorted((left, right) => left - right),
      [200, 600],
    )
  })

  it('page through both parts without a gap', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => {
        const data = await ask(
          `{ lossesPages(filter: { source: STATUS }, unclassifiedFirst: true, size: 2, page: ${page}) { hasNext totalItems items { timeStart } } }`,
        )
        const { items, ...rest } = data['lossesPages'] as { items: { timeStart: string }[]; hasNext: boolean; totalItems: number }
        return [rest, items.map(({ timeStart }) => (Date.parse(timeStart) - START) / MINUTE_MS)]
      }),
    )
    assert.deepEqual(pages, [
      [{ hasNext: true, totalItems: 5 }, [600, 200]],
      [{ hasNext: true, totalItems: 5 }, [500, 100]],
      [{ hasNext: false, totalItems: 5 }, [10]],
    ])
  })

  it('know the running shift, its date, and what is not confirmed', async () => {
    assert.deepEqual(await starts('isOfLatestShift: true'), [600, 500])
    assert.deepEqual(await starts('shiftDateFrom: "2026-05-04", shiftDateTo: "2026-05-04", isOfLatestShift: true'), [600, 500])
    assert.equal((await starts('shiftDateTo: "2026-05-04"')).length, 5)
    assert.equal((await starts('shiftDateFrom: "2026-05-05"')).length, 0)
    assert.equal((await starts('shiftDateTo: "2026-05-03"')).length, 0)
    const setStatus = (status: string) =>
      api.database.pool.query('update shift set status = $1 where work_center_id = $2 and start_at = $3', [
        status,
        press.workCenterId,
        START,
      ])
    await setStatus('CONFIRMED')
    assert.deepEqual(await starts('isOfUnconfirmedShift: true'), [600, 500])
    await setStatus('UNCONFIRMED')
    assert.equal((await starts('isOfUnconfirmedShift: true')).length, 5)
    // Nobody can confirm the shifts of an archived work center.
    const setDevice = (status: string) =>
      api.database.pool.query('update work_center set device_status = $1 where id = $2', [status, press.workCenterId])
    const { rows } = await api.database.pool.query<{ is: string }>('select device_status as is from work_center where id = $1', [
      press.workCenterId,
    ])
    await setDevice('ARCHIVE')
    assert.equal((await starts('isOfUnconfirmedShift: true')).length, 0)
    await setDevice(rows[0]?.is ?? '')
    assert.equal((await starts('isOfUnconfirmedShift: true')).length, 5)
  })

  it('find by group, comment, activity and type', async () => {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into work_center_group (company_id, name, color) values ($1, 'Presses', '#112233') returning id`,
      [ACME],
    )
    const [group] = rows
    assert.ok(group)
    assert.deepEqual(await starts(`workCenterGroupIds: [${group.id}]`), [])
    await api.database.pool.query('update work_center set group_id = $1 where company_id = $2 and id = $3', [
      group.id,
      ACME,
      press.workCenterId,
    ])
    assert.equal((await starts(`workCenterGroupIds: [${group.id}]`)).length, 5)
    assert.deepEqual(await starts('text: "BELT"'), [10])
    assert.deepEqual(await starts('text: "100 %"'), [10])
    assert.deepEqual(await starts('text: "%"'), [10])
    assert.deepEqual(await starts('text: "l_te"'), [])
    assert.equal((await starts('text: "  "')).length, 5)
    assert.deepEqual(await starts('activityTypes: [BREAKDOWN_TIME]'), [500, 10])
    assert.deepEqual(await starts('lossTypes: [PLANNED]'), [100])
    assert.deepEqual(await starts('lossTypes: [ACTUAL]'), [500, 10])
    assert.deepEqual(await starts('lossTypes: [UNDEFINED]'), [600, 200])
    assert.deepEqual(await starts('lossTypes: [UNDEFINED, PLANNED]'), [600, 200, 100])
    assert.deepEqual(await starts('lossTypes: []'), [])
  })

  it('find by the day and code of the shift, and by the hour of the clock of the plant', async () => {
    // 4 May 2026 is a Monday; it begins at 06:00 UTC.
    assert.equal((await starts('weekdays: [1]')).length, 5)
    assert.deepEqual(await starts('weekdays: [2, 7]'), [])
    const { rows } = await api.database.pool.query<{ code: string }>(
      'select code from shift where company_id = $1 and work_center_id = $2 order by start_at',
      [ACME, press.workCenterId],
    )
    const [first, second] = rows
    assert.ok(first && second && first.code !== second.code)
    assert.deepEqual(await starts(`shiftCodes: ["${first.code}"]`), [200, 100, 10])
    assert.equal((await starts(`shiftCodes: ["${first.code}", "${second.code}"]`)).length, 5)
    assert.deepEqual(await starts('shiftCodes: []'), [])
    await api.database.pool.query("update work_center set time_zone = 'Asia/Kathmandu' where id = $1", [press.workCenterId])
    // 06:10 UTC is 11:55 in Kathmandu, 07:40 is 13:25.
    assert.deepEqual(await starts('hoursOfDay: [11]'), [10])
    assert.deepEqual(await starts('hoursOfDay: [11, 13]'), [100, 10])
    assert.deepEqual(await starts('hoursOfDay: [6, 7]'), [])
    await api.database.pool.query('update work_center set time_zone = null where id = $1', [press.workCenterId])
    await api.database.pool.query("update company set time_zone = 'UTC' where id = $1", [ACME])
    assert.deepEqual(await starts('hoursOfDay: [6, 7]'), [100, 10])
  })

  it('find those that lie over a run of an order, and none that only touches one', async () => {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into job_order (company_id, order_code, work_center_id) values ($1, 'JO-1', $2), ($1, 'JO-2', $2) returning id`,
      [ACME, press.workCenterId],
    )
    const [one, two] = rows.map(({ id }) => id)
    const run = (order: number | undefined, from: number, to: number | null) =>
      api.database.pool.query(
        'insert into job_order_run (company_id, job_order_id, work_center_id, start_at, end_at) values ($1, $2, $3, $4, $5)',
        [ACME, order, press.workCenterId, START + from * MINUTE_MS, to === null ? null : START + to * MINUTE_MS],
      )
    await run(one, 15, 103)
    await run(two, 505, null)
    assert.deepEqual(await starts(`jobOrderIds: [${one}]`), [100])
    assert.deepEqual(await starts(`jobOrderIds: [${two}]`), [600])
    assert.deepEqual(await starts(`jobOrderIds: [${one}, ${two}]`), [600, 100])
    assert.deepEqual(await starts('jobOrderIds: []'), [])
  })

  it('refuse what could find nothing', async () => {
    assert.deepEqual(await refusal('weekdays: [0]'), { code: 'VALUE_OUT_OF_RANGE', field: 'weekdays' })
    assert.deepEqual(await refusal('hoursOfDay: [23, 24]'), { code: 'VALUE_OUT_OF_RANGE', field: 'hoursOfDay' })
    assert.deepEqual(await refusal('shiftDateFrom: "2026-05-05", shiftDateTo: "2026-05-04"'), {
      code: 'INVALID_PERIOD',
      field: 'shiftDateTo',
    })
    assert.deepEqual(await refusal(`text: "${'x'.repeat(201)}"`), { code: 'LENGTH_OUT_OF_RANGE', field: 'text' })
  })

  it('come to totals that the list adds up to', async () => {
    const totals = async (filter: string) =>
      (await ask(`{ lossesTotals(filter: { ${filter} }) { count unclassifiedCount duration explainedShare } }`))['lossesTotals']
    assert.deepEqual(await totals('source: STATUS'), { count: 5, unclassifiedCount: 2, duration: 1500, explainedShare: 0.6 })
    assert.deepEqual(await totals('source: STATUS, isOfLatestShift: true'), {
      count: 2,
      unclassifiedCount: 1,
      duration: 600,
      explainedShare: 0.5,
    })
    assert.deepEqual(await totals('shiftDateFrom: "2026-05-05"'), { count: 0, unclassifiedCount: 0, duration: 0, explainedShare: null })
  })
})
