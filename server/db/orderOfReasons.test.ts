import assert from 'node:assert/strict'
import { it } from 'node:test'
import pg from 'pg'
import { PRESET_REASONS } from '#server/company/presetReasons.ts'
import { applyMigrationsBefore } from '#server/testing/olderSchema.ts'
import { createEmptyDatabase } from '#server/testing/testDatabase.ts'
import { migrate } from './migrate.ts'

it('reasons of before stand as they were made, so those that a company began with stand as the presets do', async () => {
  const older = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: older.url })
  try {
    await client.connect()
    await applyMigrationsBefore(client, '0015')
    await client.query(`insert into company (id, name, country) values ('ACME1', 'Acme', 'ua'), ('OTHER', 'Other', 'ua')`)
    const names = PRESET_REASONS.map(({ names: { uk } }) => uk)
    for (const company of ['ACME1', 'OTHER'])
      await client.query(
        `insert into loss_reason (company_id, name) select $1, name from unnest($2::text[]) with ordinality as preset (name, at) order by at`,
        [company, names],
      )
    await client.query(`insert into loss_reason_group (company_id, name) values ('ACME1', 'Zebra'), ('ACME1', 'Ant')`)
    await client.query(`insert into loss_reason (company_id, name, group_id) select 'ACME1', 'Own ' || name, id from loss_reason_group`)
    await migrate(older.url)
    const { rows } = await client.query<{ name: string; place: number }>(
      `select name, sort_number as place from loss_reason where company_id = 'ACME1' and group_id is null order by sort_number`,
    )
    assert.deepEqual(
      rows,
      names.map((name, index) => ({ name, place: index + 1 })),
    )
    const groups = await client.query(`select name, sort_number as place from loss_reason_group order by sort_number`)
    assert.deepEqual(groups.rows, [
      { name: 'Zebra', place: 1 },
      { name: 'Ant', place: 2 },
    ])
    const grouped = await client.query(`select sort_number as place from loss_reason where group_id is not null`)
    assert.deepEqual(grouped.rows, [{ place: 1 }, { place: 1 }])
  } finally {
    await client.end()
    await older.drop()
  }
})
