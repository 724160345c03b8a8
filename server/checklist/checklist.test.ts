import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { believedClock, createTrustedClock } from '#server/event/trustedClock.ts'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { createLog } from '#server/log.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'
import { countStatements } from '#server/testing/countedStatements.ts'
import { findOpenTwin } from '#server/workRequest/openTwin.ts'
import { listRequestsById } from '#server/workRequest/workRequest.store.ts'
import { lookAtChecklists, lookAtAllChecklists } from './lookAtChecklists.service.ts'

type Role = 'ADMIN' | 'GUEST' | 'OPERATOR' | 'USER'
type Occurrence = {
  readonly id: number
  readonly state: string
  readonly dueAt: string
  readonly closesAt: string
  readonly checklistVersion: number
  readonly result: string | null
  readonly isReceivedLate: boolean
  readonly draft: readonly { readonly taskId: string; readonly number: number | null }[]
  readonly submissions: readonly {
    readonly kind: string
    readonly result: string
    readonly deviations: readonly string[]
    readonly isChangedSince: boolean
  }[]
}
const FIELDS = `id state dueAt closesAt checklistVersion result isReceivedLate draft { taskId number }
  submissions { kind result deviations isChangedSince }`
const PRESSURE = '{ id: "p", description: "Pressure", type: MEASUREMENT, min: 4, max: 6, unit: "bar", onDeviation: NOTIFY }'
const CLEAN = '{ id: "c", description: "Clean", type: YES_NO, expectedAnswer: true }'
const DAILY = 'frequency: { source: DAILY_SCHEDULE, showAt: ["10:00", "12:00"] }'
const iso = (at: number) => new Date(at).toISOString()

