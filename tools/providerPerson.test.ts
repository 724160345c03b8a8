import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { findCredentials } from '#server/user/credentials.store.ts'
import { isPasswordOf } from '#server/user/passwordHash.ts'

let db: TestDatabase

before(async () => {
  db = await createTestDatabase()
  await db.database.pool.query(`insert into company (id, name, country) values ('VISIT', 'Visited', 'pl')`)
})
after(() => db.drop())

function run(...args: readonly string[]): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: db.url }
    execFile(process.execPath, [join(import.meta.dirname, 'providerPerson.ts'), ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

const make = (email: string, role: string) => run('make', '--email', email, '--role', role, '--first-name', 'Help', '--last-name', 'Desk')

test('makes a person with a password that signs in, changes the role of one who has an account, and takes it away with the visits', async () => {
  const made = await make('desk@provider.example', 'PROVIDER_SUPPORT')
  assert.equal(made.code, 0, made.stderr)
  const printed: Readonly<Record<string, string>> = JSON.parse(made.stdout)
  const credentials = await db.database.inSystem((tx) => findCredentials(tx, 'desk@provider.example'))
  assert.ok(await isPasswordOf(printed['password'] ?? '', credentials?.passwordHash ?? null))
  await db.database.pool.query(
    `insert into membership (company_id, user_id, role, expires_on) values ('VISIT', $1, 'PROVIDER_SUPPORT', now() + interval '1 hour')`,
    [credentials?.userId],
  )
  const again = await make('desk@provider.example', 'PROVIDER_ADMIN')
  assert.deepEqual(JSON.parse(again.stdout), { email: 'desk@provider.example', role: 'PROVIDER_ADMIN' })
  const visits = await db.database.pool.query('select from membership')
  const log = await db.database.pool.query<Record<string, unknown>>('select company_id, action from audit_log')
  assert.deepEqual([visits.rowCount, log.rows], [0, [{ company_id: 'VISIT', action: 'LEAVE_COMPANY' }]])
  assert.deepEqual((await run('list')).stdout.trim(), '{"email":"desk@provider.example","role":"PROVIDER_ADMIN"}')
  assert.equal((await run('end', '--email', 'desk@provider.example')).code, 0)
  assert.equal((await run('list')).stdout, '')
})

test('refuses in a sentence and with exit code 1', async () => {
  await db.database.pool.query(`insert into app_user (email) values ('unproven@provider.example')`)
  const unproven = await make('unproven@provider.example', 'PROVIDER_USER')
  assert.match(unproven.stderr, /never proven/)
  const cases: readonly [readonly string[], RegExp][] = [
    [[], /^Usage:/],
    [['make', '--email', 'a@b.co', '--role', 'ADMIN'], /--role must be one of/],
    [['make', '--email', 'a@b.co', '--role', 'PROVIDER_USER'], /--first-name must not be empty/],
    [['make', '--email', 'a', '--role', 'PROVIDER_USER'], /--email must look like/],
    [
      ['make', '--email', 'ivan@demo.trueline.example', '--role', 'PROVIDER_USER', '--first-name', 'I', '--last-name', 'P'],
      /demo accounts/,
    ],
    [['end', '--email', 'nobody@b.co'], /has no role of the provider/],
  ]
  for (const [args, expected] of cases) {
    const { code, stderr, stdout } = await run(...args)
    assert.deepEqual([code, stdout], [1, ''], args.join(' '))
    assert.match(stderr, expected)
  }
})
