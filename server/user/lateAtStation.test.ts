import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'

const iso = (ms: number) => new Date(ms).toISOString()

describe('what was said at a station while a proof held (domain.md S-37a)', () => {
  let api: TestApi
  let now = DAY_START
  let press = 0
  let anna = ''
  let [requestId, occurrenceId] = [0, 0]

  before(async () => {
    api = await startTestApi({ now: () => now })
    press = await addPress(api, 'Press')
    const [row] = await run(
      `insert into app_user (email, first_name, email_verified_on) values ('anna@acme.example', 'Anna', now()) returning id`,
    )
    anna = String(row?.['id'])
    await run(`insert into membership (company_id, user_id, role) values ($1, $2, 'OPERATOR')`, [ACME, anna])
    for (const userId of [api.users.OPERATOR, anna])
      await run('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [ACME, userId, press])
    await run('update membership set is_station = true where company_id = $1 and user_id = $2', [ACME, api.users.OPERATOR])
    await run('update company set station_pins = true where id = $1', [ACME])
    await run(`insert into station_work (company_id, station_id, user_id, from_at, until_at) values ($1, $2, $3, $4, $5)`, [
      ACME,
      api.users.OPERATOR,
      anna,
      iso(DAY_START),
      iso(DAY_START + 8 * HOUR_MS),
    ])
    const made = await api.ask(`mutation {
      createOrUpdateChecklist(input: { name: "Guard", active: true, workCenterIds: [${press}],
        tasks: [{ id: "done", description: "Look", type: MARK_AS_DONE }],
        frequency: { source: DAILY_SCHEDULE, showAt: ["10:00"], allowManualActivation: true } }) { id }
      createWorkRequest(input: { content: "Belt slips", workCenterId: ${press} }) { id }
    }`)
    assert.deepEqual(made.errors, [])
    requestId = idOf(made.data['createWorkRequest'])
    const started = await api.ask(
      `mutation { startChecklist(checklistId: ${idOf(made.data['createOrUpdateChecklist'])}, workCenterId: ${press}) { id } }`,
    )
    assert.deepEqual(started.errors, [])
    occurrenceId = idOf(started.data['startChecklist'])
  })
  after(() => api.close())
  // The shift is over, and what was said at 13:50 arrives.
  beforeEach(() => void (now = DAY_START + 8 * HOUR_MS + 5 * MINUTE_MS))

  const run = async (text: string, values: unknown[] = []) =>
    (await api.database.pool.query<Readonly<Record<string, unknown>>>(text, values)).rows
  const idOf = (one: unknown): number => (typeof one === 'object' && one !== null && 'id' in one ? Number(one.id) : 0)

  for (const [name, call] of [
    [
      'a work request',
      (at, who) => `createWorkRequest(input: { content: "Oil", workCenterId: ${press}, occurredAt: "${at}" }, ${who}) { id }`,
    ],
    ['a word beside a request', (at, who) => `commentWorkRequest(id: ${requestId}, content: "Again", occurredAt: "${at}", ${who}) { id }`],
    [
      'answers that are kept',
      (at, who) =>
        `saveChecklistAnswers(occurrenceId: ${occurrenceId}, answers: [{ taskId: "done", isDone: true, answeredAt: "${at}" }], ${who}) { id }`,
    ],
    [
      'answers that are handed in',
      (at, who) =>
        `submitChecklist(occurrenceId: ${occurrenceId}, answers: [{ taskId: "done", isDone: true, answeredAt: "${at}" }], occurredAt: "${at}", ${who}) { id }`,
    ],
  ] satisfies readonly (readonly [string, (at: string, who: string) => string])[])
    it(`counts also where it arrives later: ${name}`, async () => {
      const codes = async (at: number) =>
        (await api.ask(`mutation { ${call(iso(at), `actingUserId: "${anna}"`)} }`, { as: api.users.OPERATOR })).errors.map(
          ({ extensions }) => extensions.code,
        )
      assert.deepEqual(await codes(now), ['PIN_REQUIRED'], 'not proven when it is said after the shift')
      assert.deepEqual(await codes(now - 15 * MINUTE_MS), [])
    })

  it('counts also for a step of a request of one’s own', async () => {
    const asked = await api.ask(
      `mutation { createWorkRequest(input: { content: "Leak", workCenterId: ${press}, occurredAt: "${iso(now - HOUR_MS)}" }, actingUserId: "${anna}") { id } }`,
      { as: api.users.OPERATOR },
    )
    assert.deepEqual(asked.errors, [])
    const move = async (at: number) =>
      (
        await api.ask(
          `mutation { moveWorkRequest(id: ${idOf(asked.data['createWorkRequest'])}, version: 1, status: DISPATCHER, occurredAt: "${iso(at)}", actingUserId: "${anna}") { status } }`,
          { as: api.users.OPERATOR },
        )
      ).errors.map(({ extensions }) => extensions.code)
    assert.deepEqual(await move(now), ['PIN_REQUIRED'])
    assert.deepEqual(await move(now - 15 * MINUTE_MS), [])
  })
})
