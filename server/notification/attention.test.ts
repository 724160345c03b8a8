import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { lookAtChecklists } from '#server/checklist/lookAtChecklists.service.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { untilEventsArePast } from '#server/testing/testMachines.ts'
import { keepNotifications } from './keepNotifications.ts'
import type { KeptNotifications } from './keepNotifications.ts'

type Role = 'ADMIN' | 'GUEST' | 'OPERATOR' | 'USER'
type Item = {
  readonly id: string
  readonly type: string
  readonly state: string
  readonly severity: string
  readonly status: string | null
  readonly cause: string | null
  readonly occurrenceId: number | null
  readonly value: number | null
}
const TASKS = `[{ id: "p", description: "Pressure", type: MEASUREMENT, min: 4, max: 6, onDeviation: NOTIFY },
  { id: "c", description: "Clean", type: YES_NO, expectedAnswer: true, onDeviation: NOTIFY },
  { id: "d", description: "Dry", type: YES_NO, expectedAnswer: true, required: false }]`
const GOOD = '{ taskId: "p", number: 5 }, { taskId: "c", yes: true }'
const BAD = '{ taskId: "p", number: 9, comment: "Valve" }, { taskId: "c", yes: false }, { taskId: "d", yes: false }'

describe('what is told of checklists and tasks without a rule', () => {
  let api: TestApi
  let kept: KeptNotifications
  let press = 0
  let day = 0
  let now = DAY_START

  before(async () => {
    api = await startTestApi({ now: () => now })
    kept = await keepNotifications({
      database: api.database,
      log: api.deps.log,
      readSamples: api.deps.readSamples,
      now: () => now,
      everyMs: HOUR_MS,
    })
    press = await addPress(api, 'Press')
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      press,
    ])
    // 09:00 to 17:00 of Kyiv.
    await api.database.pool.query(
      `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end) values ($1, 0, 'Europe/Kyiv', 1, 'A', 'Day', '09:00', '17:00')`,
      [ACME],
    )
  })
  after(async () => {
    await kept.close()
    await api.close()
  })

  /** Each test has a morning of its own. */
  const morning = () => {
    now = DAY_START + ++day * 24 * HOUR_MS
  }
  const at = (minutes: number) => {
    now = DAY_START + day * 24 * HOUR_MS + minutes * MINUTE_MS
  }
  const settle = async () => {
    await untilEventsArePast(api)
    await kept.run()
  }
  const ask = async (query: string, as: Role = 'ADMIN') => {
    const { data, errors } = await api.ask(query, { as })
    assert.deepEqual(errors, [])
    return data
  }
  const inbox = async (type: string, as: Role = 'ADMIN', tab = 'OPEN'): Promise<readonly Item[]> => {
    const fields = 'id type state severity status cause occurrenceId value'
    const data = await ask(`{ notifications(filter: { tab: ${tab}, types: [${type}] }) { items { ${fields} } } }`, as)
    return (data['notifications'] as { readonly items: readonly Item[] }).items
  }
  const checklist = async (more: string): Promise<number> => {
    await api.database.pool.query('update checklist set is_active = false')
    const frequency = 'frequency: { source: DAILY_SCHEDULE, showAt: ["10:00", "12:00"] }'
    const input = `{ name: "Round", active: true, workCenterIds: [${press}], tasks: ${TASKS}, ${frequency}, ${more} }`
    const data = await ask(`mutation { createOrUpdateChecklist(input: ${input}) { id } }`)
    return (data['createOrUpdateChecklist'] as { readonly id: number }).id
  }
  const look = async (minutes: number) => {
    at(minutes)
    await lookAtChecklists(api.deps, ACME, now)
    await settle()
  }
  const open = async (id: number): Promise<number> => {
    const data = await ask(`{ checklistOccurrences(filter: { checklistIds: [${id}], states: [PENDING, STARTED] }) { items { id } } }`)
    const [found] = (data['checklistOccurrences'] as { readonly items: readonly { readonly id: number }[] }).items
    assert.ok(found)
    return found.id
  }
  const submit = async (id: number, answers: string, more = '') => {
    await ask(`mutation { submitChecklist(occurrenceId: ${id}, answers: [${answers}] ${more}) { id } }`, 'OPERATOR')
    await settle()
  }

  it('is a run with deviations, one for all of its tasks, to those who plan, until the next one is as expected', async () => {
    morning()
    const id = await checklist('missedSeverity: null')
    await look(61)
    const run = await open(id)
    await submit(run, BAD)
    const told = [['CHECKLIST_DEVIATION', 'OPEN', 'WARNING', 'Round', run, 2]]
    for (const as of ['ADMIN', 'USER'] as const)
      assert.deepEqual(
        (await inbox('CHECKLIST_DEVIATION', as)).map((one) => [one.type, one.state, one.severity, one.status, one.occurrenceId, one.value]),
        told,
      )
    // Who handed it in knows.
    for (const as of ['GUEST', 'OPERATOR'] as const) assert.deepEqual(await inbox('CHECKLIST_DEVIATION', as), [])
    await kept.run()
    assert.equal((await inbox('CHECKLIST_DEVIATION')).length, 1)
    await look(181)
    await submit(await open(id), GOOD)
    assert.deepEqual(await inbox('CHECKLIST_DEVIATION'), [])
    assert.deepEqual(
      (await inbox('CHECKLIST_DEVIATION', 'ADMIN', 'HISTORY')).map(({ state }) => state),
      ['RESOLVED'],
    )
  })

  it('is over once somebody takes care of it, and is not told a second time', async () => {
    morning()
    const id = await checklist('missedSeverity: null')
    await look(61)
    await submit(await open(id), BAD)
    const [told] = await inbox('CHECKLIST_DEVIATION')
    assert.ok(told)
    at(70)
    await ask(`mutation { acknowledgeNotification(id: "${told.id}") { id } }`)
    await settle()
    assert.deepEqual(await inbox('CHECKLIST_DEVIATION'), [])
    await look(181)
    assert.deepEqual(await inbox('CHECKLIST_DEVIATION'), [])
  })

  it('is taken back where a correction shows that everything was as expected', async () => {
    morning()
    const id = await checklist('missedSeverity: null')
    await look(61)
    const run = await open(id)
    await submit(run, BAD)
    assert.equal((await inbox('CHECKLIST_DEVIATION')).length, 1)
    at(65)
    await submit(run, `${GOOD}, { taskId: "d", yes: true }`, ', reason: "Read the wrong gauge"')
    assert.deepEqual(await inbox('CHECKLIST_DEVIATION'), [])
  })

  it('is a run that was missed, as grave as its checklist says, until somebody says why', async () => {
    morning()
    const id = await checklist('missedSeverity: URGENT, answerWithin: 3600')
    await look(61)
    const run = await open(id)
    await look(134)
    assert.deepEqual(await inbox('CHECKLIST_MISSED'), [])
    await look(136)
    assert.deepEqual(
      (await inbox('CHECKLIST_MISSED', 'USER')).map((one) => [one.severity, one.status, one.occurrenceId]),
      [['URGENT', 'Round', run]],
    )
    at(140)
    await ask(`mutation { skipChecklist(occurrenceId: ${run}, reason: "Machine was open") { id } }`, 'OPERATOR')
    await settle()
    assert.deepEqual(await inbox('CHECKLIST_MISSED'), [])
  })

  it('is not told anew while another run of the checklist, missed later, still waits for somebody', async () => {
    morning()
    const id = await checklist('missedSeverity: WARNING, answerWithin: 3600')
    await look(61)
    await open(id)
    await look(136)
    await look(181)
    await look(256)
    const [, first] = await inbox('CHECKLIST_MISSED')
    assert.ok(first)
    at(300)
    await ask(`mutation { acknowledgeNotification(id: "${first.id}") { id } }`)
    await settle()
    for (const minutes of [310, 320]) {
      at(minutes)
      await api.database.pool.query(
        `insert into notification_mark (company_id, work_center_id, from_at, check_at) values ($1, $2, $3, $3) on conflict do nothing`,
        [ACME, press, now],
      )
      await settle()
    }
    const { rows } = await api.database.pool.query<{ state: string }>(
      `select state from notification where condition_key = $1 order by since`,
      [`CHECKLIST_MISSED/${id}`],
    )
    assert.deepEqual(
      rows.map(({ state }) => state),
      ['RESOLVED', 'OPEN'],
    )
    for (const { id: left } of await inbox('CHECKLIST_MISSED')) await ask(`mutation { acknowledgeNotification(id: "${left}") { id } }`)
    await settle()
  })

  it('is not a missed run of a checklist that does not say so, nor one of a company that switched checklists off', async () => {
    morning()
    const id = await checklist('missedSeverity: null, answerWithin: 3600')
    await look(61)
    await open(id)
    await look(136)
    assert.deepEqual(await inbox('CHECKLIST_MISSED'), [])
    morning()
    const told = await checklist('missedSeverity: INFO')
    await look(61)
    await submit(await open(told), BAD)
    assert.equal((await inbox('CHECKLIST_DEVIATION')).length, 1)
    const off = (isActive: boolean) =>
      api.database.pool.query(
        `insert into company_extension (company_id, extension, is_active, changed_on) values ($1, 'CHECKLISTS', $2, now())
         on conflict (company_id, extension) do update set is_active = excluded.is_active`,
        [ACME, isActive],
      )
    await off(false)
    at(70)
    await api.database.pool.query(
      `insert into notification_mark (company_id, work_center_id, from_at, check_at) values ($1, $2, $3, $3) on conflict do nothing`,
      [ACME, press, now],
    )
    await settle()
    assert.deepEqual(await inbox('CHECKLIST_DEVIATION'), [])
    await off(true)
  })

  it('are tasks that wait longer than their plan says, once for all of them, to whom they ask', async () => {
    morning()
    const plan = async (minutes: number | null) => {
      const data = await ask('{ operationalPlans { event version } }')
      const plans = data['operationalPlans'] as readonly { readonly event: string; readonly version: number }[]
      const version = plans.find(({ event }) => event === 'LOSS_APPEARED')?.version ?? 0
      await ask(`mutation { updateOperationalPlan(event: LOSS_APPEARED, version: ${version}, remindAfterMinutes: ${minutes}) { version } }`)
    }
    const addTask = async (start: number): Promise<number> => {
      const { rows } = await api.database.pool.query<{ id: string }>(
        `insert into operational_task (company_id, work_center_id, event, subject_start, due_at) values ($1, $2, 'LOSS_APPEARED', $3, $3) returning id`,
        [ACME, press, start],
      )
      return Number(rows[0]?.id)
    }
    const first = await addTask(now)
    const second = await addTask(now + MINUTE_MS)
    at(5)
    await plan(30)
    await settle()
    assert.deepEqual(await inbox('TASK_WAITING', 'OPERATOR'), [])
    at(32)
    await settle()
    assert.deepEqual(
      (await inbox('TASK_WAITING', 'OPERATOR')).map((one) => [one.severity, one.cause, one.value]),
      [['WARNING', 'LOSS_APPEARED', 2]],
    )
    // They are sent it as they usually are, once for all tasks.
    const { rows: sent } = await api.database.pool.query<{ user: string }>(
      `select user_id as user from notification_delivery d join notification n on n.id = d.notification_id and n.type = 'TASK_WAITING'
       where d.state = 'QUEUED'`,
    )
    assert.deepEqual(sent, [{ user: api.users.OPERATOR }])
    assert.deepEqual(await inbox('TASK_WAITING', 'ADMIN'), [])
    // Given to somebody, it is theirs; what is left there stays told.
    at(33)
    await ask(`mutation { assignOperationalTask(id: ${second}, assigneeId: "${api.users.USER}") { id } }`)
    await settle()
    assert.deepEqual(
      (await inbox('TASK_WAITING', 'USER')).map(({ value }) => value),
      [1],
    )
    assert.deepEqual(
      (await inbox('TASK_WAITING', 'OPERATOR')).map(({ value }) => value),
      [1],
    )
    at(40)
    await ask(`mutation { closeOperationalTask(id: ${first}, comment: "Known") { id } }`, 'OPERATOR')
    await settle()
    assert.deepEqual(await inbox('TASK_WAITING', 'OPERATOR'), [])
    await plan(null)
    await settle()
    assert.deepEqual(await inbox('TASK_WAITING', 'USER'), [])
  })

  it('are tasks that somebody wanted by a time, once when it is over, to whoever has them, though no plan reminds', async () => {
    morning()
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into operational_task (company_id, work_center_id, event, subject_start, due_at) values ($1, $2, 'LOSS_APPEARED', $3, $3) returning id`,
      [ACME, press, now],
    )
    const id = Number(rows[0]?.id)
    const wanted = async (minutes: number, more = '') => {
      const by = new Date(DAY_START + day * 24 * HOUR_MS + minutes * MINUTE_MS).toISOString()
      await ask(`mutation { assignOperationalTask(id: ${id}, wantedBy: "${by}" ${more}) { id } }`)
      await settle()
    }
    const told = async (tab = 'OPEN') => (await inbox('TASK_WAITING', 'USER', tab)).map(({ state, cause, value }) => [state, cause, value])
    const before = await told('HISTORY')
    at(2)
    await wanted(30, `, assigneeId: "${api.users.USER}"`)
    at(29)
    await settle()
    assert.deepEqual(await told(), [])
    at(31)
    await settle()
    assert.deepEqual(await told(), [['OPEN', 'LOSS_APPEARED_WANTED', 1]])
    assert.deepEqual(await inbox('TASK_WAITING', 'OPERATOR'), [])
    // Given more time it is over, and not taken back: it was late.
    at(35)
    await wanted(50)
    assert.deepEqual(await told(), [])
    at(51)
    await settle()
    assert.deepEqual(await told(), [['OPEN', 'LOSS_APPEARED_WANTED', 1]])
    at(55)
    await ask(`mutation { closeOperationalTask(id: ${id}, comment: "Known") { id } }`, 'USER')
    await settle()
    assert.deepEqual(await told(), [])
    const over = ['RESOLVED', 'LOSS_APPEARED_WANTED', 1]
    assert.deepEqual(await told('HISTORY'), [over, over, ...before])
  })
})
