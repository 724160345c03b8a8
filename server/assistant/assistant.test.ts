import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parse, validate } from 'graphql'
import type { Role } from '#engine/access/abilities.ts'
import { answerPlan } from '#engine/assistant/answerPlan.ts'
import { type AskContext, NO_MEMORY } from '#engine/assistant/askContext.ts'
import { type Intent, INTENTS } from '#engine/assistant/intents.ts'
import { understand } from '#engine/assistant/understand.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { seedDevice, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { schema } from '#server/schema.ts'
import { FOREIGN_TEXT } from '#server/testing/foreignText.ts'
import { ANSWERS } from './answers.ts'

/** 09:00 in Kyiv. */
const SHIFT_START = Date.parse('2026-05-04T06:00:00Z')
const NOW = SHIFT_START + 2 * HOUR_MS

type Told = { readonly kind: string; readonly name: string | null; readonly code: string | null; readonly value: number | null }
type Asked = {
  readonly kind: string
  readonly intent: string | null
  readonly link: string | null
  readonly explainedBy: string | null
  readonly needs: string | null
  readonly dateFrom: string | null
  readonly choices: readonly { readonly name: string }[]
  readonly facts: readonly Told[]
  readonly moreCount: number
  readonly memory: { readonly workCenterId: number | null } | null
}
const FIELDS =
  'kind intent link explainedBy needs dateFrom choices { name } facts { kind name text code value of at } moreCount memory { workCenterId groupId isMine jobOrderId }'

const CONTEXT: AskContext = {
  language: 'en',
  now: NOW,
  timeZone: 'UTC',
  workCenters: [],
  groups: [],
  reasons: [],
  orders: [],
  shifts: [],
  ownWorkCenterIds: [],
  readable: new Set(),
  memory: NO_MEMORY,
}

function factsOf(query: string, data: object, intent: Intent): readonly (string | null)[] {
  return (ANSWERS[query]?.facts(data as never, { intent, measure: null }, new Map()) ?? []).map(({ name }) => name)
}

