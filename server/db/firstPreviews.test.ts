import assert from 'node:assert/strict'
import { it } from 'node:test'
import pg from 'pg'
import { applyMigrationsBefore } from '#server/testing/olderSchema.ts'
import { createEmptyDatabase } from '#server/testing/testDatabase.ts'
import { migrate } from './migrate.ts'

it('an integration of before goes on by its schedule where it imported, and not where only its setup failed', async () => {
  const older = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: older.url })
  try {
    await client.connect()
    await applyMigrationsBefore(client, '0442')
    await client.query(`insert into company (id, name, country) values ('ACME1', 'Acme', 'ua')`)
    const add = async (name: string, status: string, run: { readonly kind: string; readonly error: string | null } | null) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into integration (company_id, service, name, service_url, status, created_on, updated_on)
         values ('ACME1', 'ODOO', $1, 'https://odoo.example', $2, now(), now()) returning id`,
        [name, status],
      )
      if (run !== null)
        await client.query(
          `insert into integration_run (company_id, integration_id, kind, is_full, started_on, ended_on, error)
           values ('ACME1', $1, $2, true, now(), now(), $3)`,
          [rows[0]?.id, run.kind, run.error],
        )
    }
    await add('a: works', 'CONNECTED', null)
    await add('b: failed in its setup', 'FAILED', null)
    await add('c: previewed', 'FAILED', { kind: 'PREVIEW', error: null })
    await add('d: its run failed', 'FAILED', { kind: 'RUN', error: '{"code": "INTEGRATION_SIGN_IN", "params": {}}' })
    await add('e: imported', 'FAILED', { kind: 'RUN', error: null })
    await add('f: begun', 'SETTING_UP', null)
    await migrate(older.url)
    const { rows } = await client.query<{ name: string }>('select name from integration where scheduled_since is not null order by name')
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['a: works', 'e: imported'],
    )
  } finally {
    await client.end()
    await older.drop()
  }
})
