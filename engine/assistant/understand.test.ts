import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ABILITY_SUBJECTS } from '#engine/access/abilities.ts'
import { guardOf } from '#engine/access/routeGuards.ts'
import { type AskContext, NO_MEMORY } from './askContext.ts'
import { INTENT_TABLE, INTENTS } from './intents.ts'
import { answerPlan } from './answerPlan.ts'
import { understand, type Understanding } from './understand.ts'

const CONTEXT: AskContext = {
  language: 'en',
  // A Monday.
  now: Date.parse('2026-11-23T10:00:00Z'),
  timeZone: 'Europe/Kyiv',
  workCenters: ['Press 1', 'Press 2', 'Press 3', 'Laser'].map((name, at) => ({ id: at + 1, name, deviceId: `device-${at + 1}` })),
  groups: [{ id: 9, name: 'Paint shop' }],
  reasons: [{ id: 21, name: 'No material' }],
  orders: [{ id: 7, code: 'PO-1042' }],
  shifts: [
    { id: 1, code: 'A', startMinute: 360 },
    { id: 2, code: 'B', startMinute: 840 },
    { id: 3, code: 'C', startMinute: 1320 },
  ],
  ownWorkCenterIds: [1, 2],
  readable: new Set(ABILITY_SUBJECTS),
  memory: NO_MEMORY,
}

function understood(question: string, context: AskContext = CONTEXT) {
  const result: Understanding = understand(question, context)
  assert.equal(result.kind, 'understood', `${question}: ${JSON.stringify(result)}`)
  assert.ok(result.kind === 'understood')
  return result
}

test('why a press was down yesterday afternoon: its losses of shift B of yesterday, and the page with exactly these filters', () => {
  const { intent, plan } = understood('why was press 3 down yesterday afternoon?')
  assert.equal(intent, 'why')
  const filter = { workCenterIds: [3], shiftDateFrom: '2026-11-22', shiftDateTo: '2026-11-22', shiftCodes: ['B'] }
  // As it is sent: without what is undefined.
  const sent: unknown = JSON.parse(JSON.stringify(plan.queries))
  assert.deepEqual(sent, [
    { query: 'lossesPages', args: { filter } },
    { query: 'lossesPareto', args: { filter } },
  ])
  assert.equal(plan.link, '/losses?wc=3&range=dates&from=2026-11-22&to=2026-11-22&shift=B')
})

const PERIODS: readonly (readonly [question: string, from: string, to: string])[] = [
  ['losses today', '2026-11-23', '2026-11-23'],
  ['losses this week', '2026-11-23', '2026-11-29'],
  ['losses last week', '2026-11-16', '2026-11-22'],
  ['losses last 7 days', '2026-11-17', '2026-11-23'],
  ['losses last month', '2026-10-01', '2026-10-31'],
  ['losses in October', '2026-10-01', '2026-10-31'],
  ['losses in december', '2025-12-01', '2025-12-31'],
  ['losses on monday', '2026-11-16', '2026-11-16'],
  ['losses on friday', '2026-11-20', '2026-11-20'],
  ['losses on 2026-11-05', '2026-11-05', '2026-11-05'],
  ['losses on 5.11', '2026-11-05', '2026-11-05'],
]
for (const [question, from, to] of PERIODS)
  test(`“${question}” are those from ${from} to ${to}`, () => {
    assert.deepEqual(understood(question).slots.period?.dates, { from, to })
  })

test('a day by its date is the same in the address: from its first instant in the zone of the company', () => {
  const { slots } = understood('is press 3 running on 5.11.2026')
  assert.deepEqual(slots.period?.choice, {
    kind: 'absolute',
    from: Date.parse('2026-11-04T22:00:00Z'),
    to: Date.parse('2026-11-05T22:00:00Z'),
    shiftId: null,
  })
})

test('words that only look like a period are none', () => {
  assert.equal(understood('is that the right press 3 status').slots.period, null)
  assert.equal(understood('середній oee', { ...CONTEXT, language: 'uk' }).slots.period, null)
})

test('a date that no calendar has is no period', () => {
  assert.equal(understood('losses on 31.02').slots.period, null)
})

test('a name that fits several machines is asked back, one with its number is not', () => {
  const result = understand('why is the press down', CONTEXT)
  assert.equal(result.kind, 'ask')
  assert.deepEqual(result.kind === 'ask' ? result.chips.map(({ name }) => name) : [], ['Press 1', 'Press 2', 'Press 3'])
  const alone = understand('press', CONTEXT)
  assert.equal(alone.kind === 'ask' ? alone.chips.length : alone.kind, 3)
  assert.deepEqual(understood('why is press 2 down').slots.places, [{ kind: 'workCenter', id: 2 }])
})

