import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { findFile } from '#server/file/file.store.ts'
import { readFile } from '#server/file/fileContent.ts'
import { listJobRuns } from '#server/company/jobRun.store.ts'
import { JOB_POLICIES } from '#server/jobs/jobKinds.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { untilSo } from '#server/jobs/testing.ts'
import { createWorkerThread } from '#server/jobs/worker/workerThread.ts'
import type { WorkerThread } from '#server/jobs/worker/workerThread.ts'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { exportCompanies, requestCompanyExport } from './companyExport.service.ts'
import { BYTES, isSecret, LEFT_OUT, listExportedTables } from './exportedTables.ts'
import { csvLine } from './tableLines.ts'

const ACME = asId<CompanyId>('ACME1')
const NOW = Date.parse('2026-05-04T06:00:00Z')
const log = createLog('silent')

describe('all data of a company', () => {
  let given: TestDatabase
  let jobs: Jobs
  let thread: WorkerThread
  let userId = asId<UserId>('')
  before(async () => {
    given = await createTestDatabase()
    const { pool } = given.database
    await pool.query(`insert into company (id, name, country) values ('ACME1', 'Acme', 'pl'), ('OTHER', 'Other', 'pl')`)
    const { rows } = await pool.query<{ id: string }>(
      `insert into app_user (email, first_name, password_hash) values ('anna@acme.example', 'Anna', 'HASH-OF-ANNA'), ('olga@other.example', 'Olga', 'HASH-OF-OLGA') returning id`,
    )
    userId = asId<UserId>(rows[0]?.id ?? '')
    await pool.query(`insert into membership (company_id, user_id, role) values ('ACME1', $1, 'ADMIN'), ('OTHER', $2, 'ADMIN')`, [
      userId,
      rows[1]?.id,
    ])
    await pool.query(`insert into work_center (company_id, name) select 'ACME1', 'Press ' || n from generate_series(1, 1200) n`)
    await pool.query(`insert into work_center (company_id, name) values ('ACME1', '=1+1'), ('OTHER', 'Theirs')`)
    await pool.query(`insert into photo (company_id, bytes) values ('ACME1', '\\x01020304'), ('OTHER', '\\x05')`)
    await pool.query(
      `insert into join_link (company_id, hash, role, created_by, expires_on) values ('ACME1', 'HASH-OF-LINK', 'USER', $1, now())`,
      [userId],
    )
    await pool.query(
      `insert into checklist_file (company_id, id, name, content_type, size, bytes, sha256, uploaded_by, uploaded_on)
       values ('ACME1', gen_random_uuid(), 'guard.pdf', 'application/pdf', 3, '\\x070809', 'x', $1, now())`,
      [userId],
    )
    await pool.query(
      `insert into support_file (company_id, id, name, content_type, size, bytes, sha256, uploaded_by, uploaded_on)
       values ('ACME1', gen_random_uuid(), 'screen.pdf', 'application/pdf', 3, '\\x0a0b0c', 'x', $1, now())`,
      [userId],
    )
    await pool.query(
      `insert into invoice (company_id, id, number, issued_on, name, size, bytes, sha256, uploaded_by, uploaded_on)
       values ('ACME1', gen_random_uuid(), '2026/7', '2026-11-23', 'july.pdf', 3, '\\x0d0e0f', 'x', $1, now()),
         ('OTHER', gen_random_uuid(), 'Theirs', '2026-11-23', 'theirs.pdf', 3, '\\x0d0e0f', 'x', $1, now())`,
      [userId],
    )
    thread = createWorkerThread({ url: given.url, log })
    jobs = createJobs({ database: given.database, log })
    exportCompanies(jobs, { database: given.database, thread, now: () => NOW })
  })
  after(async () => {
    await jobs.close()
    await thread.close()
    await given.drop()
  })

  it('become an archive for the person who asked: every table twice, and nothing of another company', async () => {
    const { database } = given
    const by = { companyId: ACME, userId }
    const id = await requestCompanyExport({ database, now: () => NOW }, by)
    await assert.rejects(requestCompanyExport({ database, now: () => NOW }, by), { code: 'EXPORT_RUNS' })
    const audited = await database.pool.query(`select action, subject from audit_log where company_id = 'ACME1'`)
    assert.deepEqual(audited.rows, [{ action: 'EXPORT_COMPANY', subject: 'company ACME1' }], 'what was refused is not told')
    await jobs.start()
    const page = { page: 1, size: 10 }
    const { items } = await untilSo(
      () => database.inTenant(ACME, (tenant) => listJobRuns(tenant, {}, page)),
      ({ items: [run] }) => run?.state === 'DONE' || run?.state === 'FAILED',
    )
    assert.deepEqual([items[0]?.id, items[0]?.state, items[0]?.progress], [id, 'DONE', 100], items[0]?.error ?? '')
    await assert.rejects(requestCompanyExport({ database, now: () => NOW }, by), { code: 'TOO_MANY_EXPORTS' })
    const made = items[0]?.file
    assert.ok(made)
    assert.equal(made.name, 'ACME1-2026-05-04.zip')
    const file = await database.inTenant(ACME, (tenant) => findFile(tenant, made.id))
    assert.ok(file)
    assert.deepEqual([file.userId, file.needs], [userId, { action: 'MODIFY', subject: 'COMPANY_SETTINGS' }])
    const parts: Buffer[] = []
    for await (const part of readFile(database, ACME, file, { start: 0, end: file.size })) parts.push(part)
    const entries = entriesOf(Buffer.concat(parts))
    const text = (name: string) => entries.get(name)?.toString('utf8') ?? ''

    const presses = text('json/work_center.jsonl').trimEnd().split('\n')
    assert.equal(presses.length, 1201)
    assert.ok(presses.every((line) => !('company_id' in JSON.parse(line))))
    const csv = text('csv/work_center.csv').split('\r\n')
    assert.equal(csv.length, 1203, 'with a header and the end')
    assert.ok(csv.some((line) => line.includes(`"'=1+1"`)))
    assert.deepEqual(
      text('json/people.jsonl')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).email),
      ['anna@acme.example'],
    )
    const photo = [...entries].find(([name]) => name.startsWith('photos/'))
    assert.deepEqual(photo?.[1], Buffer.from([1, 2, 3, 4]))
    const answered = [...entries].find(([name]) => name.startsWith('checklists/'))
    assert.match(answered?.[0] ?? '', /-guard\.pdf$/)
    assert.deepEqual(answered?.[1], Buffer.from([7, 8, 9]))
    const asked = [...entries].find(([name]) => name.startsWith('support/'))
    assert.match(asked?.[0] ?? '', /-screen\.pdf$/)
    assert.deepEqual(asked?.[1], Buffer.from([10, 11, 12]))
    const invoices = [...entries].filter(([name]) => name.startsWith('invoices/'))
    assert.deepEqual(
      invoices.map(([name, bytes]) => [name.replace(/^.*?-(?=july)/, ''), bytes]),
      [['july.pdf', Buffer.from([13, 14, 15])]],
    )
    const about = JSON.parse(text('about.json'))
    const tables: readonly { name: string; rows: number }[] = about.tables
    assert.equal(tables.find(({ name }) => name === 'work_center')?.rows, 1201)
    assert.equal(about.people, 1)
    for (const { name } of tables) assert.ok(entries.has(`json/${name}.jsonl`) && entries.has(`csv/${name}.csv`), name)
    const all = Buffer.concat([...entries.values()]).toString('latin1')
    for (const secret of ['Theirs', 'Olga', 'HASH-OF']) assert.equal(all.includes(secret), false, secret)
  })

  it('keep no report waiting, and are not begun again where they take too long', () => {
    const { queue, retries } = JOB_POLICIES.COMPANY_EXPORT
    assert.notEqual(queue, JOB_POLICIES.REPORT.queue)
    assert.equal(retries, 0)
  })

  it('are of every table of a company but those that are left out for a reason', async () => {
    const tables = new Set((await given.database.inTenant(ACME, listExportedTables)).map(({ name }) => name))
    const { rows } = await given.database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where table_schema = 'public' and column_name = 'company_id' and table_type = 'BASE TABLE'
         and has_table_privilege('trueline_app', table_name::regclass, 'select') and not exists (select from pg_inherits where inhrelid = table_name::regclass)`,
    )
    for (const { name } of rows) assert.equal(tables.has(name), !Object.hasOwn(LEFT_OUT, name), name)
    const all = await given.database.pool.query<{ name: string }>(`select relname as name from pg_class where relkind in ('p', 'r')`)
    for (const name of Object.keys(LEFT_OUT))
      assert.ok(
        all.rows.some((row) => row.name === name),
        `${name} is there to be left out`,
      )
    for (const name of ['shift', 'loss', 'output_segment', 'job_order', 'hour_record', 'energy_hour', 'audit_log'])
      assert.ok(tables.has(name), name)
  })

  it('have each column of bytes as files, or say why not', async () => {
    const tables = (await given.database.inTenant(ACME, listExportedTables)).map(({ name }) => name)
    const { rows } = await given.database.pool.query<{ column: string }>(
      `select table_name || '.' || column_name as column from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' and table_name = any($1) and has_column_privilege('trueline_app', table_name::regclass, column_name, 'select') order by 1`,
      [tables],
    )
    const readable = rows.map(({ column }) => column).filter((one) => !isSecret(...splitColumn(one)))
    assert.deepEqual(readable, Object.keys(BYTES).toSorted())
  })

  it('never hold what opens something', () => {
    for (const column of [
      'password_hash',
      'secret_hash',
      'token',
      'token_sealed',
      'api_key',
      'key',
      'totp_secret',
      'p256dh',
      'auth',
      'private_key',
      'pin',
    ])
      assert.equal(isSecret('anything', column), true, column)
    for (const column of ['id', 'name', 'author_id', 'shipping', 'code', 'keep_days', 'monkey'])
      assert.equal(isSecret('anything', column), false, column)
  })

  it('are no formulas to a spreadsheet (W-27)', () => {
    assert.equal(
      csvLine(['=1+1', '@olena', '\tx', '-5 °C', -5, null, true, { a: 1 }, 'a"b']),
      `"'=1+1","'@olena","'\tx","'-5 °C",-5,,true,"{""a"":1}","a""b"\r\n`,
    )
  })
})

function splitColumn(name: string): readonly [string, string] {
  const [table = '', column = ''] = name.split('.')
  return [table, column]
}

/** The entries of an archive by their names, from its directory. */
function entriesOf(zip: Buffer): ReadonlyMap<string, Buffer> {
  const entries = new Map<string, Buffer>()
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  for (let at = zip.readUInt32LE(end + 16), left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, nameLength, extra, comment, local] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ]
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    entries.set(zip.toString('utf8', at + 46, at + 46 + nameLength), inflateRawSync(zip.subarray(start, start + packed)))
    at += 46 + nameLength + extra + comment
  }
  return entries
}
