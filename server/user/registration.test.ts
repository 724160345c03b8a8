import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { Registration } from '#engine/user/registration.ts'
import { insertCompany } from '#server/company/company.store.ts'
import type { Database } from '#server/db/database.ts'
import { addPerson, auditOf, emailsTo, linkTo } from '#server/identity/testing/people.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { findAccountByEmail } from './account.store.ts'
import { hashPassword } from './passwordHash.ts'
import { registerUser, resendVerification, verifyEmail } from './registration.service.ts'
import type { RegistrationDeps } from './registration.service.ts'
import { findUserByEmail } from './user.store.ts'

const COMPANY = asId<CompanyId>('REGIS')
const form: Registration = {
  country: 'PL',
  firstName: ' Anna ',
  lastName: 'Nowak',
  email: 'anna@new.example',
  phone: '+48 601 234 567',
  password: 'Right-password-1',
  isAgreed: true,
}

let temporary: TestDatabase
let deps: { readonly database: Database; readonly config: RegistrationDeps['config']; readonly now: () => number }

before(async () => {
  temporary = await createTestDatabase()
  const { database } = temporary
  deps = { database, config: { publicUrl: 'https://oee.example', registration: true }, now: Date.now }
  const company = { id: COMPANY, name: 'Registered', country: 'pl', email: null, language: 'en', timeZone: 'UTC' } as const
  await database.inSystem((tx) => insertCompany(tx, company))
})
after(() => temporary.drop())

const register = (change: Partial<Registration> = {}) => registerUser(deps, { ...form, ...change }, 'uk')
const kindsTo = async (email: string) => (await emailsTo(temporary.database, email)).map((message) => message.kind)
const accountOf = (email: string) => temporary.database.inSystem((tx) => findAccountByEmail(tx, email))

test('an account is made whose address is proven by the e-mail, in its language, once', async () => {
  await register()
  const user = await temporary.database.inSystem((tx) => findUserByEmail(tx, 'anna@new.example'))
  assert.ok(user)
  assert.deepEqual([user.firstName, user.country, user.language, user.isEmailVerified], ['Anna', 'pl', 'uk', false])
  const [message] = await emailsTo(temporary.database, 'anna@new.example')
  assert.match(message?.text ?? '', /https:\/\/oee\.example\/activation\?hash=[\w-]{43}&lang=uk/)
  const hash = await linkTo(temporary.database, 'anna@new.example', 'VERIFY_EMAIL')
  await verifyEmail(deps, user.id, hash)
  assert.equal((await accountOf('anna@new.example'))?.isEmailVerified, true)
  await assert.rejects(verifyEmail(deps, user.id, hash), { code: 'LINK_EXPIRED' })
})

test('an address that has an account keeps it as it was, and its owner hears of it', async () => {
  const before = await temporary.database.pool.query('select * from app_user where email = $1', ['anna@new.example'])
  await register({ email: 'ANNA@new.example', firstName: 'Eve', password: 'Eves-password-1' })
  const after = await temporary.database.pool.query('select * from app_user where email = $1', ['anna@new.example'])
  assert.deepEqual(after.rows, before.rows)
  assert.deepEqual(await kindsTo('anna@new.example'), ['VERIFY_EMAIL', 'ALREADY_REGISTERED'])
})

test('a second registration does not touch the link of the first', async () => {
  await register({ email: 'twice@new.example' })
  const hash = await linkTo(temporary.database, 'twice@new.example', 'VERIFY_EMAIL')
  await register({ email: 'twice@new.example', password: 'Eves-password-1' })
  const account = await accountOf('twice@new.example')
  assert.ok(account)
  await verifyEmail(deps, account.userId, hash)
})

/** What a registration does, step by step: hashes, transactions and statements. */
async function stepsOf(email: string): Promise<Readonly<Record<string, number>>> {
  const steps: Record<string, number> = {}
  const count = (step: string) => (steps[step] = (steps[step] ?? 0) + 1)
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count(node.kind)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const database: Database = {
    ...temporary.database,
    inSystem: (work) => {
      count('transaction')
      return temporary.database.inSystem((tx) => work(tx.withPlugin(counting)))
    },
  }
  const hash = (password: string) => {
    count('hash')
    return hashPassword(password)
  }
  await registerUser({ ...deps, database, hashPassword: hash }, { ...form, email }, 'en')
  return steps
}

