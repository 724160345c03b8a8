import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import type { HubConnection } from '@microsoft/signalr'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { OTHER, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'

let api: TestApi
const connections: HubConnection[] = []

before(async () => {
  // So seldom that what closes here is closed by the change itself.
  api = await startTestApi({ checkEveryMs: 3_600_000 })
})
after(async () => {
  await Promise.all(connections.map((connection) => connection.stop()))
  await api.close()
})

async function connect(
  userId: UserId,
  companyId?: typeof OTHER,
): Promise<{ readonly connection: HubConnection; readonly closed: Promise<string> }> {
  const token = await api.token(userId, companyId === undefined ? {} : { companyId })
  const options = { skipNegotiation: true, transport: HttpTransportType.WebSockets, accessTokenFactory: () => token }
  const connection = new HubConnectionBuilder().withUrl(`${api.origin}/api/supervisor`, options).configureLogging(LogLevel.None).build()
  connections.push(connection)
  const { promise: closed, resolve } = Promise.withResolvers<string>()
  connection.onclose((error) => resolve(String(error)))
  await connection.start()
  return { connection, closed }
}

async function addMember(email: string): Promise<UserId> {
  const { rows } = await api.database.pool.query<{ id: string }>(
    `insert into app_user (email, email_verified_on) values ($1, now()) returning id`,
    [email],
  )
  const id = asId<UserId>(rows[0]?.id ?? '')
  await api.database.pool.query(
    `insert into membership (company_id, user_id, role) select company, $1, 'USER' from unnest(array['ACME1', 'OTHER']) company`,
    [id],
  )
  return id
}

const change = async (text: string, userId: UserId) => {
  const { errors } = await api.ask(`mutation ($userId: Guid!) { ${text} }`, { variables: { userId } })
  assert.deepEqual(errors, [])
}

test('whoever is removed hears nothing more of the company, and goes on hearing of another', async () => {
  const userId = await addMember('removed@acme.example')
  const [mine, elsewhere, colleague] = [await connect(userId), await connect(userId, OTHER), await connect(api.users.USER)]
  await change('deleteUserFromCompany(userId: $userId)', userId)
  assert.match(await mine.closed, /UNAUTHENTICATED/)
  await assert.rejects(connect(userId), 'a new connection is refused')
  assert.deepEqual([elsewhere.connection.state, colleague.connection.state], ['Connected', 'Connected'])
})

test('another role, or other work centers, closes what was open with the old rights; another team does not', async () => {
  const userId = await addMember('changed@acme.example')
  const first = await connect(userId)
  await change('updateEmployee(userId: $userId, teamId: null) { id }', userId)
  await change('updateEmployee(userId: $userId, role: OPERATOR) { id }', userId)
  assert.match(await first.closed, /UNAUTHENTICATED/)
  const second = await connect(userId)
  const { rows } = await api.database.pool.query<{ id: number }>(
    `insert into work_center (company_id, name) values ('ACME1', 'Press') returning id`,
  )
  await change(`updateEmployee(userId: $userId, workCenterIds: [${rows[0]?.id}]) { id }`, userId)
  assert.match(await second.closed, /UNAUTHENTICATED/)
})
