import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'

const UPDATE = `mutation ($userId: Guid!, $role: Role, $isStation: Boolean, $workCenterIds: [Int!]) {
  updateEmployee(userId: $userId, role: $role, isStation: $isStation, workCenterIds: $workCenterIds) { id role isStation } }`

describe('a station', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(() => api.close())

  const rows = async (text: string, values: unknown[] = []) => (await api.database.pool.query<Record<string, unknown>>(text, values)).rows
  const code = ({ errors }: Answer) => [errors[0]?.extensions.code, errors[0]?.extensions.field]
  const update = (variables: object, as: UserId | 'ADMIN' | 'USER' = 'ADMIN') => api.ask(UPDATE, { as, variables })

  async function addMember(name: string, role = 'OPERATOR', company: string = ACME): Promise<UserId> {
    const [row] = await rows(
      `insert into app_user (email, first_name, last_name, email_verified_on) values ($1, $2, 'Person', now()) returning id`,
      [`${name.toLowerCase()}@acme.example`, name],
    )
    await rows('insert into membership (company_id, user_id, role) values ($1, $2, $3)', [company, row?.['id'], role])
    return asId<UserId>(String(row?.['id']))
  }
  async function addWorkCenter(name: string): Promise<number> {
    const [row] = await rows(`insert into work_center (company_id, name) values ('ACME1', $1) returning id`, [name])
    return Number(row?.['id'])
  }

  it("is an operator's account that an administrator says is one; the audit log has it, and another role ends it", async () => {
    const userId = await addMember('Panel')
    assert.deepEqual((await update({ userId, isStation: true })).data['updateEmployee'], { id: userId, role: 'OPERATOR', isStation: true })
    const self = await api.ask('{ currentUser { isStation } }', { as: userId })
    assert.deepEqual(self.data['currentUser'], { isStation: true })
    const entries = await rows(`select details from audit_log where action = 'UPDATE_EMPLOYEE' and subject = 'user panel@acme.example'`)
    assert.deepEqual(
      entries.map(({ details }) => details),
      [
        {
          userId,
          before: { isStation: null },
          after: { isStation: true },
        },
      ],
    )
    assert.deepEqual((await update({ userId, workCenterIds: [] })).data['updateEmployee'], {
      id: userId,
      role: 'OPERATOR',
      isStation: true,
    })
    assert.deepEqual((await update({ userId, role: 'USER' })).data['updateEmployee'], { id: userId, role: 'USER', isStation: false })
  })

  it('is no account of another role, and nobody but an administrator makes one', async () => {
    const userId = await addMember('Office', 'USER')
    assert.deepEqual(code(await update({ userId, isStation: true })), ['STATION_NOT_OPERATOR', 'isStation'])
    assert.deepEqual(code(await update({ userId, role: 'GUEST', isStation: true })), ['STATION_NOT_OPERATOR', 'isStation'])
    assert.equal(code(await update({ userId, role: 'OPERATOR', isStation: true }, 'USER'))[0], 'FORBIDDEN')
    assert.deepEqual(await rows('select is_station from membership where user_id = $1', [userId]), [{ is_station: false }])
  })

  it('names the operators who are assigned to its work centers, and no others', async () => {
    const [press, lathe, saw] = [await addWorkCenter('Press'), await addWorkCenter('Lathe'), await addWorkCenter('Saw')]
    const station = await addMember('Tablet')
    const [anna, pavlo, zoe] = [await addMember('Anna'), await addMember('Pavlo'), await addMember('Zoe')]
    const [twin, gone] = [await addMember('Twin'), await addMember('Gone')]
    for (const [userId, ids] of [
      [station, [press, lathe]],
      [anna, [press]],
      [pavlo, [lathe, saw, press]],
      [zoe, [saw]],
      [twin, [press]],
      [gone, [press]],
    ] as const)
      assert.deepEqual((await update({ userId, workCenterIds: ids })).errors, [])
    for (const userId of [station, twin]) assert.deepEqual((await update({ userId, isStation: true })).errors, [])
    await rows(`update membership set expires_on = now() - interval '1 second' where user_id = $1`, [gone])
    const ask = (as: UserId | 'ADMIN') => api.ask('{ stationPeople { workCenterIds user { fullName email } } }', { as })
    const people = (await ask(station)).data['stationPeople'] as { readonly user: { readonly fullName: string; readonly email: string } }[]
    assert.deepEqual(
      people.toSorted((left, right) => left.user.fullName.localeCompare(right.user.fullName)),
      [
        // An operator reads no addresses.
        { workCenterIds: [press], user: { fullName: 'Anna Person', email: '' } },
        { workCenterIds: [press, lathe], user: { fullName: 'Pavlo Person', email: '' } },
      ],
    )
    assert.deepEqual((await ask(anna)).data['stationPeople'], [])
    assert.deepEqual((await ask('ADMIN')).data['stationPeople'], [])
  })
})
