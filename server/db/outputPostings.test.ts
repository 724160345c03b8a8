import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { applyMigrationsBefore } from '#server/testing/olderSchema.ts'
import { createEmptyDatabase } from '#server/testing/testDatabase.ts'
import { migrate } from './migrate.ts'

describe('confirmations of output that an older version stored', () => {
  let older: Awaited<ReturnType<typeof createEmptyDatabase>>
  let client: pg.Client

  before(async () => {
    older = await createEmptyDatabase()
    client = new pg.Client({ connectionString: older.url })
    await client.connect()
    await applyMigrationsBefore(client, '0029')
    await client.query(`insert into company (id, name, country) values ('DEFLT', 'Acme', 'ua')`)
    await client.query(`insert into work_center (company_id, name) values ('DEFLT', 'Press')`)
    await client.query(`insert into output_confirmation (company_id, work_center_id, start_at, end_at, accepted, rejected, is_closing, comment) values
      ('DEFLT', 1, 1000, 2000, 60, 3, true, 'all of it'), ('DEFLT', 1, 2000, null, 40, 0, false, null), ('DEFLT', 1, 3000, 4000, 0, 2, false, null)`)
    await migrate(older.url)
  })
  after(async () => {
    await client.end()
    await older.drop()
  })

  it('are postings with a row of each type of output, which sum to what they were', async () => {
    const { rows } =
      await client.query(`select p.id as posting, p.at::int as at, p.comment, c.output_type as type, (c.accepted + c.rejected)::int as output,
      c.is_closing as closing, c.batch_time::int as "batchTime"
      from output_posting p join output_confirmation c on c.company_id = p.company_id and c.posting_id = p.id order by c.start_at, c.output_type`)
    const closing = { at: 2000, comment: 'all of it', closing: true, batchTime: 2000 }
    const open = { comment: null, closing: false }
    assert.deepEqual(
      rows.map(({ posting: _posting, ...row }) => row as unknown),
      [
        { ...closing, type: 'ACCEPTED', output: 60 },
        { ...closing, type: 'REJECTED', output: 3 },
        { ...open, at: 2000, type: 'ACCEPTED', output: 40, batchTime: 2000 },
        { ...open, at: 4000, type: 'REJECTED', output: 2, batchTime: 4000 },
      ],
    )
    assert.equal(new Set(rows.map((row) => (row as { posting: number }).posting)).size, 3)
  })
})
