import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PG_MIGRATE_LOCK_ID } from 'node-pg-migrate'
import pg from 'pg'
import { pino } from 'pino'
import type { CompanyId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { listWaiting } from '#server/mail/delivery.store.ts'
import { queueEmail } from '#server/mail/email.store.ts'
import { StartRefusal } from '#server/refusal.ts'
import { applyMigrationsBefore } from '#server/testing/olderSchema.ts'
import { createEmptyDatabase } from '#server/testing/testDatabase.ts'
import { openDatabase } from './database.ts'
import { knownMigrations, migrate } from './migrate.ts'

/** What a released migration is for ever: one that databases have applied is never edited, a change is a new file. */
const RELEASED: Readonly<Record<string, string>> = {
  '0001_base': '84b4b217cb388af5ccc2db25215e395a689b0ef5f2758f5a53d19f6c6bdfd82b',
  '0002_engine': '17e0c45430d72eb8a755795968d2a8497bda28cdda95173d2897790585db2ee2',
  '0003_people': '4872af0bc18a4d667c3118e29c69d857fd92ab9196f7a4be7a895b9493b961d0',
  '0004_workCenters': 'f5ac4b2176d857d8b2297c4ff6824969b84cf2183e44efd6c742743e68d92ece',
  '0005_events': '3f67b947fc5a563fb77222e5432cd0c2fa3577f8f3ac0f2e2da7047e448e91b2',
  '0006_jobs': '8e5f369ed70bfd1b7ff299a105eed6afb90cdca16519cd847d454c1268a7b9df',
  '0008_requestKeys': 'fad5e7d172c0ff2fc2d37870ac3b75ab83136e04bf1134ae2d0cbd3dd17f0558',
  '0009_savedViews': 'ee48a85b4ca6fba3a2b3ed58622e797902ab93050812abfa94e4de1947fd0bfa',
  '0010_rejectsOfASegment': 'bc179449d62935a74076e8480d418beb9bcde816e3aac45ac14f7b2ba8b5d992',
  '0011_logByFlush': '866e1292e348fd6562927a156843b0e5d60743bb1522f37af6e5c443e0b90007',
  '0012_signIns': 'de80aa9df1752796feb0e5a3c141dac8a8dcb8863b029bc41eb6d5d405305034',
  '0015_orderOfReasons': '2e6e01382a6faa00a4de8008ee7b20565300671aca7e1861dfeae9433cc98b49',
  '0021_saidOfReasonAndComment': '24653e216e65aba5b59f624af50ebcc572d89af65779ea46630fc25df790b771',
  '0022_replacedReasons': '8e174a96ea21c65f71ea721e6cfdaa8440f84ec0ffc53f06043c59a37f6a2b35',
  '0023_evidenceAndLength': '8e9d10053bdc9e83d8ba27485b7fa017e6605ea02214ca66ac14e24e32ca9b0c',
  '0024_trialWorkCenters': '294421f1f671e375213bcd75569da2ec71e7fa3ad84a6d7c9b59580b158efde1',
}

type Told = { readonly migration: string; readonly holder: string; readonly msg: string }

describe('migrations', () => {
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>

  before(async () => void (empty = await createEmptyDatabase()))
  after(() => empty.drop())

  it('are applied once each, however many processes start at the same time', async () => {
    const applied = await Promise.all([migrate(empty.url), migrate(empty.url), migrate(empty.url)])
    assert.deepEqual(applied.flat().toSorted(), await knownMigrations())
    assert.deepEqual(await migrate(empty.url), [])
  })

  it('make ids ordered by time on servers that have no uuidv7 of their own', async () => {
    const client = new pg.Client({ connectionString: empty.url })
    await client.connect()
    try {
      const own = await client.query(`select from pg_proc where proname = 'uuidv7' and pronamespace = 'public'::regnamespace`)
      assert.equal(own.rowCount, 0, 'the fallback is made only where it is needed')
      const source = await readFile(new URL('migrations/0001_base.sql', import.meta.url), 'utf8')
      const body = /create function uuidv7\(\)[^$]*\$sql\$([\s\S]*?)\$sql\$/.exec(source)?.[1] ?? ''
      const made = await client.query<{ id: string; version: number; milliseconds: number }>(
        `with fallback as (select id::uuid from (${body}) as made (id)) select id, uuid_extract_version(id)::int as version,
           extract(epoch from uuid_extract_timestamp(id)) * 1000 as milliseconds from fallback`,
      )
      const row = made.rows[0]
      assert.equal(row?.version, 7)
      assert.match(row?.id ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      assert.ok(Math.abs(Number(row?.milliseconds) - Date.now()) < 60_000)
    } finally {
      await client.end()
    }
  })

  it('that are released stay as they are', async () => {
    const known = await knownMigrations()
    for (const [name, checksum] of Object.entries(RELEASED)) {
      assert.ok(known.includes(name), `${name} is gone`)
      const source = await readFile(new URL(`migrations/${name}.sql`, import.meta.url))
      assert.equal(createHash('sha256').update(source).digest('hex'), checksum, `${name}.sql was edited: write a new migration`)
    }
  })

  it('make fit what groups of work centers of before held, and lose none', async () => {
    const older = await createEmptyDatabase()
    const client = new pg.Client({ connectionString: older.url })
    try {
      await client.connect()
      await applyMigrationsBefore(client, '0004')
      await client.query(`insert into company (id, name, country) values ('ACME1', 'Acme', 'ua'), ('OTHER', 'Other', 'ua')`)
      const groups = [
        ['ACME1', 'Hall', '#2E6FDB'],
        ['ACME1', 'HALL', 'red'],
        ['ACME1', ' hall ', '#2E6FDB'],
        ['ACME1', '  ', ''],
        ['ACME1', 'x'.repeat(300), '#2e6fdb'],
        ['ACME1', 'Hall (2)', '#2E6FDB'],
        ['OTHER', 'hall', '#2E6FDB'],
      ]
      for (const group of groups) await client.query('insert into work_center_group (company_id, name, color) values ($1, $2, $3)', group)
      await migrate(older.url)
      const { rows } = await client.query<{ name: string; color: string }>('select name, color from work_center_group order by id')
      assert.deepEqual(
        rows.map(({ name, color }) => [name, color]),
        [
          ['Hall', '#2E6FDB'],
          ['HALL (2)', '#868E96'],
          ['hall (3)', '#2E6FDB'],
          ['Group 4', '#868E96'],
          ['x'.repeat(200), '#2e6fdb'],
          ['Hall (2) (6)', '#2E6FDB'],
          ['hall', '#2E6FDB'],
        ],
      )
    } finally {
      await client.end()
      await older.drop()
    }
  })

  it('keep the e-mails that waited before there were jobs, and give requests the rights on them', async () => {
    const older = await createEmptyDatabase()
    const client = new pg.Client({ connectionString: older.url })
    try {
      await client.connect()
      await applyMigrationsBefore(client, '0005')
      await client.query(`insert into company (id, name, country) values ('ACME1', 'Acme', 'ua')`)
      await client.query(`insert into app_user (email) values ('anna@acme.example')`)
      await client.query(
        `insert into letter (recipient, language, kind, subject, text_body, html_body, sent_on)
         values ('anna@acme.example', 'uk', 'VERIFY_EMAIL', 'Waiting', 'text', 'html', null), ('anna@acme.example', 'en', 'INVITATION', 'Sent', null, null, now())`,
      )
      await migrate(older.url)
      const { rows } = await client.query<{ subject: string; waits: boolean }>(
        'select subject, sent_on is null and failed_on is null as waits from email order by id',
      )
      assert.deepEqual(rows, [
        { subject: 'Waiting', waits: true },
        { subject: 'Sent', waits: false },
      ])
      const database = await openDatabase({ url: older.url })
      try {
        await database.inSystem(async (tx) => {
          assert.deepEqual(
            (await listWaiting(tx, 10)).map(({ recipient }) => recipient),
            ['anna@acme.example'],
          )
        })
        await database.inTenant(asId<CompanyId>('ACME1'), (tenant) =>
          queueEmail(tenant.tx, {
            to: 'anna@acme.example',
            language: 'pl',
            kind: 'VERIFY_EMAIL',
            params: { link: 'https://oee.example/activation?hash=x', name: 'Anna' },
          }),
        )
      } finally {
        await database.close()
      }
      const { rowCount } = await client.query(`select from email where sent_on is null`)
      assert.equal(rowCount, 2)
    } finally {
      await client.end()
      await older.drop()
    }
  })

  /** A database of the schema before the migration, with a connection to it. */
  const withOlder = async (first: string, work: (older: { readonly url: string; readonly client: pg.Client }) => Promise<void>) => {
    const older = await createEmptyDatabase()
    const client = new pg.Client({ connectionString: older.url })
    try {
      await client.connect()
      await applyMigrationsBefore(client, first)
      await work({ url: older.url, client })
    } finally {
      await client.end()
      await older.drop()
    }
  }
  const appliedIn = async (client: pg.Client) =>
    (await client.query<{ name: string }>('select name from migration order by id')).rows.map(({ name }) => name)

  it('wait for who reads a table, hold nothing meanwhile, and go on from where they were', async () => {
    await withOlder('0557', async ({ url, client }) => {
      const known = await knownMigrations()
      const before = await appliedIn(client)
      const told: Told[] = []
      const log = pino({ level: 'warn' }, { write: (line: string) => told.push(JSON.parse(line)) })
      await client.query('begin; select from integration_outbox')
      const patience = { waitMs: 100, tries: 1_000, pauseMs: 20 }
      const migrated = migrate(url, log, patience)
      const other = new pg.Client({ connectionString: url })
      await other.connect()
      try {
        while (told.length === 0) await sleep(20)
        // What comes before it is there for everybody, and can be changed.
        await other.query(`set lock_timeout = '2s'; lock table checklist_file in access exclusive mode`)
        assert.deepEqual((await appliedIn(other)).slice(-1), ['0558_howProofsWereTaken'])
      } finally {
        await other.end()
      }
      await client.query('rollback')
      assert.deepEqual(
        await migrated,
        known.filter((name) => !before.includes(name)),
      )
      assert.deepEqual(await appliedIn(client), known)
      assert.equal(told[0]?.migration, '0560_cancelledOrdersTold')
      assert.match(told[0].holder, /process \d+, since \d+ s/)
      assert.match(told[0].msg, /tries again/)
    })
  })

  it('name who holds the table, not another process that has waited longer to migrate', async () => {
    await withOlder('0557', async ({ url, client }) => {
      const gate = new pg.Client({ connectionString: url })
      await gate.connect()
      try {
        await gate.query('select pg_advisory_lock($1)', [PG_MIGRATE_LOCK_ID])
        const patience = { waitMs: 50, tries: 2, pauseMs: 10 }
        const started = [1, 2].map(async () => await migrate(url, undefined, patience).catch((error: unknown) => String(error)))
        const waiting = async () =>
          (
            await gate.query(
              `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
            )
          ).rowCount
        while ((await waiting()) !== 2) await sleep(20)
        await client.query('begin; select from integration_outbox')
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        await gate.query('select pg_advisory_unlock($1)', [PG_MIGRATE_LOCK_ID])
        // A connection without a name of its own has the one of what it is.
        for (const told of await Promise.all(started))
          assert.match(String(told), new RegExp(`“client backend”, process ${rows[0]?.pid}, since`))
        await client.query('rollback')
      } finally {
        await gate.end()
      }
    })
  })

  it('give up where a table stays held, and say which migration and who', async () => {
    await withOlder('0557', async ({ url, client }) => {
      await client.query('begin; select from integration_outbox')
      await assert.rejects(
        migrate(url, undefined, { waitMs: 50, tries: 2, pauseMs: 10 }),
        (error) => error instanceof StartRefusal && /0560_cancelledOrdersTold waits for tables.*process \d+/.test(error.message),
      )
      await client.query('rollback')
      assert.equal((await appliedIn(client)).at(-1), '0558_howProofsWereTaken')
      assert.equal((await migrate(url))[0], '0560_cancelledOrdersTold')
    })
  })

  it('leave those before one that fails, and none of it', async () => {
    await withOlder('0550', async ({ url, client }) => {
      // The second of the two that 0555 makes is in the way.
      await client.query('create index notification_silent on notification (company_id)')
      await assert.rejects(migrate(url), /notification_silent/)
      assert.equal((await appliedIn(client)).at(-1), '0551_refusedPushes')
      const { rows } = await client.query(`select from pg_policies where tablename = 'quarantine'`)
      assert.equal(rows.length, 0, 'half of a migration')
      await client.query('drop index notification_silent')
      assert.equal((await migrate(url))[0], '0555_refusedEntriesRead')
      assert.deepEqual(await appliedIn(client), await knownMigrations())
    })
  })

  it('refuse a database that a newer version migrated, naming what they do not know', async () => {
    const client = new pg.Client({ connectionString: empty.url })
    await client.connect()
    await client.query(`insert into migration (name, run_on) values ('9999_future', now())`)
    await client.end()
    await assert.rejects(
      migrate(empty.url),
      (error) => error instanceof StartRefusal && /newer version of Trueline \(it has 9999_future/.test(error.message),
    )
  })
})