test('what is not named comes from the question before', () => {
  const first = understood('what is press 3 doing')
  assert.deepEqual(first.memory.place, { kind: 'workCenter', id: 3 })
  const next = understood('since when?', { ...CONTEXT, memory: first.memory })
  assert.deepEqual(next.slots.places, [{ kind: 'workCenter', id: 3 }])
  const alone = understand('since when?', CONTEXT)
  assert.equal(alone.kind === 'ask' ? alone.slot : alone.kind, 'place')
  assert.deepEqual(understood('are all machines running', { ...CONTEXT, memory: first.memory }).slots.places, [])
  assert.equal(understood('when will it be ready', { ...CONTEXT, memory: { ...NO_MEMORY, orderId: 7 } }).slots.order?.code, 'PO-1042')
})

test('a period alone asks the question before again, of the same machine and factor; after what no period changes it asks nothing', () => {
  const { memory } = understood('availability of press 3 today')
  for (const next of ['and yesterday?', 'what about yesterday', 'yesterday']) {
    const { intent, slots } = understood(next, { ...CONTEXT, memory })
    assert.equal(intent, 'oee', next)
    assert.deepEqual(slots.places, [{ kind: 'workCenter', id: 3 }])
    assert.equal(slots.measure, 'AVAILABILITY')
    assert.equal(slots.period?.dates?.from, '2026-11-22')
  }
  assert.deepEqual(understood('and press 1 yesterday', { ...CONTEXT, memory }).slots.places, [{ kind: 'workCenter', id: 1 }])
  assert.equal(understood('and this shift?', { ...CONTEXT, memory }).intent, 'oee')
  assert.equal(understand('will it rain in our town tomorrow', { ...CONTEXT, memory }).kind, 'notUnderstood')
  const ofReport = understood('send me the report').memory
  assert.equal(understand('and yesterday?', { ...CONTEXT, memory: ofReport }).kind, 'notUnderstood')
})

test('“my” stands for the machines of the asker, and a group for itself', () => {
  assert.deepEqual(understood('oee of my machines today').plan.queries[0]?.args, {
    input: {
      measure: 'OEE',
      by: ['WORK_CENTER'],
      dateFrom: '2026-11-23',
      dateTo: '2026-11-23',
      shiftCodes: undefined,
      workCenterIds: [1, 2],
      workCenterGroupIds: undefined,
    },
  })
  const { link } = understood('quality in the paint shop today').plan
  assert.equal(link, '/analytics?m=QUALITY&by=WORK_CENTER&wcGroup=9&range=dates&from=2026-11-23&to=2026-11-23')
})

test('what one machine does is on its page, in the period of the question', () => {
  assert.equal(understood('is press 3 running').plan.link, '/boxes/device-3')
  assert.equal(understood('was press 3 running yesterday afternoon').plan.link, '/boxes/device-3?range=yesterday&shift=2')
})

test('a reason that is named narrows the losses', () => {
  assert.equal(understood('top losses by no material').slots.reasonId, 21)
})

test('a right that is missing is told before anything is asked', () => {
  const readable = new Set(ABILITY_SUBJECTS.filter((subject) => subject !== 'AUDIT_LOG'))
  const result = understand('who changed the settings', { ...CONTEXT, readable })
  assert.deepEqual(result, { kind: 'noRight', intent: 'changed', needs: 'AUDIT_LOG' })
})

const STRANGE = ['', '   ', '????', 'asdf qwer zxcv', 'will it rain tomorrow', 'press 3 why target compare energy', 'a'.repeat(5_000)]
for (const question of STRANGE)
  test(`“${question.slice(0, 40)}” is not understood`, () => {
    assert.equal(understand(question, CONTEXT).kind, 'notUnderstood')
  })

test('each intent asks at most three operations that the API has, with its arguments, and leads to a page', () => {
  const schema = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')
  const queries = schema.slice(schema.indexOf('\ntype Query {'))
  const places = [{ kind: 'workCenter', id: 3 }] as const
  const slots = { places, period: null, measure: null, reasonId: null, order: { id: 7, code: 'PO-1042' } }
  assert.equal(INTENTS.length, 26)
  for (const intent of INTENTS) {
    assert.ok(INTENT_TABLE[intent].asks.length > 0)
    const plan = answerPlan({ intent, slots, concepts: new Set(), text: 'how do I …', context: CONTEXT })
    assert.ok(plan.queries.length <= 3, intent)
    for (const { query, args } of plan.queries) {
      const field = new RegExp(`\\n  ${query}\\(([^)]*)\\)`).exec(queries)
      assert.ok(field !== null, `${intent}: ${query}`)
      for (const name of Object.keys(args)) assert.match(field[1] ?? '', new RegExp(`\\b${name}: `), `${intent}: ${query}(${name})`)
    }
    const path = plan.link.split('?')[0] ?? ''
    assert.ok(path === '/faq' || guardOf(path) !== null, `${intent}: ${path}`)
  }
})

