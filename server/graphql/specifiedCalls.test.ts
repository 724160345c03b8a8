import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { insertMembership } from '#server/company/membership.store.ts'
import { ACME, startTestApi } from './testing.ts'
import type { TestApi } from './testing.ts'

const NO_TEAM = '00000000-0000-0000-0000-000000000000'

describe('calls and answers as the specification has them', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(() => api.close())

  it('registers a person without a word about the agreement, and records none (spec 000 §7)', async () => {
    const person = (email: string, more = '') =>
      `mutation { registerUser(country: "pl", email: "${email}", firstName: "Ada", lastName: "Byron", password: "Correct-horse-1", phone: "+48601234567"${more}) }`
    const { errors, data } = await api.post(JSON.stringify({ query: person('plain@test.example') }))
    assert.deepEqual([errors, data], [[], { registerUser: true }])
    await api.post(JSON.stringify({ query: person('agreed@test.example', ', isAgreed: true') }))
    const refused = await api.post(JSON.stringify({ query: person('refused@test.example', ', isAgreed: false') }))
    assert.deepEqual([refused.errors[0]?.extensions.code, refused.errors[0]?.extensions.field], ['REQUIRED', 'isAgreed'])
    const { rows } = await api.database.pool.query<{ email: string; isAgreed: boolean }>(
      `select email, agreed_on is not null as "isAgreed" from app_user where email in ('plain@test.example', 'agreed@test.example', 'refused@test.example')
       order by email`,
    )
    assert.deepEqual(rows, [
      { email: 'agreed@test.example', isAgreed: true },
      { email: 'plain@test.example', isAgreed: false },
    ])
  })

  it('gives who is in no team the all-zero id of a team (spec 000 §3)', async () => {
    const made = await api.ask('mutation { createTeam(name: "Day", color: "#2E6FDB") { id } }')
    const { id } = made.data['createTeam'] as { readonly id: string }
    await api.ask(`mutation { updateEmployee(userId: "${api.users.USER}", teamId: "${id}") { id } }`)
    const teamsOf = async (filter: string) => {
      const { errors, data } = await api.ask(`{ users(teamId: "${filter}") { teamId team { name } } }`)
      assert.deepEqual(errors, [])
      return data['users'] as readonly { readonly teamId: string; readonly team: object | null }[]
    }
    assert.deepEqual(await teamsOf(id), [{ teamId: id, team: { name: 'Day' } }])
    const without = await teamsOf(NO_TEAM)
    assert.ok(without.length > 1)
    for (const one of without) assert.deepEqual(one, { teamId: NO_TEAM, team: null })
  })

  it('tells the organization of an employee: the company, to who may see its people (spec 000 §3)', async () => {
    const { data } = await api.ask(`{ users(search: "operator@") { organization } }`)
    assert.deepEqual(data['users'], [{ organization: `${ACME} Works` }])
    const own = await api.ask('{ currentUser { organization } }', { as: 'GUEST' })
    assert.deepEqual(own.data['currentUser'], { organization: `${ACME} Works` })
  })

  it('lists the demo company last, also for who lands in it (spec 000 §2)', async () => {
    await api.database.pool.query(`insert into company (id, name, country) values ('DEFLT', 'A demo', 'pl')`)
    const member = { companyId: asId<CompanyId>('DEFLT'), userId: api.users.GUEST, role: 'USER', sort: -1 } as const
    await api.database.inSystem((tx) => insertMembership(tx, member))
    const { data } = await api.ask('{ companies { id } currentUser { companySettings { companyId sort } } }', { as: 'GUEST' })
    assert.deepEqual(data['companies'], [{ id: ACME }, { id: 'DEFLT' }])
  })

  it('names units in the language of the request, with the codes that systems exchange', async () => {
    const unitsIn = async (language: string) => {
      const query = '{ measurementUnits { code externalCode name shortName } }'
      const headers = { authorization: `Bearer ${await api.token(api.users.USER)}`, 'accept-language': language }
      const { data } = await api.post(JSON.stringify({ query }), headers)
      return (data['measurementUnits'] as readonly { readonly code: string }[]).filter(({ code }) => code === 'pcs' || code === 'm/min')
    }
    assert.deepEqual(await unitsIn('en'), [
      { code: 'pcs', externalCode: 'H87', name: 'Pieces', shortName: 'pcs' },
      { code: 'm/min', externalCode: '2X', name: 'Metres per minute', shortName: 'm/min' },
    ])
    assert.deepEqual(await unitsIn('uk-UA'), [
      { code: 'pcs', externalCode: 'H87', name: 'Штуки', shortName: 'шт' },
      { code: 'm/min', externalCode: '2X', name: 'Метри на хвилину', shortName: 'м/хв' },
    ])
  })

  it('asks for the work center that is not named', async () => {
    const codeOf = async (args: string) => {
      const { code, field } = (await api.ask(`{ workCenter${args} { id } }`)).errors[0]?.extensions ?? {}
      return [code, field]
    }
    assert.deepEqual(await codeOf(''), ['REQUIRED', 'id'])
    assert.deepEqual(await codeOf('(id: 999999)'), ['WORK_CENTER_NOT_FOUND', undefined])
    assert.deepEqual(await codeOf(`(deviceId: "${NO_TEAM}")`), ['WORK_CENTER_NOT_FOUND', undefined])
  })

  it('takes shifts with their owner in each and neither code nor name (spec 001 §3)', async () => {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into work_center (company_id, name) values ($1, 'Press') returning id`,
      [ACME],
    )
    const press = rows[0]?.id ?? 0
    const save = (input: string, rest = '') =>
      api.ask(`mutation { createOrUpdateShifts(input: [${input}]${rest}) { shiftId code name timeStart workCenterId } }`)
    const early = 'timeStart: "06:00", timeEnd: "14:00"'
    const late = 'timeStart: "14:00", timeEnd: "22:00"'
    const first = await save(`{ ${early}, workCenterId: ${press}, code: "E", name: "Early" }, { ${late}, workCenterId: ${press} }`)
    assert.deepEqual(first.errors, [])
    assert.deepEqual(first.data['createOrUpdateShifts'], [
      { shiftId: 1, code: 'E', name: 'Early', timeStart: '06:00', workCenterId: press },
      { shiftId: 2, code: '1', name: '1', timeStart: '14:00', workCenterId: press },
    ])
    const moved = await save(`{ shiftId: 1, timeStart: "07:00", timeEnd: "14:00" }, { shiftId: 2, ${late} }`, `, workCenterId: ${press}`)
    assert.deepEqual(moved.errors, [])
    assert.deepEqual(
      (moved.data['createOrUpdateShifts'] as readonly { readonly name: string; readonly timeStart: string }[]).map(
        ({ name, timeStart }) => `${name} ${timeStart}`,
      ),
      ['Early 07:00', '1 14:00'],
    )
    const mixed = await save(`{ ${early} }, { ${late}, workCenterId: ${press} }`)
    assert.deepEqual(mixed.errors[0]?.extensions, {
      code: 'VALUE_OUT_OF_RANGE',
      field: 'input.1.workCenterId',
      params: { value: press, min: 0, max: 0 },
    })
  })

  it('leaves a loss not approved unless it is said (spec 001 §9)', async () => {
    const { data } = await api.ask('{ __type(name: "UpdateLossInput") { inputFields { name defaultValue } } }')
    const { inputFields } = data['__type'] as {
      readonly inputFields: readonly { readonly name: string; readonly defaultValue: string | null }[]
    }
    assert.equal(inputFields.find(({ name }) => name === 'isApproved')?.defaultValue, 'false')
  })
})
