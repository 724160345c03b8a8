import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ACME, OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addCompany } from '#server/testing/testMachines.ts'

type Row = Readonly<Record<string, unknown>>

describe('the order of reasons and their groups', () => {
  let api: TestApi
  let technical: number
  let people: number
  const ids = new Map<string, number>()
  before(async () => {
    api = await startTestApi()
    await addCompany(api.database, ACME)
    await api.database.pool.query('delete from loss_reason where company_id = $1', [ACME])
    technical = await idOf('createLossReasonGroup(input: { name: "Technical", color: "#2E6FDB" }) { id }')
    people = await idOf('createLossReasonGroup(input: { name: "People", color: "#2E6FDB" }) { id }')
    for (const [name, groupId] of [
      ['Jam', technical],
      ['Breakdown', technical],
      ['Absent', people],
      ['Zero', null],
      ['Alone', null],
    ] as const)
      ids.set(name, await idOf(`createLossReason(input: { name: "${name}", groupId: ${groupId} }) { id }`))
  })
  after(() => api.close())

  it('begins as they were made, group by group, those without a group last; everywhere', async () => {
    assert.deepEqual(await order(), ['Technical/Jam', 'Technical/Breakdown', 'People/Absent', '/Zero', '/Alone'])
    const { data } = await api.ask('{ lossReasonGroups { name sortNumber } lossCategories { name } }')
    assert.deepEqual(data['lossReasonGroups'], [
      { name: 'Technical', sortNumber: 1 },
      { name: 'People', sortNumber: 2 },
    ])
    assert.deepEqual(
      (data['lossCategories'] as readonly Row[]).map((one) => one['name']),
      ['Jam', 'Breakdown', 'Absent', 'Zero', 'Alone'],
    )
  })

  it('a reason moves within its group, into another, and out of all, each with one change', async () => {
    await move('Breakdown', technical, 'Jam')
    await move('Zero', people, 'Absent')
    assert.deepEqual(await order(), ['Technical/Breakdown', 'Technical/Jam', 'People/Zero', 'People/Absent', '/Alone'])
    await move('Jam', null, 'Alone')
    await move('Zero', null, null)
    assert.deepEqual(await order(), ['Technical/Breakdown', 'People/Absent', '/Jam', '/Alone', '/Zero'])
    await ok(`updateLossReason(input: { id: ${ids.get('Alone')}, name: "Alone", groupId: ${technical} }) { id }`)
    assert.deepEqual(await order(), ['Technical/Breakdown', 'Technical/Alone', 'People/Absent', '/Jam', '/Zero'])
  })

  it('groups move with their reasons', async () => {
    await ok(`moveLossReasonGroup(id: ${people}, beforeId: ${technical}) { sortNumber }`)
    assert.deepEqual(await order(), ['People/Absent', 'Technical/Breakdown', 'Technical/Alone', '/Jam', '/Zero'])
    await ok(`moveLossReasonGroup(id: ${people}) { sortNumber }`)
    assert.deepEqual((await order())[0], 'Technical/Breakdown')
  })

  it('tells each move in the log with group and place, and nothing where it stayed', async () => {
    const { data } = await api.ask('{ auditLog { items { action subject details } } }')
    const items = (data['auditLog'] as { readonly items: readonly { action: string; subject: string; details: string }[] }).items
    const told = items.filter(({ details }) => details.includes('"place"')).map(({ subject, details }) => [subject, JSON.parse(details)])
    assert.deepEqual(
      told.slice(0, 3).map(([subject, { before, after }]) => [subject, before, after]),
      [
        ['reason group People', { place: 1 }, { place: 2 }],
        ['reason group People', { place: 2 }, { place: 1 }],
        ['loss reason Zero', { group: 'People', place: 1 }, { group: null, place: 3 }],
      ],
    )
    await move('Jam', null, 'Zero')
    const { data: again } = await api.ask('{ auditLog { items { details } } }')
    const places = (again['auditLog'] as { readonly items: readonly { details: string }[] }).items.filter(({ details }) =>
      details.includes('"place"'),
    )
    assert.equal(places.length, told.length)
  })

  it('refuses what the company does not have, by its field, and an older version', async () => {
    const { data } = await api.ask(
      'mutation { reason: createLossReason(input: { name: "Theirs" }) { id } group: createLossReasonGroup(input: { name: "Theirs", color: "#112233" }) { id } }',
      { as: api.stranger },
    )
    const foreign = { reason: Number((data['reason'] as Row)['id']), group: Number((data['group'] as Row)['id']) }
    const jam = ids.get('Jam')
    const cases: readonly (readonly [string, object])[] = [
      [`moveLossReason(id: ${foreign.reason}) { id }`, { code: 'LOSS_REASON_NOT_FOUND', field: 'id', params: { id: foreign.reason } }],
      [
        `moveLossReason(id: ${jam}, groupId: ${foreign.group}) { id }`,
        { code: 'LOSS_REASON_GROUP_NOT_FOUND', field: 'groupId', params: { id: foreign.group } },
      ],
      [
        `moveLossReason(id: ${jam}, beforeId: ${foreign.reason}) { id }`,
        { code: 'LOSS_REASON_NOT_FOUND', field: 'beforeId', params: { id: foreign.reason } },
      ],
      [
        `moveLossReason(id: ${jam}, beforeId: ${ids.get('Absent')}) { id }`,
        { code: 'LOSS_REASON_NOT_FOUND', field: 'beforeId', params: { id: ids.get('Absent') } },
      ],
      [
        `moveLossReasonGroup(id: ${foreign.group}) { id }`,
        { code: 'LOSS_REASON_GROUP_NOT_FOUND', field: 'id', params: { id: foreign.group } },
      ],
      [
        `moveLossReasonGroup(id: ${people}, beforeId: ${foreign.group}) { id }`,
        { code: 'LOSS_REASON_GROUP_NOT_FOUND', field: 'beforeId', params: { id: foreign.group } },
      ],
      [
        'createLossReasonGroup(input: { name: " people ", color: "#112233" }) { id }',
        { code: 'NOT_UNIQUE', field: 'name', params: { value: 'people' } },
      ],
    ]
    for (const [text, expected] of cases) assert.deepEqual((await api.ask(`mutation { ${text} }`)).errors[0]?.extensions, expected, text)
    const stale = await api.ask(`mutation { moveLossReason(id: ${jam}, version: 999) { id } }`)
    assert.equal(stale.errors[0]?.extensions.code, 'CONFLICT')
    assert.notEqual(OTHER, ACME)
  })

  it('ten who move at once leave one order with every reason in it', async () => {
    const names = [...ids.keys()]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_one, index) =>
        api.ask(
          `mutation { moveLossReason(id: ${ids.get(names[index % names.length] ?? '')}, groupId: ${index % 2 === 0 ? technical : people}) { id } }`,
        ),
      ),
    )
    assert.deepEqual(
      answers.flatMap(({ errors }) => errors),
      [],
    )
    assert.deepEqual(new Set((await order()).map((one) => one.split('/')[1])), new Set(names))
    const { rows } = await api.database.pool.query<{ twice: number }>(
      `select count(*)::int as twice from (select 1 from loss_reason where company_id = $1 group by group_id, sort_number having count(*) > 1) as same`,
      [ACME],
    )
    assert.equal(rows[0]?.twice, 0)
  })

  async function order(): Promise<readonly string[]> {
    const { data } = await api.ask('{ lossReasons { originalName group { name } } }')
    return (data['lossReasons'] as readonly { originalName: string; group: { name: string } | null }[]).map(
      ({ originalName, group }) => `${group?.name ?? ''}/${originalName}`,
    )
  }

  async function move(name: string, groupId: number | null, before: string | null): Promise<void> {
    const beforeId = before === null ? null : (ids.get(before) ?? 0)
    await ok(`moveLossReason(id: ${ids.get(name)}, groupId: ${groupId}, beforeId: ${beforeId}) { id }`)
  }

  async function ok(text: string): Promise<Row> {
    const { errors, data } = await api.ask(`mutation { ${text} }`)
    assert.deepEqual(errors, [])
    return data
  }

  async function idOf(text: string): Promise<number> {
    return Number((Object.values(await ok(text))[0] as Row)['id'])
  }
})
