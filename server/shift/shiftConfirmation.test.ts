import { HOUR_MS } from '#engine/time/durations.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { classifyLosses } from '#server/loss/loss.service.ts'
import { eventually } from '#server/testing/testMachines.ts'
import { INGEST_ELSEWHERE } from '#server/recalculation/ingestPort.ts'
import { addConfirmation } from '#server/testing/addConfirmation.ts'
import { commentShift } from './shiftComment.service.ts'
import { addLoss, addPress, addSegment, addShift, DAY_START } from './testing.ts'

type Row = Readonly<Record<string, unknown>>
const refusalOf = (answer: Answer) => answer.errors[0]?.extensions
const codeOf = (answer: Answer) => refusalOf(answer)?.code

describe('confirming shifts', () => {
  let api: TestApi
  let now = DAY_START + 9 * HOUR_MS
  before(async () => {
    api = await startTestApi({ now: () => now })
  })
  after(() => api.close())

  const run = async (text: string, values: unknown[] = []): Promise<Row[]> => (await api.database.pool.query<Row>(text, values)).rows
  const confirm = (id: number, rest = '', as: Parameters<TestApi['ask']>[1] = {}) =>
    api.ask(
      `mutation { confirmShift(id: ${id}${rest}) { id status revision version comment confirmedBy { id } confirmedOn issues { code } } }`,
      as,
    )

  const refusals = async (id: number, as: Parameters<TestApi['ask']>[1] = {}): Promise<Row> => {
    const { data } = await api.ask(`{ shifts(filter: { ids: [${id}] }) { confirmRefusal commentRefusal reopenRefusal } }`, as)
    return (data['shifts'] as readonly Row[])[0] ?? {}
  }

  it('freezes a shift without issues, with who and when, and takes no second confirmation (S-44, S-46)', async () => {
    const press = await addPress(api, 'qa-001a')
    const id = await addShift(api, press)
    const { data, errors } = await confirm(id, '', { as: 'USER' })
    assert.deepEqual(errors, [])
    assert.deepEqual(data['confirmShift'], {
      id,
      status: 'CONFIRMED',
      revision: 1,
      version: 2,
      comment: null,
      confirmedBy: { id: api.users.USER },
      confirmedOn: new Date(now).toISOString(),
      issues: [],
    })
    assert.equal(codeOf(await confirm(id)), 'SHIFT_CONFIRMED')
    assert.equal(codeOf(await confirm(id, ', version: 1')), 'CONFLICT')
    assert.deepEqual(refusalOf(await confirm(id, ', version: 1'))?.params, { version: 2 })
  })

  it('keeps what the shift said in its revision (S-46)', async () => {
    const press = await addPress(api, 'qa-001b')
    const id = await addShift(api, press)
    await confirm(id, ', comment: "fine"')
    const { data, errors } = await api.ask(
      `{ shifts(filter: { ids: [${id}] }) { comment revisions { revision comment code shiftDate oee { realValue } availability { realValue } performance { realValue }
        quality { realValue } totalOutput rejectedOutput plannedProductionTime noDataDuration confirmedBy { id } issues { code count } reopenedOn } } }`,
    )
    assert.deepEqual(errors, [])
    assert.deepEqual(data['shifts'], [
      {
        comment: 'fine',
        revisions: [
          {
            revision: 1,
            comment: 'fine',
            code: 'A',
            shiftDate: '2026-05-04',
            oee: { realValue: 60 },
            availability: { realValue: 80 },
            performance: { realValue: 83.33 },
            quality: { realValue: 90 },
            totalOutput: 300,
            rejectedOutput: 30,
            plannedProductionTime: 27_000,
            noDataDuration: 1800,
            confirmedBy: { id: api.users.ADMIN },
            issues: [],
            reopenedOn: null,
          },
        ],
      },
    ])
  })

  it('refuses one in progress until two minutes after its end, whatever is said (S-44)', async () => {
    const press = await addPress(api, 'qa-001c')
    const id = await addShift(api, press, { start: now - 8 * HOUR_MS, date: '2026-05-04' })
    for (const [at, code] of [
      [0, 'SHIFT_IN_PROGRESS'],
      [119_999, 'SHIFT_IN_PROGRESS'],
      [120_000, undefined],
    ] as const) {
      now = DAY_START + 9 * HOUR_MS + at
      const { data } = await api.ask(`{ shifts(filter: { ids: [${id}] }) { status isProvisional } }`)
      const isOpen = code !== undefined
      assert.deepEqual(data['shifts'], [{ status: isOpen ? 'PROGRESS' : 'UNCONFIRMED', isProvisional: isOpen }])
      assert.equal(codeOf(await confirm(id, ', comment: "all is well"')), code)
    }
    now = DAY_START + 9 * HOUR_MS
  })

  it('refuses issues and names them, and takes a comment of three characters for them (S-45, E-37)', async () => {
    const press = await addPress(api, 'qa-001d')
    const id = await addShift(api, press)
    const [reason] = await run(`insert into loss_reason (company_id, name) values ('ACME1', 'Jam') returning id`)
    const first = await addLoss(api, press, [10, 20])
    const second = await addLoss(api, press, [30, 60])
    await addLoss(api, press, [70, 75], { level: 1 })
    await addLoss(api, press, [80, 90], { is_valid: false })
    await addLoss(api, press, [100, 110], { reason_id: Number(reason?.['id']), reason_source: 'RULE', is_provisional: true })
    await addLoss(api, press, [120, 130], { is_scheduled_loss: true })
    await addLoss(api, press, [0, 480], { source: 'SPEED', quantity: 12, duration_ms: 720_000 })
    await addLoss(api, press, [200, 480], { source: 'OUTPUT', quantity: 1, duration_ms: 60_000 })
    const open = await confirm(id)
    assert.deepEqual(refusalOf(open), { code: 'SHIFT_HAS_ISSUES', params: { UNCLASSIFIED_LOSSES: 2 } })
    const { data } = await api.ask(
      `{ shifts(filter: { ids: [${id}] }) { issues { code count ids } lossStats { totalCount classifiedCount unclassifiedCount notNeededCount } } }`,
    )
    assert.deepEqual(data['shifts'], [
      {
        issues: [{ code: 'UNCLASSIFIED_LOSSES', count: 2, ids: [first, second] }],
        lossStats: { totalCount: 7, classifiedCount: 2, unclassifiedCount: 2, notNeededCount: 3 },
      },
    ])
    // The list means the same by the word, for this shift alone as for its counts.
    const listed = async (filter: string) => {
      const { data: found, errors } = await api.ask(
        `{ lossesPages(filter: { shiftInstanceIds: [${id}], ${filter} }, size: 50) { totalItems items { id } } }`,
      )
      assert.deepEqual(errors, [])
      return found['lossesPages'] as { readonly totalItems: number; readonly items: readonly Row[] }
    }
    const counts: number[] = []
    for (const kind of ['ALL', 'CLASSIFIED', 'UNCLASSIFIED', 'NOT_NEEDED'])
      counts.push((await listed(`classification: ${kind}`)).totalItems)
    assert.deepEqual(counts, [7, 2, 2, 3])
    assert.deepEqual(new Set((await listed('classification: UNCLASSIFIED')).items.map((loss) => loss['id'])), new Set([first, second]))
    assert.equal((await listed('issues: NO_REASON')).totalItems, 2)
    assert.equal((await listed('shiftIds: [9]')).totalItems, 0)
    assert.equal(codeOf(await confirm(id, ', comment: " ok "')), 'SHIFT_HAS_ISSUES')
    const said = await confirm(id, ', comment: " sensor was off "')
    assert.equal((said.data['confirmShift'] as Row)['comment'], 'sensor was off')
    const [revision] = await run('select issues, comment from shift_revision where work_center_id = $1', [press])
    assert.deepEqual(revision, { issues: [{ code: 'UNCLASSIFIED_LOSSES', count: 2, ids: [first, second] }], comment: 'sensor was off' })
  })

  it('is held up by pending tasks of plans that say so, worked out in the same moment (T-6)', async () => {
    const press = await addPress(api, 'qa-001t')
    const id = await addShift(api, press)
    await addSegment(api, press, [0, 60], { jobOrderIds: [] })
    const after = await addSegment(api, press, [60, 120], { jobOrderIds: [] })
    const plan = `insert into operational_plan (company_id, event, is_active, active_from, blocks_shift) values ('ACME1', 'COUNTER_RESET', true, 0, $1)
      on conflict (company_id, event) do update set is_active = true, blocks_shift = excluded.blocks_shift`
    await run(plan, [true])
    const open = await confirm(id)
    assert.deepEqual(refusalOf(open), { code: 'SHIFT_HAS_ISSUES', params: { PENDING_TASKS: 1 } })
    await run('update output_segment set job_order_ids = array[4] where id = $1', [after])
    const { errors } = await confirm(id)
    assert.deepEqual(errors, [], 'what was answered since holds nothing up')
    await run(plan, [false])
    const other = await addPress(api, 'qa-001u')
    const free = await addShift(api, other)
    await addSegment(api, other, [0, 60], { jobOrderIds: [] })
    await addSegment(api, other, [60, 120], { jobOrderIds: [] })
    assert.deepEqual((await confirm(free)).errors, [])
    await run(`delete from operational_plan where company_id = 'ACME1'`)
  })

  it('is held up by what nobody answered of checklists that say so (CL-13)', async () => {
    const press = await addPress(api, 'qa-001v')
    const id = await addShift(api, press)
    const [checklist] = await run(
      `insert into checklist (company_id, name, active_from, blocks_shift) values ('ACME1', 'Guard', 0, true) returning id`,
    )
    await run(
      `insert into checklist_version (company_id, checklist_id, version, definition, created_on) values ('ACME1', $1, 1, '{}', now())`,
      [checklist?.['id']],
    )
    const occurrence = `insert into checklist_occurrence (company_id, checklist_id, checklist_version, work_center_id, anchor, number, due_at,
      closes_at, shift_start_at, state, merged_until, is_found_late) values ('ACME1', $1, 1, $2, 0, 1, $3::int8, $3::int8 + 60000, $3::int8, $4, 0, $5)`
    await run(occurrence, [checklist?.['id'], press, DAY_START, 'MISSED', false])
    await run(occurrence, [checklist?.['id'], press, DAY_START, 'MISSED', true])
    await run(occurrence, [checklist?.['id'], press, DAY_START, 'SKIPPED', false])
    const [excused] = await run(`${occurrence} returning id`, [checklist?.['id'], press, DAY_START, 'MISSED', false])
    const [late] = await run(`${occurrence} returning id`, [checklist?.['id'], press, DAY_START, 'MISSED', false])
    assert.deepEqual(refusalOf(await confirm(id)), { code: 'SHIFT_HAS_ISSUES', params: { OPEN_CHECKLISTS: 3 } })
    await run(`update checklist_occurrence set skip_reason = 'Mould is out' where id = $1`, [excused?.['id']])
    await run(
      `insert into checklist_submission (company_id, occurrence_id, kind, answers, result, deviations, submitted_by, submitted_at, received_at, answers_hash)
        values ('ACME1', $1, 'EXTRA', '[]', 'OK', '{}', $2, $3, $3, '')`,
      [late?.['id'], api.users.OPERATOR, DAY_START],
    )
    assert.deepEqual(refusalOf(await confirm(id)), { code: 'SHIFT_HAS_ISSUES', params: { OPEN_CHECKLISTS: 1 } })
    const issues = async () => (await api.ask(`{ shifts(filter: { ids: [${id}] }) { issues { code } } }`)).data['shifts']
    await api.ask('mutation { deactivateExtension(id: "CHECKLISTS") { id } }')
    assert.deepEqual(await issues(), [{ issues: [] }], 'nobody can answer what is switched off')
    await api.ask('mutation { activateExtension(id: "CHECKLISTS") { id } }')
    assert.deepEqual(await issues(), [{ issues: [{ code: 'OPEN_CHECKLISTS' }] }])
    await run('update checklist set blocks_shift = false where id = $1', [checklist?.['id']])
    assert.deepEqual((await confirm(id)).errors, [])
  })

  it('asks for job orders, confirmations and reasons of rejects as the settings do (S-45b, c, e)', async () => {
    const press = await addPress(api, 'qa-001e')
    const id = await addShift(api, press)
    const lone = await addSegment(api, press, [0, 60])
    const ordered = await addSegment(api, press, [60, 120], { jobOrderIds: [4], isConfirmed: true })
    await addSegment(api, press, [120, 130], { total: 0 })
    await addSegment(api, press, [130, null], { jobOrderIds: [4] })
    const reject = await addLoss(api, press, [10, 60], { source: 'OUTPUT', quantity: 1 })
    const issuesNow = async () =>
      ((await api.ask(`{ shifts(filter: { ids: [${id}] }) { issues { code ids } } }`)).data['shifts'] as readonly Row[])[0]?.['issues']
    assert.deepEqual(await issuesNow(), [])
    await run('update work_center set is_job_order_required = true, require_reason_for_each_rejection = true where id = $1', [press])
    assert.deepEqual(await issuesNow(), [
      { code: 'OUTPUT_WITHOUT_JOB_ORDER', ids: [lone] },
      { code: 'QUALITY_LOSSES_WITHOUT_REASON', ids: [reject] },
    ])
    await run('update work_center set is_job_order_required = false, require_reason_for_each_rejection = false where id = $1', [press])
    const segment = { companyId: 'ACME1', workCenterId: press, start: DAY_START + HOUR_MS, end: DAY_START + 2 * HOUR_MS }
    const confirm = (type: 'CANCELED' | 'CONFIRMED') =>
      addConfirmation((text, values) => api.database.pool.query(text, [...values]), { ...segment, accepted: 10, type, batchCode: 'B-7' })
    await confirm('CANCELED')
    assert.deepEqual(await issuesNow(), [])
    await confirm('CONFIRMED')
    assert.deepEqual(await issuesNow(), [{ code: 'UNCONFIRMED_OUTPUT', ids: [lone] }])
    // Output of an order asks for its confirmation until the order is finished for good.
    const [order] = await run(
      `insert into job_order (company_id, order_code, status, work_center_id) values ('ACME1', 'S-45c', 'TECHNICALLY_COMPLETED', $1) returning id`,
      [press],
    )
    const orderId = Number(order?.['id'])
    await run('update output_segment set job_order_ids = array[$1::int] where id = $2', [orderId, lone])
    assert.deepEqual(await issuesNow(), [{ code: 'UNCONFIRMED_OUTPUT', ids: [lone] }])
    await run(`update job_order set status = 'COMPLETED' where id = $1`, [orderId])
    assert.deepEqual(await issuesNow(), [])
    await run('update output_segment set job_order_ids = array[]::int[] where id = $1', [lone])
    const { data } = await api.ask(
      `{ shifts(filter: { ids: [${id}] }) { outputStats { totalCount withBatchCount withProductionOrderCount } }
        unconfirmed: shifts(filter: { ids: [${id}], outputIssues: UNCONFIRMED }) { id } none: shifts(filter: { ids: [${id}], outputIssues: NO_PRODUCTION_ORDER }) { id }
        quiet: shifts(filter: { ids: [${id}], lossIssues: NO_REASON }) { id } }`,
    )
    assert.deepEqual(data, {
      shifts: [{ outputStats: { totalCount: 4, withBatchCount: 1, withProductionOrderCount: 2 } }],
      unconfirmed: [{ id }],
      // It lies there without an order, whether or not the settings ask for one.
      none: [{ id }],
      quiet: [],
    })
    assert.ok(ordered > lone)
  })

  it('lets only one of several confirm at once; each later one is told (E-39)', async () => {
    const press = await addPress(api, 'qa-001f')
    const id = await addShift(api, press)
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(id, ', version: 1')))
    const codes = answers.map(codeOf)
    assert.equal(codes.filter((code) => code === undefined).length, 1)
    assert.equal(codes.filter((code) => code === 'CONFLICT').length, 7)
    assert.deepEqual(await run('select revision from shift_revision where work_center_id = $1', [press]), [{ revision: 1 }])
  })

  it('lets two shift leads close the same fourteen shifts at the same moment: each is confirmed once, and each lead is told of all (S-47, E-39)', async () => {
    const ids: number[] = []
    for (let at = 0; at < 14; at++) ids.push(await addShift(api, await addPress(api, `two leads ${at}`)))
    // One begins at the other end: they meet in the middle, and none waits for the other for ever.
    const close = (order: readonly number[], as: 'ADMIN' | 'USER') =>
      api.ask(
        `mutation { confirmShifts(input: { ids: [${order.join()}] }) { id isConfirmed errorCode shift { status confirmedBy { id } } } }`,
        { as },
      )
    const answers = await Promise.all([close(ids, 'ADMIN'), close(ids.toReversed(), 'USER')])
    type Told = { id: number; isConfirmed: boolean; errorCode: string | null; shift: { status: string; confirmedBy: { id: string } } }
    const [one = [], other = []] = answers.map(({ data, errors }) => {
      assert.deepEqual(errors, [])
      return data['confirmShifts'] as readonly Told[]
    })
    assert.deepEqual([one.map(({ id }) => id), other.map(({ id }) => id)], [ids, ids.toReversed()])
    for (const id of ids) {
      const told = [one, other].map((all) => all.find((row) => row.id === id))
      assert.deepEqual(told.map((row) => row?.errorCode ?? 'CONFIRMED').toSorted(), ['CONFIRMED', 'SHIFT_CONFIRMED'])
      const by = told[0]?.errorCode === null ? api.users.ADMIN : api.users.USER
      for (const row of told) assert.deepEqual(row?.shift, { status: 'CONFIRMED', confirmedBy: { id: by } })
    }
    const revisions = await run(
      `select count(*)::int as count, max(v.revision) as last from shift_revision v join shift s
         on s.company_id = v.company_id and s.work_center_id = v.work_center_id and s.start_at = v.shift_start_at where s.id = any($1)`,
      [ids],
    )
    assert.deepEqual(revisions, [{ count: 14, last: 1 }])
  })

  it('waits for what ingest is writing of the shift, and freezes what was written (S-46)', async () => {
    const press = await addPress(api, 'qa-001g')
    const id = await addShift(api, press)
    const writer = await api.database.pool.connect()
    await writer.query('begin')
    await writer.query('update shift set total_output = 301, accepted_output = 271 where id = $1', [id])
    const { rows } = await writer.query<{ id: string }>('select pg_current_xact_id()::text as id')
    const confirmed = confirm(id)
    for (let isWaiting = false; !isWaiting; await sleep(5)) {
      isWaiting = (await run('select from pg_locks where not granted and transactionid::text = $1', [rows[0]?.id])).length > 0
    }
    await writer.query('commit')
    writer.release()
    assert.deepEqual((await confirmed).errors, [])
    const [revision] = await run(
      `select record -> 'terms' -> 'output' ->> 'total' as total from shift_revision where work_center_id = $1`,
      [press],
    )
    assert.deepEqual(revision, { total: '301' })
  })

  it('refuses a shift whose figures are about to change, after it asked for them', async () => {
    const press = await addPress(api, 'qa-001h')
    const id = await addShift(api, press)
    const mark = `insert into recalculation (company_id, work_center_id, from_at, to_at, cause) values ('ACME1', $1, $2, $3, 'TEST')`
    await run(mark, [press, DAY_START + 8 * HOUR_MS, null])
    await run(mark, [press, 0, DAY_START])
    api.awaitedReloads.length = 0
    assert.equal(codeOf(await confirm(id)), undefined)
    assert.deepEqual(api.awaitedReloads, [])
    const next = await addShift(api, press, { start: DAY_START + 24 * HOUR_MS - 24 * HOUR_MS - 8 * HOUR_MS, date: '2026-05-03' })
    assert.equal(codeOf(await confirm(next)), 'SHIFT_RECALCULATING')
    assert.deepEqual(api.awaitedReloads, [press])
    await run('delete from recalculation where work_center_id = $1', [press])
    assert.equal(codeOf(await confirm(next)), undefined)
  })

  it('confirms many, each judged by itself (S-47, E-38), and closes by date', async () => {
    const press = await addPress(api, 'qa-001i')
    const good = await addShift(api, press)
    const night = await addShift(api, press, { start: DAY_START - 8 * HOUR_MS, shiftId: 3, date: '2026-05-03' })
    const running = await addShift(api, press, { start: DAY_START + 8 * HOUR_MS, shiftId: 2 })
    await addLoss(api, press, [1, 9])
    const ask = (input: string) =>
      api.ask(`mutation { confirmShifts(input: { ${input} }) { id isConfirmed errorCode issues { code } shift { status } } }`)
    const { data } = await ask(`ids: [${good}, ${night}, ${running}, 999999]`)
    assert.deepEqual(data['confirmShifts'], [
      {
        id: good,
        isConfirmed: false,
        errorCode: 'SHIFT_HAS_ISSUES',
        issues: [{ code: 'UNCLASSIFIED_LOSSES' }],
        shift: { status: 'UNCONFIRMED' },
      },
      { id: night, isConfirmed: true, errorCode: null, issues: [], shift: { status: 'CONFIRMED' } },
      { id: running, isConfirmed: false, errorCode: 'SHIFT_IN_PROGRESS', issues: [], shift: { status: 'PROGRESS' } },
      { id: 999_999, isConfirmed: false, errorCode: 'SHIFT_NOT_FOUND', issues: [], shift: null },
    ])
    const byDate = await ask(`shiftDate: "2026-05-04", workCenterIds: [${press}], comment: "closed by date"`)
    assert.deepEqual(byDate.data['confirmShifts'], [
      { id: good, isConfirmed: true, errorCode: null, issues: [{ code: 'UNCLASSIFIED_LOSSES' }], shift: { status: 'CONFIRMED' } },
    ])
    assert.equal(codeOf(await ask('comment: "nothing named"')), 'REQUIRED')
    const tooMany = Array.from({ length: 1_001 }, (_, index) => index)
    assert.deepEqual(refusalOf(await ask(`ids: [${tooMany.join()}]`)), {
      code: 'LENGTH_OUT_OF_RANGE',
      field: 'input.ids',
      params: { min: 0, max: 1_000 },
    })
    const listed = async (status: string) =>
      (
        (await api.ask(`{ shifts(filter: { workCenterIds: [${press}], statuses: [${status}] }) { id } }`)).data['shifts'] as readonly Row[]
      ).map((row) => row['id'])
    assert.deepEqual([await listed('CONFIRMED'), await listed('UNCONFIRMED'), await listed('PROGRESS')], [[good, night], [], [running]])
  })

  it('confirms five hundred at once, each with its revision', async () => {
    const press = await addPress(api, 'qa-001j')
    const ids: number[] = []
    for (let day = 0; day < 500; day++) ids.push(await addShift(api, press, { start: DAY_START - day * 24 * HOUR_MS, total: 300 + day }))
    const { data } = await api.ask(`mutation { confirmShifts(input: { ids: [${ids.join(', ')}] }) { isConfirmed } }`)
    assert.ok((data['confirmShifts'] as readonly Row[]).every((row) => row['isConfirmed'] === true))
    const [count] = await run(
      'select count(*)::int as count, count(distinct record)::int as records from shift_revision where work_center_id = $1',
      [press],
    )
    assert.deepEqual(count, { count: 500, records: 500 })
  })

  it('lets operators and users comment, but no guest, and nobody a confirmed shift (§2.12)', async () => {
    const press = await addPress(api, 'qa-001k')
    const id = await addShift(api, press)
    const say = (rest: string, as: Parameters<TestApi['ask']>[1] = {}) =>
      api.ask(`mutation { commentShift(id: ${id}, ${rest}) { comment version } }`, as)
    assert.equal(codeOf(await say('comment: "mine"', { as: 'OPERATOR' })), 'SHIFT_NOT_FOUND')
    await run(`insert into operator_work_center (company_id, user_id, work_center_id) values ('ACME1', $1, $2)`, [
      api.users.OPERATOR,
      press,
    ])
    assert.deepEqual((await say('comment: " Belt changed ", version: 1', { as: 'OPERATOR' })).data['commentShift'], {
      comment: 'Belt changed',
      version: 2,
    })
    assert.equal(codeOf(await say('comment: "late", version: 1')), 'CONFLICT')
    assert.equal(codeOf(await say('comment: "hi"', { as: 'GUEST' })), 'FORBIDDEN')
    assert.equal(codeOf(await say(`comment: "${'x'.repeat(2001)}"`)), 'LENGTH_OUT_OF_RANGE')
    assert.deepEqual((await say('comment: ""', { as: 'USER' })).data['commentShift'], { comment: null, version: 3 })
    assert.equal((await refusals(id, { as: 'OPERATOR' }))['commentRefusal'], null)
    assert.equal((await refusals(id, { as: 'GUEST' }))['commentRefusal'], 'FORBIDDEN')
    await confirm(id)
    assert.equal((await refusals(id, { as: 'USER' }))['commentRefusal'], 'SHIFT_CONFIRMED')
    assert.equal(codeOf(await say('comment: "after"')), 'SHIFT_CONFIRMED')
  })

  it('lets operators confirm the shifts of their work centers where the company says so, but no station, until it says otherwise (S-44)', async () => {
    const [press, other] = [await addPress(api, 'qa-001t'), await addPress(api, 'qa-001u')]
    const [id, foreign] = [await addShift(api, press), await addShift(api, other)]
    await run(`insert into operator_work_center (company_id, user_id, work_center_id) values ('ACME1', $1, $2)`, [
      api.users.OPERATOR,
      press,
    ])
    const allow = (isAllowed: boolean) =>
      api.ask(`mutation { updateCompany(id: "${ACME}", operatorsMayConfirm: ${isAllowed}) { operatorsMayConfirm } }`)
    const as = { as: 'OPERATOR' } as const
    assert.equal(codeOf(await confirm(id, '', as)), 'FORBIDDEN')
    assert.equal((await refusals(id, as))['confirmRefusal'], 'FORBIDDEN')
    assert.equal(
      codeOf(await api.ask(`mutation { updateCompany(id: "${ACME}", operatorsMayConfirm: true) { id } }`, { as: 'USER' })),
      'FORBIDDEN',
    )

    assert.deepEqual((await allow(true)).data['updateCompany'], { operatorsMayConfirm: true })
    assert.equal((await refusals(id, as))['confirmRefusal'], null)
    assert.equal(codeOf(await confirm(foreign, '', as)), 'SHIFT_NOT_FOUND')
    assert.equal(codeOf(await confirm(id, '', { as: 'GUEST' })), 'FORBIDDEN')
    await run('update membership set is_station = true where user_id = $1', [api.users.OPERATOR])
    await allow(true)
    assert.equal(codeOf(await confirm(id, '', as)), 'FORBIDDEN')
    await run('update membership set is_station = false where user_id = $1', [api.users.OPERATOR])
    await allow(true)
    const { data } = await confirm(id, '', as)
    assert.deepEqual((data['confirmShift'] as Row)['confirmedBy'], { id: api.users.OPERATOR })
    // It goes no further: what is confirmed is opened by whoever could before.
    assert.equal(codeOf(await api.ask(`mutation { reopenShift(id: ${id}, reason: "again") { id } }`, as)), 'FORBIDDEN')

    await allow(false)
    assert.equal((await refusals(foreign, { as: 'USER' }))['confirmRefusal'], null)
    assert.equal(codeOf(await confirm(id, '', as)), 'FORBIDDEN')
  })

  it('answers a comment with the figures of now', async () => {
    const id = await addShift(api, await addPress(api, 'qa-001s'))
    const ingest = { settle: async () => void (await run('update shift set total_output = 777 where id = $1', [id])) }
    const member = { companyId: ACME, userId: api.users.USER, role: 'USER' } as const
    const { comment, terms } = await commentShift({ database: api.database, ingest }, member, null, { id, comment: 'Belt changed' })
    assert.deepEqual([comment, terms.output.total], ['Belt changed', 777])
  })

  it('says beforehand what would be refused (S-44 to S-46)', async () => {
    const press = await addPress(api, 'qa-001r')
    const id = await addShift(api, press)
    const open = { confirmRefusal: null, commentRefusal: null, reopenRefusal: 'SHIFT_NOT_CONFIRMED' }
    assert.deepEqual(await refusals(id), open)
    assert.deepEqual(await refusals(id, { as: 'USER' }), { ...open, reopenRefusal: 'FORBIDDEN' })
    assert.deepEqual(await refusals(id, { as: 'GUEST' }), {
      confirmRefusal: 'FORBIDDEN',
      commentRefusal: 'FORBIDDEN',
      reopenRefusal: 'FORBIDDEN',
    })
    await run(`insert into recalculation (company_id, work_center_id, from_at, to_at, cause) values ('ACME1', $1, $2, null, 'LOSS')`, [
      press,
      DAY_START + HOUR_MS,
    ])
    assert.equal((await refusals(id))['confirmRefusal'], 'SHIFT_RECALCULATING')
    await run('delete from recalculation where work_center_id = $1', [press])
    await confirm(id)
    const closed = { confirmRefusal: 'SHIFT_CONFIRMED', commentRefusal: 'SHIFT_CONFIRMED', reopenRefusal: null }
    assert.deepEqual(await refusals(id), closed)
    await run(`update work_center set device_status = 'ARCHIVE' where id = $1`, [press])
    assert.deepEqual(await refusals(id), { ...closed, reopenRefusal: 'WORK_CENTER_ARCHIVED' })
    assert.equal(codeOf(await api.ask(`mutation { reopenShift(id: ${id}, reason: "because") { id } }`)), 'WORK_CENTER_ARCHIVED')
  })

  it('opens a confirmed shift again, keeps what it said, and marks it for recalculation (S-46)', async () => {
    const press = await addPress(api, 'qa-001l')
    const id = await addShift(api, press)
    const reopen = (rest: string) =>
      api.ask(`mutation { reopenShift(id: ${id}, ${rest}) { status revision version lateSamples confirmedOn } }`)
    assert.equal(codeOf(await reopen('reason: "counter was wrong"')), 'SHIFT_NOT_CONFIRMED')
    await confirm(id)
    await run('update shift set late_samples = 17 where id = $1', [id])
    assert.equal(codeOf(await reopen('reason: " no "')), 'LENGTH_OUT_OF_RANGE')
    assert.equal(codeOf(await reopen('reason: ""')), 'REQUIRED')
    assert.equal(codeOf(await reopen('reason: "counter was wrong", version: 1')), 'CONFLICT')
    api.awaitedReloads.length = 0
    const opened = await reopen('reason: "counter was wrong", version: 2')
    assert.deepEqual(opened.data['reopenShift'], { status: 'UNCONFIRMED', revision: 1, version: 3, lateSamples: 0, confirmedOn: null })
    assert.deepEqual(api.awaitedReloads, [press])
    assert.deepEqual(await run('select from_at, to_at, cause from recalculation where work_center_id = $1', [press]), [
      { from_at: DAY_START, to_at: DAY_START + 8 * HOUR_MS, cause: 'SHIFT_REOPENED' },
    ])
    assert.deepEqual(
      await run(`select user_id, action, subject, details ->> 'reason' as reason from audit_log where subject = $1`, [`shift ${id}`]),
      [{ user_id: api.users.ADMIN, action: 'REOPEN_SHIFT', subject: `shift ${id}`, reason: 'counter was wrong' }],
    )
    await run('delete from recalculation where work_center_id = $1', [press])
    await run('update shift set total_output = 320, accepted_output = 290, net_operating_ms = 19200000 where id = $1', [id])
    await confirm(id, '', { as: 'USER' })
    const { data } = await api.ask(
      `{ shiftConfirmations(period: { start: "2026-05-04T00:00:00Z", end: "2026-05-05T00:00:00Z" }, workCenterIds: [${press}]) {
        revision totalOutput oee { realValue } confirmedBy { id } reopenedBy { id } reopenReason lateSamples } }`,
    )
    const byRevision = (data['shiftConfirmations'] as Row[]).toSorted((a, b) => Number(a['revision']) - Number(b['revision']))
    assert.deepEqual(byRevision, [
      {
        revision: 1,
        totalOutput: 300,
        oee: { realValue: 60 },
        confirmedBy: { id: api.users.ADMIN },
        reopenedBy: { id: api.users.ADMIN },
        reopenReason: 'counter was wrong',
        lateSamples: 17,
      },
      {
        revision: 2,
        totalOutput: 320,
        oee: { realValue: 64.44 },
        confirmedBy: { id: api.users.USER },
        reopenedBy: null,
        reopenReason: null,
        lateSamples: null,
      },
    ])
  })

  it('hides shifts of other companies and of work centers that an operator is not assigned to (E-68, E-69)', async () => {
    const press = await addPress(api, 'qa-001m')
    const id = await addShift(api, press)
    assert.equal(codeOf(await api.ask(`mutation { confirmShift(id: ${id}) { id } }`, { as: api.stranger })), 'SHIFT_NOT_FOUND')
    assert.equal(
      codeOf(await api.ask(`mutation { reopenShift(id: ${id}, reason: "because") { id } }`, { as: api.stranger })),
      'SHIFT_NOT_FOUND',
    )
    const { data } = await api.ask(`{ shifts(filter: { ids: [${id}] }) { id } shiftReports(filter: { ids: [${id}] }) { workCenterId } }`, {
      as: 'OPERATOR',
    })
    assert.deepEqual(data, { shifts: [], shiftReports: [] })
  })

  it('waits for what somebody is saying about its losses, so that nothing is said into a frozen shift (S-46)', async () => {
    const press = await addPress(api, 'qa-001r')
    const id = await addShift(api, press)
    const loss = await addLoss(api, press, [10, 20])
    const [reason] = await run(`insert into loss_reason (company_id, name) values ('ACME1', 'Late word') returning id`)
    const said = Promise.withResolvers<void>()
    const heard = Promise.withResolvers<void>()
    let writer: string | undefined
    const slow: Database = {
      ...api.database,
      inTenant: (companyId, work) =>
        api.database.inTenant(companyId, async (tenant) => {
          const result = await work(tenant)
          writer ??= (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tenant.tx)).rows[0]?.id
          said.resolve()
          await heard.promise
          return result
        }),
    }
    const member = {
      companyId: ACME,
      companyName: '',
      companyPhotoUrl: null,
      userId: api.users.ADMIN,
      role: 'ADMIN',
      isStation: false,
      sort: 0,
      expiresOn: null,
    } as const
    const change = { id: loss, reasonId: asId<LossReasonId>(Number(reason?.['id'])), scope: 'LOSS', isCopiedOnward: false } as const
    const classified = classifyLosses({ database: slow, now: () => now, ingest: INGEST_ELSEWHERE }, { member, visible: null }, [change])
    await said.promise
    let isAnswered = false
    const answer = confirm(id, ', comment: "all is well"').finally(() => (isAnswered = true))
    await eventually(async () => {
      const waiting = await run('select from pg_locks where not granted and transactionid::text = $1', [writer])
      return isAnswered || waiting.length > 0 ? true : undefined
    })
    heard.resolve()
    await classified
    // No ingest runs beside this API, so the mark that the change left is still there.
    assert.equal(codeOf(await answer), 'SHIFT_RECALCULATING')
  })

  it('reports shifts, what their time was and what they lost, in seconds that add up (D-51)', async () => {
    const press = await addPress(api, 'qa-001n')
    const id = await addShift(api, press)
    await addLoss(api, press, [10, 20])
    await addLoss(api, press, [30, 50])
    await addLoss(api, press, [0, 480], { source: 'SPEED', quantity: 2, duration_ms: 90_500 })
    const { data, errors } = await api.ask(
      `{ shiftStatistics(filter: { ids: [${id}] }) { workCenterId shiftId shiftDate duration uptimeDuration plannedDowntimeDuration unplannedDowntimeDuration
          unclassifiedDowntimeDuration noDataDuration }
        shiftLosses(filter: { ids: [${id}] }) { workCenterId shiftId shiftDate lossSource count durationSeconds averageDuration reason { id } status { id } }
        shiftReports(filter: { ids: [${id}] }) { workCenterId workCenterName company { id } period { dateStart dateEnd duration } rows { shift { id coverage } shiftDate shiftStart
          shiftEnd status lossesCount classifiedLossesCount unclassifiedLossesCount confirmedOutputsCount outputIIoTCount outputIIoTWithProductionOrdersCount } } }`,
    )
    assert.deepEqual(errors, [])
    const shift = { workCenterId: press, shiftId: 1, shiftDate: '2026-05-04' }
    assert.deepEqual(data['shiftStatistics'], [
      {
        ...shift,
        duration: 28_800,
        uptimeDuration: 21_600,
        plannedDowntimeDuration: 1200,
        unplannedDowntimeDuration: 600,
        unclassifiedDowntimeDuration: 3600,
        noDataDuration: 1800,
      },
    ])
    assert.deepEqual(data['shiftLosses'], [
      { ...shift, lossSource: 'STATUS', count: 2, durationSeconds: 1800, averageDuration: 900, reason: null, status: null },
      { ...shift, lossSource: 'SPEED', count: 1, durationSeconds: 91, averageDuration: 91, reason: null, status: null },
    ])
    const [start, end] = [DAY_START, DAY_START + 8 * HOUR_MS].map((at) => new Date(at).toISOString())
    assert.deepEqual(data['shiftReports'], [
      {
        workCenterId: press,
        workCenterName: 'qa-001n',
        company: { id: 'ACME1' },
        period: { dateStart: start, dateEnd: end, duration: 28_800 },
        rows: [
          {
            shift: { id, coverage: 0.9375 },
            shiftDate: '2026-05-04',
            shiftStart: start,
            shiftEnd: end,
            status: 'UNCONFIRMED',
            lossesCount: 3,
            classifiedLossesCount: 0,
            unclassifiedLossesCount: 2,
            confirmedOutputsCount: 0,
            outputIIoTCount: 0,
            outputIIoTWithProductionOrdersCount: 0,
          },
        ],
      },
    ])
  })
})
