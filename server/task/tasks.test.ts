import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { createLog } from '#server/log.ts'
import type { Keeper } from '#server/event/keepByMarks.ts'
import { takeMark } from '#server/event/mark.store.ts'
import { createTrustedClock } from '#server/event/trustedClock.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addPress, addSegment, DAY_START } from '#server/shift/testing.ts'
import { addPressWithStops, sendSamples, untilFolded } from '#server/testing/stoppedPress.ts'
import { addFleet, untilEventsArePast } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { evaluateTasks, keepTasks } from './keepTasks.ts'
import { oldestOrdered } from './task.store.ts'
import { markWorkCenters } from './taskMark.store.ts'

/** A Monday; shifts begin at 6, 14 and 22. */
const START = Date.UTC(2026, 4, 4, 6)
const STOP = { from: 40, to: 50, powerKw: 2 }
const LATER = { from: 60, to: 65, powerKw: 2 }

type Task = {
  readonly id: number
  readonly action: string
  readonly status: string
  readonly timeStart: string
  readonly closedCause: string | null
  readonly comment: string | null
  readonly parameters: { readonly start: string; readonly loss: { readonly id: number } | null }
}
const FIELDS = 'id action status timeStart closedCause comment parameters { start loss { id } }'

describe('operational tasks', () => {
  let api: TestApi
  let press: TestMachine
  let kept: Keeper
  let now = START + 30 * MINUTE_MS

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => now, log: createLog('error') })
    kept = await keepTasks({ database: api.database, log: api.deps.log, now: () => now, everyMs: HOUR_MS })
    press = await addPressWithStops(api, ACME, { start: START, until: 30, stops: [] })
  })
  after(async () => {
    await kept.close()
    await api.close()
  })

  const minute = (at: number) => START + at * MINUTE_MS
  const codesOf = ({ errors }: Answer) => errors.map(({ extensions }) => extensions.code)
  /** Consumers take what no open transaction may come before. */
  const settle = async () => {
    await untilEventsArePast(api)
    await kept.run()
  }
  const pass = async (from: number, until: number) => {
    now = minute(until)
    await sendSamples(api.origin, press, { start: START, from, until, stops: [STOP, LATER] })
    await untilFolded(api.database, press, minute(until - 1))
    await api.store(ACME)
    await settle()
  }
  const tasks = async (as: 'ADMIN' | 'GUEST' | 'OPERATOR' | 'USER' = 'ADMIN'): Promise<readonly Task[]> => {
    const { data, errors } = await api.ask(`{ operationalTasks(workCenterId: ${press.workCenterId}) { items { ${FIELDS} } } }`, { as })
    assert.deepEqual(errors, [])
    return (data['operationalTasks'] as { readonly items: readonly Task[] }).items
  }

  /** A pending task of long ago. */
  const leaveOld = (workCenterId: number, days = 10) =>
    api.database.pool.query(
      `insert into operational_task (company_id, work_center_id, event, shift_start_at, subject_start, subject_end, due_at)
        values ($1, $2, 'LOSS_APPEARED', $3::int8, $3::int8, $3::int8 + 60000, $3::int8)`,
      [ACME, workCenterId, START - days * DAY_MS],
    )
  const causes = async (workCenterId: number, before = Number.MAX_SAFE_INTEGER) => {
    const { rows } = await api.database.pool.query<{ cause: string | null }>(
      `select closed_cause as cause from operational_task where company_id = $1 and work_center_id = $2 and subject_start < $3 order by id`,
      [ACME, workCenterId, before],
    )
    return rows.map(({ cause }) => cause)
  }

  it('ask for the reason of a stop once it is a minute old, and once only', async () => {
    await pass(30, 43)
    const [task, ...others] = await tasks()
    assert.deepEqual(others, [])
    assert.deepEqual([task?.action, task?.status, task?.timeStart], ['CLASSIFY_LOSS', 'PENDING', new Date(minute(41)).toISOString()])
    await pass(43, 55)
    assert.deepEqual(
      (await tasks()).map(({ id, status }) => [id, status]),
      [[task?.id, 'PENDING']],
    )
  })

  it('are closed by a comment that says something, and stay closed', async () => {
    const [task] = await tasks()
    const close = (comment: string) => api.ask(`mutation { closeOperationalTask(id: ${task?.id}, comment: "${comment}") { ${FIELDS} } }`)
    assert.deepEqual(codesOf(await close(' a ')), ['LENGTH_OUT_OF_RANGE'])
    const { data } = await close('nobody knows')
    assert.deepEqual((data['closeOperationalTask'] as Task).closedCause, 'PERSON')
    assert.deepEqual(codesOf(await close('again')), ['TASK_CLOSED'])
    await pass(55, 58)
    assert.deepEqual(
      (await tasks()).map(({ status, comment }) => [status, comment]),
      [['CLOSED', 'nobody knows']],
    )
  })

  it('are not found from another company, and given only to who may do what they ask for', async () => {
    const [task] = await tasks()
    const give = (to: string, more: { readonly as?: UserId; readonly company?: string } = {}) =>
      api.ask(`mutation { assignOperationalTask(id: ${task?.id}, assigneeId: "${to}") { assignee { id } } }`, more)
    assert.deepEqual(codesOf(await give(api.users.USER, { as: api.stranger, company: OTHER })), ['TASK_NOT_FOUND'])
    await pass(58, 70)
    const pending = (await tasks()).find(({ status }) => status === 'PENDING')
    const assign = (to: string) =>
      api.ask(`mutation { assignOperationalTask(id: ${pending?.id}, assigneeId: "${to}") { assignee { id } } }`)
    assert.deepEqual(codesOf(await assign(api.users.GUEST)), ['USER_NOT_FOUND'])
    const { data } = await assign(api.users.USER)
    assert.deepEqual(data['assignOperationalTask'], { assignee: { id: api.users.USER } })
  })

  it('are talked about by those who may do what they ask for, and by nobody of another work center or company', async () => {
    const pending = (await tasks()).find(({ status }) => status === 'PENDING')
    const say = (more: object = {}) =>
      api.ask(
        `mutation { commentOperationalTask(id: ${pending?.id}, content: "The belt slips") {
          conversation { topic messages(size: 5) { content sender { id } } } unreadMessages } }`,
        more,
      )
    assert.deepEqual(codesOf(await say({ as: api.stranger, company: OTHER })), ['TASK_NOT_FOUND'])
    assert.deepEqual(codesOf(await say({ as: 'OPERATOR' })), ['TASK_NOT_FOUND'])
    assert.deepEqual(codesOf(await say({ as: 'GUEST' })), ['FORBIDDEN'])
    const { data, errors } = await say({ as: 'USER' })
    assert.deepEqual(errors, [])
    assert.deepEqual(data['commentOperationalTask'], {
      conversation: { topic: 'Press', messages: [{ content: 'The belt slips', sender: { id: api.users.USER } }] },
      unreadMessages: 0,
    })
    const { data: read } = await api.ask('{ operationalTasks(status: PENDING) { items { unreadMessages } } }')
    assert.deepEqual(read['operationalTasks'], { items: [{ unreadMessages: 1 }] })
  })

  it('are to be done by the time that somebody says, and keep whose they are', async () => {
    const pending = (await tasks()).find(({ status }) => status === 'PENDING')
    const by = '2026-05-04T12:00:00.000Z'
    const give = (more: string) => api.ask(`mutation { assignOperationalTask(id: ${pending?.id}, ${more}) { wantedBy assignee { id } } }`)
    const { data } = await give(`wantedBy: "${by}"`)
    assert.deepEqual(data['assignOperationalTask'], { wantedBy: by, assignee: { id: api.users.USER } })
    const { data: taken } = await give('wantedBy: null, assigneeId: null')
    assert.deepEqual(taken['assignOperationalTask'], { wantedBy: null, assignee: null })
  })

  it('ask the team of their plan, and whoever has one', async () => {
    const { data: made } = await api.ask('mutation { createTeam(name: "Setters", color: "#004488") { id } }')
    const team = (made['createTeam'] as { readonly id: string }).id
    const plan = async () => {
      const { data } = await api.ask('{ operationalPlans { event version } }')
      const plans = data['operationalPlans'] as readonly { readonly event: string; readonly version: number }[]
      return plans.find(({ event }) => event === 'LOSS_APPEARED')?.version
    }
    const ask = async (teamId: string | null) => {
      const value = teamId === null ? 'null' : `"${teamId}"`
      const answer = await api.ask(
        `mutation { updateOperationalPlan(event: LOSS_APPEARED, version: ${await plan()}, teamId: ${value}) { teamId } }`,
      )
      assert.deepEqual(answer.errors, [])
    }
    const asked = async () => {
      const { data } = await api.ask(
        `{ operationalTasks(status: PENDING) { items { id team { name } user: asks(userId: "${api.users.USER}") admin: asks(userId: "${api.users.ADMIN}") } } }`,
      )
      return (data['operationalTasks'] as { readonly items: readonly { readonly id: number }[] }).items.map(({ id: _id, ...item }) => item)
    }
    assert.deepEqual(await asked(), [{ team: null, user: true, admin: true }])
    await ask(team)
    await api.database.pool.query('update membership set team_id = $1 where company_id = $2 and user_id = $3', [team, ACME, api.users.USER])
    assert.deepEqual(await asked(), [{ team: { name: 'Setters' }, user: true, admin: false }])
    const pending = (await tasks()).find(({ status }) => status === 'PENDING')
    await api.ask(`mutation { assignOperationalTask(id: ${pending?.id}, assigneeId: "${api.users.ADMIN}") { id } }`)
    assert.deepEqual(await asked(), [{ team: { name: 'Setters' }, user: false, admin: true }])
    await ask(null)
  })

  it('are closed at the time of the tap, also when it arrives hours later, and once', async () => {
    await leaveOld(press.workCenterId, 3)
    const { rows } = await api.database.pool.query<{ id: string }>(
      'select id from operational_task where company_id = $1 and work_center_id = $2 and closed_cause is null order by due_at limit 1',
      [ACME, press.workCenterId],
    )
    const id = rows[0]?.id
    const said = new Date(now - 5 * HOUR_MS).toISOString()
    const close = (at: string) =>
      api.ask(`mutation { closeOperationalTask(id: ${id}, comment: "seen", occurredAt: "${at}",
        requestKey: "0198f7c2-7d6e-7cc3-98c4-dc0c0c073af1") { closedAt closedCause } }`)
    const tooOld = new Date(now - 15 * DAY_MS).toISOString()
    assert.deepEqual(
      codesOf(await api.ask(`mutation { closeOperationalTask(id: ${id}, comment: "seen", occurredAt: "${tooOld}") { id } }`)),
      ['SAID_TOO_LONG_AGO'],
    )
    for (const _try of [1, 2]) {
      const { data, errors } = await close(said)
      assert.deepEqual(errors, [])
      assert.deepEqual(data['closeOperationalTask'], { closedAt: said, closedCause: 'PERSON' })
    }
    await api.database.pool.query('delete from operational_task where company_id = $1 and id = $2', [ACME, id])
  })

  it('are not seen by operators of other work centers', async () => {
    const { data } = await api.ask(`{ operationalTasks { items { id } } }`, { as: 'OPERATOR' })
    assert.deepEqual(data['operationalTasks'], { items: [] })
  })

  it('are gone with their work center, however old they are', async () => {
    const lathe = await addPress(api, 'Lathe')
    await leaveOld(lathe)
    assert.deepEqual((await api.ask(`mutation { deleteBox(boxId: ${lathe}) { id } }`)).errors, [])
    await settle()
    assert.deepEqual(await causes(lathe), ['GONE'])
  })

  it('that ask for an order are closed also where it is given days later', async () => {
    const saw = await addPress(api, 'Saw')
    const { pool } = api.database
    await addSegment(api, saw, [0, 60])
    const segment = await addSegment(api, saw, [60, 120])
    await pool.query(`insert into operational_plan (company_id, event, is_active, active_from) values ($1, 'COUNTER_RESET', true, 0)`, [
      ACME,
    ])
    const evaluate = (at: number) =>
      api.database.inTenant(ACME, (tenant) => evaluateTasks(tenant, asId<WorkCenterId>(saw), { fromAt: at, now: at }))
    await evaluate(DAY_START + 3 * HOUR_MS)
    const later = DAY_START + 5 * DAY_MS
    await evaluate(later)
    assert.deepEqual(await causes(saw), [null])
    const oldest = () => api.database.inTenant(ACME, (tenant) => oldestOrdered(tenant, asId<WorkCenterId>(saw)))
    assert.equal(await oldest(), null)
    await pool.query('update output_segment set job_order_ids = array[4] where id = $1 and company_id = $2', [segment, ACME])
    assert.equal(await oldest(), DAY_START)
    // What asks after an order that reached its plan and goes on has one, and stays.
    await pool.query(
      `insert into job_order (company_id, id, order_code, work_center_id) overriding system value values ($1, 4, 'SO-4', $2)`,
      [ACME, saw],
    )
    await pool.query(
      `insert into order_reach (company_id, work_center_id, job_order_id, reached_at, look_at, plan)
      select company_id, work_center_id, 4, subject_start, 0, 100 from operational_task where company_id = $1 and work_center_id = $2`,
      [ACME, saw],
    )
    assert.equal(await oldest(), null)
    await pool.query('delete from order_reach where company_id = $1', [ACME])
    await evaluate(later + MINUTE_MS)
    assert.deepEqual(await causes(saw), ['CONDITION'])
    assert.equal(await oldest(), null)
    await pool.query(`delete from operational_plan where company_id = $1 and event = 'COUNTER_RESET'`, [ACME])
  })

  it('of one company keep those of another waiting for one work center', async () => {
    const { pool, inSystem } = api.database
    const [other] = await addFleet(api.database, OTHER, 1)
    assert.ok(other)
    await pool.query('delete from operational_task_mark')
    const marks = [press.workCenterId, other.workCenterId].map((workCenterId, index) => ({
      companyId: index === 0 ? ACME : OTHER,
      workCenterId: asId<WorkCenterId>(workCenterId),
      fromAt: now,
    }))
    await inSystem((tx) => markWorkCenters(tx, marks, now))
    const next = (after: CompanyId | null) =>
      inSystem(async (tx) => (await takeMark(tx, 'operational_task_mark', now, after))?.companyId ?? null)
    assert.deepEqual([await next(null), await next(ACME), await next(OTHER)], [ACME, OTHER, ACME])
  })

  it('are not asked for by a clock that somebody set, and are when the time has passed', async () => {
    const { pool } = api.database
    const [fresh] = await addFleet(api.database, ACME, 1)
    assert.ok(fresh)
    let passed = 0
    let ahead = 0
    const clock = createTrustedClock({
      database: api.database,
      log: createLog('silent'),
      wall: () => now + passed + ahead,
      elapsed: () => passed,
    })
    const rounds = await keepTasks({ database: api.database, log: createLog('error'), clock, everyMs: HOUR_MS })
    const waits = async () => {
      await rounds.run()
      return (await pool.query('select from operational_task_mark where work_center_id = $1', [fresh.workCenterId])).rowCount === 1
    }
    try {
      await pool.query('delete from operational_task_mark')
      await pool.query('insert into operational_task_mark values ($1, $2, $3, $4)', [ACME, fresh.workCenterId, now, now + HOUR_MS])
      ahead = 2 * HOUR_MS
      assert.ok(await waits())
      assert.ok(await waits())
      ahead = -2 * HOUR_MS
      assert.ok(await waits())
      passed += HOUR_MS
      assert.ok(!(await waits()))
    } finally {
      await rounds.close()
    }
  })

  it('are gone with their plan, which refuses an older version and a delay that is too long', async () => {
    const change = (more: string) =>
      api.ask(`mutation { updateOperationalPlan(event: LOSS_APPEARED, ${more}) { isActive delaySeconds version } }`)
    const { data } = await api.ask('{ operationalPlans { event action isActive version } }')
    const plans = data['operationalPlans'] as readonly { readonly event: string; readonly isActive: boolean; readonly version: number }[]
    assert.deepEqual(
      plans.map(({ event, isActive }) => [event, isActive]),
      [
        ['COUNTER_RESET', false],
        ['LOSS_APPEARED', true],
      ],
    )
    const version = plans[1]?.version ?? 0
    assert.deepEqual(codesOf(await change(`version: ${version}, delaySeconds: 3601`)), ['VALUE_OUT_OF_RANGE'])
    assert.deepEqual(codesOf(await change(`version: ${version + 1}, isActive: false`)), ['CONFLICT'])
    for (const days of [10, 20, 30]) await leaveOld(press.workCenterId, days)
    assert.deepEqual((await change(`version: ${version}, isActive: false`)).errors, [])
    await settle()
    assert.deepEqual(await causes(press.workCenterId, START - DAY_MS), ['GONE', 'GONE', 'GONE'])
    assert.deepEqual(
      (await tasks()).filter(({ status }) => status === 'PENDING'),
      [],
    )
  })
})
