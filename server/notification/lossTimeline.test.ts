import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addLoss, addPress, addShift, DAY_START } from '#server/shift/testing.ts'
import { putCopy } from './testing.ts'

type Role = 'ADMIN' | 'GUEST' | 'OPERATOR' | 'USER'
type Entry = {
  readonly id: string
  readonly kind: string
  readonly at: string
  readonly user: { readonly id: string } | null
  readonly comment: string | null
  readonly people: number | null
  readonly step: number | null
  readonly deliveries: readonly {
    readonly user: { readonly id: string } | null
    readonly channel: string
    readonly heldBy: string | null
  }[]
  readonly workRequest: { readonly id: number } | null
  readonly requestEvent: { readonly from: string | null; readonly to: string } | null
  readonly occurrence: { readonly id: number; readonly state: string; readonly isReasonGone: boolean } | null
  readonly submission: { readonly result: string } | null
  readonly saying: { readonly reason: { readonly name: string } | null; readonly via: string | null; readonly isRemoved: boolean } | null
  readonly reason: { readonly name: string } | null
}
const FIELDS = `id kind at user { id } comment people step deliveries { user { id } channel heldBy } workRequest { id } requestEvent { from to }
  occurrence { id state isReasonGone } submission { result } saying { reason { name } via isRemoved } reason { name }`

const byText = (a: string, b: string) => a.localeCompare(b)
/** Minutes since the day of the plant began. */
const minute = (at: number) => DAY_START + at * MINUTE_MS
const iso = (ms: number) => new Date(ms).toISOString()