test('new, proven and unproven addresses take the same steps: one hash, one transaction, as many statements of each kind', async () => {
  await addPerson(temporary.database, 'proven@new.example')
  await addPerson(temporary.database, 'unproven@new.example', { isEmailVerified: false })
  const expected = await stepsOf('unknown@new.example')
  assert.equal(expected['hash'], 1)
  assert.ok((expected['InsertQueryNode'] ?? 0) >= 3)
  assert.deepEqual(await stepsOf('proven@new.example'), expected)
  assert.deepEqual(await stepsOf('unproven@new.example'), expected)
})

test('a mailbox gets three e-mails an hour, whatever is asked for', async () => {
  for (let time = 0; time < 5; time++) await register({ email: 'flooded@new.example' })
  const account = await accountOf('flooded@new.example')
  assert.ok(account)
  await resendVerification(deps, account.userId)
  assert.deepEqual(await kindsTo('flooded@new.example'), ['VERIFY_EMAIL', 'ALREADY_REGISTERED', 'ALREADY_REGISTERED'])
  await temporary.database.pool.query(`update email set created_on = created_on - interval '61 minutes'`)
  await resendVerification(deps, account.userId)
  assert.equal((await kindsTo('flooded@new.example')).length, 4)
})

test('wrong fields are named, and nothing is made where people may not register', async () => {
  const wrong: readonly [Partial<Registration>, string, string][] = [
    [{ country: '' }, 'REQUIRED', 'country'],
    [{ country: 'Poland' }, 'INVALID_FORMAT', 'country'],
    [{ email: 'anna' }, 'INVALID_EMAIL', 'email'],
    [{ firstName: ' ' }, 'REQUIRED', 'firstName'],
    [{ phone: '12' }, 'PHONE_TOO_SHORT', 'phone'],
    [{ password: 'short' }, 'PASSWORD_TOO_SHORT', 'password'],
    [{ password: `${'aB1'.repeat(70)}` }, 'PASSWORD_TOO_LONG', 'password'],
    [{ isAgreed: false }, 'REQUIRED', 'isAgreed'],
  ]
  for (const [change, code, field] of wrong)
    await assert.rejects(register({ email: 'wrong@new.example', ...change }), { code, field }, field)
  await assert.rejects(
    registerUser({ ...deps, config: { ...deps.config, registration: false } }, { ...form, email: 'wrong@new.example' }, 'en'),
    {
      code: 'REGISTRATION_OFF',
    },
  )
  assert.equal(await accountOf('wrong@new.example'), null)
})

test('the link of another person is refused like an invented one, and goes on working for its own', async () => {
  const other = await addPerson(temporary.database, 'other@new.example', { isEmailVerified: false })
  const owner = await addPerson(temporary.database, 'owner@new.example', { isEmailVerified: false, madeByCompanyId: COMPANY, in: COMPANY })
  await resendVerification(deps, owner)
  const first = await linkTo(temporary.database, 'owner@new.example', 'VERIFY_EMAIL')
  await resendVerification(deps, owner)
  const hash = await linkTo(temporary.database, 'owner@new.example', 'VERIFY_EMAIL')
  for (const [userId, secret] of [
    [other, hash],
    [other, 'invented'],
    [owner, first],
  ] as const) {
    await assert.rejects(verifyEmail(deps, userId, secret), { code: 'LINK_EXPIRED' })
  }
  assert.equal((await accountOf('other@new.example'))?.isEmailVerified, false)
  await verifyEmail(deps, owner, hash)
  assert.deepEqual(await auditOf(temporary.database, COMPANY, owner), ['VERIFY_EMAIL'])
  await resendVerification(deps, owner)
  assert.equal((await kindsTo('owner@new.example')).length, 2, 'nothing is left to prove')
})
