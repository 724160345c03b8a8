import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'

const iso = (ms: number) => new Date(ms).toISOString()
/** 25 October 2026, 03:00 in Kyiv: the clocks go back to 02:00 wall time an hour later. */
const CLOCKS_BACK = Date.UTC(2026, 9, 25, 1)

type Order = {
  readonly id: number
  readonly status: string
  readonly runs: readonly { readonly timeStart: string; readonly timeEnd: string | null }[]
  readonly events: readonly { readonly kind: string; readonly source: string; readonly at: string }[]
}
const FIELDS = 'id status runs { timeStart timeEnd } events { kind source at }'

/** What people did with orders while a tablet had no connection, as the tablet sends it later. */
describe('acts on orders that were kept', () => {
  let api: TestApi
  let now = DAY_START + 7 * HOUR_MS
  let press = 0
  let tube = 0
  let count = 0

  before(async () => {
    api = await startTestApi({ now: () => now })
    press = await addPress(api, 'Press')
    const { data } = await api.ask(
      'mutation { createOrUpdateItem(input: { name: "Down Tube", sku: "DT-2377", measureUnitId: 1 }) { id } }',
      {
        as: 'ADMIN',
      },
    )
    tube = (data['createOrUpdateItem'] as { readonly id: number }).id
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      'ACME1',
      api.users.OPERATOR,
      press,
    ])
  })
  after(() => api.close())

  const codesOf = ({ errors }: Answer) => errors.map(({ extensions }) => (extensions as { readonly code: string }).code)
  const ask = async (mutation: string, as: 'OPERATOR' | 'USER' = 'OPERATOR') => await api.ask(`mutation { done: ${mutation} }`, { as })
  const done = (answer: Answer): Order => {
    assert.deepEqual(codesOf(answer), [])
    return answer.data['done'] as Order
  }
  const planned = async (): Promise<number> => {
    const input = `orderCode: "K-${++count}", status: PLANNED, productId: ${tube}, workCenterId: ${press}, planOutput: 500, planCycleTime: 12`
    return done(await ask(`createJobOrder(input: { ${input} }) { ${FIELDS} }`, 'USER')).id
  }
  const start = (id: number, more: string) => ask(`startJobOrder(id: ${id}, ${more}) { ${FIELDS} }`)
  const stop = (id: number, more: string) => ask(`stopJobOrder(id: ${id}, ${more}) { ${FIELDS} }`)

  it('hold since the tap over the border of a shift, and not where that shift was confirmed', async () => {
    const early = await addShift(api, press, { hours: 8 })
    await addShift(api, press, { start: DAY_START + 8 * HOUR_MS, hours: 8, shiftId: 2 })
    now = DAY_START + HOUR_MS
    const order = await planned()
    done(await start(order, 'running: KEEP'))
    // Two minutes before the border, sent 22 minutes later.
    const tapped = iso(DAY_START + 8 * HOUR_MS - 2 * MINUTE_MS)
    now = DAY_START + 8 * HOUR_MS + 20 * MINUTE_MS
    await api.database.pool.query(`update shift set status = 'CONFIRMED' where id = $1`, [early])
    const inConfirmed = await stop(order, `occurredAt: "${tapped}"`)
    assert.deepEqual(codesOf(inConfirmed), ['SHIFT_CONFIRMED'])
    // So that the screen leads to where it is reopened.
    assert.equal(inConfirmed.errors[0]?.extensions.params?.['shiftId'], early)
    await api.database.pool.query(`update shift set status = 'UNCONFIRMED' where id = $1`, [early])
    const stopped = done(await stop(order, `occurredAt: "${tapped}"`))
    assert.deepEqual(stopped.runs, [{ timeStart: iso(DAY_START + HOUR_MS), timeEnd: tapped }])
    assert.deepEqual(stopped.events[0], { kind: 'STOPPED', source: 'OFFLINE', at: tapped })
  })

  it('go further back than times that people type, by a day and no more', async () => {
    now = DAY_START + 3 * DAY_MS
    await addShift(api, press, { start: now - 2 * HOUR_MS, hours: 8, shiftId: 4, date: '2026-05-07' })
    const [typed, kept, old] = [await planned(), await planned(), await planned()]
    const twentyHours = iso(now - 20 * HOUR_MS)
    assert.deepEqual(codesOf(await start(typed, `at: "${twentyHours}"`)), ['START_TOO_EARLY'])
    assert.equal(done(await start(kept, `occurredAt: "${twentyHours}"`)).runs[0]?.timeStart, twentyHours)
    assert.deepEqual(codesOf(await start(old, `occurredAt: "${iso(now - DAY_MS - 1)}"`)), ['START_TOO_EARLY'])
    assert.deepEqual(codesOf(await start(old, `occurredAt: "${iso(now + MINUTE_MS)}"`)), ['START_IN_FUTURE'])
    done(await stop(kept, `occurredAt: "${iso(now - 19 * HOUR_MS)}"`))
  })

  it('hold since a time that was typed with the tap, within the bounds of that moment', async () => {
    now = DAY_START + 6 * DAY_MS + 2 * HOUR_MS
    await addShift(api, press, { start: DAY_START + 6 * DAY_MS, hours: 8, shiftId: 3, date: '2026-05-10' })
    const order = await planned()
    const began = iso(DAY_START + 6 * DAY_MS + HOUR_MS)
    const tapped = `occurredAt: "${iso(now)}"`
    now += 12 * HOUR_MS
    assert.deepEqual(codesOf(await start(order, `at: "${iso(DAY_START + 5 * DAY_MS)}", ${tapped}`)), ['START_TOO_EARLY'])
    assert.equal(done(await start(order, `at: "${began}", ${tapped}`)).runs[0]?.timeStart, began)
    done(await stop(order, `occurredAt: "${iso(now)}"`))
  })

  it('are done once although their answer was lost and the clock was learned anew in between', async () => {
    const order = await planned()
    const key = '018f0000-0000-7000-8000-0000000000a1'
    now += HOUR_MS
    const first = done(await start(order, `requestKey: "${key}", occurredAt: "${iso(now - HOUR_MS)}"`))
    // Seven minutes of the tablet's clock were put right meanwhile.
    const again = done(await start(order, `requestKey: "${key}", occurredAt: "${iso(now - HOUR_MS + 7 * MINUTE_MS)}"`))
    assert.deepEqual(again.runs, first.runs)
    assert.equal(again.events.filter(({ kind }) => kind === 'STARTED').length, 1)
    done(await stop(order, 'requestKey: "018f0000-0000-7000-8000-0000000000a2"'))
  })

  it('keep the order of taps of a night in which the clocks go back', async () => {
    now = CLOCKS_BACK + 2 * HOUR_MS
    const [one, two] = [await planned(), await planned()]
    // 03:30 before and 03:10 after the change: the later tap has the earlier wall time.
    const [started, switched] = [iso(CLOCKS_BACK - 30 * MINUTE_MS), iso(CLOCKS_BACK + 10 * MINUTE_MS)]
    done(await start(one, `occurredAt: "${started}"`))
    const second = done(await start(two, `running: STOP, runningIds: [${one}], occurredAt: "${switched}"`))
    assert.deepEqual(second.runs, [{ timeStart: switched, timeEnd: null }])
    const { data } = await api.ask(`{ jobOrder(id: ${one}) { ${FIELDS} } }`, { as: 'OPERATOR' })
    assert.deepEqual((data['jobOrder'] as Order).runs, [{ timeStart: started, timeEnd: switched }])
    done(await stop(two, `occurredAt: "${iso(now)}"`))
  })

  it('start the order although those it should take the place of ended meanwhile, and refuse one that was never made there', async () => {
    now = CLOCKS_BACK + 12 * HOUR_MS
    const [one, two, idle] = [await planned(), await planned(), await planned()]
    done(await start(one, 'running: KEEP'))
    now += HOUR_MS
    done(await stop(one, `occurredAt: "${iso(now - MINUTE_MS)}"`))
    const other = await addPress(api, 'Other press')
    const input = `orderCode: "K-${++count}", status: PLANNED, productId: ${tube}, workCenterId: ${other}, planOutput: 500, planCycleTime: 12`
    const elsewhere = done(await ask(`createJobOrder(input: { ${input} }) { ${FIELDS} }`, 'USER')).id
    const refused = await start(two, `running: STOP, runningIds: [${one}, ${elsewhere}]`)
    assert.deepEqual(
      refused.errors.map(({ extensions }) => extensions),
      [{ code: 'JOB_ORDER_NOT_FOUND', field: 'runningIds', params: { id: elsewhere } }],
    )
    const second = done(await start(two, `running: STOP, runningIds: [${one}, ${idle}]`))
    assert.deepEqual(second.runs, [{ timeStart: iso(now), timeEnd: null }])
    const { data } = await api.ask(`{ jobOrder(id: ${one}) { ${FIELDS} } }`, { as: 'OPERATOR' })
    assert.deepEqual(
      (data['jobOrder'] as Order).runs.map(({ timeEnd }) => timeEnd),
      [iso(now - MINUTE_MS)],
    )
    now += MINUTE_MS
    done(await stop(two, `occurredAt: "${iso(now)}"`))
  })

  it('end when the person said that they ended, also said later without a connection', async () => {
    now = CLOCKS_BACK + 18 * HOUR_MS
    const order = await planned()
    done(await start(order, 'running: KEEP'))
    const ended = now + HOUR_MS
    const tapped = now + HOUR_MS + 20 * MINUTE_MS
    now += 2 * HOUR_MS
    const stopped = done(await stop(order, `at: "${iso(ended)}", occurredAt: "${iso(tapped)}"`))
    assert.deepEqual(
      stopped.runs.map(({ timeEnd }) => timeEnd),
      [iso(ended)],
    )
    // Nobody ends it later than they said so.
    done(await start(order, 'running: KEEP'))
    now += HOUR_MS
    const ahead = await stop(order, `at: "${iso(now)}", occurredAt: "${iso(now - 10 * MINUTE_MS)}"`)
    assert.deepEqual(codesOf(ahead), ['START_IN_FUTURE'])
    done(await stop(order, `occurredAt: "${iso(now)}"`))
  })

  it('are refused where others did something else meanwhile, and change nothing then', async () => {
    now = CLOCKS_BACK + DAY_MS
    const order = await planned()
    const began = iso(now)
    done(await start(order, 'running: KEEP'))
    now += 2 * HOUR_MS
    const early = iso(Date.parse(began) - MINUTE_MS)
    assert.deepEqual(codesOf(await stop(order, `occurredAt: "${early}"`)), ['RUN_TOO_SHORT'])
    done(await ask(`stopJobOrder(id: ${order}) { ${FIELDS} }`, 'USER'))
    const late = await stop(order, `occurredAt: "${iso(now - HOUR_MS)}"`)
    assert.deepEqual(codesOf(late), ['INVALID_JOB_ORDER_TRANSITION'])
    // The tablet is told who paused it meanwhile, and when.
    assert.deepEqual(late.errors[0]?.extensions['params'], {
      action: 'STOP',
      status: 'ON_HOLD',
      since: now,
      by: api.users.USER,
      name: 'Test Person',
    })
    const again = await start(order, `occurredAt: "${iso(now - HOUR_MS)}"`)
    assert.deepEqual(codesOf(again), ['RUN_OVERLAP'])
    const { data } = await api.ask(`{ jobOrder(id: ${order}) { ${FIELDS} } }`, { as: 'OPERATOR' })
    assert.deepEqual((data['jobOrder'] as Order).runs, [{ timeStart: began, timeEnd: iso(now) }])
  })

  it('wait where the person was demoted, the order cancelled or the machine archived meanwhile, and nothing is lost by asking again', async () => {
    now += DAY_MS
    const { pool } = api.database
    const [mine, cancelled] = [await planned(), await planned()]
    const tapped = iso(now)
    now += 2 * HOUR_MS
    const role = async (to: string) => {
      await pool.query('update membership set role = $2 where company_id = $1 and user_id = $3', ['ACME1', to, api.users.OPERATOR])
      // So long a role is believed at most.
      now += MINUTE_MS
    }
    await role('GUEST')
    assert.deepEqual(codesOf(await start(mine, `occurredAt: "${tapped}"`)), ['FORBIDDEN'])
    await role('OPERATOR')
    done(await ask(`cancelJobOrder(id: ${cancelled}) { ${FIELDS} }`, 'USER'))
    assert.deepEqual(codesOf(await start(cancelled, `occurredAt: "${tapped}"`)), ['INVALID_JOB_ORDER_TRANSITION'])
    const { rows: known } = await pool.query<{ status: string }>('select device_status as status from work_center where id = $1', [press])
    await pool.query(`update work_center set device_status = 'ARCHIVE' where id = $1`, [press])
    assert.deepEqual(codesOf(await start(mine, `occurredAt: "${tapped}"`)), ['WORK_CENTER_ARCHIVED'])
    await pool.query('update work_center set device_status = $2 where id = $1', [press, known[0]?.status])
    const { rows } = await pool.query('select from job_order_run where job_order_id = any($1)', [[mine, cancelled]])
    assert.equal(rows.length, 0)
    // What waited is sent again once somebody has put it right.
    assert.equal(done(await start(mine, `occurredAt: "${tapped}"`)).runs[0]?.timeStart, tapped)
    done(await stop(mine, `occurredAt: "${iso(now)}"`))
  })
})
