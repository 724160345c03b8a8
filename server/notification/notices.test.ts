import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, addSegment, addShift, DAY_START } from '#server/shift/testing.ts'
import { evaluateTasks } from '#server/task/keepTasks.ts'
import { keepNotifications } from './keepNotifications.ts'
import type { KeptNotifications } from './keepNotifications.ts'
import { lookAtOrders } from './orderReach.service.ts'

type Role = 'ADMIN' | 'GUEST' | 'OPERATOR' | 'USER'
type Item = {
  readonly id: string
  readonly state: string
  readonly severity: string
  readonly status: string | null
  readonly cause: string | null
  readonly value: number | null
  readonly jobOrder: { readonly orderCode: string } | null
}
type Task = {
  readonly status: string
  readonly closedCause: string | null
  readonly parameters: { readonly jobOrder: { readonly orderCode: string } | null }
}

describe('what stands so in the tables is told without a rule', () => {
  let api: TestApi
  let kept: KeptNotifications
  let press = 0
  let product = 0
  let now = DAY_START + HOUR_MS

  before(async () => {
    api = await startTestApi({ now: () => now })
    const { database, deps } = api
    kept = await keepNotifications({ database, log: deps.log, readSamples: deps.readSamples, now: () => now, everyMs: HOUR_MS })
    press = await addPress(api, 'Press')
    await query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      press,
    ])
    const data = await ask('mutation { createOrUpdateItem(input: { name: "Tube", sku: "T-1", measureUnitId: 1 }) { id } }')
    product = (data['createOrUpdateItem'] as { readonly id: number }).id
  })
  after(async () => {
    await kept.close()
    await api.close()
  })

  const query = (text: string, values: readonly unknown[] = []) => api.database.pool.query(text, [...values])
  const ask = async (text: string, as: Role = 'ADMIN') => {
    const { data, errors } = await api.ask(text, { as })
    assert.deepEqual(errors, [])
    return data
  }
  const inbox = async (type: string, as: Role = 'ADMIN', tab = 'OPEN'): Promise<readonly Item[]> => {
    const fields = 'id state severity status cause value jobOrder { orderCode }'
    const data = await ask(`{ notifications(filter: { types: [${type}], tab: ${tab} }) { items { ${fields} } } }`, as)
    return (data['notifications'] as { readonly items: readonly Item[] }).items
  }
  const states = async (type: string) => [...(await inbox(type)), ...(await inbox(type, 'ADMIN', 'HISTORY'))].map(({ state }) => state)
  const pass = async (ms = 2 * MINUTE_MS) => {
    now += ms
    await kept.run()
  }
  /** An order of 100 units that has been in progress at the press for an hour. */
  const inProgress = async (code: string): Promise<number> => {
    const input = `orderCode: "${code}", productId: ${product}, workCenterId: ${press}, planOutput: 100, planCycleTime: 30, status: PLANNED`
    const data = await ask(`mutation { createJobOrder(input: { ${input} }) { id } }`)
    const { id } = data['createJobOrder'] as { readonly id: number }
    await query(`update job_order set status = 'PROGRESS' where id = $1`, [id])
    await query('insert into job_order_run (company_id, job_order_id, work_center_id, start_at) values ($1, $2, $3, $4)', [
      ACME,
      id,
      press,
      DAY_START,
    ])
    return id
  }
  const made = async (jobOrderId: number, minutes: readonly [number, number | null], total: number) => {
    const segment = await addSegment(api, press, minutes, { jobOrderIds: [jobOrderId], total })
    await query('update output_segment set effective_accepted = effective_total where id = $1', [segment])
  }
  const look = () => lookAtOrders({ database: api.database, now: () => now })

  it('an order that reached its plan, to those who plan and work there, until it is stopped', async () => {
    const id = await inProgress('R-1')
    await made(id, [0, 60], 80)
    await look()
    await pass()
    assert.deepEqual(await inbox('ORDER_REACHED'), [])
    await made(id, [60, null], 25)
    now += 10 * MINUTE_MS
    await look()
    await pass()
    for (const as of ['ADMIN', 'USER', 'OPERATOR'] as const)
      assert.deepEqual(
        (await inbox('ORDER_REACHED', as)).map((one) => [one.severity, one.status, one.value, one.jobOrder?.orderCode]),
        [['INFO', 'R-1', 100, 'R-1']],
      )
    assert.deepEqual(await inbox('ORDER_REACHED', 'GUEST'), [])
    await pass()
    assert.equal((await inbox('ORDER_REACHED')).length, 1)
    await query(`update job_order_run set end_at = $2 where job_order_id = $1`, [id, now])
    await query(`update job_order set status = 'COMPLETED' where id = $1`, [id])
    now += MINUTE_MS
    await look()
    await pass()
    assert.deepEqual(await states('ORDER_REACHED'), ['RESOLVED'])
  })

  it('what comes next is asked, by a task that knows the order, until its plan is raised', async () => {
    await query(`insert into operational_plan (company_id, event, is_active, active_from) values ($1, 'COUNTER_RESET', true, 0)`, [ACME])
    const evaluate = () => api.database.inTenant(ACME, (tenant) => evaluateTasks(tenant, asId<WorkCenterId>(press), { fromAt: now, now }))
    const tasks = async (): Promise<readonly Task[]> => {
      const fields = 'status closedCause parameters { jobOrder { orderCode } }'
      const data = await ask(`{ operationalTasks(workCenterId: ${press}, action: CHOOSE_PRODUCTION_ORDER) { items { ${fields} } } }`)
      return (data['operationalTasks'] as { readonly items: readonly Task[] }).items
    }
    await query('delete from operational_task')
    await query('delete from order_reach')
    const id = await inProgress('R-2')
    await made(id, [120, null], 100)
    now = DAY_START + 4 * HOUR_MS
    await look()
    now += 2 * MINUTE_MS
    await evaluate()
    assert.deepEqual(
      (await tasks()).map(({ status, parameters }) => [status, parameters.jobOrder?.orderCode]),
      [['PENDING', 'R-2']],
    )
    // Two days later it is known still.
    now += 2 * DAY_MS
    await evaluate()
    assert.deepEqual(
      (await tasks()).map(({ status }) => status),
      ['PENDING'],
    )
    await query('update job_order set plan_output = 200 where id = $1', [id])
    await look()
    await evaluate()
    assert.deepEqual(
      (await tasks()).map(({ status, closedCause }) => [status, closedCause]),
      [['CLOSED', 'CONDITION']],
    )
    await pass()
    assert.deepEqual(await inbox('ORDER_REACHED'), [])
    await query(`update job_order set status = 'COMPLETED' where id = $1`, [id])
  })

  it('orders in progress are looked at when their turn comes or somebody changed them, and no others', async () => {
    await query(`update job_order set status = 'COMPLETED' where status = 'PROGRESS'`)
    await look()
    const due = async () => {
      const { rows } = await api.database.pool.query<{ code: string }>(
        `select order_code as code from order_look join job_order j on j.id = job_order_id where look_at <= $1 and order_code like 'L-%' order by 1`,
        [now],
      )
      return rows.map(({ code }) => code)
    }
    assert.deepEqual(await due(), [])
    const [id, other] = [await inProgress('L-1'), await inProgress('L-2')]
    await made(id, [240, 300], 10)
    assert.deepEqual(await due(), ['L-1', 'L-2'])
    await look()
    assert.deepEqual(await due(), [])
    for (const [change, values] of [
      ['update job_order set plan_output = 150 where id = $1', [id]],
      ['update job_order set accepted_output = 150 where id = $1', [id]],
      [`update job_order set status = 'ON_HOLD' where id = $1`, [id]],
      [`update job_order set status = 'PROGRESS' where id = $1`, [id]],
      ['update job_order_run set end_at = $2 where job_order_id = $1', [id, now]],
      ['insert into job_order_run (company_id, job_order_id, work_center_id, start_at) values ($2, $1, $3, $4)', [id, ACME, press, now]],
    ] as const) {
      await query(change, [...values])
      const isNews = !change.includes('ON_HOLD') && !change.includes('end_at = $2')
      assert.deepEqual(await due(), isNews ? ['L-1'] : [], change)
      await look()
      assert.deepEqual(await due(), [], change)
    }
    await query('update job_order set accepted_output = 151 where id = $1', [id])
    assert.deepEqual(await due(), [])
    now += 11 * MINUTE_MS
    assert.deepEqual(await due(), ['L-1', 'L-2'])
    await query(`update job_order set status = 'COMPLETED' where id = any($1)`, [[id, other]])
    await look()
    assert.deepEqual((await api.database.pool.query('select from order_look')).rowCount, 0)
  })

  it('late data of a confirmed shift, to who confirmed it, once, until they take care of it', async () => {
    const shift = await addShift(api, press, { start: DAY_START - DAY_MS, date: '2026-05-03' })
    await query(`update shift set status = 'CONFIRMED', confirmed_by = $2, late_samples = 3 where id = $1`, [shift, api.users.USER])
    now = DAY_START + 12 * HOUR_MS
    await pass()
    const told = await inbox('LATE_DATA', 'USER')
    assert.deepEqual(
      told.map((one) => [one.severity, one.status, one.value]),
      [['INFO', 'Day, 2026-05-03', 3]],
    )
    assert.deepEqual(await inbox('LATE_DATA', 'ADMIN'), [])
    await query('update shift set late_samples = 9 where id = $1', [shift])
    await pass()
    assert.equal((await inbox('LATE_DATA', 'USER')).length, 1)
    await ask(`mutation { acknowledgeNotification(id: "${told[0]?.id}") { id } }`, 'USER')
    await pass()
    await pass()
    assert.deepEqual(await inbox('LATE_DATA', 'USER'), [])
    const history = await inbox('LATE_DATA', 'USER', 'HISTORY')
    assert.deepEqual(
      history.map(({ id, state }) => [id, state]),
      [[told[0]?.id, 'RESOLVED']],
    )
    // Confirmed again after it was opened, it is told anew.
    await query('update shift set confirmed_on = to_timestamp($2 / 1000.0) where id = $1', [shift, now + MINUTE_MS])
    await pass()
    assert.equal((await inbox('LATE_DATA', 'USER')).length, 1)
    await query('update shift set late_samples = 0 where id = $1', [shift])
    await pass()
  })

  it('prepaid time from 30 days before its end, until another end is set', async () => {
    const until = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10)
    const pay = (day: string | null) => query('update work_center set prepaid_until = $2 where id = $1', [press, day])
    await pay(until(40))
    await pass()
    assert.deepEqual(await inbox('PREPAID_ENDING'), [])
    const day = until(20)
    await pay(day)
    await pass()
    assert.deepEqual(
      (await inbox('PREPAID_ENDING')).map((one) => [one.severity, one.status]),
      [['INFO', day]],
    )
    assert.deepEqual(await inbox('PREPAID_ENDING', 'USER'), [])
    await pay(until(400))
    await pass()
    assert.deepEqual(await states('PREPAID_ENDING'), ['RESOLVED'])
    await pay(null)
  })

  it('a sensor that no type has, at its first entry, until a day passed without it', async () => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into device (code, secret_hash, partition, company_id, work_center_id) values ('zz-9999', '', 0, $1, $2) returning id`,
      [ACME, press],
    )
    const deviceId = rows[0]?.id
    const refuse = () =>
      query(`insert into quarantine (company_id, device_id, received_at, reason, detail) values ($1, $2, $3, 'UNKNOWN_SENSOR', '')`, [
        ACME,
        deviceId,
        now,
      ])
    await refuse()
    await pass()
    assert.deepEqual(
      (await inbox('UNKNOWN')).map((one) => [one.severity, one.value]),
      [['WARNING', 1]],
    )
    assert.deepEqual(await inbox('UNKNOWN', 'USER'), [])
    now += 20 * HOUR_MS
    await refuse()
    await pass(20 * HOUR_MS)
    assert.equal((await inbox('UNKNOWN')).length, 1)
    await pass(5 * HOUR_MS)
    assert.deepEqual(await states('UNKNOWN'), ['RESOLVED'])
  })

  it('an integration whose orders wait for a person, are over there, or whose runs failed', async () => {
    const id = await inProgress('R-3')
    await query(`update job_order set work_center_id = $2 where id = $1`, [id, press])
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into integration (company_id, service, name, service_url, status, created_on, updated_on, scheduled_since)
       values ($1, 'ODOO', 'Odoo', 'https://odoo.example', 'CONNECTED', now(), now(), now()) returning id`,
      [ACME],
    )
    const integration = rows[0]?.id
    await query(
      `insert into integration_link (company_id, integration_id, external_id, external_name, action, work_center_id)
      values ($1, $2, 'w1', 'Press', 'EXISTING', $3)`,
      [ACME, integration, press],
    )
    await query(
      `insert into integration_order (company_id, integration_id, external_id, external_code, job_order_id, external_status, seen_on)
      values ($1, $2, 'o1', 'MO/1', $3, 'progress', now())`,
      [ACME, integration, id],
    )
    await query(
      `insert into integration_outbox (company_id, integration_id, external_id, job_order_id, event_id, operation, accepted, rejected, state,
      next_try_on, created_on) values ($1, $2, 'o1', $3, 0, 'OUTPUT', 5, 0, 'NEEDS_PERSON', now(), now())`,
      [ACME, integration, id],
    )
    const told = async () =>
      (await inbox('INTEGRATION_ATTENTION')).map((one) => `${one.cause} ${one.severity} ${one.status} ${one.value}`).toSorted()
    await pass()
    assert.deepEqual(await told(), ['MESSAGES WARNING Odoo 1'])
    assert.deepEqual(await inbox('INTEGRATION_ATTENTION', 'USER'), [])
    // Output that nobody over there answered for a day holds its shift up; what is not told is no business of anybody.
    const waiting = async (hours: number, status: string) => {
      await query(`update integration_outbox set state = 'WAITING', created_on = $1`, [new Date(now - hours * HOUR_MS)])
      await query('update integration set status = $1', [status])
      await pass()
      return await told()
    }
    assert.deepEqual(await waiting(23, 'CONNECTED'), [])
    assert.deepEqual(await waiting(25, 'CONNECTED'), ['MESSAGES WARNING Odoo 1'])
    assert.deepEqual(await waiting(25, 'DISABLED'), [])
    assert.deepEqual(await waiting(23, 'CONNECTED'), [])
    await query(`update integration_outbox set state = 'SENT'`)
    await query('update integration_order set has_ended = true')
    await query(`update integration set status = 'FAILED'`)
    await pass()
    assert.deepEqual(await told(), ['ENDED WARNING Odoo 1', 'FAILED INFO Odoo null'])
    for (const status of ['PLANNED', 'ON_HOLD']) {
      await query('update job_order set status = $2 where id = $1', [id, status])
      await pass()
      assert.deepEqual(await told(), ['ENDED WARNING Odoo 1', 'FAILED INFO Odoo null'], status)
    }
    const cancelled = `CANCELLED INFO Odoo: ${(await query(`select order_code as code from job_order where id = $1`, [id])).rows[0]?.['code']} null`
    await query(`update integration_order set has_ended = false`)
    await query(`update job_order set status = 'CANCELLED', canceled_on = $2 where id = $1`, [id, new Date(now)])
    await pass()
    assert.deepEqual(await told(), [cancelled, 'FAILED INFO Odoo null'])
    await query(`update job_order set canceled_on = $2 where id = $1`, [id, new Date(now - 31 * 24 * HOUR_MS)])
    await pass()
    assert.deepEqual(await told(), ['FAILED INFO Odoo null'])
    await query(`update job_order set status = 'ON_HOLD', canceled_on = null where id = $1`, [id])
    await query(`update integration_order set has_ended = true`)
    await pass()
    assert.deepEqual(await told(), ['ENDED WARNING Odoo 1', 'FAILED INFO Odoo null'])
    const switched = (isActive: boolean) =>
      query(
        `insert into company_extension (company_id, extension, is_active, changed_on) values ($1, 'INTEGRATIONS', $2, now())
         on conflict (company_id, extension) do update set is_active = excluded.is_active`,
        [ACME, isActive],
      )
    await switched(false)
    await pass()
    assert.deepEqual(await told(), [])
    await switched(true)
    await pass()
    assert.deepEqual(await told(), ['ENDED WARNING Odoo 1', 'FAILED INFO Odoo null'])
    await query('delete from integration')
    await pass()
    assert.deepEqual(await told(), [])
    assert.deepEqual([...new Set(await states('INTEGRATION_ATTENTION'))], ['RESOLVED'])
  })

  it('nothing of it where a work center is archived', async () => {
    await query(`update work_center set prepaid_until = $2, device_status = 'TEMPORARY_SHUTDOWN' where id = $1`, [
      press,
      new Date(now + DAY_MS).toISOString().slice(0, 10),
    ])
    await pass()
    await pass()
    assert.deepEqual(await inbox('PREPAID_ENDING'), [])
  })
})
