import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { Refusal } from '#server/refusal.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { INGEST_ELSEWHERE } from '#server/recalculation/ingestPort.ts'
import { changeCompany, COMPANIES_PER_DAY, registerCompany, updateCompany } from './company.service.ts'
import { findCompany } from './company.store.ts'
import { findMembership, insertMembership, listMemberships } from './membership.store.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const form = { name: ' Acme Works ', country: 'pl', timeZone: 'Europe/Warsaw', email: 'office@acme.example' }

let db: TestDatabase
let userId: UserId
let deps: Parameters<typeof registerCompany>[0]

before(async () => {
  db = await createTestDatabase()
  deps = { database: db.database, now: () => NOW }
  const row = await db.database.inSystem((tx) =>
    tx.insertInto('app_user').values({ email: 'olena@acme.example' }).returning('id').executeTakeFirstOrThrow(),
  )
  userId = asId<UserId>(row.id)
})
after(() => db.drop())

test('who registers a company is its administrator', async () => {
  const company = await registerCompany(deps, userId, form, 'uk')
  assert.match(company.id, /^[A-Z0-9]{5}$/)
  assert.deepEqual([company.name, company.language], ['Acme Works', 'uk'])
  const membership = await db.database.inSystem((tx) => findMembership(tx, company.id, userId))
  assert.equal(membership?.role, 'ADMIN')
})

test('a company begins with reasons in its language and in all others, of which one classifies scheduled losses', async () => {
  const company = await registerCompany(deps, userId, { ...form, name: 'With reasons' }, 'pl')
  const { rows } = await db.database.pool.query<Record<string, unknown>>(
    `select r.name, r.include_in_oee_calculation, r.is_default_planned, r.is_small_stop, count(t.name) as languages from loss_reason r
     join loss_reason_translation t on t.company_id = r.company_id and t.loss_reason_id = r.id
     where r.company_id = $1 group by r.id, r.company_id, r.name, r.include_in_oee_calculation, r.is_default_planned, r.is_small_stop order by r.id`,
    [company.id],
  )
  assert.equal(rows.length, 16)
  assert.ok(rows.every((row) => row['languages'] === 6))
  const namesOf = (key: string, value: boolean) => rows.filter((row) => row[key] === value).map((row) => row['name'])
  assert.deepEqual(namesOf('is_default_planned', true), ['Obiad lub przerwa'])
  assert.deepEqual(namesOf('is_small_stop', true), ['Krótki postój'])
  assert.equal(namesOf('include_in_oee_calculation', false).length, 5)
})

test('a wrong form is refused with the field, and nothing is stored', async () => {
  const count = () => db.database.inSystem((tx) => listMemberships(tx, userId)).then((list) => list.length)
  const before = await count()
  await assert.rejects(registerCompany(deps, userId, { ...form, country: 'Poland' }), { code: 'INVALID_FORMAT', field: 'country' })
  assert.equal(await count(), before)
})

test('the default company is the first by sort; the demo company comes last', async () => {
  await db.database.inSystem(async (tx) => {
    await tx.insertInto('company').values({ id: 'DEFLT', name: 'A demo', country: 'pl' }).execute()
    await insertMembership(tx, { companyId: asId<CompanyId>('DEFLT'), userId, role: 'USER' })
  })
  const late = await registerCompany(deps, userId, { ...form, name: 'Later' })
  const order = (await db.database.inSystem((tx) => listMemberships(tx, userId))).map((membership) => membership.companyName)
  assert.deepEqual(order, ['Acme Works', 'With reasons', 'Later', 'A demo'])
  assert.notEqual(late.id, 'DEFLT')
})

test('settings change within the own company only', async () => {
  const mine = await registerCompany(deps, userId, form)
  const other = await registerCompany(deps, userId, { ...form, name: 'Other' })
  const changed = await db.database.inTenant(mine.id, (tenant) => updateCompany(tenant, { name: 'Renamed', timeZone: 'Europe/Kyiv' }))
  assert.deepEqual([changed.name, changed.timeZone, changed.country], ['Renamed', 'Europe/Kyiv', 'pl'])
  await db.database.inTenant(mine.id, async (tenant) => {
    assert.equal(await findCompany({ ...tenant, companyId: other.id }), null)
    await assert.rejects(updateCompany({ ...tenant, companyId: other.id }, { name: 'Taken' }), { code: 'COMPANY_NOT_FOUND' })
  })
  await assert.rejects(
    db.database.inTenant(mine.id, (tenant) => updateCompany(tenant, { language: 'xx' })),
    { code: 'INVALID_FORMAT', field: 'language' },
  )
})

test('the address for mail of a company changes, and the log tells what was before', async () => {
  const company = await registerCompany(deps, userId, form)
  const clock = { ...deps, ingest: INGEST_ELSEWHERE }
  const member = { companyId: company.id, userId }
  const changed = await changeCompany(clock, member, { email: ' new@acme.example ', name: 'Acme', shiftDateRule: 'END' })
  assert.deepEqual([changed.email, changed.name, changed.shiftDateRule], ['new@acme.example', 'Acme', 'END'])
  await changeCompany(clock, member, { name: 'Acme' })
  await assert.rejects(changeCompany(clock, member, { email: ' ' }), { code: 'REQUIRED', field: 'email' })
  await assert.rejects(changeCompany(clock, member, { email: 'no address' }), { code: 'INVALID_EMAIL', field: 'email' })
  const log = await db.database.pool.query<{ action: string; details: unknown }>(
    'select action, details from audit_log where company_id = $1 order by id',
    [company.id],
  )
  assert.deepEqual(
    log.rows.map(({ action }) => action),
    ['REGISTER_COMPANY', 'UPDATE_COMPANY'],
  )
  assert.deepEqual(log.rows[1]?.details, {
    before: { name: 'Acme Works', email: 'office@acme.example', shiftDateRule: 'START' },
    after: { name: 'Acme', email: 'new@acme.example', shiftDateRule: 'END' },
  })
})

test('a person makes a few companies a day, also when they are asked for at once; the shared people of the demo make none', async () => {
  const founder = async (email: string) => {
    const row = await db.database.inSystem((tx) => tx.insertInto('app_user').values({ email }).returning('id').executeTakeFirstOrThrow())
    return asId<UserId>(row.id)
  }
  const eager = await founder('eager@acme.example')
  const wishes = await Promise.allSettled(Array.from({ length: COMPANIES_PER_DAY + 3 }, () => registerCompany(deps, eager, form)))
  const refused = wishes.flatMap((wish) => (wish.status === 'rejected' ? [wish.reason as unknown] : []))
  assert.deepEqual(
    refused.map((reason) => reason instanceof Refusal && [reason.code, reason.params['max']]),
    Array.from({ length: 3 }, () => ['COMPANIES_PER_DAY', COMPANIES_PER_DAY]),
  )
  assert.ok(await registerCompany({ ...deps, now: () => NOW + 86_400_001 }, eager, form))
  await assert.rejects(registerCompany(deps, await founder('guest@demo.trueline.example'), form), { code: 'DEMO_ACCOUNT' })
})
