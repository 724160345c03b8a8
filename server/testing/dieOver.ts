import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ACME } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { testClusterUrl } from './testCluster.ts'

const PROGRAM = join(import.meta.dirname, 'dyingApi.ts')

/** A request with its key in the variables. */
export type Said = { readonly query: string; readonly variables: object }

/** Returns the address of the database of the test. */
export async function databaseUrlOf({ database }: Pick<TestApi, 'database'>): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  const own = new URL(await testClusterUrl())
  own.pathname = `/${rows[0]?.name}`
  return own.href
}

/** Has a server of its own on the database die over the request of an administrator, "before" its commit or "after" it; nobody gets an answer. Keys of before are forgotten. */
export async function dyingOver(
  { database, users, databaseUrl, now }: Pick<TestApi, 'database' | 'users'> & { readonly databaseUrl: string; readonly now: number },
  said: Said,
  dies: 'after' | 'before',
): Promise<void> {
  await database.pool.query('delete from request_key')
  const environment = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: databaseUrl,
    DIES: dies,
    USER_ID: users.ADMIN,
    COMPANY_ID: ACME,
    NOW: String(now),
  }
  const child = spawn(process.execPath, [PROGRAM], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [port] = (await once(child.stdout, 'data')).map((chunk) => String(chunk).trim())
  const answer = await fetch(`http://127.0.0.1:${port}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
    body: JSON.stringify(said),
  }).catch(() => null)
  assert.equal(answer, null, 'the client hears nothing')
  assert.deepEqual(await ended, [null, 'SIGKILL'])
}
