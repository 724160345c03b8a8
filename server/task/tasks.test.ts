import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { UserId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { createLog } from '#server/log.ts'
import type { Keeper } from '#server/event/keepByMarks.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops, sendSamples, untilFolded } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { keepTasks } from './keepTasks.ts'

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
    await eventually(async () => {
      const { rows } = await api.database.pool.query<{ isPast: boolean }>(
        'select coalesce(bool_and(txid < pg_snapshot_xmin(pg_current_snapshot())), true) as "isPast" from domain_event',
      )
      return rows[0]?.isPast === true ? true : undefined
    })
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

  it('are not seen by operators of other work centers', async () => {
    const { data } = await api.ask(`{ operationalTasks { items { id } } }`, { as: 'OPERATOR' })
    assert.deepEqual(data['operationalTasks'], { items: [] })
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
    assert.deepEqual((await change(`version: ${version}, isActive: false`)).errors, [])
    await settle()
    assert.deepEqual(
      (await tasks()).filter(({ status }) => status === 'PENDING'),
      [],
    )
  })
})
