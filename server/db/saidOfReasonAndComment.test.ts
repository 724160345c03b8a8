import assert from 'node:assert/strict'
import { it } from 'node:test'
import pg from 'pg'
import { applyMigrationsBefore } from '#server/testing/olderSchema.ts'
import { createEmptyDatabase } from '#server/testing/testDatabase.ts'
import { migrate } from './migrate.ts'

const OLENA = '0190a1b2-0000-7000-8000-00000000000a'
const PAVLO = '0190a1b2-0000-7000-8000-00000000000b'

it('what was said before has the authors of its reason and its comment from the history, as far as that goes back', async () => {
  const older = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: older.url })
  try {
    await client.connect()
    await applyMigrationsBefore(client, '0021')
    await client.query(`insert into company (id, name, country) values ('ACME1', 'Acme', 'ua')`)
    await client.query(`insert into work_center (company_id, name) values ('ACME1', 'Press')`)
    await client.query(`insert into loss_reason (company_id, name) values ('ACME1', 'Jam'), ('ACME1', 'Setup')`)
    const add = async (start: number, reason: string, comment: string | null, by: string): Promise<void> => {
      await client.query(
        `insert into loss_annotation (company_id, work_center_id, start_at, end_at, reason_id, comment, updated_by, updated_on)
         select 'ACME1', w.id, $1::int8, $1::int8 + 1000, r.id, $3, $4, 'epoch'::timestamptz + interval '9 s'
         from work_center w join loss_reason r on r.name = $2`,
        [start, reason, comment, by],
      )
    }
    const tell = async (start: number, reason: string, comment: string | null, by: string, at: number): Promise<void> => {
      await client.query(
        `insert into loss_history (company_id, work_center_id, source, annotation_id, start_at, reason_id, comment, is_approved, version, said_by, said_at)
         select 'ACME1', a.work_center_id, 'STATUS', a.id, a.start_at, r.id, $3, false, 1, $4, $5
         from loss_annotation a join loss_reason r on r.name = $2 where a.start_at = $1`,
        [start, reason, comment, by, at],
      )
    }
    // Setup, then Jam by Olena, on which Pavlo commented and then she approved it.
    await add(0, 'Jam', 'belt', OLENA)
    await tell(0, 'Setup', null, PAVLO, 1)
    await tell(0, 'Jam', null, OLENA, 2)
    await tell(0, 'Jam', 'belt', PAVLO, 3)
    await tell(0, 'Jam', 'belt', OLENA, 4)
    // Of this nothing was written down.
    await add(5000, 'Jam', null, PAVLO)
    await migrate(older.url)
    const { rows } = await client.query(
      'select reason_by, said_at, comment_by, comment_at, updated_by from loss_annotation order by start_at',
    )
    assert.deepEqual(rows, [
      { reason_by: OLENA, said_at: '2', comment_by: PAVLO, comment_at: '3', updated_by: OLENA },
      { reason_by: PAVLO, said_at: '9000', comment_by: null, comment_at: null, updated_by: PAVLO },
    ])
  } finally {
    await client.end()
    await older.drop()
  }
})
