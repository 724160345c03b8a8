import { randomUUID } from 'node:crypto'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addPress, addSegment, addShift, DAY_START } from '#server/shift/testing.ts'

type Order = {
  readonly id: number
  readonly orderCode: string
  readonly status: string
  readonly priority: number | null
  readonly version: number
  readonly allowedActions: readonly string[]
  readonly timeStart: string | null
  readonly timeEnd: string | null
  readonly planEnd: string | null
  readonly planCycleTime: number | null
  readonly planOutput: number | null
  readonly events: readonly { readonly id: string; readonly kind: string; readonly undoneOn: string | null }[]
}
const FIELDS = `id orderCode status priority version allowedActions timeStart timeEnd planEnd planCycleTime planOutput events { id kind undoneOn }`
const iso = (ms: number) => new Date(ms).toISOString()

describe('job orders', () => {
  let api: TestApi
  let now = DAY_START + 2 * HOUR_MS
  let press = 0
  let lathe = 0
  let tube = 0
  let count = 0

  before(async () => {
    api = await startTestApi({ now: () => now })
    press = await addPress(api, 'Press')
    lathe = await addPress(api, 'Lathe')
    const { data } = await ask('mutation { createOrUpdateItem(input: { name: "Down Tube", sku: "DT-2377", measureUnitId: 1 }) { id } }')
    tube = (data['createOrUpdateItem'] as { readonly id: number }).id
    await addShift(api, press, { hours: 8 })
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      'ACME1',
      api.users.OPERATOR,
      press,
    ])
  })
  after(() => api.close())

  const ask = (query: string, as: 'ADMIN' | 'OPERATOR' | 'USER' = 'ADMIN') => api.ask(query, { as })
  const refusalsOf = ({ errors }: Answer) =>
    errors.flatMap(({ extensions }) =>
      [
        extensions,
        ...((extensions as { readonly others?: readonly { readonly code: string; readonly field?: string }[] }).others ?? []),
      ].map(({ code, field }) => (field === undefined ? code : `${field}: ${code}`)),
    )
  const done = (answer: Answer, name: string): Order => {
    assert.deepEqual(answer.errors, [])
    return answer.data[name] as Order
  }
  const create = async (input: string, as: 'ADMIN' | 'OPERATOR' | 'USER' = 'USER'): Promise<Order> =>
    done(await ask(`mutation { createJobOrder(input: { ${input} }) { ${FIELDS} } }`, as), 'createJobOrder')
  const planned = (more = '') =>
    create(
      `orderCode: "P-${++count}", status: PLANNED, productId: ${tube}, workCenterId: ${press}, planOutput: 500, planCycleTime: 12 ${more}`,
    )
  const act = (action: string, args: string, as: 'ADMIN' | 'OPERATOR' | 'USER' = 'USER') =>
    ask(`mutation { ${action}(${args}) { ${FIELDS} } }`, as)
  const read = async (id: number, as: 'ADMIN' | 'OPERATOR' | 'USER' = 'ADMIN'): Promise<Order> =>
    done(await ask(`{ jobOrder(id: ${id}) { ${FIELDS} } }`, as), 'jobOrder')

  describe('that are planned', () => {
    it('are numbered where no code is entered, and keep their code apart from others', async () => {
      const first = await create('')
      const second = await create('')
      assert.match(first.orderCode, /^JO-\d+$/)
      assert.notEqual(first.orderCode, second.orderCode)
      assert.equal(first.status, 'DRAFT')
      const taken = await ask(`mutation { createJobOrder(input: { orderCode: "${second.orderCode.toLowerCase()}" }) { id } }`)
      assert.deepEqual(refusalsOf(taken), ['orderCode: NOT_UNIQUE'])
    })

    it('are refused with all that is missing at once', async () => {
      const answer = await ask('mutation { createJobOrder(input: { status: PLANNED, orderCode: "X", notes: "n" }) { id } }')
      assert.deepEqual(refusalsOf(answer), ['productId: REQUIRED', 'workCenterId: REQUIRED', 'planOutput: REQUIRED'])
      const odd = await ask(`mutation { createJobOrder(input: { planOutput: 1.5, productId: ${tube}, planCycleTime: -1 }) { id } }`)
      assert.deepEqual(refusalsOf(odd), ['planOutput: NOT_WHOLE', 'planCycleTime: VALUE_OUT_OF_RANGE'])
      const unit = await ask(`mutation { createJobOrder(input: { planCycleTime: 1, planCycleTimeUnitId: 1 }) { id } }`)
      assert.deepEqual(refusalsOf(unit), ['planCycleTimeUnitId: MEASUREMENT_UNIT_NOT_FOUND'])
    })

    it('take the speed of the product at the work center, and end by the schedule', async () => {
      const standard = `standard: { performanceBy: CYCLE_TIME, planCycleTime: 7.2 }`
      const withScrap = standard.replace('7.2', '8, scrapPercent: 2.5')
      for (const said of [withScrap, standard])
        assert.deepEqual((await ask(`mutation { saveItemStandard(itemId: ${tube}, workCenterId: ${lathe}, ${said}) { id } }`)).errors, [])
      // A screen that does not show the scrap takes none of it away.
      const { data } = await ask(`{ item(id: ${tube}) { standards { workCenterId scrapPercent } } }`)
      const { standards } = data['item'] as { readonly standards: readonly { workCenterId: number; scrapPercent: number | null }[] }
      assert.equal(standards.find(({ workCenterId }) => workCenterId === lathe)?.scrapPercent, 2.5)
      // Nor does a speed take the cycle away, and back again the cycle counts.
      const saved = async (said: string) => {
        const answer = await ask(
          `mutation { saveItemStandard(itemId: ${tube}, workCenterId: ${lathe}, standard: { ${said} }) { standards { idealCycleTime } } }`,
        )
        return answer.errors.length > 0 ? refusalsOf(answer) : (answer.data['saveItemStandard'] as { standards: unknown }).standards
      }
      assert.deepEqual(await saved('performanceBy: SPEED'), ['targetSpeedQuantity: REQUIRED'])
      assert.deepEqual(await saved('performanceBy: SPEED, targetSpeedQuantity: 10, targetSpeedTime: 60'), [{ idealCycleTime: 6 }])
      assert.deepEqual(await saved('performanceBy: CYCLE_TIME'), [{ idealCycleTime: 7.2 }])
      assert.deepEqual(await saved('performanceBy: CYCLE_TIME, planCycleTime: null'), ['planCycleTime: REQUIRED'])
      const order = await create(`productId: ${tube}, workCenterId: ${lathe}, planOutput: 1000, planStart: "${iso(now)}"`)
      assert.equal(order.planCycleTime, 7.2)
      // Without a schedule no scheduled time passes.
      assert.equal(order.planEnd, null)
      const shifts = '{ code: "A", name: "Early", timeStart: "06:00", timeEnd: "14:00", weekdays: [1, 2, 3, 4, 5] }'
      const schedule = await ask(`mutation { createOrUpdateShifts(workCenterId: ${lathe}, input: [${shifts}]) { code } }`)
      assert.deepEqual(schedule.errors, [])
      // Friday, 8 May 2026, 13:00 in Kyiv: an hour is left of the shift, the second one lies on Monday.
      const friday = DAY_START + 4 * DAY_MS + 4 * HOUR_MS
      const again = await create(`productId: ${tube}, workCenterId: ${lathe}, planOutput: 1000, planStart: "${iso(friday)}"`)
      assert.equal(again.planEnd, iso(DAY_START + 7 * DAY_MS - 2 * HOUR_MS))
      const entered = await create(
        `productId: ${tube}, workCenterId: ${lathe}, planOutput: 1000, planStart: "${iso(friday)}", planEnd: "${iso(friday + 1)}"`,
      )
      assert.equal(entered.planEnd, iso(friday + 1))

      // Before it is saved the same is told, of a new one and of one that is changed.
      const window = async (input: string, as: 'OPERATOR' | 'USER' = 'USER') =>
        await ask(`{ jobOrderWindow(input: { ${input} }) { planDuration planEnd } }`, as)
      const content = `productId: ${tube}, workCenterId: ${lathe}, planStart: "${iso(friday)}"`
      const monday = iso(DAY_START + 7 * DAY_MS - 2 * HOUR_MS)
      const told = async (input: string) => (await window(input)).data['jobOrderWindow']
      assert.deepEqual(await told(`${content}, planOutput: 1000`), { planDuration: 7200, planEnd: monday })
      assert.deepEqual(await told(`id: ${again.id}`), { planDuration: 7200, planEnd: monday })
      assert.deepEqual(await told(`id: ${entered.id}, planOutput: 500`), { planDuration: 3600, planEnd: iso(friday + HOUR_MS) })
      assert.deepEqual(await told(content), { planDuration: null, planEnd: null })
      assert.deepEqual(await told(`planOutput: 10, planCycleTime: 60`), { planDuration: 600, planEnd: null })
      assert.deepEqual(refusalsOf(await window(`${content}, planOutput: -1`)), ['planOutput: VALUE_OUT_OF_RANGE'])
      assert.deepEqual(refusalsOf(await window(content, 'OPERATOR')), ['PLANNERS_ONLY'])
      const after = await read(entered.id)
      assert.deepEqual([after.planOutput, after.version], [1000, entered.version])
    })

    it('change by their version, and say what their status keeps', async () => {
      const order = await planned()
      const change = (input: string, version = order.version) =>
        ask(`mutation { updateJobOrder(input: { id: ${order.id}, version: ${version}, ${input} }) { ${FIELDS} } }`, 'USER')
      const changed = done(await change('planOutput: 600'), 'updateJobOrder')
      assert.equal(changed.planOutput, 600)
      assert.equal(changed.version, order.version + 1)
      assert.deepEqual(refusalsOf(await change('planOutput: 700')), ['CONFLICT'])
      assert.deepEqual(refusalsOf(await act('startJobOrder', `id: ${order.id}, version: ${order.version}`)), ['CONFLICT'])
      done(await act('startJobOrder', `id: ${order.id}, version: ${changed.version}`), 'startJobOrder')
      const { version } = await read(order.id)
      assert.deepEqual(refusalsOf(await change('productId: null, planOutput: 800, dueDate: null', version)), [
        'productId: JOB_ORDER_FIELD_LOCKED',
      ])
      done(await change('planOutput: 800', version), 'updateJobOrder')
      done(await act('stopJobOrder', `id: ${order.id}`), 'stopJobOrder')
    })

    it('tell with each action what stands in its way, in the words of its refusal', async () => {
      const draft = await create(`workCenterId: ${press}, planCycleTime: 3`)
      const { data } = await ask(`{ jobOrder(id: ${draft.id}) { hinderedActions { action problems { code field params } } } }`)
      const missing = ['productId', 'planOutput'].map((field) => ({ code: 'REQUIRED', field, params: '{}' }))
      assert.deepEqual(data['jobOrder'], {
        hinderedActions: [
          { action: 'PLAN', problems: missing },
          { action: 'START', problems: missing },
        ],
      })
      assert.deepEqual(refusalsOf(await act('moveJobOrderToPlanned', `id: ${draft.id}`)), ['productId: REQUIRED', 'planOutput: REQUIRED'])
    })

    it('are planned with what is changed of a draft, or not changed at all', async () => {
      const draft = await create(`workCenterId: ${press}, planCycleTime: 3`)
      const change = (input: string, version: number) =>
        ask(`mutation { updateJobOrder(input: { id: ${draft.id}, version: ${version}, ${input} }) { ${FIELDS} } }`, 'USER')
      assert.deepEqual(refusalsOf(await change('status: PLANNED, planOutput: 80', draft.version)), ['productId: REQUIRED'])
      const same = await read(draft.id)
      assert.deepEqual([same.status, same.planOutput, same.version], ['DRAFT', null, draft.version])
      const order = done(await change(`status: PLANNED, planOutput: 80, productId: ${tube}`, draft.version), 'updateJobOrder')
      assert.deepEqual([order.status, order.planOutput], ['PLANNED', 80])
      assert.deepEqual(order.events.map(({ kind }) => kind).toSorted(), ['CHANGED', 'CREATED', 'PLANNED'])
      // A planned one stays so; one that is worked on is not planned again.
      assert.equal(done(await change('status: PLANNED, planOutput: 90', order.version), 'updateJobOrder').status, 'PLANNED')
      const started = done(await act('startJobOrder', `id: ${draft.id}`), 'startJobOrder')
      assert.deepEqual(refusalsOf(await change('status: PLANNED', started.version)), ['status: INVALID_JOB_ORDER_TRANSITION'])
      done(await act('stopJobOrder', `id: ${draft.id}`), 'stopJobOrder')
    })

    it('are not for operators, and of no other company', async () => {
      const order = await planned()
      assert.deepEqual(refusalsOf(await ask('mutation { createJobOrder(input: {}) { id } }', 'OPERATOR')), ['PLANNERS_ONLY'])
      assert.deepEqual(refusalsOf(await act('cancelJobOrder', `id: ${order.id}`, 'OPERATOR')), ['PLANNERS_ONLY'])
      const foreign = await api.ask(`mutation { cancelJobOrder(id: ${order.id}) { id } }`, { as: api.stranger })
      assert.deepEqual(refusalsOf(foreign), ['JOB_ORDER_NOT_FOUND'])
      assert.deepEqual(refusalsOf(await api.ask(`{ jobOrder(id: ${order.id}) { id } }`, { as: api.stranger })), ['JOB_ORDER_NOT_FOUND'])
      assert.deepEqual(refusalsOf(await api.ask(`{ item(id: ${tube}) { id } }`, { as: api.stranger })), ['ITEM_NOT_FOUND'])
      const named = await api.ask(`mutation { createJobOrder(input: { productId: ${tube} }) { id } }`, { as: api.stranger })
      assert.deepEqual(refusalsOf(named), ['productId: ITEM_NOT_FOUND'])
      const elsewhere = await create(`workCenterId: ${lathe}, status: DRAFT`)
      assert.deepEqual(refusalsOf(await act('startJobOrder', `id: ${elsewhere.id}`, 'OPERATOR')), ['JOB_ORDER_NOT_FOUND'])
    })

    it('are listed by ids, product, text, source and lateness without pages too', async () => {
      const order = await planned()
      const ids = async (args: string) => {
        const { data, errors } = await ask(`{ jobOrders(ids: [${order.id}], ${args}) { id } }`)
        assert.deepEqual(errors, [])
        return (data['jobOrders'] as readonly { readonly id: number }[]).map(({ id }) => id)
      }
      assert.deepEqual(await ids(`itemIds: [${tube}], search: "tube"`), [order.id])
      assert.deepEqual([await ids('source: IMPORT'), await ids('search: "no such thing"'), await ids('lateness: [LATE]')], [[], [], []])
    })

    it('are cancelled in the log of the company too', async () => {
      const order = await planned()
      assert.deepEqual((await act('cancelJobOrder', `id: ${order.id}, comment: "Sold out"`)).errors, [])
      const { rows } = await api.database.pool.query(`select subject, details from audit_log where action = 'CANCEL_JOB_ORDER'
        and (details->>'jobOrderId')::int = ${order.id}`)
      const details = { jobOrderId: order.id, before: { status: 'PLANNED' }, after: { status: 'CANCELLED' }, comment: 'Sold out' }
      assert.equal(rows.length, 1)
      assert.deepEqual({ ...rows[0].details, workCenterId: undefined }, { ...details, workCenterId: undefined })
    })

    it('are planned by an operator at an empty machine of theirs, where the company lets them', async () => {
      const place = await addPress(api, 'Empty press')
      const elsewhere = await addPress(api, 'Press of others')
      const { pool } = api.database
      await pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
        ACME,
        api.users.OPERATOR,
        place,
      ])
      const plan = (at: number, status = 'PLANNED') =>
        ask(
          `mutation { createJobOrder(input: { status: ${status}, productId: ${tube}, workCenterId: ${at}, planOutput: 50, planCycleTime: 6 }) { ${FIELDS} } }`,
          'OPERATOR',
        )
      assert.deepEqual(refusalsOf(await plan(place)), ['PLANNERS_ONLY'])
      const allowed = await ask(`mutation { updateCompany(id: "${ACME}", operatorsMayCreateOrders: true) { operatorsMayCreateOrders } }`)
      assert.deepEqual(allowed.data['updateCompany'], { operatorsMayCreateOrders: true })
      assert.deepEqual(refusalsOf(await plan(elsewhere)), ['workCenterId: WORK_CENTER_NOT_FOUND'])
      assert.deepEqual(refusalsOf(await plan(place, 'DRAFT')), ['PLANNERS_ONLY'])
      const made = done(await plan(place), 'createJobOrder')
      assert.equal(made.status, 'PLANNED')
      // It is empty no more, neither while the order waits nor while it is made.
      assert.deepEqual(refusalsOf(await plan(place)), ['PLANNERS_ONLY'])
      done(await act('startJobOrder', `id: ${made.id}`, 'OPERATOR'), 'startJobOrder')
      assert.deepEqual(refusalsOf(await plan(place)), ['PLANNERS_ONLY'])
      // All else of planning stays with planners.
      assert.deepEqual(refusalsOf(await act('copyJobOrder', `id: ${made.id}`, 'OPERATOR')), ['PLANNERS_ONLY'])
      await ask(`mutation { updateCompany(id: "${ACME}", operatorsMayCreateOrders: false) { id } }`)
    })

    it('are done once with one key', async () => {
      const key = '0190a1b2-0000-7000-8000-0000000000aa'
      const make = (output: number) => ask(`mutation { createJobOrder(input: { planOutput: ${output} }, requestKey: "${key}") { id } }`)
      const first = done(await make(10), 'createJobOrder')
      assert.equal(done(await make(10), 'createJobOrder').id, first.id)
      assert.deepEqual(refusalsOf(await make(11)), ['requestKey: REQUEST_KEY_REUSED'])
    })

    it('keep what nobody touched when their notes are edited, and come back only where their code is free', async () => {
      const place = await addPress(api, 'Grinder')
      const at = `productId: ${tube}, workCenterId: ${place}, planOutput: 5, externalCode: "SO-1"`
      const first = await create(`orderCode: "N-1", planCycleTime: 3, ${at}, status: PLANNED`)
      done(await act('cancelJobOrder', `id: ${first.id}`), 'cancelJobOrder')
      const second = await create(`orderCode: "N-2", ${at}, planCycleTime: 3`)
      assert.deepEqual(refusalsOf(await act('restoreJobOrder', `id: ${first.id}`)), ['externalCode: NOT_UNIQUE'])
      const { version } = await read(first.id)
      const noted = await ask(`mutation { updateJobOrder(input: { id: ${first.id}, version: ${version}, notes: "why" }) { ${FIELDS} } }`)
      assert.equal(done(noted, 'updateJobOrder').status, 'CANCELLED')
      await api.database.pool.query('update job_order set plan_cycle_time_ms = null where id = $1', [second.id])
      const standard = `standard: { performanceBy: CYCLE_TIME, planCycleTime: 9 }`
      assert.deepEqual((await ask(`mutation { saveItemStandard(itemId: ${tube}, workCenterId: ${place}, ${standard}) { id } }`)).errors, [])
      const changed = await ask(
        `mutation { updateJobOrder(input: { id: ${second.id}, version: ${second.version}, notes: "n" }) { ${FIELDS} } }`,
      )
      assert.equal(done(changed, 'updateJobOrder').planCycleTime, null)
      const odd = await ask(`mutation { createJobOrder(input: { planDuration: 1.2345, planDurationUnitId: 5 }) { planDuration } }`)
      assert.deepEqual(odd.data['createJobOrder'], { planDuration: 1.235 })
    })

    it('are copied, with what is missing of the plan', async () => {
      const order = await planned()
      await api.database.pool.query('update job_order set accepted_output = 480 where id = $1', [order.id])
      const copy = done(await act('copyJobOrder', `id: ${order.id}, remainderOnly: true`), 'copyJobOrder')
      assert.deepEqual([copy.status, copy.planOutput, copy.planCycleTime], ['DRAFT', 20, 12])
      assert.notEqual(copy.orderCode, order.orderCode)
      await api.database.pool.query('update job_order set accepted_output = 500 where id = $1', [order.id])
      assert.deepEqual(refusalsOf(await act('copyJobOrder', `id: ${order.id}, remainderOnly: true`)), ['planOutput: VALUE_OUT_OF_RANGE'])
    })

    it('keep a product that is archived where they are moved and copied, and are copied without an archived work center (J-10)', async () => {
      const item = await ask('mutation { createOrUpdateItem(input: { name: "Old", sku: "OLD-1", measureUnitId: 1 }) { id version } }')
      const old = item.data['createOrUpdateItem'] as { readonly id: number; readonly version: number }
      const order = await create(
        `orderCode: "OLD", status: PLANNED, productId: ${old.id}, workCenterId: ${press}, planOutput: 500, planCycleTime: 12`,
      )
      assert.deepEqual((await ask(`mutation { archiveItem(id: ${old.id}, isArchived: true) { id } }`)).errors, [])
      const [change, fields] = [`id: ${order.id}, version: ${order.version}`, 'id version product { id } workCenter { id }']
      const moved = await ask(`mutation { updateJobOrder(input: { ${change}, workCenterId: ${lathe} }) { ${fields} } }`)
      assert.deepEqual(moved.errors, [])
      const { version } = moved.data['updateJobOrder'] as { readonly version: number }
      const placed = (workCenterId: number | null) => ({
        product: { id: old.id },
        workCenter: workCenterId === null ? null : { id: workCenterId },
      })
      const copy = async () => {
        const { data, errors } = await ask(`mutation { copyJobOrder(id: ${order.id}) { product { id } workCenter { id } } }`)
        assert.deepEqual(errors, [])
        return data['copyJobOrder']
      }
      assert.deepEqual(await copy(), placed(lathe))
      await api.database.pool.query(`update work_center set device_status = 'ARCHIVE' where id = $1`, [lathe])
      assert.deepEqual(await copy(), placed(null))
      await api.database.pool.query(`update work_center set device_status = 'ACTIVE' where id = $1`, [lathe])
      // Another order does not get it.
      const other = await planned()
      const given = await ask(
        `mutation { updateJobOrder(input: { id: ${other.id}, version: ${other.version}, productId: ${old.id} }) { id } }`,
      )
      assert.deepEqual(refusalsOf(given), ['productId: ITEM_NOT_FOUND'])
      assert.ok(version > order.version)
    })

    it('are copied with their links, with the dates that are to come and without those that are over', async () => {
      const order = await planned()
      const link = (name: string) =>
        `addJobOrderLinks(id: ${order.id}, links: [{ fileName: "${name}", url: "https://x.example/${name}" }]) { id }`
      assert.deepEqual((await ask(`mutation { a: ${link('a.pdf')} b: ${link('b.pdf')} }`)).errors, [])
      const dates = 'update job_order set due_date = $2, plan_start = $3, plan_duration_ms = 7200000 where id = $1'
      await api.database.pool.query(dates, [order.id, Date.UTC(2020, 0, 1), Date.UTC(2099, 0, 1)])
      const fields = '{ id isLate: lateness dueDate planStart planDuration links { fileName } }'
      const whole = await ask(`mutation { copyJobOrder(id: ${order.id}) ${fields} }`)
      const part = await ask(`mutation { copyJobOrder(id: ${order.id}, planOutput: 10) ${fields} }`)
      assert.deepEqual([...whole.errors, ...part.errors], [])
      const [copy, smaller] = [whole.data['copyJobOrder'], part.data['copyJobOrder']] as Record<string, unknown>[]
      assert.ok(copy && smaller)
      assert.deepEqual(
        [copy['dueDate'], copy['isLate'] === 'LATE', copy['links']],
        [null, false, [{ fileName: 'a.pdf' }, { fileName: 'b.pdf' }]],
      )
      assert.notEqual(copy['planStart'], null)
      assert.deepEqual([copy['planDuration'], smaller['planDuration'] === copy['planDuration']], [120, false])
      done(await act('cancelJobOrder', `id: ${order.id}`), 'cancelJobOrder')
    })

    it('keep their links once they are over, and their history tells of each', async () => {
      const order = await planned()
      const add = () =>
        ask(`mutation { addJobOrderLinks(id: ${order.id}, links: [{ fileName: "a.pdf", url: "https://x.example/a" }]) { links { id } } }`)
      const { data } = await add()
      const [link] = (data['addJobOrderLinks'] as { readonly links: readonly { readonly id: number }[] }).links
      const remove = () => ask(`mutation { removeJobOrderLinks(id: ${order.id}, linkIds: [${link?.id}]) { id } }`)
      done(await act('cancelJobOrder', `id: ${order.id}`), 'cancelJobOrder')
      assert.deepEqual(refusalsOf(await add()), ['links: JOB_ORDER_FIELD_LOCKED'])
      assert.deepEqual(refusalsOf(await remove()), ['links: JOB_ORDER_FIELD_LOCKED'])
      done(await act('restoreJobOrder', `id: ${order.id}`), 'restoreJobOrder')
      assert.deepEqual((await remove()).errors, [])
      const history = await ask(`{ jobOrder(id: ${order.id}) { events { details } } }`)
      const told = (history.data['jobOrder'] as { readonly events: readonly { readonly details: string }[] }).events.map(
        ({ details }) => details,
      )
      assert.ok(told.includes('{"linkAdded": "a.pdf"}') && told.includes('{"linkRemoved": "a.pdf"}'), told.join())
    })
  })

  describe('that wait', () => {
    it('stand in one sequence, and moves are relative', async () => {
      const place = await addPress(api, 'Saw')
      const [a, b, c, d, e] = await Promise.all(
        ['a', 'b', 'c', 'd', 'e'].map((name) => create(`orderCode: "Q-${name}", workCenterId: ${place}`)),
      ).then((orders) => orders.toSorted((one, other) => (one.priority ?? 0) - (other.priority ?? 0)))
      assert.ok(a && b && c && d && e)
      const queue = async () => {
        const { data } = await ask(
          `{ jobOrdersPages(filter: { workCenterIds: [${place}] }, order: { field: PRIORITY }, size: 50) { items { id priority version } } }`,
        )
        return (data['jobOrdersPages'] as { readonly items: readonly Order[] }).items
      }
      await Promise.all([
        act('updateJobOrderPriority', `id: ${e.id}, after: ${a.id}`),
        act('updateJobOrderPriority', `id: ${b.id}, after: ${d.id}`),
      ])
      const found = await queue()
      assert.deepEqual(
        found.map(({ id, priority, version }) => [id, priority, version]),
        [a, e, c, d, b].map(({ id }, index) => [id, index + 1, 1]),
      )
      done(await act('updateJobOrderPriority', `id: ${b.id}, priority: 1`), 'updateJobOrderPriority')
      done(await act('updateJobOrderPriority', `id: ${d.id}, after: null`), 'updateJobOrderPriority')
      assert.deepEqual(
        (await queue()).map(({ id }) => id),
        [d, b, a, e, c].map(({ id }) => id),
      )
      done(await act('cancelJobOrder', `id: ${a.id}`), 'cancelJobOrder')
      assert.deepEqual(refusalsOf(await act('updateJobOrderPriority', `id: ${c.id}, after: ${a.id}`)), ['after: NOT_IN_QUEUE'])
      const moved = done(await act('updateJobOrderPriority', `id: ${c.id}, workCenterId: ${lathe}, priority: 1`), 'updateJobOrderPriority')
      assert.deepEqual([moved.priority, moved.version], [1, 2])
      // Back from the cancelled ones an order comes to the end.
      const restored = done(await act('restoreJobOrder', `id: ${a.id}`), 'restoreJobOrder')
      assert.deepEqual([restored.status, restored.priority], ['DRAFT', 4])
    })

    it('are seen by operators as far as the quota goes', async () => {
      const place = await addPress(api, 'Mill')
      await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
        'ACME1',
        api.users.OPERATOR,
        place,
      ])
      await api.database.pool.query('update work_center set operator_access_quota = 2 where id = $1', [place])
      const at = `productId: ${tube}, workCenterId: ${place}, planOutput: 5, planCycleTime: 1`
      const [a, b, c, held] = [
        await create(`orderCode: "O-a", status: PLANNED, ${at}`),
        await create(`orderCode: "O-b", status: PLANNED, ${at}`),
        await create(`orderCode: "O-c", status: PLANNED, ${at}`),
        await create(`orderCode: "O-h", status: PLANNED, ${at}`),
      ]
      await create(`orderCode: "O-d", ${at}`)
      done(await act('startJobOrder', `id: ${held.id}`), 'startJobOrder')
      now += MINUTE_MS
      done(await act('stopJobOrder', `id: ${held.id}`), 'stopJobOrder')
      const seen = async () => {
        const { data } = await ask(`{ jobOrders(workCenterIds: [${place}], order: { field: ID }) { orderCode } }`, 'OPERATOR')
        return (data['jobOrders'] as readonly Order[]).map(({ orderCode }) => orderCode)
      }
      assert.deepEqual(await seen(), ['O-a', 'O-b', 'O-h'])
      const { data } = await ask(`{ workCenter(id: ${place}) { jobOrdersPages(size: 50) { items { orderCode } } } }`, 'OPERATOR')
      const { jobOrdersPages } = data['workCenter'] as { readonly jobOrdersPages: { readonly items: readonly Order[] } }
      assert.deepEqual(jobOrdersPages.items.map(({ orderCode }) => orderCode).toSorted(), ['O-a', 'O-b', 'O-h'])
      const outside = await act('startJobOrder', `id: ${c.id}`, 'OPERATOR')
      assert.deepEqual(refusalsOf(outside), ['JOB_ORDER_OUTSIDE_QUOTA'])
      assert.deepEqual(outside.errors[0]?.extensions.params, { quota: 2 })
      done(await act('startJobOrder', `id: ${a.id}`, 'OPERATOR'), 'startJobOrder')
      assert.deepEqual(await seen(), ['O-a', 'O-b', 'O-c', 'O-h'])
      assert.equal((await read(b.id)).status, 'PLANNED')
    })
  })

  describe('that are worked on', () => {
    it('are switched in one act with one instant, and taken back as one', async () => {
      const place = await addPress(api, 'Welder')
      const at = `productId: ${tube}, workCenterId: ${place}, planOutput: 5, planCycleTime: 1, status: PLANNED`
      const [first, second] = [await create(`orderCode: "S-1", ${at}`), await create(`orderCode: "S-2", ${at}`)]
      const started = done(await act('startJobOrder', `id: ${first.id}, at: "${iso(now - 30 * MINUTE_MS)}"`), 'startJobOrder')
      assert.deepEqual([started.status, started.priority, started.timeStart], ['PROGRESS', 0, iso(now - 30 * MINUTE_MS)])
      assert.ok(api.awaitedReloads.includes(place as never))
      const again = await act('startJobOrder', `id: ${first.id}`)
      assert.equal(again.errors[0]?.extensions.params?.['by'], api.users.USER)
      assert.equal(again.errors[0]?.extensions.params?.['since'], now - 30 * MINUTE_MS)
      assert.equal(again.errors[0]?.extensions.params?.['name'], 'Test Person')

      const switched = done(
        await act('startJobOrder', `id: ${second.id}, running: STOP, at: "${iso(now - 10 * MINUTE_MS)}"`),
        'startJobOrder',
      )
      const stopped = await read(first.id)
      assert.deepEqual(
        [stopped.status, stopped.timeEnd, switched.timeStart],
        ['ON_HOLD', iso(now - 10 * MINUTE_MS), iso(now - 10 * MINUTE_MS)],
      )

      const [event] = switched.events
      const byOther = await act('undoJobOrderAction', `eventId: "${event?.id}"`, 'ADMIN')
      assert.equal(byOther.errors[0]?.extensions.params?.['cause'], 'OTHER_PERSON')
      const { errors, data } = await act('undoJobOrderAction', `eventId: "${event?.id}"`)
      assert.deepEqual(errors, [])
      assert.equal((data['undoJobOrderAction'] as readonly Order[]).length, 2)
      const [one, two] = [await read(first.id), await read(second.id)]
      assert.deepEqual([one.status, one.timeStart, one.timeEnd], ['PROGRESS', iso(now - 30 * MINUTE_MS), null])
      assert.deepEqual([two.status, two.timeStart, two.priority], ['PLANNED', null, 1])
      assert.deepEqual(
        two.events.map(({ kind, undoneOn }) => [kind, undoneOn !== null]),
        [
          ['UNDONE', false],
          ['STARTED', true],
          ['CREATED', false],
        ],
      )
      assert.equal((await act('undoJobOrderAction', `eventId: "${event?.id}"`)).errors[0]?.extensions.params?.['cause'], 'UNDONE')
    })

    it('are not taken back after a minute, nor once something changed', async () => {
      const order = await planned()
      const [event] = done(await act('startJobOrder', `id: ${order.id}`), 'startJobOrder').events
      now += 61_000
      assert.equal((await act('undoJobOrderAction', `eventId: "${event?.id}"`)).errors[0]?.extensions.params?.['cause'], 'TIME')
      const [stop] = done(await act('stopJobOrder', `id: ${order.id}`), 'stopJobOrder').events
      const { version } = await read(order.id)
      done(
        await ask(`mutation { updateJobOrder(input: { id: ${order.id}, version: ${version}, notes: "x" }) { ${FIELDS} } }`),
        'updateJobOrder',
      )
      assert.equal((await act('undoJobOrderAction', `eventId: "${stop?.id}"`)).errors[0]?.extensions.params?.['cause'], 'CHANGED')
      assert.deepEqual(refusalsOf(await act('undoJobOrderAction', 'eventId: "999999"')), ['JOB_ORDER_EVENT_NOT_FOUND'])
    })

    it('are dated back as far as the person may, and never into a confirmed shift', async () => {
      const order = await planned()
      const far = `id: ${order.id}, at: "${iso(DAY_START - 31 * MINUTE_MS)}"`
      assert.deepEqual(refusalsOf(await act('startJobOrder', far)), ['at: START_TOO_EARLY'])
      assert.deepEqual(refusalsOf(await act('startJobOrder', `id: ${order.id}, at: "${iso(now + 6000)}"`)), ['at: START_IN_FUTURE'])
      const confirmed = await addShift(api, press, { start: DAY_START - 8 * HOUR_MS, hours: 8, date: '2026-05-03', shiftId: 3 })
      await api.database.pool.query(`update shift set status = 'CONFIRMED' where id = $1`, [confirmed])
      assert.deepEqual(refusalsOf(await act('startJobOrder', far, 'ADMIN')), ['at: SHIFT_CONFIRMED'])
      done(await act('startJobOrder', `id: ${order.id}, at: "${iso(DAY_START)}"`), 'startJobOrder')
      assert.deepEqual(refusalsOf(await act('stopJobOrder', `id: ${order.id}, at: "${iso(DAY_START - 1000)}"`)), ['at: SHIFT_CONFIRMED'])
      // A run of less than a second is none, and the order is what it was before.
      const stopped = done(await act('stopJobOrder', `id: ${order.id}, at: "${iso(DAY_START + 999)}"`), 'stopJobOrder')
      assert.deepEqual([stopped.status, stopped.timeStart], ['PLANNED', null])
      const { rows } = await api.database.pool.query<{ from: number }>(
        `select from_at as from from recalculation where work_center_id = $1 order by id desc limit 1`,
        [press],
      )
      assert.equal(Number(rows[0]?.from), DAY_START, 'the part of a second is calculated anew, too')
      done(await act('startJobOrder', `id: ${order.id}, at: "${iso(now - HOUR_MS)}"`), 'startJobOrder')
      assert.deepEqual(refusalsOf(await act('stopJobOrder', `id: ${order.id}, at: "${iso(now - 2 * HOUR_MS)}"`)), ['at: RUN_TOO_SHORT'])
      done(await act('closeJobOrder', `id: ${order.id}`), 'closeJobOrder')
    })

    it('go on again only where there is room', async () => {
      const place = await addPress(api, 'Bender')
      await api.database.pool.query('update work_center set max_parallel_orders = 1 where id = $1', [place])
      const at = `productId: ${tube}, workCenterId: ${place}, planOutput: 5, planCycleTime: 1, status: PLANNED`
      const [a, b] = [await create(`orderCode: "R-1", ${at}`), await create(`orderCode: "R-2", ${at}`)]
      done(await act('startJobOrder', `id: ${a.id}, at: "${iso(now - HOUR_MS)}"`), 'startJobOrder')
      const [paused] = done(await act('stopJobOrder', `id: ${a.id}`), 'stopJobOrder').events
      done(await act('startJobOrder', `id: ${b.id}`, 'ADMIN'), 'startJobOrder')
      const undone = await act('undoJobOrderAction', `eventId: "${paused?.id}"`)
      assert.equal(undone.errors[0]?.extensions.params?.['cause'], 'PLACE')
      assert.equal((await read(a.id)).status, 'ON_HOLD')
    })

    it('are done in no other name, not even taken back', async () => {
      const order = await planned()
      const [event] = done(await act('startJobOrder', `id: ${order.id}`), 'startJobOrder').events
      const asUser = `actingUserId: "${api.users.USER}"`
      for (const query of [
        `undoJobOrderAction(eventId: "${event?.id}", ${asUser}) { id }`,
        `stopJobOrder(id: ${order.id}, ${asUser}) { id }`,
        `cancelJobOrder(id: ${order.id}, ${asUser}) { id }`,
      ])
        assert.deepEqual(refusalsOf(await ask(`mutation { ${query} }`)), ['actingUserId: NOT_A_STATION'], query)
      const bearer = await api.token(api.users.ADMIN)
      for (const acting of [api.users.USER, 'x']) {
        const { errors } = await api.post(JSON.stringify({ query: 'mutation { createJobOrder(input: {}) { id } }' }), {
          authorization: `Bearer ${bearer}`,
          'x-acting-user': acting,
        })
        assert.deepEqual(
          errors.map(({ extensions }) => extensions.code),
          ['NOT_A_STATION'],
        )
      }
      done(await act('closeJobOrder', `id: ${order.id}`), 'closeJobOrder')
    })

    it('are as many as the work center may have at once', async () => {
      const place = await addPress(api, 'Painter')
      await api.database.pool.query('update work_center set max_parallel_orders = 1 where id = $1', [place])
      const at = `productId: ${tube}, workCenterId: ${place}, planOutput: 5, planCycleTime: 1, status: PLANNED`
      const orders = [await create(`orderCode: "M-1", ${at}`), await create(`orderCode: "M-2", ${at}`)]
      // Two tablets at once: one wins, the other hears who.
      const answers = await Promise.all(orders.map(({ id }) => act('startJobOrder', `id: ${id}`)))
      const refused = answers.filter(({ errors }) => errors.length > 0)
      assert.equal(refused.length, 1)
      assert.deepEqual(refused[0]?.errors[0]?.extensions.code, 'PARALLEL_ORDERS_FULL')
      const running = answers.findIndex(({ errors }) => errors.length === 0)
      assert.equal(refused[0]?.errors[0]?.extensions.params?.['orderCodes'], orders[running]?.orderCode)
    })

    it('answer what was made, counted and confirmed', async () => {
      const place = await addPress(api, 'Cutter')
      const order = await create(
        `orderCode: "C-1", productId: ${tube}, workCenterId: ${place}, planOutput: 100, planCycleTime: 1, status: PLANNED`,
      )
      await api.database.pool.query(
        'insert into job_order_run (company_id, job_order_id, work_center_id, start_at, end_at) values ($1, $2, $3, $4, $5)',
        ['ACME1', order.id, place, DAY_START, DAY_START + HOUR_MS],
      )
      await addSegment(api, place, [0, 30], { jobOrderIds: [order.id], total: 70 })
      await addSegment(api, place, [30, 60], { jobOrderIds: [order.id], total: 50 })
      await api.database.pool.query(`update output_segment set effective_accepted = effective_total where work_center_id = $1`, [place])
      await api.database.pool.query('update job_order set accepted_output = 70 where id = $1', [order.id])
      const { data } = await ask(
        `{ jobOrder(id: ${order.id}) { progress madeProgress isOverPlan madeOutput { totalOutput } countedOutput { totalOutput acceptedOutput } allowedActions } }`,
      )
      assert.deepEqual(data['jobOrder'], {
        progress: 70,
        madeProgress: 120,
        isOverPlan: false,
        madeOutput: { totalOutput: 120 },
        countedOutput: { totalOutput: 50, acceptedOutput: 50 },
        allowedActions: ['CANCEL', 'COPY', 'EDIT', 'PRIORITIZE', 'START'],
      })
    })

    it('are never deleted, what was not worked on is', async () => {
      const [worked, idle] = [await planned(), await planned()]
      done(await act('startJobOrder', `id: ${worked.id}`), 'startJobOrder')
      now += MINUTE_MS
      done(await act('stopJobOrder', `id: ${worked.id}`), 'stopJobOrder')
      done(await act('cancelJobOrder', `id: ${worked.id}`), 'cancelJobOrder')
      done(await act('cancelJobOrder', `id: ${idle.id}`), 'cancelJobOrder')
      const remove = (id: number, more = '') => ask(`mutation { deleteJobOrder(id: ${id}${more}) }`)
      const key = `, requestKey: "${randomUUID()}"`
      // Sent again after its answer was lost, it is done once.
      for (let time = 0; time < 2; time++) assert.deepEqual((await remove(idle.id, key)).errors, [])
      assert.deepEqual(refusalsOf(await remove(idle.id)), ['JOB_ORDER_NOT_FOUND'])
      assert.deepEqual(refusalsOf(await remove(worked.id, key)), ['requestKey: REQUEST_KEY_REUSED'])
      assert.deepEqual(refusalsOf(await ask(`{ jobOrder(id: ${idle.id}) { id } }`)), ['JOB_ORDER_NOT_FOUND'])
      assert.deepEqual(refusalsOf(await remove(worked.id)), ['JOB_ORDER_HAS_RUNS'])
    })
  })

  it('are found by code, product, due date and status, with a count for each status', async () => {
    await create(`orderCode: "Find-ЁЖ", externalCode: "ERP/77", productId: ${tube}, dueDate: "${iso(now - HOUR_MS)}"`)
    const page = async (filter: string) => {
      const { data, errors } = await ask(
        `{ jobOrdersPages(filter: { ${filter} }, size: 50) { totalItems items { orderCode } counts { status count } } }`,
      )
      assert.deepEqual(errors, [])
      return data['jobOrdersPages'] as {
        readonly totalItems: number
        readonly items: readonly Order[]
        readonly counts: readonly { readonly status: string; readonly count: number }[]
      }
    }
    for (const filter of ['orderCodeFilter: "find-еж"', 'orderCodeFilter: "erp/77"', 'isOverdue: true', 'search: "erp/77"'].slice(0, 3)) {
      assert.deepEqual(
        (await page(filter)).items.map(({ orderCode }) => orderCode),
        ['Find-ЁЖ'],
        filter,
      )
    }
    assert.ok((await page('search: "dt-2377"')).totalItems > 1)
    const drafts = await page('statuses: [DRAFT]')
    assert.equal(drafts.counts.find(({ status }) => status === 'DRAFT')?.count, drafts.totalItems)
    assert.ok((drafts.counts.find(({ status }) => status === 'ON_HOLD')?.count ?? 0) > 0)
  })
})
