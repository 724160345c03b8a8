import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { isPasswordOf } from '#server/user/passwordHash.ts'
import { findCredentials } from '#server/user/credentials.store.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'

let db: TestDatabase

before(async () => {
  db = await createTestDatabase()
})
after(() => db.drop())

function run(...args: readonly string[]): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: db.url }
    execFile(process.execPath, [join(import.meta.dirname, 'newCompany.ts'), ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

test('prints the company and a password that signs its administrator in', async () => {
  const made = await run('--name', 'First', '--email', 'boss@first.example')
  assert.equal(made.code, 0, made.stderr)
  const printed = JSON.parse(made.stdout) as { companyId: string; email: string; password: string }
  assert.match(printed.companyId, /^[A-Z0-9]{5}$/)
  const credentials = await db.database.inSystem((tx) => findCredentials(tx, printed.email))
  assert.ok(await isPasswordOf(printed.password, credentials?.passwordHash ?? null))
})

test('refuses in a sentence and with exit code 1', async () => {
  await run('--name', 'Taken', '--email', 'taken@first.example')
  const cases: readonly [readonly string[], RegExp][] = [
    [[], /^Usage:/],
    [['--nome', 'x'], /nome/],
    [['--name', 'Second', '--email', 'Taken@first.example'], /Somebody signs in with Taken@first\.example already/],
    [['--name', ' ', '--email', 'a@b.example'], /--name must not be empty/],
    [['--name', 'x', '--email', 'a'], /--email must look like/],
    [['--name', 'x', '--email', 'a@b.example', '--time-zone', 'Mars/Olympus'], /--time-zone must look like Europe\/Warsaw/],
  ]
  for (const [args, expected] of cases) {
    const { code, stderr, stdout } = await run(...args)
    assert.deepEqual([code, stdout], [1, ''], args.join(' '))
    assert.match(stderr, expected)
  }
})