describe('the assistant', () => {
  let api: TestApi
  let press: number

  before(async () => {
    api = await startTestApi({ now: () => NOW })
    const device = await seedDevice(api.database, 'qe-322z')
    const added = await api.ask(`mutation { addBox(guid: "${device}", code: "QE-322z", name: "Press 1") { id } }`)
    press = (added.data['addBox'] as { readonly id: number }).id
    await api.ask(`mutation { addBox(guid: "${await seedDevice(api.database, 'qe-322y')}", name: "Press 2") { id } }`)
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into loss_reason (company_id, name, type) values ('ACME1', 'No material', 'UNPLANNED') returning id`,
    )
    const loss = `insert into loss (company_id, work_center_id, source, start_at, end_at, chain_start_at, shift_start_at, kind, reason_id) values ('ACME1', $1, 'STATUS', $2, $3, $2, $4, 'OFF', $5)`
    const at = (minutes: number) => SHIFT_START + minutes * 60_000
    await api.database.pool.query(loss, [press, at(0), at(20), SHIFT_START, rows[0]?.id])
    await api.database.pool.query(loss, [press, at(30), at(40), SHIFT_START, null])
    await api.database.pool.query(
      `insert into shift (company_id, work_center_id, shift_id, shift_date, code, name, start_at, end_at, as_of, ideal_cycle_ms, elapsed_ms, excluded_ms, no_data_ms,
        availability_loss_ms, small_stop_ms, planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count, net_operating_ms,
        quality_loss_ms, total_output, accepted_output, rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected)
       values ('ACME1', $1, 1, '2026-05-04', 'A', 'Day', $2, $3, $4, 60000, 7200000, 0, 0, 1800000, 0, 0, 1200000, 600000, 0, 0, 0, 4800000, 480000, 80, 72, 8, 0, 0, 0)`,
      [press, SHIFT_START, at(480), NOW],
    )
  })
  after(() => api.close())

  const ask = async (question: string, { as = 'ADMIN', context = '' }: { readonly as?: Role; readonly context?: string } = {}) => {
    const { data, errors } = await api.ask(`{ ask(question: ${JSON.stringify(question)}, context: { ${context} }) { ${FIELDS} } }`, { as })
    assert.deepEqual(errors, [], question)
    return data['ask'] as Asked
  }

  it('asks only operations of the API, and has an answer for each that a plan names', () => {
    for (const [name, { document }] of Object.entries(ANSWERS)) assert.deepEqual(validate(schema, parse(document)), [], name)
    const slots = { places: [], period: null, measure: null, reasonId: null, order: null }
    for (const intent of INTENTS)
      for (const { query } of answerPlan({ intent, slots, concepts: new Set(), text: '', context: CONTEXT }).queries)
        assert.ok(ANSWERS[query] !== undefined, query)
  })

  it('tells of all machines only those that stand, for longest first, and of one what it does', () => {
    const planned = (question: string) => {
      const understanding = understand(question, { ...CONTEXT, workCenters: [{ id: 7, name: 'Press 7', deviceId: 'press-7' }] })
      assert.equal(understanding.kind, 'understood', question)
      return understanding.kind === 'understood' ? understanding.plan.queries.map(({ query }) => query) : []
    }
    for (const question of ['which machines are stopped?', 'what is stopped now'])
      assert.deepEqual(planned(question), ['stoppedWorkCenters'])
    for (const question of ['status of all machines', 'is press 7 stopped?']) assert.deepEqual(planned(question), ['workCenters'])
    const machine = (name: string, kind: string, hoursAgo: number, isEffective = false) => {
      return { name, live: { status: { kind, name: null, since: NOW - hoursAgo * HOUR_MS, isEffective } } }
    }
    const running = Array.from({ length: 8 }, (_, index) => machine(`Runs ${index}`, 'RULE', 9, true))
    const standing = [machine('Silent', 'NO_DATA', 90), machine('Paused', 'RULE', 1), machine('Off', 'OFF', 3), { name: 'New', live: null }]
    assert.deepEqual(factsOf('stoppedWorkCenters', { workCenters: [...running, ...standing] }, 'doing'), ['Off', 'Paused', 'Silent'])
  })

  it('tells the emptiest battery and the device that is silent for longest first', () => {
    const machine = (name: string, level: number, minutesAgo: number | null) => ({
      name,
      battery: { lastValue: { value: level, timeStamp: NOW } },
      live: minutesAgo === null ? null : { lastSampleAt: NOW - minutesAgo * 60_000, status: null },
    })
    const workCenters = [machine('A', 80, 1), machine('B', 9, 5), machine('C', 30, null)]
    assert.deepEqual(factsOf('workCenters', { workCenters }, 'battery'), ['B', 'C', 'A'])
    assert.deepEqual(factsOf('workCenters', { workCenters }, 'deviceConnected'), ['C', 'B', 'A'])
  })

  it('counts what a list has beyond the lines that it tells', async () => {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into job_order (company_id, order_code, status, work_center_id, plan_output, created_on)
       select 'ACME1', 'P-' || n, 'PLANNED', $1, 100, now() from generate_series(1, 30) n returning id`,
      [press],
    )
    const answer = await ask('what runs next on press 1?')
    assert.deepEqual([answer.intent, answer.facts.length, answer.moreCount], ['RUNS_NEXT', 8, 22])
    await api.database.pool.query('delete from job_order where id = any($1)', [rows.map(({ id }) => id)])
  })

  it('names the silent devices, who works on orders, what changed of the asked days, and writes to support with the question', async () => {
    const silent = await ask('which devices are silent?')
    assert.deepEqual(
      silent.facts.map(({ kind, name }) => `${kind} ${name}`),
      ['DEVICE Press 1', 'DEVICE Press 2'],
    )
    await api.database.pool.query(
      `insert into audit_log (company_id, user_id, at, action, subject) values ('ACME1', $1, $2, 'CREATE_TEAM', 'team A'), ('ACME1', $1, $3, 'UPDATE_TEAM', 'team A')`,
      [api.users.ADMIN, new Date(NOW), new Date(NOW - 24 * HOUR_MS)],
    )
    const changes = async (question: string) =>
      (await ask(question)).facts.filter(({ code }) => code?.endsWith('_TEAM')).map(({ code }) => code)
    assert.deepEqual(await changes('what changed yesterday?'), ['UPDATE_TEAM'])
    assert.deepEqual(await changes('what changed today?'), ['CREATE_TEAM'])
    assert.equal((await ask('i need help from a human')).link, '/support?text=i+need+help+from+a+human')
  })

  it('tells why a machine was down by the losses of that day, as the list and its Pareto have them', async () => {
    const answer = await ask('why was press 1 down today?')
    assert.equal(answer.intent, 'WHY')
    assert.equal(answer.dateFrom, '2026-05-04')
    assert.equal(answer.link, `/losses?wc=${press}&range=dates&from=2026-05-04&to=2026-05-04`)
    const filter = `filter: { workCenterIds: [${press}], shiftDateFrom: "2026-05-04", shiftDateTo: "2026-05-04" }`
    const { data } = await api.ask(`{ lossesPareto(${filter}) { duration reason { name } } lossesPages(${filter}) { totalItems } }`)
    const pareto = data['lossesPareto'] as readonly { readonly duration: number; readonly reason: { readonly name: string } | null }[]
    assert.equal(pareto.length, 2)
    assert.deepEqual(
      answer.facts.filter(({ kind }) => kind === 'REASON').map(({ name, value }) => [name, value]),
      pareto.map(({ duration, reason }) => [reason?.name ?? null, duration]),
    )
    const count = answer.facts.find(({ kind }) => kind === 'COUNT')
    assert.equal(count?.value, (data['lossesPages'] as { readonly totalItems: number }).totalItems)
  })

  it('tells OEE as analytics has it, to the last digit', async () => {
    const answer = await ask('oee of press 1 today')
    const { data } = await api.ask(
      `{ analytics(input: { measure: OEE, by: [WORK_CENTER], dateFrom: "2026-05-04", dateTo: "2026-05-04", workCenterIds: [${press}] }) { cells { figure { value } } } }`,
    )
    const { cells } = data['analytics'] as { readonly cells: readonly { readonly figure: { readonly value: number | null } }[] }
    assert.ok(typeof cells[0]?.figure.value === 'number')
    assert.deepEqual(
      answer.facts.map(({ kind, name, value }) => [kind, name, value]),
      [['SHARE', 'Press 1', cells[0].figure.value]],
    )
    assert.equal(answer.explainedBy, 'oee-figure')
  })

  it('tells the target of the figure that was asked for', async () => {
    await api.database.pool.query('update work_center set target_oee = 75, target_availability = 90 where id = $1', [press])
    for (const [question, target] of [
      ['what is the oee target of press 1', 0.75],
      ['what is the target availability of press 1', 0.9],
    ] as const)
      assert.deepEqual(
        (await ask(question)).facts.map(({ kind, value }) => [kind, value]),
        [['TARGET', target]],
        question,
      )
  })

  for (const [language, question, intent] of [
    ['uk', 'чого стояв прес 1 сьогодні', 'WHY'],
    ['pl', 'dlaczego press 1 stał dzisiaj', 'WHY'],
    ['es', '¿por qué paró press 1 hoy?', 'WHY'],
    ['uk', 'де не вказали причину зупинки', 'UNEXPLAINED'],
  ] as const)
    it(`understands “${question}”`, async () => {
      assert.equal((await ask(question, { context: `language: "${language}"` })).intent, intent)
    })

  const EVERY: readonly (readonly [question: string, intent: string])[] = [
    ['what is press 1 doing', 'DOING'],
    ['who is taking care of press 1', 'WHO_HAS_IT'],
    ['which machine is the worst today', 'WORST'],
    ['top losses this week', 'TOP_LOSSES'],
    ['stops without a reason', 'UNEXPLAINED'],
    ['how much did we make today', 'OUTPUT_VS_PLAN'],
    ['what runs next on press 1', 'RUNS_NEXT'],
    ['energy of press 1 yesterday', 'ENERGY'],
    ['oee trend of press 1', 'TREND'],
    ['open notifications', 'NOTIFICATIONS'],
    ['which checklists are due', 'CHECKLISTS'],
    ['who changed the settings', 'CHANGED'],
    ['is my device connected', 'DEVICE_CONNECTED'],
    ['compare press 1 and press 2', 'COMPARE'],
    ['what is the target of press 1', 'TARGET'],
  ]
  for (const [question, intent] of EVERY)
    it(`answers “${question}” with a page that shows it`, async () => {
      const answer = await ask(question)
      assert.equal(answer.intent, intent)
      assert.equal(answer.kind, 'UNDERSTOOD')
      assert.match(answer.link ?? '', /^\/[a-z]/)
    })

  it('has no right to what the company switched off', async () => {
    await api.ask('mutation { deactivateExtension(id: "CHECKLISTS") { id } }')
    assert.equal((await ask('which checklists are due')).kind, 'NO_RIGHT')
    await api.ask('mutation { activateExtension(id: "CHECKLISTS") { id } }')
    assert.equal((await ask('which checklists are due')).kind, 'UNDERSTOOD')
  })

  it('asks back which machine is meant, and remembers it for the next question', async () => {
    const unclear = await ask('since when is the press down')
    assert.equal(unclear.kind, 'ASKS_BACK')
    assert.deepEqual(unclear.choices.map(({ name }) => name).toSorted(), ['Press 1', 'Press 2'])
    const first = await ask('why was press 1 down today')
    assert.equal(first.memory?.workCenterId, press)
    assert.equal((await ask('since when?', { context: `workCenterId: ${press}` })).kind, 'UNDERSTOOD')
  })

  it('says which right is missing, and knows no machine that the caller may not see', async () => {
    const changed = await ask('who changed the settings', { as: 'OPERATOR' })
    assert.deepEqual([changed.kind, changed.needs, changed.facts.length], ['NO_RIGHT', 'AUDIT_LOG', 0])
    const foreign = await ask('what is press 1 doing', { as: 'OPERATOR' })
    assert.deepEqual(foreign.facts, [])
    assert.doesNotMatch(JSON.stringify(foreign), /Press 1/)
    const remembered = await ask('since when?', { as: 'OPERATOR', context: `workCenterId: ${press}` })
    assert.deepEqual(remembered.facts, [])
  })

  it('tells names from elsewhere as they are, and takes nothing of them for an address', async () => {
    const { pool } = api.database
    await pool.query('update work_center set name = $2 where id = $1', [press, FOREIGN_TEXT])
    const { facts, link } = await ask('status of all machines')
    await pool.query(`update work_center set name = 'Press 1' where id = $1`, [press])
    assert.ok(
      facts.some(({ name }) => name === FOREIGN_TEXT),
      JSON.stringify(facts),
    )
    assert.ok(link === null || (link.startsWith('/') && !link.includes('<')), String(link))
  })

  it('understands nothing where no word is known, and tells no figure', async () => {
    const answer = await ask('zzzz <script>qqqq</script>')
    assert.deepEqual([answer.kind, answer.facts, answer.link], ['NOT_UNDERSTOOD', [], null])
  })

  for (const [name, question] of [
    ['an empty question', '  '],
    ['a long one', 'a'.repeat(301)],
  ] as const)
    it(`refuses ${name} by its field`, async () => {
      const { errors } = await api.ask(`{ ask(question: "${question}") { kind } }`)
      assert.equal(errors[0]?.extensions.field, 'question')
    })
})