describe('the story of a stop', () => {
  let now = minute(120)
  let api: TestApi
  let press: WorkCenterId
  let lathe: WorkCenterId
  let lossId = 0
  let jam = 0

  before(async () => {
    api = await startTestApi({ now: () => now })
    press = asId<WorkCenterId>(await addPress(api, 'Press'))
    lathe = asId<WorkCenterId>(await addPress(api, 'Lathe'))
    await addShift(api, press)
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into loss_reason (company_id, name) values ($1, 'Jam') returning id`,
      [ACME],
    )
    jam = rows[0]?.id ?? 0
    await api.database.pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      press,
    ])
  })
  after(() => api.close())
  beforeEach(async () => {
    now = minute(120)
    const { pool } = api.database
    for (const table of ['notification', 'work_request', 'checklist_occurrence', 'loss_history', 'loss', 'company_extension'])
      await pool.query(`delete from ${table} where company_id = $1`, [ACME])
    lossId = await addLoss(api, press, [60, 90])
  })

  const ask = (id: number, as: Role = 'ADMIN') => api.ask(`{ lossTimeline(lossId: ${id}) { isWhole entries { ${FIELDS} } } }`, { as })
  const storyOf = async (id = lossId, as: Role = 'ADMIN') => {
    const { data, errors } = await ask(id, as)
    assert.deepEqual(errors, [])
    return data['lossTimeline'] as { readonly isWhole: boolean; readonly entries: readonly Entry[] }
  }
  const kindsOf = async (id = lossId, as: Role = 'ADMIN') => (await storyOf(id, as)).entries.map(({ kind }) => kind)
  const codeOf = async (id: number, as: Role) => (await ask(id, as)).errors[0]?.extensions.code

  /** Tells of the stop at the minute, whoever is named. */
  const tell = async (at: number, people: readonly UserId[], more: { readonly until?: number; readonly since?: number } = {}) => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into notification (company_id, work_center_id, type, condition_key, since, until, due_at, fired_at, state, severity, params)
       values ($1, $2, 'STATUS_DURATION', 'any', $3, $4, $5, $5, case when $4::int8 is null then 'OPEN' else 'RESOLVED' end, 'WARNING',
         '{"status": "Idle"}') returning id`,
      [ACME, press, minute(more.since ?? 60), more.until === undefined ? null : minute(more.until), minute(at)],
    )
    const id = rows[0]?.id ?? ''
    for (const userId of people) await putCopy(api, { notificationId: id, userId, at: minute(at) })
    return id
  }
  const request = async (input: string, as: Role = 'ADMIN') => {
    const { data, errors } = await api.ask(`mutation { createWorkRequest(input: { content: "Seal leaks", ${input} }) { id version } }`, {
      as,
    })
    assert.deepEqual(errors, [])
    return data['createWorkRequest'] as { readonly id: number; readonly version: number }
  }
  let checklistId = 0
  /** A checklist that is due because of a stop within the minutes. */
  const due = async (source: string, [from, to]: readonly [number, number], at: number, more = `'PENDING'`) => {
    if (checklistId === 0) {
      const { data, errors } = await api.ask(
        `mutation { createOrUpdateChecklist(input: { name: "Guard", active: true, workCenterIds: [${press}],
          tasks: [{ id: "done", description: "Look", type: MARK_AS_DONE }, { id: "yes", description: "Closed?", type: YES_NO, expectedAnswer: true, onDeviation: WORK_REQUEST }],
          frequency: { source: DAILY_SCHEDULE, showAt: ["10:00"] } }) { id } }`,
      )
      assert.deepEqual(errors, [])
      checklistId = (data['createOrUpdateChecklist'] as { readonly id: number }).id
    }
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into checklist_occurrence (company_id, checklist_id, checklist_version, work_center_id, source, anchor, number, subject_start, subject_end,
         due_at, closes_at, merged_until, state)
       values ($1, $2, 1, $3, $4, $5::int8 + $7, 1, $5, $6, $7, $7::int8 + 3600000, $7, ${more}) returning id`,
      [ACME, checklistId, press, source, minute(from), minute(to), minute(at)],
    )
    return Number(rows[0]?.id)
  }

  it('has when it began and ended, and the reason that a rule gave at its end', async () => {
    assert.deepEqual(await kindsOf(), ['BEGAN', 'ENDED'])
    await api.database.pool.query(`update loss set reason_id = $2, reason_source = 'RULE' where id = $1`, [lossId, jam])
    const { entries, isWhole } = await storyOf()
    assert.deepEqual(
      entries.map(({ kind, at, reason: given }) => [kind, at, given?.name ?? null]),
      [
        ['BEGAN', iso(minute(60)), null],
        ['ENDED', iso(minute(90)), null],
        ['REASON_BY_RULE', iso(minute(90)), 'Jam'],
      ],
    )
    assert.equal(isWhole, true)
    await api.database.pool.query('update loss set end_at = null where id = $1', [lossId])
    assert.deepEqual(await kindsOf(), ['BEGAN', 'REASON_BY_RULE'])
  })

  it('has all kinds in the order of time, with who did each', async () => {
    const told = await tell(65, [api.users.USER, api.users.ADMIN])
    now = minute(70)
    await api.ask(`mutation { acknowledgeNotification(id: "${told}", comment: "on my way") { id } }`, { as: 'USER' })
    now = minute(75)
    const { id, version } = await request(`lossId: ${lossId}`, 'OPERATOR')
    now = minute(80)
    await api.ask(`mutation { moveWorkRequest(id: ${id}, version: ${version}, status: DISPATCHER) { id } }`)
    const occurrence = await due('STATUS', [60, 90], 95)
    now = minute(100)
    const { errors } = await api.ask(
      `mutation { submitChecklist(occurrenceId: ${occurrence}, answers: [{ taskId: "done", isDone: true }, { taskId: "yes", yes: true }]) { id } }`,
    )
    assert.deepEqual(errors, [])
    await api.database.pool.query(
      `insert into loss_history (company_id, work_center_id, source, annotation_id, start_at, end_at, reason_id, comment, is_approved, is_removed, version,
         via, said_by, said_at) values ($1, $2, 'STATUS', 1, $3, $4, $5, 'worn seal', false, false, 1, 'TILE', $6, $7)`,
      [ACME, press, minute(60), minute(90), jam, api.users.OPERATOR, minute(85)],
    )
    const { USER, ADMIN, OPERATOR } = api.users
    assert.deepEqual(
      (await storyOf()).entries.map(({ kind, at, user, comment }) => [kind, at, user?.id ?? null, comment]),
      [
        ['BEGAN', iso(minute(60)), null, null],
        ['TOLD', iso(minute(65)), null, null],
        ['TAKEN', iso(minute(70)), USER, 'on my way'],
        ['REQUEST', iso(minute(75)), OPERATOR, null],
        ['REQUEST', iso(minute(80)), ADMIN, null],
        ['SAID', iso(minute(85)), OPERATOR, 'worn seal'],
        ['ENDED', iso(minute(90)), null, null],
        ['CHECKLIST_DUE', iso(minute(95)), null, null],
        ['CHECKLIST_ANSWERED', iso(minute(100)), ADMIN, null],
      ],
    )
    const { entries } = await storyOf()
    assert.deepEqual(
      entries.flatMap(({ requestEvent }) => requestEvent ?? []),
      [
        { from: null, to: 'CREATION' },
        { from: 'CREATION', to: 'DISPATCHER' },
      ],
    )
    assert.deepEqual(
      entries.flatMap(({ submission, saying }) => [submission, saying].filter((one) => one !== null)),
      [{ reason: { name: 'Jam' }, via: 'TILE', isRemoved: false }, { result: 'OK' }],
    )
    assert.equal(new Set(entries.map((entry) => entry.id)).size, entries.length)
  })

  it('names who was told by which way only to those who may read rules, and to everybody what they were told themselves', async () => {
    const { USER, ADMIN } = api.users
    const told = await tell(65, [USER, ADMIN])
    await putCopy(api, { notificationId: told, userId: api.users.OPERATOR, at: minute(80), step: 1 })
    await api.database.pool.query(`update notification_receipt set held_by = 'QUIET' where notification_id = $1 and user_id = $2`, [
      told,
      USER,
    ])
    const toldTo = async (as: Role) =>
      (await storyOf(lossId, as)).entries.flatMap(({ kind, step, people, deliveries }) =>
        kind === 'TOLD' ? [{ step, people, to: deliveries.map(({ user, heldBy }) => `${user?.id} ${heldBy}`).toSorted(byText) }] : [],
      )
    const all = [`${USER} QUIET`, `${ADMIN} null`].toSorted(byText)
    assert.deepEqual(await toldTo('ADMIN'), [
      { step: 0, people: 2, to: all },
      { step: 1, people: 1, to: [`${api.users.OPERATOR} null`] },
    ])
    assert.deepEqual(await toldTo('OPERATOR'), [
      { step: 0, people: 2, to: [] },
      { step: 1, people: 1, to: [`${api.users.OPERATOR} null`] },
    ])
    // One that reached nobody is told of all the same.
    await api.database.pool.query('delete from notification_receipt where notification_id = $1', [told])
    assert.deepEqual(await toldTo('GUEST'), [{ step: 0, people: 0, to: [] }])
  })

  it('has the requests of its messages and of the answers to its checklists, and none of another stop', async () => {
    const told = await tell(65, [api.users.ADMIN], { until: 90 })
    const later = await addLoss(api, press, [100, 110])
    const ofLater = await request(`lossId: ${later}`)
    const ofMessage = await request(`notificationId: "${told}"`)
    const occurrence = await due('STATUS', [60, 90], 95)
    now = minute(101)
    const { errors } = await api.ask(
      `mutation { submitChecklist(occurrenceId: ${occurrence}, answers: [{ taskId: "done", isDone: true }, { taskId: "yes", yes: false, comment: "open" }]) { id } }`,
    )
    assert.deepEqual(errors, [])
    const requestsIn = async (id: number) => (await storyOf(id)).entries.flatMap(({ workRequest }) => workRequest?.id ?? [])
    const own = await requestsIn(lossId)
    assert.equal(own.length, 2)
    assert.ok(own.includes(ofMessage.id))
    assert.ok(!own.includes(ofLater.id))
    assert.deepEqual(await requestsIn(later), [ofLater.id])
    const { entries } = await storyOf()
    assert.equal(entries.find(({ kind }) => kind === 'CHECKLIST_ANSWERED')?.submission?.result, 'DEVIATION')
  })

  it('has checklists of stops alone, with what was skipped, missed or not needed, and none where they are switched off', async () => {
    await due('DAILY_SCHEDULE', [60, 90], 91)
    const gone = await due('REASON', [80, 95], 96, `'CANCELLED'`)
    await api.database.pool.query('update checklist_occurrence set is_reason_gone = true where id = $1', [gone])
    const skipped = await due('LOSS_REASON', [60, 70], 65, `'SKIPPED'`)
    await api.database.pool.query(
      `update checklist_occurrence set skipped_by = $2, skipped_at = $3, skip_reason = 'Mould is out' where id = $1`,
      [skipped, api.users.OPERATOR, minute(68)],
    )
    await due('STATUS', [60, 90], 97, `'MISSED'`)
    // It touches the stop, and is not of it.
    await due('STATUS', [90, 99], 99)
    const of = async (as: Role = 'ADMIN') =>
      (await storyOf(lossId, as)).entries.flatMap(({ kind, at, occurrence, comment }) =>
        occurrence === null ? [] : [[kind, at, occurrence.state, comment]],
      )
    const all = [
      ['CHECKLIST_DUE', iso(minute(65)), 'SKIPPED', null],
      ['CHECKLIST_SKIPPED', iso(minute(68)), 'SKIPPED', 'Mould is out'],
      ['CHECKLIST_DUE', iso(minute(96)), 'CANCELLED', null],
      ['CHECKLIST_DUE', iso(minute(97)), 'MISSED', null],
      ['CHECKLIST_MISSED', iso(minute(97) + HOUR_MS), 'MISSED', null],
    ]
    assert.deepEqual(await of(), all)
    await api.database.pool.query(`insert into company_extension (company_id, extension, is_active) values ($1, 'CHECKLISTS', false)`, [
      ACME,
    ])
    assert.deepEqual(await of(), [])
  })

  it('keeps its messages, requests and checklists where late data move its start', async () => {
    await tell(65, [api.users.ADMIN])
    await request(`lossId: ${lossId}`)
    await due('STATUS', [60, 90], 95)
    await api.database.pool.query('delete from loss where id = $1', [lossId])
    const moved = await addLoss(api, press, [52, 88])
    const { entries } = await storyOf(moved)
    assert.deepEqual(
      entries.map(({ kind, at }) => [kind, at]),
      [
        ['BEGAN', iso(minute(52))],
        ['TOLD', iso(minute(65))],
        ['ENDED', iso(minute(88))],
        ['CHECKLIST_DUE', iso(minute(95))],
        ['REQUEST', iso(minute(120))],
      ],
    )
    // A neighbour into which the report reaches has it not.
    const before = await addLoss(api, press, [40, 61])
    assert.ok(!(await kindsOf(before)).includes('REQUEST'))
  })

  it('keeps from who looks a request at a machine that is hidden from them, and says that the loss is not there', async () => {
    const { id } = await request(`lossId: ${lossId}`)
    assert.ok((await kindsOf(lossId, 'OPERATOR')).includes('REQUEST'))
    await api.database.pool.query('update work_request set work_center_id = $2 where id = $1', [id, lathe])
    assert.ok(!(await kindsOf(lossId, 'OPERATOR')).includes('REQUEST'))
    assert.ok((await kindsOf(lossId, 'ADMIN')).includes('REQUEST'))
    const hidden = await addLoss(api, lathe, [60, 90])
    assert.equal(await codeOf(hidden, 'OPERATOR'), 'LOSS_NOT_FOUND')
    assert.equal(await codeOf(hidden + 1_000, 'ADMIN'), 'LOSS_NOT_FOUND')
    assert.equal(await codeOf(-1, 'ADMIN'), 'LOSS_NOT_FOUND')
  })

  it('has of lost speed what was said and requested, and says when it is not whole', async () => {
    const slow = await addLoss(api, press, [60, 90], { source: 'SPEED', quantity: 5, duration_ms: 60_000 })
    await tell(65, [api.users.ADMIN])
    await request(`lossId: ${slow}`)
    assert.deepEqual(await kindsOf(slow), ['REQUEST'])
    for (let at = 0; at < 25; at++) await tell(66 + at / 10, [])
    const { entries, isWhole } = await storyOf()
    assert.equal(isWhole, false)
    assert.equal(entries.filter(({ kind }) => kind === 'TOLD').length, 20)
  })

  it('is of the company alone', async () => {
    await api.database.pool.query(
      `insert into notification (company_id, work_center_id, type, condition_key, since, due_at, fired_at, state, severity)
       select $1, w.id, 'STATUS_DURATION', 'any', $2, $2, $2, 'OPEN', 'URGENT' from work_center w where w.company_id = $1 limit 1`,
      [OTHER, minute(61)],
    )
    assert.deepEqual(await kindsOf(), ['BEGAN', 'ENDED'])
  })
})