/** The queries of a question as they are sent. */
const sentOf = (question: string): unknown => JSON.parse(JSON.stringify(understood(question).plan.queries))

test('which devices are silent is those alone, and the list of machines without data', () => {
  const { intent, plan } = understood('which devices are silent?')
  assert.equal(intent, 'battery')
  assert.equal(plan.link, '/boxes?view=table&status=noData')
  assert.deepEqual(sentOf('which devices are silent?'), [{ query: 'silentDevices', args: { filter: {} } }])
  assert.deepEqual(sentOf('how is the battery of press 3?'), [{ query: 'workCenters', args: { filter: { workCenterIds: [3] } } }])
})

test('what changed yesterday is the audit log of that day, by the clock of the company', () => {
  const { intent, plan } = understood('what changed yesterday?')
  assert.equal(intent, 'changed')
  assert.equal(plan.link, '/audit?range=dates&from=2026-11-22&to=2026-11-22')
  const period = { start: '2026-11-21T22:00:00.000Z', end: '2026-11-22T22:00:00.000Z' }
  assert.deepEqual(sentOf('what changed yesterday?'), [{ query: 'auditLog', args: { filter: { period } } }])
})

test('who is on shift is told by those who work on orders now, how the shift goes is not', () => {
  const queries = (question: string) => understood(question).plan.queries.map(({ query }) => query)
  assert.deepEqual(queries('who is on shift now'), ['shiftsPages', 'peopleAtWork'])
  assert.deepEqual(queries('is the night shift confirmed yet'), ['shiftsPages'])
})

test('open alerts of one kind are asked for by it', () => {
  for (const [question, types] of [
    ['any battery alerts?', ['BATTERY_LOW']],
    ['are there any silent device alarms', ['CONNECTION_LOST', 'WORK_CENTER_OFF']],
    ['any alerts about stops', ['STATUS_DURATION']],
    ['any open alerts?', undefined],
  ] as const)
    assert.deepEqual(sentOf(question), [{ query: 'notifications', args: { filter: { tab: 'OPEN', ...(types && { types }) } } }], question)
})

test('whoever asks for people to help writes to them with the question', () => {
  assert.equal(understood('i want to talk to support').plan.link, '/support?text=i+want+to+talk+to+support')
})

test('a shift is named by its code beside the word for shifts, two of them are compared at one machine', () => {
  const shiftOf = (question: string, language: AskContext['language'] = 'en') =>
    understood(question, { ...CONTEXT, language }).slots.period?.shiftCode ?? null
  assert.equal(shiftOf('losses of shift B'), 'B')
  assert.equal(shiftOf('A smena reja va fakt', 'uz'), 'A')
  assert.equal(shiftOf('втрати зміна В', 'uk'), 'B')
  // Prepositions and conjunctions look like codes.
  assert.equal(shiftOf('що вчора змінили в налаштуваннях', 'uk'), null)
  const compared = understood('compare shift A and B on press 3 last month')
  assert.equal(compared.intent, 'compare')
  assert.deepEqual(JSON.parse(JSON.stringify(compared.plan.queries)), [
    {
      query: 'analytics',
      args: {
        input: {
          measure: 'OEE',
          by: ['SHIFT'],
          dateFrom: '2026-10-01',
          dateTo: '2026-10-31',
          shiftCodes: ['A', 'B'],
          workCenterIds: [3],
        },
      },
    },
  ])
})

test('a number before the word for shifts is that of a machine', () => {
  const context: AskContext = { ...CONTEXT, shifts: [{ id: 3, code: '3', startMinute: 1320 }] }
  assert.equal(understood('press 3 shift', context).slots.period, null)
  assert.equal(understood('losses of shift 3', context).slots.period?.shiftCode, '3')
})

test('what comes after an order is what runs next, who works tonight is asked of the shift', () => {
  assert.equal(understood('what do I run after PO-1042 on press 1').intent, 'runsNext')
  assert.equal(understood('who is working tonight on press 3').intent, 'shiftState')
  assert.equal(understood('who is taking care of press 3 now').intent, 'whoHasIt')
})
