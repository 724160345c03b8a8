import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { seedDevice, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'

type Row = Readonly<Record<string, unknown>>

const NOW = Date.parse('2026-05-04T08:00:00Z')

describe('groups of work centers', () => {
  let api: TestApi
  const machines: number[] = []
  before(async () => {
    api = await startTestApi({ now: () => NOW })
    for (const code of ['qe-322a', 'qe-322b', 'qe-322c']) {
      const device = await seedDevice(api.database, code)
      const { data } = await api.ask(`mutation { addBox(guid: "${device}", name: "${code}") { id } }`)
      machines.push(Number((data['addBox'] as Row)['id']))
    }
  })
  after(() => api.close())
  beforeEach(async () => {
    await api.database.pool.query('update work_center set group_id = null')
    await api.database.pool.query('delete from loss_reason')
    await api.database.pool.query('delete from work_center_group')
    await api.database.pool.query(`delete from audit_log where action like '%GROUP' or action = 'MOVE_WORK_CENTER'`)
    api.changed.length = 0
    api.awaitedReloads.length = 0
  })

  const create = (name: string, color = '#1886d4', as: Parameters<TestApi['ask']>[1] = {}) =>
    api.ask(`mutation ($name: String!, $color: String!) { createWorkCenterGroup(name: $name, color: $color) { id name color version } }`, {
      ...as,
      variables: { name, color },
    })
  const made = async (name: string) => Number(((await create(name)).data['createWorkCenterGroup'] as Row)['id'])
  const move = (id: number, groupId: number | null) =>
    api.ask(`mutation { updateWorkCenterGroupMembership(workCenterId: ${id}, groupId: ${groupId}) { id version groupId group { name } } }`)
  const log = async () =>
    (
      await api.database.pool.query<{ action: string; subject: string; details: Row }>(
        `select action, subject, details from audit_log where action like '%GROUP' or action = 'MOVE_WORK_CENTER' order by id`,
      )
    ).rows

  it('are made with a trimmed name and a colour, and changed against the version that was seen', async () => {
    const { data } = await create('  Hall A ')
    const group = data['createWorkCenterGroup'] as Row
    assert.deepEqual(group, { id: group['id'], name: 'Hall A', color: '#1886D4', version: 1 })
    const change = (version: number, name: string) =>
      api.ask(
        `mutation { updateWorkCenterGroup(id: ${Number(group['id'])}, name: "${name}", color: "#D73226", version: ${version}) { name color version } }`,
      )
    assert.deepEqual((await change(1, 'Hall B')).data['updateWorkCenterGroup'], { name: 'Hall B', color: '#D73226', version: 2 })
    assert.deepEqual((await change(2, 'Hall B')).data['updateWorkCenterGroup'], { name: 'Hall B', color: '#D73226', version: 2 })
    const [late] = (await change(1, 'Hall C')).errors
    assert.deepEqual(late?.extensions, { code: 'CONFLICT', params: { version: 2, name: 'Hall B', color: '#D73226' } })
    assert.deepEqual(
      (await log()).map(({ action, subject, details }) => [action, subject, details]),
      [
        ['CREATE_WORK_CENTER_GROUP', 'group Hall A', { groupId: group['id'], before: null, after: { name: 'Hall A', color: '#1886D4' } }],
        [
          'UPDATE_WORK_CENTER_GROUP',
          'group Hall A',
          { groupId: group['id'], before: { name: 'Hall A', color: '#1886D4' }, after: { name: 'Hall B', color: '#D73226' } },
        ],
      ],
    )
  })

  it('have names that are told apart without regard to capitals, also of two who choose one at once', async () => {
    const hall = await made('Hall Ä')
    await made('Line')
    assert.deepEqual(refusalOf(await create('HALL ä')), { code: 'NOT_UNIQUE', field: 'name', params: { value: 'HALL ä' } })
    const rename = await api.ask(`mutation { updateWorkCenterGroup(id: ${hall}, name: "LINE", color: "#D73226") { id } }`)
    assert.equal(refusalOf(rename)?.code, 'NOT_UNIQUE')
    const own = await api.ask(`mutation { updateWorkCenterGroup(id: ${hall}, name: "HALL Ä", color: "#D73226") { name } }`)
    assert.deepEqual(own.data['updateWorkCenterGroup'], { name: 'HALL Ä' })
    const both = await Promise.all(Array.from({ length: 6 }, () => create('Packing')))
    assert.deepEqual(
      both.map((answer) => refusalOf(answer)?.code ?? 'made').toSorted((a, b) => a.localeCompare(b)),
      ['made', ...Array.from({ length: 5 }, () => 'NOT_UNIQUE')],
    )
    assert.deepEqual((await create('Line', '#1886D4', { as: api.stranger })).errors, [], 'another company has names of its own')
  })

  it('refuse what is no name or colour, with the field', async () => {
    const wrong: readonly (readonly [string, string, string, string])[] = [
      ['', '#1886D4', 'REQUIRED', 'name'],
      ['   ', '#1886D4', 'REQUIRED', 'name'],
      ['x'.repeat(201), '#1886D4', 'LENGTH_OUT_OF_RANGE', 'name'],
      ['x'.repeat(900_000), '#1886D4', 'LENGTH_OUT_OF_RANGE', 'name'],
      ['Hall', '', 'REQUIRED', 'color'],
      ['Hall', '#12345', 'INVALID_FORMAT', 'color'],
      ['Hall', '#1234567', 'INVALID_FORMAT', 'color'],
      ['Hall', 'red', 'INVALID_FORMAT', 'color'],
      ['Hall', '#12345g', 'INVALID_FORMAT', 'color'],
      ['Hall', "#123456'; drop table work_center", 'INVALID_FORMAT', 'color'],
    ]
    for (const [name, color, code, field] of wrong) {
      const refusal = refusalOf(await create(name, color))
      assert.deepEqual([refusal?.code, refusal?.field], [code, field], `${name.slice(0, 20)} ${color}`)
    }
    assert.notEqual(refusalOf(await create('Hall\u0000A'))?.code ?? 'made', 'INTERNAL_ERROR')
    assert.deepEqual((await create('x'.repeat(200))).errors, [])
  })

  it('take work centers in and let them go, told in the log, without another figure', async () => {
    const [press = 0, lathe = 0] = machines
    const hall = await made('Hall')
    const first = (await move(press, hall)).data['updateWorkCenterGroupMembership'] as Row
    assert.deepEqual([first['groupId'], first['group']], [hall, { name: 'Hall' }])
    const again = (await move(press, hall)).data['updateWorkCenterGroupMembership'] as Row
    assert.equal(again['version'], first['version'], 'who is there already stays')
    await move(lathe, hall)
    const { data } = await api.ask('{ workCenterGroups { name workCenters { id } } }')
    assert.deepEqual(data['workCenterGroups'], [{ name: 'Hall', workCenters: [{ id: press }, { id: lathe }] }])
    await move(press, null)
    assert.deepEqual((await api.ask(`{ workCenter(id: ${press}) { groupId group { id } } }`)).data['workCenter'], {
      groupId: null,
      group: null,
    })
    assert.deepEqual(
      (await log()).slice(1).map(({ subject, details }) => [subject, details]),
      [
        ['work center qe-322a', { workCenterId: press, before: { groupId: null }, after: { groupId: hall } }],
        ['work center qe-322b', { workCenterId: lathe, before: { groupId: null }, after: { groupId: hall } }],
        ['work center qe-322a', { workCenterId: press, before: { groupId: hall }, after: { groupId: null } }],
      ],
    )
    assert.deepEqual(api.awaitedReloads, [], 'no record follows from the group')
    assert.deepEqual(api.changed, [press, lathe, press])
  })

  it('offer their reasons to the work centers in them, wherever those are moved', async () => {
    const [press = 0] = machines
    const hall = await made('Hall')
    await api.ask(`mutation { createLossReason(input: { name: "Crane is away", category: AVAILABILITY, linkType: WORK_CENTER_GROUP,
      links: [{ workCenterGroupId: ${hall} }] }) { id } }`)
    const offered = async () => {
      const { data, errors } = await api.ask(`{ lossCategories(workCenterId: ${press}) { reason { name } } }`)
      assert.deepEqual(errors, [])
      return (data['lossCategories'] as readonly Row[]).map((one) => (one['reason'] as Row)['name'])
    }
    assert.deepEqual(await offered(), [])
    await move(press, hall)
    assert.deepEqual(await offered(), ['Crane is away'])
    assert.deepEqual((await api.ask('{ workCenterGroups { lossReasonsCount } }')).data['workCenterGroups'], [{ lossReasonsCount: 1 }])
    await move(press, null)
    assert.deepEqual(await offered(), [])
  })

  it('are deleted without their work centers; a reason of theirs alone is offered nowhere then', async () => {
    const [press = 0, lathe = 0] = machines
    const [hall, line] = [await made('Hall'), await made('Line')]
    await move(press, hall)
    await move(lathe, line)
    const reason = await api.ask(`mutation { createLossReason(input: { name: "Crane is away", category: AVAILABILITY,
      linkType: WORK_CENTER_GROUP, links: [{ workCenterGroupId: ${hall} }, { workCenterGroupId: ${line} }] }) { id } }`)
    assert.deepEqual(reason.errors, [])
    api.changed.length = 0
    assert.deepEqual((await api.ask(`mutation { deleteWorkCenterGroup(id: ${hall}) }`)).data, { deleteWorkCenterGroup: true })
    assert.deepEqual(api.changed, [press])
    const { data } = await api.ask(
      '{ workCenterGroups { name lossReasonsCount } workCenters { id groupId } lossReasons { links { workCenterGroupId } } }',
    )
    assert.deepEqual(data, {
      workCenterGroups: [{ name: 'Line', lossReasonsCount: 1 }],
      workCenters: machines.map((id) => ({ id, groupId: id === lathe ? line : null })),
      lossReasons: [{ links: [{ workCenterGroupId: line }] }],
    })
    const last = (await log()).at(-1)
    assert.deepEqual(
      [last?.action, last?.subject, last?.details],
      [
        'DELETE_WORK_CENTER_GROUP',
        'group Hall',
        { groupId: hall, before: { name: 'Hall', color: '#1886D4', workCenterIds: [press], lossReasonsCount: 1 }, after: null },
      ],
    )
    assert.equal(refusalOf(await api.ask(`mutation { deleteWorkCenterGroup(id: ${hall}) }`))?.code, 'GROUP_NOT_FOUND')
  })

  it('answer one code for an unknown and a foreign id', async () => {
    const [press = 0] = machines
    const hall = await made('Hall')
    const asked: readonly string[] = [
      ...[hall, -1, 0, 2_147_483_647].flatMap((id) => [
        `updateWorkCenterGroup(id: ${id}, name: "Mine", color: "#1886D4") { id }`,
        `deleteWorkCenterGroup(id: ${id})`,
      ]),
    ]
    for (const text of asked) {
      assert.equal(refusalOf(await api.ask(`mutation { ${text} }`, { as: api.stranger }))?.code, 'GROUP_NOT_FOUND', text)
    }
    const foreign = await create('Theirs', '#1886D4', { as: api.stranger })
    const theirs = Number((foreign.data['createWorkCenterGroup'] as Row)['id'])
    for (const groupId of [theirs, -1, 0, 2_147_483_647]) {
      assert.deepEqual(refusalOf(await move(press, groupId)), { code: 'GROUP_NOT_FOUND', field: 'groupId', params: { id: groupId } })
      const edited = await api.ask(`mutation { editBox(input: { id: ${press}, groupId: ${groupId} }) { id } }`)
      assert.equal(refusalOf(edited)?.code, 'GROUP_NOT_FOUND')
    }
    assert.equal(refusalOf(await move(999_999, hall))?.code, 'WORK_CENTER_NOT_FOUND')
    assert.deepEqual((await api.ask('{ workCenterGroups { name } }')).data['workCenterGroups'], [{ name: 'Hall' }])
  })

  it('are deleted while others move work centers in and link reasons, without waiting in a circle', async () => {
    for (let round = 0; round < 6; round++) {
      const hall = await made(`Hall ${round}`)
      const answers = await Promise.all([
        ...machines.map((id) => move(id, hall)),
        api.ask(`mutation { deleteWorkCenterGroup(id: ${hall}) }`),
        api.ask(`mutation { createLossReason(input: { name: "Reason ${round}", category: AVAILABILITY, linkType: WORK_CENTER_GROUP,
          links: [{ workCenterGroupId: ${hall} }] }) { id } }`),
        ...machines.map((id) => move(id, null)),
      ])
      for (const answer of answers) {
        const code = refusalOf(answer)?.code ?? 'done'
        assert.ok(code === 'done' || code === 'GROUP_NOT_FOUND', code)
      }
    }
    const { rows } = await api.database.pool.query<{ n: string }>('select count(*) as n from work_center where group_id is not null')
    assert.equal(Number(rows[0]?.n), 0)
  })
})

function refusalOf(answer: Answer) {
  return answer.errors[0]?.extensions
}