describe('checklists', () => {
  let api: TestApi
  let now = DAY_START
  let day = 0
  let press = 0
  let lathe = 0

  before(async () => {
    api = await startTestApi({ now: () => now })
    press = await addPress(api, 'Press')
    lathe = await addPress(api, 'Lathe')
    const { pool } = api.database
    await pool.query('insert into operator_work_center (company_id, user_id, work_center_id) values ($1, $2, $3)', [
      ACME,
      api.users.OPERATOR,
      press,
    ])
    // 09:00 to 17:00 of Kyiv.
    await pool.query(
      `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end) values ($1, 0, 'Europe/Kyiv', 1, 'A', 'Day', '09:00', '17:00')`,
      [ACME],
    )
  })
  after(() => api.close())
  beforeEach(async () => {
    await api.database.pool.query('update checklist set is_active = false')
    // Each test has a morning of its own.
    now = DAY_START + ++day * 24 * HOUR_MS
  })

  const codesOf = ({ errors }: Answer) => errors.map(({ extensions }) => extensions.code)
  const ask = async <Data>(query: string, as: Role = 'ADMIN'): Promise<Data> => {
    const { data, errors } = await api.ask(query, { as })
    assert.deepEqual(errors, [])
    return data as Data
  }
  const save = async (more = '', tasks = `[${PRESSURE}]`): Promise<{ readonly id: number; readonly version: number }> => {
    const input = `{ name: "Start", active: true, workCenterIds: [${press}], tasks: ${tasks}, ${more.includes('frequency') ? more : `${DAILY} ${more}`} }`
    const { createOrUpdateChecklist } = await ask<{ createOrUpdateChecklist: { id: number; version: number } }>(
      `mutation { createOrUpdateChecklist(input: ${input}) { id version } }`,
    )
    return createOrUpdateChecklist
  }
  const look = async (minutes: number): Promise<void> => {
    now = DAY_START + day * 24 * HOUR_MS + minutes * MINUTE_MS
    await lookAtChecklists(api.deps, ACME, now)
  }
  const occurrences = async (id: number, as: Role = 'ADMIN'): Promise<readonly Occurrence[]> => {
    const { checklistOccurrences } = await ask<{ checklistOccurrences: { items: readonly Occurrence[] } }>(
      `{ checklistOccurrences(filter: { checklistIds: [${id}] }) { items { ${FIELDS} } } }`,
      as,
    )
    return checklistOccurrences.items
  }
  const states = async (id: number) => (await occurrences(id)).map(({ state }) => state)
  const open = async (id: number): Promise<number> => {
    const found = (await occurrences(id)).find(({ state }) => state === 'PENDING' || state === 'STARTED')
    assert.ok(found)
    return found.id
  }
  const submit = (id: number, answers: string, as: Role = 'OPERATOR', more = '') =>
    api.ask(`mutation { submitChecklist(occurrenceId: ${id}, answers: [${answers}] ${more}) { ${FIELDS} } }`, { as })

  it('of one company that cannot be read keep those of no other waiting', async () => {
    const { pool } = api.database
    await pool.query(`insert into company (id, name, country) values ('AAAA1', 'First', 'pl') on conflict do nothing`)
    await pool.query(`insert into checklist (company_id, name, is_active, active_from) values ('AAAA1', 'Broken', true, 0)`)
    await pool.query(`insert into checklist_version (company_id, checklist_id, version, definition, created_on)
      select company_id, id, 1, '{}', now() from checklist where company_id = 'AAAA1'`)
    await pool.query(`insert into work_center (company_id, name) values ('AAAA1', 'Saw')`)
    const { id } = await save()
    now += 61 * MINUTE_MS
    await lookAtAllChecklists(
      api.deps,
      believedClock(() => now),
    )
    assert.deepEqual(await states(id), ['PENDING'])
    await pool.query(`update checklist set is_active = false where company_id = 'AAAA1'`)
  })

  it('are neither due nor missed by a clock that somebody set, until a batch is received', async () => {
    const { pool } = api.database
    const { id } = await save()
    let passed = 0
    const clock = createTrustedClock({ database: api.database, log: createLog('silent'), wall: () => now, elapsed: () => passed })
    const pass = async (minutes: number, setByHours = 0) => {
      passed += minutes * MINUTE_MS
      now += minutes * MINUTE_MS + setByHours * HOUR_MS
      await lookAtAllChecklists(api.deps, clock)
      return await states(id)
    }
    const began = now
    try {
      assert.deepEqual(await pass(1), [])
      assert.deepEqual(await pass(1, 2), [])
      assert.deepEqual(await pass(1), [])
      assert.deepEqual(await pass(1, -2), [])
      assert.deepEqual(await pass(57), ['PENDING'])
      assert.deepEqual(await pass(1, 3), ['PENDING'])
      assert.deepEqual(await pass(1), ['PENDING'])
      assert.deepEqual(await pass(1, -3), ['PENDING'])
      await pass(1, 3)
      // Of no partition, so that nobody reads what is in it.
      await pool.query(
        `insert into ingest_log (position, lease, partitions, received_at, message_count, crc32, bytes)
          select coalesce(max(position), 0) + 1, 0, '{}', $1, 1, 0, '' from ingest_log`,
        [now],
      )
      assert.ok((await pass(1)).includes('MISSED'))
    } finally {
      now = began + passed
      await pool.query(`delete from ingest_log where partitions = '{}'`)
      await pool.query('update checklist set is_active = false where company_id = $1 and id = $2', [ACME, id])
    }
  })

  it('take a signature with a name of 200 characters at most', async () => {
    const { id } = await save()
    await look(61)
    const signed = (name: string, occurrenceId: number) =>
      submit(
        occurrenceId,
        '{ taskId: "p", number: 6 }',
        'OPERATOR',
        `, signature: { name: "${name}", strokes: [{ points: [0.1, 0.2, 0.3, 0.4] }] }`,
      )
    const one = await open(id)
    assert.deepEqual(codesOf(await signed('A'.repeat(201), one)), ['LENGTH_OUT_OF_RANGE'])
    assert.deepEqual(codesOf(await signed('A'.repeat(200), one)), [])
  })

  it('become due, are answered, and the next one takes the place of what nobody began', async () => {
    const { id } = await save()
    await look(59)
    assert.deepEqual(await occurrences(id), [])
    await look(61)
    await look(61)
    const [first] = await occurrences(id, 'OPERATOR')
    const start = DAY_START + day * 24 * HOUR_MS
    assert.deepEqual([first?.state, first?.dueAt, first?.closesAt], ['PENDING', iso(start + HOUR_MS), iso(start + 8 * HOUR_MS)])
    await look(181)
    assert.deepEqual(await states(id), ['PENDING', 'MISSED'])
    const { rows } = await api.database.pool.query<{ kind: string }>(`select kind from domain_event where fact_key = $1`, [
      `checklist/${first?.id}`,
    ])
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['CHECKLIST_MISSED'],
    )
    const done = await submit(await open(id), '{ taskId: "p", number: 6 }')
    const { state, result, submissions } = done.data['submitChecklist'] as Occurrence
    assert.deepEqual([state, result, submissions], ['DONE', 'OK', [{ kind: 'FIRST', result: 'OK', deviations: [], isChangedSince: false }]])
    await look(600)
    assert.deepEqual(await states(id), ['DONE', 'MISSED'])
  })

  it('show beside a task what was measured the last time, as it counts', async () => {
    const { id, version } = await save('', `[${PRESSURE}, ${CLEAN}]`)
    const last = async (occurrence: number) => {
      const { checklistOccurrence } = await ask<{ checklistOccurrence: { lastMeasured: readonly object[] | null } }>(
        `{ checklistOccurrence(id: ${occurrence}) { lastMeasured { taskId value unit at } } }`,
      )
      return checklistOccurrence.lastMeasured
    }
    await look(61)
    const first = await open(id)
    assert.equal(await last(first), null)
    await submit(first, '{ taskId: "p", number: 5.5 }, { taskId: "c", yes: true }')
    await submit(first, '{ taskId: "p", number: 4.5 }, { taskId: "c", yes: true }', 'USER')
    const at = iso(now)
    await look(181)
    assert.deepEqual(await last(await open(id)), [{ taskId: 'p', value: 5.5, unit: 'bar', at }])
    assert.equal(await last(first), null)
    // Measured in another unit from now on, what was measured keeps its own.
    await save(`id: ${id}, version: ${version}`, `[${PRESSURE.replace('"bar"', '"psi"')}, ${CLEAN}]`)
    assert.deepEqual(await last(await open(id)), [{ taskId: 'p', value: 5.5, unit: 'bar', at }])
  })

  it('look for what was measured the last time only where something is measured', async () => {
    const statements = async (tasks: string, answer: string): Promise<number> => {
      const { id } = await save('', tasks)
      await look(61)
      await submit(await open(id), answer)
      await look(181)
      const next = await open(id)
      const counted = countStatements()
      await ask(`{ checklistOccurrence(id: ${next}) { tasks { id } lastMeasured { value } } }`).finally(counted.end)
      return counted.texts.filter((text) => text.includes('checklist_submission')).length
    }
    const clean = await statements(`[${CLEAN}]`, '{ taskId: "c", yes: true }')
    await api.database.pool.query('update checklist set is_active = false')
    now = DAY_START + ++day * 24 * HOUR_MS
    assert.equal(await statements(`[${PRESSURE}]`, '{ taskId: "p", number: 5 }'), clean + 1)
  })

  it('ask for a word beyond the limits, and tell of it', async () => {
    const { id } = await save()
    await look(61)
    const occurrence = await open(id)
    const refused = await submit(occurrence, '{ taskId: "p", number: 6.01 }')
    assert.deepEqual(
      refused.errors.map(({ extensions }) => [extensions.code, extensions.field]),
      [['OUT_OF_LIMIT_COMMENT', 'p']],
    )
    const { data } = await submit(occurrence, '{ taskId: "p", number: 6.01, comment: "Valve replaced" }')
    assert.deepEqual((data['submitChecklist'] as Occurrence).submissions[0]?.deviations, ['p'])
    const { rows } = await api.database.pool.query<{ kind: string }>(
      `select kind from domain_event where kind = 'CHECKLIST_DEVIATION' and fact_key = $1`,
      [`checklist/${occurrence}`],
    )
    assert.equal(rows.length, 1)
  })

  it('stay the same version, and count on, where nothing of them was changed', async () => {
    const { id, version } = await save('', `[${PRESSURE}, ${CLEAN}]`)
    const read = 'select active_from::text as "activeFrom" from checklist where id = $1 and company_id = $2'
    const before = await api.database.pool.query(read, [id, ACME])
    now += MINUTE_MS
    const again = await save(
      `id: ${id}, version: ${version}, frequency: { source: DAILY_SCHEDULE, showAt: ["12:00", "10:00"], showAfterUnit: HOURS }`,
      `[${PRESSURE}, ${CLEAN}]`,
    )
    assert.equal(again.version, version + 1, 'only the unit of an entry')
    assert.equal(
      (await save(`id: ${id}, ${DAILY.replace(' }', ', showAfterUnit: HOURS }')}`, `[${PRESSURE}, ${CLEAN}]`)).version,
      version + 1,
    )
    assert.deepEqual((await api.database.pool.query(read, [id, ACME])).rows, before.rows)
  })

  it('keep their words in other languages, and are a new version where those change', async () => {
    const words = (more: string) => `[${PRESSURE.replace(' }', `, translations: [{ language: "uk", ${more} }] }`)}, ${CLEAN}]`
    const instructions =
      'instructions: "Gloves on", instructionTranslations: [{ language: "pl", text: " Włóż rękawice " }, { language: "es", text: " " }]'
    const { id, version } = await save(instructions, words('description: " Тиск ", message: ""'))
    const read = async () => {
      const { checklist } = await ask<{ checklist: object }>(
        `{ checklist(id: ${id}) { version instructionTranslations { language text } tasks { description translations { language description message options } } } }`,
      )
      return checklist
    }
    const asked = (version: number, translations: readonly object[]) => ({
      version,
      instructionTranslations: [{ language: 'pl', text: 'Włóż rękawice' }],
      tasks: [
        { description: 'Pressure', translations },
        { description: 'Clean', translations: [] },
      ],
    })
    assert.deepEqual(await read(), asked(version, [{ language: 'uk', description: 'Тиск', message: null, options: [] }]))
    await save(`id: ${id}, version: ${version}, ${instructions}`, words('description: "Тиск"'))
    assert.deepEqual(await read(), asked(version, [{ language: 'uk', description: 'Тиск', message: null, options: [] }]))
    // A language of which nothing is said is none.
    await save(`id: ${id}, version: ${version}, ${instructions}`, words('description: ""'))
    assert.deepEqual(await read(), asked(version + 1, []))
    const refused = await api.ask(
      `mutation { createOrUpdateChecklist(input: { name: "Start", workCenterIds: [${press}], tasks: ${words('description: "x"').replace('"uk"', '"xx"')}, ${DAILY} }) { id } }`,
    )
    assert.deepEqual(
      refused.errors.map(({ extensions }) => [extensions.code, extensions.field]),
      [['INVALID_FORMAT', 'tasks.0.translations']],
    )
  })

  it('are told in the audit log by names, and of a change only what differs', async () => {
    const { pool } = api.database
    const one = async (text: string): Promise<number> => Number((await pool.query<{ id: number }>(text)).rows[0]?.id)
    const reason = await one(`insert into loss_reason (company_id, name)
      values ('${ACME}', 'Wiper worn') returning id`)
    const item = await one(
      `insert into item (company_id, name, sku, measurement_unit) values ('${ACME}', 'Pedal', 'PD-1', 'pcs') returning id`,
    )
    const after = (seconds: number, more = '') =>
      `productIds: [${item}], frequency: { source: REASON, reasonId: ${reason}, showAfter: ${seconds}, showAfterUnit: MINUTES } ${more}`
    const { id, version } = await save(after(300))
    const change = async (more: string) => {
      const input = `{ id: ${id}, name: "Start", active: true, workCenterIds: [${press}], tasks: [${PRESSURE}], ${more} }`
      await ask(`mutation { createOrUpdateChecklist(input: ${input}) { id } }`)
    }
    await change(after(300, 'signatureRequired: true'))
    await change(after(300, 'signatureRequired: true'))
    const { rows } = await pool.query<{ details: { before: object | null; after: { products?: unknown; frequency?: object } } }>(
      `select details from audit_log where subject = 'checklist Start' order by id desc limit 2`,
    )
    assert.equal(version, 1)
    assert.deepEqual(rows[0]?.details, { before: { signatureRequired: false }, after: { signatureRequired: true } })
    const made = rows[1]?.details.after
    assert.deepEqual(
      [made?.products, made?.frequency],
      [
        ['Pedal'],
        {
          source: 'REASON',
          everyMs: null,
          everyUnits: null,
          resetAtShiftStart: false,
          resetAtProductChangeover: false,
          pauseDuringDowntime: false,
          allowManualActivation: false,
          showAfterMs: 5 * MINUTE_MS,
          showAfterUnit: 'MINUTES',
          showAt: [],
          status: null,
          reason: 'Wiper worn',
        },
      ],
    )
  })

  it('are told in the audit log with what is said in other languages, before and after', async () => {
    const words = (message: string, text: string) =>
      `instructions: "Gloves on", instructionTranslations: [{ language: "pl", text: "${text}" }], ${DAILY}, tasks: [{ id: "b", description: "Belt",
        type: SELECT, options: ["Good", "Worn"], translations: [{ language: "uk", description: "Ремінь", message: "${message}", options: ["Цілий", "Зношений"] }] }]`
    const made = await ask<{ createOrUpdateChecklist: { id: number } }>(
      `mutation { createOrUpdateChecklist(input: { name: "Belts", workCenterIds: [${press}], ${words('Заміни', 'Rękawice')} }) { id } }`,
    )
    const { id } = made.createOrUpdateChecklist
    await ask(
      `mutation { createOrUpdateChecklist(input: { id: ${id}, name: "Belts", workCenterIds: [${press}], ${words('Поклич', 'Okulary')} }) { id } }`,
    )
    const { rows } = await api.database.pool.query<{ details: { after: object } }>(
      `select details from audit_log where subject = 'checklist Belts' order by id desc limit 1`,
    )
    assert.deepEqual(rows[0]?.details, {
      before: { translations: ['pl Rękawice', 'uk Ремінь Заміни Цілий / Зношений'] },
      after: { translations: ['pl Okulary', 'uk Ремінь Поклич Цілий / Зношений'] },
    })
  })

  it('keep each answer as it is given, and the version that somebody began', async () => {
    const { id, version } = await save('', `[${PRESSURE}, ${CLEAN}]`)
    await look(61)
    const occurrence = await open(id)
    const keep = (answers: string, as: Role, more = '') =>
      api.ask(`mutation { saveChecklistAnswers(occurrenceId: ${occurrence}, answers: [${answers}] ${more}) { ${FIELDS} } }`, { as })
    const kept = await keep('{ taskId: "p", number: 5 }', 'OPERATOR')
    assert.deepEqual((kept.data['saveChecklistAnswers'] as Occurrence).draft, [{ taskId: 'p', number: 5 }])
    const { version: next } = await save(`id: ${id}, version: ${version}, ${DAILY}`, `[${CLEAN}]`)
    assert.equal(next, version + 1)
    assert.equal((await occurrences(id))[0]?.checklistVersion, version)
    assert.deepEqual(codesOf(await keep('{ taskId: "c", yes: true }', 'USER')), ['ANSWERED_BY_ANOTHER'])
    assert.deepEqual(codesOf(await keep('{ taskId: "c", yes: true }', 'USER', 'isTakenOver: true')), [])
    assert.deepEqual(codesOf(await keep('{ taskId: "x", yes: true }', 'USER')), ['CHECKLIST_TASK_NOT_FOUND'])
    const done = await submit(occurrence, '', 'USER')
    assert.equal((done.data['submitChecklist'] as Occurrence).state, 'DONE')
    assert.deepEqual(codesOf(await keep('{ taskId: "p", number: 4 }', 'USER')), ['OCCURRENCE_CLOSED'])
    const stale = await api.ask(
      `mutation { createOrUpdateChecklist(input: { id: ${id}, version: ${version}, name: "Start", tasks: [${CLEAN}], ${DAILY} }) { id } }`,
    )
    assert.deepEqual(codesOf(stale), ['CONFLICT'])
  })

  it('take what a device sends late by the time of the tap, and keep who came second', async () => {
    const { id } = await save('answerWithin: 3600')
    await look(61)
    const occurrence = await open(id)
    await look(136)
    assert.deepEqual(await states(id), ['MISSED'])
    const tapped = `occurredAt: "${iso(now - 30 * MINUTE_MS)}"`
    const late = await submit(occurrence, '{ taskId: "p", number: 5 }', 'OPERATOR', tapped)
    const { state, isReceivedLate } = late.data['submitChecklist'] as Occurrence
    assert.deepEqual([state, isReceivedLate], ['DONE', true])
    const second = await submit(occurrence, '{ taskId: "p", number: 4.5 }', 'USER', tapped)
    assert.deepEqual(
      (second.data['submitChecklist'] as Occurrence).submissions.map(({ kind }) => kind),
      ['FIRST', 'ALSO'],
    )
    const corrected = await submit(occurrence, '{ taskId: "p", number: 5.5 }', 'OPERATOR', 'reason: "Misread the gauge"')
    assert.deepEqual(
      (corrected.data['submitChecklist'] as Occurrence).submissions.map(({ kind }) => kind),
      ['FIRST', 'ALSO', 'CORRECTION'],
    )
  })

  it('answered in their window are done, though they were missed and arrive hours later: window 10:00 to 12:00, tapped 11:50, received 14:20', async () => {
    const { id } = await save('frequency: { source: DAILY_SCHEDULE, showAt: ["10:00"] } answerWithin: 7200')
    const tenMs = DAY_START + day * 24 * HOUR_MS + 60 * MINUTE_MS
    await look(61)
    const occurrence = await open(id)
    await look(60 + 134)
    assert.deepEqual(await states(id), ['PENDING'])
    await look(60 + 135)
    assert.deepEqual(await states(id), ['MISSED'])
    await look(60 + 260)
    // The tablet says 11:57 and knows that it is seven minutes ahead (web/ui/clock.test.ts).
    const { data } = await submit(occurrence, '{ taskId: "p", number: 5 }', 'OPERATOR', `occurredAt: "${iso(tenMs + 110 * MINUTE_MS)}"`)
    const { state, isReceivedLate, submissions } = data['submitChecklist'] as Occurrence
    assert.deepEqual([state, isReceivedLate, submissions.map(({ kind }) => kind)], ['DONE', true, ['FIRST']])
  })

  it('keep apart what two people answered: each hands in their own, and a draft is never lost', async () => {
    const note = '{ id: "n", description: "Sound", type: MARK_AS_DONE, required: false }'
    const { id } = await save('', `[${PRESSURE}, ${note}]`)
    await look(65)
    const occurrence = await open(id)
    const drafted = `{ taskId: "p", number: 6 }, { taskId: "n", isDone: true }`
    const kept = await api.ask(`mutation { saveChecklistAnswers(occurrenceId: ${occurrence}, answers: [${drafted}]) { id } }`, {
      as: 'OPERATOR',
    })
    assert.deepEqual(kept.errors, [])
    const tapped = iso(now - 2 * MINUTE_MS)
    const other = await submit(occurrence, `{ taskId: "p", number: 4.2, answeredAt: "${tapped}" }`, 'USER', `occurredAt: "${tapped}"`)
    assert.deepEqual(other.errors, [])
    const own = await submit(occurrence, '{ taskId: "n", isDone: true }', 'OPERATOR')
    assert.deepEqual(own.errors, [], 'what was answered before counts')
    const { rows } = await api.database.pool.query<{ kind: string; by: string; answers: { taskKey: string; number: number | null }[] }>(
      `select kind, submitted_by as by, answers from checklist_submission where occurrence_id = $1 and company_id = $2 order by id`,
      [occurrence, ACME],
    )
    const { OPERATOR, USER } = api.users
    const told = rows.map(({ kind, by, answers }) => [kind, by, answers.map(({ taskKey, number }) => [taskKey, number])])
    assert.deepEqual(told, [
      [
        'ALSO',
        OPERATOR,
        [
          ['p', 6],
          ['n', null],
        ],
      ],
      ['FIRST', USER, [['p', 4.2]]],
      [
        'ALSO',
        OPERATOR,
        [
          ['p', 6],
          ['n', null],
        ],
      ],
    ])
  })

  it('keep what each answered as theirs when one takes over from another, and what all of it says once', async () => {
    const note = '{ id: "n", description: "Sound", type: MARK_AS_DONE, required: false }'
    const { id } = await save('', `[${PRESSURE}, ${note}]`)
    await look(65)
    const occurrence = await open(id)
    const keep = (answers: string, as: Role, more = '') =>
      api.ask(`mutation { saveChecklistAnswers(occurrenceId: ${occurrence}, answers: [${answers}] ${more}) { id } }`, { as })
    assert.deepEqual((await keep('{ taskId: "p", number: 6 }', 'OPERATOR')).errors, [])
    assert.deepEqual(codesOf(await keep('{ taskId: "n", isDone: true }', 'USER')), ['ANSWERED_BY_ANOTHER'])
    // Taken over without another answer: the first one's stand, to be gone on with.
    assert.deepEqual((await keep('', 'USER', ', isTakenOver: true')).errors, [])
    assert.deepEqual(codesOf(await keep('{ taskId: "n", isDone: true }', 'OPERATOR')), ['ANSWERED_BY_ANOTHER'])
    assert.deepEqual((await keep('{ taskId: "p", number: 4.2 }', 'USER')).errors, [])
    const done = (await submit(occurrence, '{ taskId: "n", isDone: true }', 'USER')).data['submitChecklist'] as Occurrence
    assert.deepEqual(
      done.submissions.map(({ kind }) => kind),
      ['ALSO', 'FIRST'],
    )
    const { rows } = await api.database.pool.query<{ by: string; number: number }>(
      `select submitted_by as by, (answers->0->>'number')::float8 as number from checklist_submission where occurrence_id = $1 and company_id = $2 order by id`,
      [occurrence, ACME],
    )
    assert.deepEqual(rows, [
      { by: api.users.OPERATOR, number: 6 },
      { by: api.users.USER, number: 4.2 },
    ])
  })

  it('keep no second copy of a draft that another handed in whole', async () => {
    const { id } = await save()
    await look(65)
    const occurrence = await open(id)
    const answer = '{ taskId: "p", number: 5 }'
    await ask(`mutation { saveChecklistAnswers(occurrenceId: ${occurrence}, answers: [${answer}]) { id } }`, 'OPERATOR')
    const { data } = await submit(occurrence, answer, 'USER')
    assert.deepEqual(
      (data['submitChecklist'] as Occurrence).submissions.map(({ kind }) => kind),
      ['FIRST'],
    )
  })

  it('keep what was answered outside the window beside it', async () => {
    const { id } = await save('answerWithin: 3600')
    await look(61)
    const occurrence = await open(id)
    await look(170)
    const { data } = await submit(occurrence, '{ taskId: "p", number: 5 }')
    const { state, submissions } = data['submitChecklist'] as Occurrence
    assert.deepEqual([state, submissions.map(({ kind }) => kind)], ['MISSED', ['EXTRA']])
  })

  it('take what was answered in time before the machine was shut down, and miss what was over before', async () => {
    const shutDown = (status: string) => ask(`mutation { updateBox(input: { id: ${press}, deviceStatus: ${status} }) { id } }`)
    const { id } = await save('answerWithin: 3600')
    await look(61)
    const occurrence = await open(id)
    await look(110)
    await shutDown('TEMPORARY_SHUTDOWN')
    await look(111)
    assert.deepEqual(await states(id), ['CANCELLED'])
    const tapped = iso(now - 5 * MINUTE_MS)
    const late = await submit(occurrence, '{ taskId: "p", number: 5 }', 'OPERATOR', `occurredAt: "${tapped}"`)
    assert.deepEqual(late.errors, [])
    const { state, submissions } = late.data['submitChecklist'] as Occurrence
    assert.deepEqual([state, submissions.map(({ kind }) => kind)], ['DONE', ['FIRST']])
    await shutDown('ACTIVE')
    await look(181)
    await look(241)
    assert.deepEqual(await states(id), ['PENDING', 'DONE'])
    await shutDown('TEMPORARY_SHUTDOWN')
    await look(245)
    assert.deepEqual(await states(id), ['PENDING', 'DONE'], 'a device may still send it')
    await look(256)
    assert.deepEqual(await states(id), ['MISSED', 'DONE'])
    await shutDown('ACTIVE')
    await api.database.pool.query('update work_center set active_since = null where id = $1', [press])
  })

  it('are handed in once for a key, however often it is sent', async () => {
    const { id } = await save()
    await look(61)
    const occurrence = await open(id)
    const key = `requestKey: "0190a1b2-0000-7000-8000-${String(day).padStart(12, '0')}"`
    const again = async () =>
      (await submit(occurrence, '{ taskId: "p", number: 5 }', 'OPERATOR', key)).data['submitChecklist'] as Occurrence
    await again()
    assert.equal((await again()).submissions.length, 1)
  })

  it('are started by hand where they may be, once while one is open', async () => {
    const { id } = await save('frequency: { source: DAILY_SCHEDULE, showAt: ["12:00"], allowManualActivation: true }')
    const start = (as: Role, place = press) =>
      api.ask(`mutation { startChecklist(checklistId: ${id}, workCenterId: ${place}) { id state } }`, { as })
    const first = (await start('OPERATOR')).data['startChecklist'] as { id: number; state: string }
    assert.equal(first.state, 'STARTED')
    assert.deepEqual((await start('USER')).data['startChecklist'], first)
    assert.deepEqual(codesOf(await start('OPERATOR', lathe)), ['WORK_CENTER_NOT_FOUND'])
    assert.deepEqual(codesOf(await start('USER', lathe)), ['CHECKLIST_NOT_FOUND'])
    await look(1)
    assert.deepEqual(await states(id), ['STARTED'], 'no fact makes it due, and no fact takes it away')
  })

  it('are skipped as of the tap, and not over the head of who is answering', async () => {
    const at = (minutes: number) => new Date(DAY_START + day * 24 * HOUR_MS + minutes * MINUTE_MS).toISOString()
    const skip = (id: number, more: string, as: Role = 'OPERATOR') =>
      api.ask(`mutation { skipChecklist(occurrenceId: ${id}, reason: "No oil left" ${more}) { state submissions { kind } } }`, { as })
    const { id } = await save('frequency: { source: DAILY_SCHEDULE, showAt: ["10:00"] } answerWithin: 1800')
    await look(61)
    const due = await open(id)
    // Somebody is at it: within ten minutes it is asked first, and what they answered stays theirs.
    await ask(`mutation { saveChecklistAnswers(occurrenceId: ${due}, answers: [{ taskId: "p", number: 5 }]) { id } }`, 'USER')
    assert.deepEqual(codesOf(await skip(due, '')), ['ANSWERED_BY_ANOTHER'])
    assert.deepEqual((await skip(due, ', isTakenOver: true')).data['skipChecklist'], { state: 'SKIPPED', submissions: [{ kind: 'ALSO' }] })
    // Said in its time and sent later it is skipped, once; what was missed meanwhile stays so where it was said too late.
    const key = `, requestKey: "0190a1b2-0000-7000-a000-${String(day).padStart(12, '0')}"`
    const second = await save('frequency: { source: DAILY_SCHEDULE, showAt: ["11:00"] } answerWithin: 1800')
    await look(121)
    const next = await open(second.id)
    await look(121 + 60)
    assert.deepEqual(await states(second.id), ['MISSED'])
    assert.deepEqual((await skip(next, `, occurredAt: "${at(170)}"`)).data['skipChecklist'], { state: 'MISSED', submissions: [] })
    await api.database.pool.query(
      'update checklist_occurrence set skip_reason = null, skipped_by = null, skipped_at = null where id = $1',
      [next],
    )
    const said = `, occurredAt: "${at(130)}"${key}`
    assert.deepEqual((await skip(next, said)).data['skipChecklist'], { state: 'SKIPPED', submissions: [] })
    assert.deepEqual((await skip(next, said)).data['skipChecklist'], { state: 'SKIPPED', submissions: [] }, 'sent twice')
    assert.deepEqual(codesOf(await skip(next, '')), ['OCCURRENCE_CLOSED'])
  })

  it('begun on a device without a connection are those of that time, else by hand, and sent twice they are one', async () => {
    const key = (number: number) => `requestKey: "0190a1b2-0000-7000-9000-${String(day * 10 + number).padStart(12, '0')}"`
    const at = (minutes: number) => new Date(DAY_START + day * 24 * HOUR_MS + minutes * MINUTE_MS).toISOString()
    const handIn = (list: { readonly id: number; readonly version: number }, minutes: number, more = '', place = press) =>
      api.ask(
        `mutation { submitChecklist(started: { checklistId: ${list.id}, workCenterId: ${place}, version: ${list.version}, startedAt: "${at(minutes)}" },
          occurredAt: "${at(minutes + 2)}", answers: [{ taskId: "p", number: 5 }] ${more}) { ${FIELDS} } }`,
        { as: 'OPERATOR' },
      )
    // It fell due at 10:00 while the device was away; what it began then is that one, missed or not.
    const fixed = await save()
    await look(61)
    const due = await open(fixed.id)
    await look(180 + 20)
    const done = (await handIn(fixed, 61, key(1))).data['submitChecklist'] as Occurrence
    assert.deepEqual([done.id, done.state], [due, 'DONE'])
    assert.deepEqual((await handIn(fixed, 61, key(1))).data['submitChecklist'], done, 'sent twice')
    // Somebody answered it meanwhile: both are kept.
    const also = (await handIn(fixed, 62, key(2))).data['submitChecklist'] as Occurrence
    assert.deepEqual([also.id, also.submissions.length], [due, 2])
    // Before it was due nothing is asked, and by hand it may not be begun.
    assert.deepEqual(codesOf(await handIn(fixed, 30)), ['CHECKLIST_NOT_BY_HAND'])
    // One that may be is made as of the tap, by the version that the device asked.
    const free = await save('frequency: { source: DAILY_SCHEDULE, showAt: ["23:00"], allowManualActivation: true }')
    const made = (await handIn(free, 100, key(3))).data['submitChecklist'] as Occurrence
    assert.deepEqual([made.state, made.dueAt, made.submissions.length], ['DONE', at(100), 1])
    const next = (await handIn(free, 110, key(4))).data['submitChecklist'] as Occurrence
    assert.notEqual(next.id, made.id)
    // A program that begins the same instant again without a key hands in a second time.
    const again = (await handIn(free, 110)).data['submitChecklist'] as Occurrence
    assert.deepEqual([again.id, again.submissions.length], [next.id, 2])
    await look(201)
    assert.deepEqual(await states(free.id), ['DONE', 'DONE'])

    assert.deepEqual(codesOf(await handIn({ ...free, version: 7 }, 100)), ['CHECKLIST_NOT_FOUND'])
    assert.deepEqual(codesOf(await handIn(free, 100, '', lathe)), ['WORK_CENTER_NOT_FOUND'])
    assert.deepEqual(codesOf(await handIn(free, -15 * 24 * 60)), ['SAID_TOO_LONG_AGO'])
    const none = await api.ask(`mutation { submitChecklist(answers: []) { id } }`, { as: 'OPERATOR' })
    assert.deepEqual(codesOf(none), ['REQUIRED'])
  })

  it('are seen and answered only where a person may', async () => {
    const { id } = await save(`frequency: { source: DAILY_SCHEDULE, showAt: ["10:00"], allowManualActivation: true }`)
    await api.database.pool.query('update checklist set work_center_ids = $2 where id = $1', [id, [lathe]])
    await look(61)
    const occurrence = await open(id)
    assert.deepEqual(await occurrences(id, 'OPERATOR'), [])
    assert.deepEqual(codesOf(await submit(occurrence, '{ taskId: "p", number: 5 }')), ['OCCURRENCE_NOT_FOUND'])
    assert.deepEqual(codesOf(await api.ask(`{ checklist(id: ${id}) { id } }`, { as: 'OPERATOR' })), ['CHECKLIST_NOT_FOUND'])
    assert.deepEqual(codesOf(await api.ask('{ checklists { id } }', { as: 'GUEST' })), ['FORBIDDEN'])
    const foreign = await api.ask(`{ checklistOccurrence(id: ${occurrence}) { id } }`, { as: api.stranger, company: OTHER })
    assert.deepEqual(codesOf(foreign), ['OCCURRENCE_NOT_FOUND'])
    assert.deepEqual(codesOf(await api.ask(`{ checklist(id: ${id}) { id } }`, { as: api.stranger, company: OTHER })), [
      'CHECKLIST_NOT_FOUND',
    ])
  })

  it('are skipped with a reason, and cancelled with their checklist', async () => {
    const { id } = await save()
    await look(61)
    const skip = async (reason: string) =>
      api.ask(`mutation { skipChecklist(occurrenceId: ${await open(id)}, reason: "${reason}") { state skipReason } }`, { as: 'OPERATOR' })
    assert.deepEqual(codesOf(await skip('no')), ['LENGTH_OUT_OF_RANGE'])
    assert.deepEqual((await skip('Mould is out')).data['skipChecklist'], { state: 'SKIPPED', skipReason: 'Mould is out' })
    await look(181)
    await ask(`mutation { deleteChecklist(id: ${id}) { isArchived } }`)
    assert.deepEqual(await states(id), ['CANCELLED', 'SKIPPED'])
    const { checklists } = await ask<{ checklists: readonly { id: number }[] }>('{ checklists { id } }')
    assert.ok(checklists.every((one) => one.id !== id))
  })

  it('that were missed are excused once, with a reason, until their shift is confirmed, and stay missed', async () => {
    const { id } = await save()
    await look(61)
    const missed = await open(id)
    await look(181)
    const skip = () =>
      api.ask(`mutation { skipChecklist(occurrenceId: ${missed}, reason: "Mould is out") { state skipReason } }`, { as: 'OPERATOR' })
    const start = DAY_START + day * 24 * HOUR_MS
    const shift = await addShift(api, press, { start, date: iso(start).slice(0, 10) })
    const set = (status: string, on: Date | null) =>
      api.database.pool.query('update shift set status = $2, confirmed_on = $3 where id = $1', [shift, status, on])
    const mayBeAnswered = async () =>
      (await ask<{ checklistOccurrence: { mayStillBeAnswered: boolean } }>(`{ checklistOccurrence(id: ${missed}) { mayStillBeAnswered } }`))
        .checklistOccurrence.mayStillBeAnswered
    await set('CONFIRMED', new Date(now))
    assert.deepEqual(codesOf(await skip()), ['OCCURRENCE_CLOSED'])
    assert.equal(await mayBeAnswered(), false)
    await set('UNCONFIRMED', null)
    assert.equal(await mayBeAnswered(), true)
    assert.deepEqual((await skip()).data['skipChecklist'], { state: 'MISSED', skipReason: 'Mould is out' })
    assert.deepEqual(codesOf(await skip()), ['OCCURRENCE_CLOSED'])
    await look(182)
    assert.deepEqual(await states(id), ['PENDING', 'MISSED'])
  })

  it('are looked at by as many statements at a work center, however many they are', async () => {
    const counted = async (): Promise<number> => {
      const statements = countStatements()
      await lookAtChecklists(api.deps, ACME, now)
      statements.end()
      return statements.texts.length
    }
    await save()
    await look(1)
    const alone = await counted()
    for (let index = 0; index < 5; index++) await save('frequency: { source: REGULAR_INTERVALS, showEvery: 7200 }')
    await look(1)
    assert.equal(await counted(), alone)
  })

  it('are written by as many statements at a work center, however many became due', async () => {
    const written = async (minutes: number): Promise<number> => {
      now = DAY_START + day * 24 * HOUR_MS + minutes * MINUTE_MS
      const statements = countStatements()
      await lookAtChecklists(api.deps, ACME, now)
      statements.end()
      return statements.texts.filter((text) => text.includes('checklist_occurrence') && !/^\s*select/i.test(text)).length
    }
    await save()
    const alone = await written(61)
    assert.ok(alone > 0)
    for (let index = 0; index < 4; index++) await save()
    assert.ok((await written(200)) <= alone + 1)
  })

  it('are given to a person who may answer them there, and who goes on with what another began', async () => {
    const { id } = await save()
    await look(61)
    const occurrence = await open(id)
    const give = (assigneeId: string | null, as?: 'OPERATOR' | 'GUEST') =>
      api.ask(
        `mutation { reassignChecklist(occurrenceId: ${occurrence}, assigneeId: ${assigneeId === null ? 'null' : `"${assigneeId}"`}) { state assignee { id } } }`,
        as === undefined ? {} : { as },
      )
    const people = await ask<{ checklistPeople: readonly { id: string }[] }>(`{ checklistPeople(workCenterId: ${press}) { id } }`)
    const ids = people.checklistPeople.map((one) => one.id)
    assert.ok(ids.includes(api.users.USER) && ids.includes(api.users.OPERATOR) && !ids.includes(api.users.GUEST))
    assert.deepEqual(codesOf(await give(api.users.GUEST)), ['USER_NOT_FOUND'])
    assert.deepEqual(codesOf(await give(api.users.USER, 'GUEST')), ['FORBIDDEN'])
    const keep = (as: 'OPERATOR' | 'USER') =>
      api.ask(`mutation { saveChecklistAnswers(occurrenceId: ${occurrence}, answers: [{ taskId: "p", number: 5 }]) { state } }`, { as })
    assert.deepEqual((await keep('OPERATOR')).errors, [])
    assert.deepEqual(codesOf(await keep('USER')), ['ANSWERED_BY_ANOTHER'])
    assert.deepEqual((await give(api.users.USER, 'OPERATOR')).data['reassignChecklist'], {
      state: 'STARTED',
      assignee: { id: api.users.USER },
    })
    assert.deepEqual((await keep('USER')).errors, [])
    assert.deepEqual((await give(null)).data['reassignChecklist'], { state: 'STARTED', assignee: null })
    await ask(`mutation { skipChecklist(occurrenceId: ${occurrence}, reason: "Mould is out", isTakenOver: true) { state } }`)
    assert.deepEqual(codesOf(await give(api.users.USER)), ['OCCURRENCE_CLOSED'])
    assert.deepEqual(codesOf(await api.ask('mutation { reassignChecklist(occurrenceId: 999999) { id } }')), ['OCCURRENCE_NOT_FOUND'])
  })

  it('are foretold as far as the clock decides them', async () => {
    const { id } = await save()
    await look(61)
    const { checklistForecast } = await ask<{
      checklistForecast: {
        runs: readonly { checklist: { id: number }; workCenterId: number; dueAt: string }[]
        moreRuns: number
        moreWorkCenters: number
      }
    }>(
      `{ checklistForecast(workCenterIds: [${press}], hours: 3) { runs { checklist { id } workCenterId dueAt } moreRuns moreWorkCenters } }`,
    )
    const own = checklistForecast.runs.filter(({ checklist }) => checklist.id === id)
    assert.ok(own.length > 0)
    assert.deepEqual([checklistForecast.moreRuns, checklistForecast.moreWorkCenters], [0, 0])
    const ends = now + 3 * HOUR_MS
    assert.ok(own.every(({ workCenterId, dueAt }) => workCenterId === press && Date.parse(dueAt) > now && Date.parse(dueAt) < ends))
    assert.deepEqual(codesOf(await api.ask('{ checklistForecast(hours: 49) { moreRuns } }')), ['VALUE_OUT_OF_RANGE'])
    const often = await save('frequency: { source: REGULAR_INTERVALS, showEvery: 600, resetAtShiftStart: true }')
    const { checklistForecast: many } = await ask<{
      checklistForecast: { runs: readonly { checklist: { id: number } }[]; moreRuns: number }
    }>(`{ checklistForecast(workCenterIds: [${press}], hours: 3) { runs { checklist { id } } moreRuns } }`)
    // Seventeen times in three hours, the first after ten minutes: those that are not told are counted.
    assert.deepEqual([many.runs.filter(({ checklist }) => checklist.id === often.id).length, many.moreRuns], [8, 9])
  })

  it('show when they would have come', async () => {
    const period = `{ start: "${iso(DAY_START)}", end: "${iso(DAY_START + 24 * HOUR_MS)}" }`
    const { previewChecklistFrequency } = await ask<{ previewChecklistFrequency: readonly { dueAt: string }[] }>(
      `{ previewChecklistFrequency(frequency: { source: REGULAR_INTERVALS, showEvery: 7200, resetAtShiftStart: true }, workCenterIds: [${press}], period: ${period}) { dueAt } }`,
    )
    assert.deepEqual(
      previewChecklistFrequency.map(({ dueAt }) => dueAt),
      [2, 4, 6].map((hours) => iso(DAY_START + hours * HOUR_MS)),
    )
  })

  it('open a work request and write a note of safety of deviations that ask for it, once', async () => {
    const oil = '{ id: "o", description: "Oil", type: MEASUREMENT, min: 10, unit: "mm", onDeviation: WORK_REQUEST }'
    const guard = '{ id: "g", description: "Guard closed", type: YES_NO, expectedAnswer: true, onDeviation: STOP_NOTE }'
    const { id } = await save('', `[${oil}, ${guard}]`)
    await look(61)
    const occurrence = await open(id)
    const answers = '{ taskId: "o", number: 7, comment: "leaks" }, { taskId: "g", yes: false }'
    assert.deepEqual((await submit(occurrence, answers)).errors, [])
    assert.deepEqual((await submit(occurrence, answers, 'USER')).errors, [])
    const { pool } = api.database
    const subject = `checklist/${id}/${press}/o`
    const asked = 'select content, reported from work_request where company_id = $1 and subject = $2'
    const requests = await pool.query(asked, [ACME, subject])
    assert.deepEqual(requests.rows, [{ content: 'Start\nOil: 7 mm (10…) – leaks', reported: 1 }])
    const written = 'select kind from shift_note where company_id = $1 and text = $2'
    const notes = await pool.query(written, [ACME, 'Start\nGuard closed: ✗'])
    assert.deepEqual(notes.rows, [{ kind: 'SAFETY' }])
  })

  it('open another work request of another deviation, and count what is reported again in that of the same', async () => {
    const oil = '{ id: "o", description: "Oil", type: MEASUREMENT, min: 10, unit: "mm", onDeviation: WORK_REQUEST }'
    const belt = '{ id: "b", description: "Belt whole", type: YES_NO, expectedAnswer: true, onDeviation: WORK_REQUEST }'
    const { id } = await save('', `[${oil}, ${belt}]`)
    const runs = [
      '{ taskId: "o", number: 7, comment: "leaks" }, { taskId: "b", yes: true }',
      '{ taskId: "o", number: 6, comment: "still" }, { taskId: "b", yes: false }',
    ]
    for (const [night, answers] of runs.entries()) {
      await look(61 + night * 24 * 60)
      assert.deepEqual((await submit(await open(id), answers)).errors, [])
    }
    const { rows } = await api.database.pool.query(
      `select r.content, r.reported, m.content as said from work_request r
        left join conversation c on c.company_id = r.company_id and c.work_request_id = r.id
        left join conversation_message m on m.company_id = c.company_id and m.conversation_id = c.id
        where r.company_id = $1 and starts_with(r.subject, $2) order by r.id`,
      [ACME, `checklist/${id}/${press}/`],
    )
    assert.deepEqual(rows, [
      { content: 'Start\nOil: 7 mm (10…) – leaks', reported: 2, said: 'Start\nOil: 6 mm (10…) – still' },
      { content: 'Start\nBelt whole: ✗', reported: 1, said: null },
    ])
  })

  it('count what is reported again in the open request of before tasks were named, also once that is taken up again', async () => {
    const oil = '{ id: "o", description: "Oil", type: MEASUREMENT, min: 10, unit: "mm", onDeviation: WORK_REQUEST }'
    const { id } = await save('', `[${oil}]`)
    const { pool } = api.database
    const [old, named] = [`checklist/${id}/${press}`, `checklist/${id}/${press}/o`]
    const stored = async () =>
      (
        await pool.query<{ id: number; subject: string; reported: number }>(
          'select id, subject, reported from work_request where company_id = $1 and subject = any($2) order by id',
          [ACME, [old, named]],
        )
      ).rows
    for (const [night, depth] of [7, 6].entries()) {
      await look(61 + night * 24 * 60)
      assert.deepEqual((await submit(await open(id), `{ taskId: "o", number: ${depth}, comment: "leaks" }`)).errors, [])
      if (night === 0) await pool.query('update work_request set subject = $3 where company_id = $1 and subject = $2', [ACME, named, old])
    }
    const [request, ...others] = await stored()
    assert.deepEqual([request?.subject, request?.reported, others], [old, 2, []])
    const twin = await api.database.inTenant(ACME, async (tenant) => {
      const [one] = await listRequestsById(tenant, [request?.id ?? 0])
      assert.ok(one !== undefined)
      return await findOpenTwin(tenant, { ...one, subject: named })
    })
    assert.equal(twin, request?.id)
  })

  it('make of a correction what it is the first to show, once', async () => {
    const oil = '{ id: "o", description: "Oil", type: MEASUREMENT, max: 5.9, unit: "bar", onDeviation: WORK_REQUEST }'
    const guard = '{ id: "g", description: "Hood closed", type: YES_NO, expectedAnswer: true, onDeviation: STOP_NOTE }'
    const lamp = '{ id: "l", description: "Lamp lit", type: YES_NO, expectedAnswer: true, onDeviation: STOP_NOTE }'
    const { id } = await save('', `[${oil}, ${guard}, ${lamp}]`)
    await look(61)
    const occurrence = await open(id)
    const made = async () => {
      const { pool } = api.database
      const requests = await pool.query<{ content: string; reported: number }>(
        'select content, reported from work_request where company_id = $1 and subject = $2',
        [ACME, `checklist/${id}/${press}/o`],
      )
      const notes = await pool.query<{ text: string }>(
        `select text from shift_note where company_id = $1 and kind = 'SAFETY' and (text like '%Hood closed%' or text like '%Lamp lit%') order by id`,
        [ACME],
      )
      return [requests.rows.map(({ content, reported }) => [content, reported]), notes.rows.map(({ text }) => text)]
    }
    const rest = (bar: number, isClosed: boolean) =>
      `{ taskId: "o", number: ${bar}${bar > 5.9 ? ', comment: "gauge"' : ''} }, { taskId: "g", yes: ${isClosed} }`
    assert.deepEqual((await submit(occurrence, `${rest(5.9, true)}, { taskId: "l", yes: false }`)).errors, [])
    assert.deepEqual(await made(), [[], ['Start\nLamp lit: ✗']])
    const corrected = [[['Start\nOil: 6.1 bar (…5.9) – gauge', 1]], ['Start\nLamp lit: ✗', 'Start\nHood closed: ✗']]
    for (const reason of ['Misread', 'Misread twice']) {
      const again = await submit(occurrence, `${rest(6.1, false)}, { taskId: "l", yes: false }`, 'OPERATOR', `reason: "${reason}"`)
      assert.deepEqual(again.errors, [])
      assert.deepEqual(await made(), corrected)
    }
  })

  it('make what follows from a deviation once also where two hand in too late', async () => {
    const guard = '{ id: "g", description: "Cover closed", type: YES_NO, expectedAnswer: true, onDeviation: STOP_NOTE }'
    const oil = '{ id: "o", description: "Oil", type: MEASUREMENT, min: 10, unit: "mm", onDeviation: WORK_REQUEST }'
    const { id } = await save('answerWithin: 3600', `[${guard}, ${oil}]`)
    await look(61)
    const occurrence = await open(id)
    await look(170)
    const good = '{ taskId: "o", number: 11 }'
    for (const as of ['OPERATOR', 'USER'] as const)
      assert.deepEqual((await submit(occurrence, `{ taskId: "g", yes: false }, ${good}`, as)).errors, [])
    const { pool } = api.database
    const notes = () => pool.query('select from shift_note where company_id = $1 and text = $2', [ACME, 'Start\nCover closed: ✗'])
    assert.equal((await notes()).rowCount, 1)
    const both = '{ taskId: "g", yes: false }, { taskId: "o", number: 7, comment: "leaks" }'
    for (const as of ['OPERATOR', 'USER'] as const) assert.deepEqual((await submit(occurrence, both, as)).errors, [])
    const requests = await pool.query('select reported from work_request where company_id = $1 and subject = $2', [
      ACME,
      `checklist/${id}/${press}/o`,
    ])
    assert.deepEqual([requests.rows, (await notes()).rowCount], [[{ reported: 1 }], 1])
  })

  it('tell in time from missed, with the values that were measured and their limits', async () => {
    const { id } = await save('answerWithin: 3600')
    await look(61)
    await submit(await open(id), '{ taskId: "p", number: 6.5, comment: "Valve" }')
    await look(181)
    await look(60 * 5)
    const period = `period: { start: "${iso(now - 24 * HOUR_MS)}", end: "${iso(now + HOUR_MS)}" }`
    const series = 'series { unit points { value max isWithin } correlations { rho } }'
    const fields = `onTime late missed deviations onTimeShare medianMinutes ${series}`
    const query = `{ checklistStatistics(checklistIds: [${id}], ${period}) { ${fields} } }`
    assert.deepEqual((await ask<{ checklistStatistics: unknown }>(query)).checklistStatistics, {
      onTime: 1,
      late: 0,
      missed: 1,
      deviations: 1,
      onTimeShare: 0.5,
      medianMinutes: 1,
      series: [{ unit: 'bar', points: [{ value: 6.5, max: 6, isWithin: false }], correlations: [] }],
    })
  })

  it('compare a measurement with the hour that it lies in, also where hours begin at half past', async () => {
    const { id, version } = await save()
    const { pool } = api.database
    const start = DAY_START + day * 24 * HOUR_MS
    await pool.query(
      `insert into checklist_occurrence (company_id, checklist_id, checklist_version, work_center_id, anchor, number, due_at, closes_at, state, merged_until)
        select $1, $2, $3, $4, 0, n, $5::int8 + n * 3600000 + 600000, $5::int8 + n * 3600000 + 660000, 'DONE', 0 from generate_series(1, 20) n`,
      [ACME, id, version, press, start],
    )
    // Measured at ten past; the value of one hour says nothing of that of the next.
    await pool.query(
      `insert into checklist_submission (company_id, occurrence_id, kind, answers, result, submitted_by, submitted_at, received_at, answers_hash)
        select company_id, id, 'FIRST', json_build_array(json_build_object('taskKey', 'p', 'number', number * 7 % 20, 'yes', null, 'options', '{}'::text[],
          'isDone', false, 'comment', null, 'fileIds', '{}'::text[], 'isNotApplicable', false, 'attempts', '{}'::int[], 'answeredAt', due_at)),
          'OK', $3, due_at, due_at, '' from checklist_occurrence where company_id = $1 and checklist_id = $2`,
      [ACME, id, api.users.OPERATOR],
    )
    await pool.query(
      `insert into hour_record (company_id, work_center_id, start_at, elapsed_ms, excluded_ms, no_data_ms, availability_loss_ms, small_stop_ms,
          planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count, total_output, accepted_output,
          rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected)
        select $1, $2, $3::int8 + n * 3600000 - 1800000, 3600000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, n * 7 % 20, n * 7 % 20, 0, 0, 0, 0
        from generate_series(1, 21) n`,
      [ACME, press, start],
    )
    await pool.query(
      `insert into energy_hour (company_id, work_center_id, hour_at, kwh, covered_ms, is_assumed_balanced, quarter_kwh, quarter_covered_ms, quarter_max_kw,
          quarter_source) select company_id, work_center_id, start_at, -total_output, 3600000, false, '{}', '{}', '{}', '{}' from hour_record
        where company_id = $1 and work_center_id = $2`,
      [ACME, press],
    )
    const period = `period: { start: "${iso(start)}", end: "${iso(start + 24 * HOUR_MS)}" }`
    const { checklistStatistics } = await ask<{ checklistStatistics: unknown }>(
      `{ checklistStatistics(checklistIds: [${id}], ${period}) { series { correlations { figure count rho } } } }`,
    )
    const correlations = [
      { figure: 'ENERGY', count: 20, rho: -1 },
      { figure: 'SPEED', count: 20, rho: 1 },
    ]
    assert.deepEqual(checklistStatistics, { series: [{ correlations }] })
  })

  it('are cancelled, and missed by nobody, where the machine is taken out or shut down before somebody began', async () => {
    const { pool } = api.database
    const both = `workCenterIds: [${press}, ${lathe}], tasks: [${CLEAN}], ${DAILY}, missedSeverity: URGENT, blocksShift: true`
    const { createOrUpdateChecklist } = await ask<{ createOrUpdateChecklist: { id: number } }>(
      `mutation { createOrUpdateChecklist(input: { name: "Both", active: true, ${both} }) { id } }`,
    )
    const { id } = createOrUpdateChecklist
    const found = async () => {
      const { rows } = await pool.query<{ place: number; state: string }>(
        'select work_center_id as place, state from checklist_occurrence where company_id = $1 and checklist_id = $2 order by 1, due_at',
        [ACME, id],
      )
      return rows.map(({ place, state }) => [place === press ? 'press' : 'lathe', state])
    }
    await look(61)
    assert.deepEqual(await found(), [
      ['press', 'PENDING'],
      ['lathe', 'PENDING'],
    ])
    const shutDown = (status: string) => ask(`mutation { updateBox(input: { id: ${press}, deviceStatus: ${status} }) { id } }`)
    await shutDown('TEMPORARY_SHUTDOWN')
    await look(63)
    assert.deepEqual((await found())[0], ['press', 'CANCELLED'])
    await shutDown('ACTIVE')
    await look(65)
    assert.deepEqual((await found())[0], ['press', 'PENDING'], 'it is asked again in its time')
    await ask(
      `mutation { createOrUpdateChecklist(input: { id: ${id}, name: "Both", active: true, ${both.replace(`, ${lathe}]`, ']')} }) { id } }`,
    )
    const narrowed = [
      ['press', 'PENDING'],
      ['lathe', 'CANCELLED'],
    ]
    assert.deepEqual(await found(), narrowed)
    await look(600)
    assert.deepEqual(
      (await found()).filter(([place]) => place === 'lathe'),
      [['lathe', 'CANCELLED']],
    )
    const { rows } = await pool.query<{ place: number }>(
      `select work_center_id as place from domain_event where company_id = $1 and kind = 'CHECKLIST_MISSED' and (payload->>'checklistId')::int = $2`,
      [ACME, id],
    )
    assert.deepEqual(new Set(rows.map(({ place }) => place)), new Set([press]))
  })

  it('miss nothing of the days while a machine was shut down, nor of those before it was added', async () => {
    const { pool } = api.database
    const saved = async (more: string, places: string): Promise<number> => {
      const { createOrUpdateChecklist } = await ask<{
        createOrUpdateChecklist: { id: number }
      }>(`mutation { createOrUpdateChecklist(input: {
        ${more} name: "Daily", active: true, ${places}, tasks: [${CLEAN}], ${DAILY}, missedSeverity: URGENT, blocksShift: true }) { id } }`)
      return createOrUpdateChecklist.id
    }
    const id = await saved('', `workCenterIds: [${press}]`)
    const statesAt = async (place: number) => {
      const { rows } = await pool.query<{ state: string }>(
        'select state from checklist_occurrence where company_id = $1 and checklist_id = $2 and work_center_id = $3 order by due_at',
        [ACME, id, place],
      )
      return rows.map(({ state }) => state)
    }
    const DAY = 24 * 60
    const shutDown = (status: string) => ask(`mutation { updateBox(input: { id: ${press}, deviceStatus: ${status} }) { id } }`)
    await look(0)
    await shutDown('TEMPORARY_SHUTDOWN')
    await look(5 * DAY)
    await shutDown('ACTIVE')
    await look(5 * DAY + 1)
    assert.deepEqual(await statesAt(press), [], 'five days of two each')
    await look(5 * DAY + 61)
    assert.deepEqual(await statesAt(press), ['PENDING'])
    await saved(`id: ${id}`, `workCenterIds: [${press}, ${lathe}]`)
    await look(5 * DAY + 62)
    assert.deepEqual([await statesAt(press), await statesAt(lathe)], [['PENDING'], []])
    await look(5 * DAY + 181)
    assert.deepEqual([await statesAt(press), await statesAt(lathe)], [['MISSED', 'PENDING'], ['PENDING']])
    const saw = await addPress(api, 'Saw')
    await saved(`id: ${id}`, 'workCenterIds: []')
    await look(5 * DAY + 182)
    assert.deepEqual([await statesAt(lathe), await statesAt(saw)], [['PENDING'], []])
    await pool.query(`update work_center set device_status = 'TEMPORARY_SHUTDOWN' where id = $1`, [saw])
    day += 6
  })

  it('follow at each machine its own status of the name, and are refused where one has none', async () => {
    const { pool } = api.database
    const addStatus = async (place: number, name: string) => {
      const { rows } = await pool.query<{ id: number }>(
        `with rule as (insert into status_rule (company_id, work_center_id, name, color, range_type) values ($1, $2, $3, '#2266aa', 'MANUAL') returning id)
         insert into status_rule_version (company_id, status_rule_id, valid_from, is_effective) select $1, id, 0, false from rule
         returning status_rule_id as id`,
        [ACME, place, name],
      )
      return rows[0]?.id ?? 0
    }
    const [setup, other, only] = [await addStatus(press, 'Setup'), await addStatus(lathe, 'Setup'), await addStatus(lathe, 'Rinsing')]
    const start = DAY_START + day * 24 * HOUR_MS
    for (const [place, status] of [
      [press, setup],
      [lathe, other],
    ])
      await pool.query(
        `insert into status_interval (company_id, work_center_id, start_at, end_at, kind, status_rule_id) values ($1, $2, $3, $4, 'RULE', $5)`,
        [ACME, place, start + 60 * MINUTE_MS, start + 70 * MINUTE_MS, status],
      )
    const change = (workCenterIds: readonly number[], statusId: number, more = '') =>
      api.ask(`mutation { createOrUpdateChecklist(input: { ${more} name: "After setup", active: true, workCenterIds: [${workCenterIds.join(', ')}],
        tasks: [${CLEAN}], frequency: { source: STATUS, statusId: ${statusId} } }) { id version } }`)
    const refused = await change([press, lathe], only)
    assert.deepEqual(
      refused.errors.map(({ extensions: { code, field, params } }) => [code, field, params]),
      [['STATUS_NOT_AT_WORK_CENTER', 'frequency.statusId', { name: 'Rinsing', workCenter: 'Press', workCenterId: press }]],
    )
    assert.deepEqual(codesOf(await change([press], other)), [], 'the press has one of its name')
    const saved = await change([press, lathe], setup)
    assert.deepEqual(saved.errors, [])
    const { id } = saved.data['createOrUpdateChecklist'] as { readonly id: number }
    await look(75)
    const due = await ask<{
      checklistOccurrences: { items: readonly { readonly workCenter: { readonly id: number }; readonly dueAt: string }[] }
    }>(`{ checklistOccurrences(filter: { checklistIds: [${id}] }) { items { dueAt workCenter { id } } } }`)
    assert.deepEqual(
      due.checklistOccurrences.items.map(({ workCenter, dueAt }) => [workCenter.id, dueAt]).toSorted(([a], [b]) => Number(a) - Number(b)),
      [
        [press, iso(start + 70 * MINUTE_MS)],
        [lathe, iso(start + 70 * MINUTE_MS)],
      ],
    )
    assert.deepEqual(codesOf(await change([], only)), [], 'of all machines those that have it are asked')
    await pool.query('update status_rule set archived_on = now() where company_id = $1 and id = any($2::int[])', [ACME, [other, only]])
    assert.deepEqual(codesOf(await change([press, lathe], setup)), ['STATUS_NOT_AT_WORK_CENTER'], 'the lathe has it no more')
    assert.deepEqual(codesOf(await change([], only)), ['STATUS_RULE_NOT_FOUND'], 'no machine has it any more')
    const stored = (name: string, active: boolean, places: string) =>
      api.ask(`mutation { createOrUpdateChecklist(input: { id: ${id}, name: "${name}", active: ${active}, workCenterIds: [${places}],
        tasks: [${CLEAN}], frequency: { source: STATUS, statusId: ${setup} } }) { name active } }`)
    const both = `${lathe}, ${press}`
    assert.deepEqual((await stored('After set-up', true, both)).data, { createOrUpdateChecklist: { name: 'After set-up', active: true } })
    assert.deepEqual((await stored('After set-up', false, both)).data, { createOrUpdateChecklist: { name: 'After set-up', active: false } })
    assert.deepEqual(codesOf(await stored('After set-up', true, both)), ['STATUS_NOT_AT_WORK_CENTER'], 'it would ask the lathe never')
    assert.deepEqual(codesOf(await stored('After set-up', true, `${press}`)), [], 'the press has it')
  })

  it('name every field that is wrong, and what is not there', async () => {
    const wrong = (more: string) => api.ask(`mutation { createOrUpdateChecklist(input: { ${more} }) { id } }`)
    const all = await wrong('name: " ", tasks: [], frequency: { source: REGULAR_INTERVALS, showEvery: 60 }')
    assert.deepEqual(all.errors[0]?.extensions.code, 'REQUIRED')
    assert.deepEqual(codesOf(await wrong(`name: "A", workCenterIds: [999], tasks: [${CLEAN}], ${DAILY}`)), ['WORK_CENTER_NOT_FOUND'])
    assert.deepEqual(codesOf(await wrong(`name: "A", productIds: [999], tasks: [${CLEAN}], ${DAILY}`)), ['ITEM_NOT_FOUND'])
    assert.deepEqual(codesOf(await wrong(`name: "A", tasks: [${CLEAN}], frequency: { source: REASON, reasonId: 999 }`)), [
      'LOSS_REASON_NOT_FOUND',
    ])
    assert.deepEqual(codesOf(await wrong(`name: "A", tasks: [${CLEAN}], frequency: { source: STATUS, statusId: 999 }`)), [
      'STATUS_RULE_NOT_FOUND',
    ])
  })
})
