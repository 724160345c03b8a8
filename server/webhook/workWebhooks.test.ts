import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { WEBHOOK_TOPICS } from '#engine/webhook/webhookTopic.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, addShift } from '#server/shift/testing.ts'
import { changeTasks, insertTasks } from '#server/task/task.store.ts'
import { FOREIGN_TEXT } from '#server/testing/foreignText.ts'

const NOW = Date.UTC(2026, 4, 4, 10)
const iso = (at: number) => new Date(at).toISOString()

type Queued = { readonly name: string; readonly type: string; readonly link: string; readonly data: Readonly<Record<string, unknown>> }

describe('webhooks of checklists, tasks, shifts and work requests', () => {
  let api: TestApi
  let press: WorkCenterId
  const place = () => ({ workCenterId: press, workCenter: 'Press' })

  before(async () => {
    api = await startTestApi({ now: () => NOW })
    press = asId<WorkCenterId>(await addPress(api, 'Press'))
    await add('all', WEBHOOK_TOPICS.join(', '))
    await add('orders', 'ORDERS, OUTPUT')
  })
  after(() => api.close())
  beforeEach(() => query('delete from webhook_delivery'))

  const query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await api.database.pool.query<Row>(text, [...values])).rows
  const add = async (name: string, topics: string) => {
    const input = `{ name: "${name}", url: "https://erp.example/${name}", topics: [${topics}] }`
    const { errors } = await api.ask(`mutation { createOrUpdateWebhook(input: ${input}) { webhook { id } } }`)
    assert.deepEqual(errors, [])
  }
  const told = () =>
    query<Queued>(`select w.name, d.type, d.link, d.data from webhook_delivery d
      join webhook w on w.company_id = d.company_id and w.id = d.webhook_id order by d.id`)
  const types = async () => (await told()).map(({ name, type }) => `${name} ${type}`)

  it('tell a checklist that was done or missed, once each time that it turns, as it stands at the end', async () => {
    const [made] = await query<{ id: number }>(
      `insert into checklist (company_id, name, active_from) values ($1, 'Start of shift', 0) returning id`,
      [ACME],
    )
    await query(`insert into checklist_version values ($1, $2, 1, '{}', null, now())`, [ACME, made?.id])
    const occurrence = await api.database.inSystem(async (tx) => {
      const { rows } = await sql<{ id: number }>`insert into checklist_occurrence
          (company_id, checklist_id, checklist_version, work_center_id, anchor, number, due_at, closes_at, state, merged_until)
        values (${ACME}, ${made?.id}, 1, ${press}, 0, 1, ${NOW}, ${NOW + HOUR_MS}, 'PENDING', ${NOW}) returning id`.execute(tx)
      return rows[0]?.id
    })
    assert.deepEqual(await told(), [])
    const turn = (state: string, result: string | null) =>
      api.database.inTenant(ACME, async ({ tx }) => {
        await sql`update checklist_occurrence set state = ${state} where id = ${occurrence}`.execute(tx)
        await sql`update checklist_occurrence set result = ${result}, submitted_at = ${result === null ? null : NOW + 2 * HOUR_MS}::int8 where id = ${occurrence}`.execute(
          tx,
        )
      })
    await turn('MISSED', null)
    await turn('DONE', 'DEVIATION')
    await turn('DONE', 'OK')
    const { id, ...data } = (await told())[1]?.data ?? {}
    assert.deepEqual(await types(), ['all checklist.missed', 'all checklist.done'])
    assert.equal(id, occurrence)
    assert.deepEqual(data, {
      ...place(),
      checklistId: made?.id,
      checklist: 'Start of shift',
      state: 'DONE',
      result: 'DEVIATION',
      dueAt: iso(NOW),
      submittedAt: iso(NOW + 2 * HOUR_MS),
      isFoundLate: false,
    })
    assert.equal((await told())[0]?.link, `/checklists?tab=results&result=${occurrence}`)
  })

  it('tell a task that asks, is closed, and asks again', async () => {
    const due = { shiftStart: NOW - HOUR_MS, dueAt: NOW, isAsked: true, closed: null } as const
    const subject = { start: NOW - MINUTE_MS, end: null }
    await api.database.inSystem((tx) => insertTasks({ companyId: ACME, tx }, press, [{ ...due, event: 'LOSS_APPEARED', subject }]))
    const [task] = await query<{ id: number }>('select id from operational_task')
    const change = { id: Number(task?.id), dueAt: NOW, subject, isTurned: true }
    const closed = { cause: 'PERSON', at: NOW + MINUTE_MS, by: api.users.USER, comment: 'Setup' } as const
    for (const one of [
      { ...change, closed },
      { ...change, closed: { ...closed, comment: 'Setup, long' } },
      { ...change, closed: null },
    ])
      await api.database.inTenant(ACME, (tenant) => changeTasks(tenant, [one], NOW))
    assert.deepEqual(await types(), ['all task.opened', 'all task.closed', 'all task.opened'])
    const { id: _, ...data } = (await told())[1]?.data ?? {}
    assert.deepEqual(data, {
      ...place(),
      event: 'LOSS_APPEARED',
      cause: 'PERSON',
      comment: 'Setup',
      subjectStart: iso(NOW - MINUTE_MS),
      shiftStart: iso(NOW - HOUR_MS),
      dueAt: iso(NOW),
    })
  })

  it('tell a shift that was confirmed, not one that was only counted anew', async () => {
    const shift = await addShift(api, press, { hours: 3 })
    await query('update shift set accepted_output = accepted_output + 1 where id = $1', [shift])
    assert.deepEqual(await told(), [])
    const { errors } = await api.ask(`mutation { confirmShift(id: ${shift}) { id status } }`)
    assert.deepEqual(errors, [])
    const [one, ...others] = await told()
    assert.deepEqual([others, one?.name, one?.type, one?.link], [[], 'all', 'shift.confirmed', `/shifts/${shift}`])
    assert.deepEqual([one?.data['id'], one?.data['revision'], one?.data['workCenter']], [shift, 1, 'Press'])
  })

  it('tell words from elsewhere as they are, within the JSON of the message', async () => {
    await query('update work_center set name = $2 where id = $1', [press, FOREIGN_TEXT])
    const { errors } = await api.ask('mutation ($input: CreateWorkRequestInput!) { createWorkRequest(input: $input) { id } }', {
      variables: { input: { content: FOREIGN_TEXT, workCenterId: press } },
    })
    await query('update work_center set name = $2 where id = $1', [press, 'Press'])
    assert.deepEqual(errors, [])
    const [message] = await told()
    assert.deepEqual([message?.data['content'], message?.data['workCenter']], [FOREIGN_TEXT, FOREIGN_TEXT])
    assert.match(message?.link ?? '', /^\/work-requests\?id=\d+$/)
  })

  it('tell a work request that was made and moved on', async () => {
    const made = await api.ask(`mutation { createWorkRequest(input: { content: "Oil", workCenterId: ${press} }) { id version } }`)
    const { id, version } = made.data['createWorkRequest'] as { readonly id: number; readonly version: number }
    const moved = await api.ask(`mutation { moveWorkRequest(id: ${id}, version: ${version}, status: DISPATCHER, comment: "Now") { id } }`)
    assert.deepEqual([made.errors, moved.errors], [[], []])
    assert.deepEqual(
      (await told()).map(({ name, type, data }) => [name, type, data['before'], data['status'], data['comment']]),
      [
        ['all', 'workRequest.changed', null, 'CREATION', null],
        ['all', 'workRequest.changed', 'CREATION', 'DISPATCHER', 'Now'],
      ],
    )
    assert.equal((await told())[0]?.link, `/work-requests?id=${id}`)
    const input = `content: "Oil leaks", responsibleId: "${api.users.USER}"`
    const changed = await api.ask(`mutation { updateWorkRequest(id: ${id}, version: ${version + 1}, input: { ${input} }) { id } }`)
    assert.deepEqual(changed.errors, [])
    const data = (await told())[2]?.data ?? {}
    assert.deepEqual(
      [data['content'], data['before'], data['status'], data['responsibleId'], data['changes']],
      [
        'Oil leaks',
        'DISPATCHER',
        'DISPATCHER',
        api.users.USER,
        [
          { field: 'CONTENT', before: 'Oil', after: 'Oil leaks' },
          { field: 'RESPONSIBLE', before: null, after: api.users.USER },
        ],
      ],
    )
  })
})
