import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, DAY_START } from '#server/shift/testing.ts'
import { dieAllOver } from '#server/testing/dieAtWork.ts'
import { dyingOver } from '#server/testing/dieOver.ts'
import type { Said } from '#server/testing/dieOver.ts'
import { lookAtChecklists } from './lookAtChecklists.service.ts'

const STEP = 8
const TASK = '{ id: "p", description: "Pressure", type: MEASUREMENT, min: 4, max: 6, unit: "bar", onDeviation: NOTIFY }'

describe('checklists when processes are killed by signal 9', () => {
  let api: TestApi
  let now = DAY_START
  let press = 0
  let checklistId = 0

  before(async () => {
    api = await startTestApi({ now: () => now })
    press = await addPress(api, 'Press')
    // 09:00 to 17:00 of Kyiv.
    await api.database.pool.query(
      `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end) values ($1, 0, 'Europe/Kyiv', 1, 'A', 'Day', '09:00', '17:00')`,
      [ACME],
    )
    const frequency = '{ source: DAILY_SCHEDULE, showAt: ["10:00", "12:00"] }'
    const input = `name: "Start", active: true, workCenterIds: [${press}], frequency: ${frequency}, tasks: [${TASK}]`
    const { data, errors } = await api.ask(`mutation { createOrUpdateChecklist(input: { ${input} }) { id } }`)
    assert.deepEqual(errors, [])
    checklistId = (data['createOrUpdateChecklist'] as { readonly id: number }).id
  })
  after(() => api.close())

  const stored = async () => {
    const { rows } = await api.database.pool.query<{ states: string; submissions: number; told: number; keys: number }>(
      `select (select coalesce(string_agg(state, ' ' order by due_at), '') from checklist_occurrence where checklist_id = $1) as states,
        (select count(*) from checklist_submission)::int as submissions,
        (select count(*) from domain_event where kind like 'CHECKLIST%')::int as told,
        (select count(*) from request_key)::int as keys`,
      [checklistId],
    )
    return rows[0] ?? assert.fail()
  }

  it('in the middle of a look: what became due is there once, and what it takes the place of is missed and told once', async () => {
    const begun = { states: '', submissions: 0, told: 0, keys: 0 }
    const looks = [
      { at: 61, before: begun, done: { ...begun, states: 'PENDING' } },
      { at: 181, before: { ...begun, states: 'PENDING' }, done: { ...begun, states: 'MISSED PENDING', told: 1 } },
    ]
    for (const { at, before, done } of looks) {
      now = DAY_START + at * MINUTE_MS
      const deaths = await dieAllOver({ databaseUrl: api.databaseUrl, companyId: ACME, now, work: 'CHECKLISTS' }, STEP, async () => {
        const { keys, ...there } = await stored()
        assert.ok(
          [before, done].some((one) => JSON.stringify(one) === JSON.stringify({ ...there, keys })),
          JSON.stringify(there),
        )
      })
      assert.ok(deaths >= 2, `it was killed ${deaths} times`)
      await lookAtChecklists(api.deps, ACME, now)
      assert.deepEqual(await stored(), done)
    }
  })

  it('over answers: those that were kept are there, those that were not are by the repetition, once, and so is what is told of them', async () => {
    const { rows } = await api.database.pool.query<{ id: number }>(`select id from checklist_occurrence where state = 'PENDING'`)
    const id = rows[0]?.id
    const saved = {
      query: `mutation { saveChecklistAnswers(occurrenceId: ${id}, answers: [{ taskId: "p", number: 5 }]) { state draft { number } } }`,
      variables: {},
    }
    const submitted = {
      query: `mutation ($key: Guid!) {
        submitChecklist(occurrenceId: ${id}, answers: [{ taskId: "p", number: 6.5, comment: "Valve" }], requestKey: $key) { state submissions { kind deviations } }
      }`,
      variables: { key: '0190a1b2-0000-7000-8000-000000000001' },
    }
    const die = (said: Said, dies: 'after' | 'before', over?: string) =>
      dyingOver({ ...api, now, ...(over !== undefined && { over }) }, said, dies)
    const again = async ({ query, variables }: Said) => {
      const { data, errors } = await api.ask(query, { variables })
      assert.deepEqual(errors, [])
      return Object.values(data)[0]
    }
    const drafts = async () => {
      const { rows: kept } = await api.database.pool.query<{ state: string }>('select state from checklist_occurrence where id = $1', [id])
      return kept[0]?.state
    }
    const begun = `exists (select from checklist_occurrence where state = 'STARTED')`
    await die(saved, 'before', begun)
    assert.equal(await drafts(), 'PENDING')
    await die(saved, 'after', begun)
    assert.equal(await drafts(), 'STARTED')
    assert.deepEqual(await again(saved), { state: 'STARTED', draft: [{ number: 5 }] })

    const done = { state: 'DONE', submissions: [{ kind: 'FIRST', deviations: ['p'] }] }
    const before = await stored()
    await die(submitted, 'before')
    assert.deepEqual(await stored(), { ...before, keys: 0 })
    await die(submitted, 'after')
    const kept = await stored()
    assert.deepEqual([kept.states, kept.submissions, kept.told - before.told, kept.keys], ['MISSED DONE', 1, 1 + 1, 1])
    for (let times = 0; times < 2; times++) {
      assert.deepEqual(await again(submitted), done)
      assert.deepEqual(await stored(), kept)
    }
  })
})
