import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import pg from 'pg'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { Refusal } from '#server/refusal.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { openDatabase } from './database.ts'
import { asRefusal, isDiskFull, isOutage, isStatementError } from './outage.ts'
import type { DB } from './schema.ts'

const ACME = asId<CompanyId>('ACME1')
const OTHER = asId<CompanyId>('OTHER')

/** Tables that belong to the provider or to a person, not to a company. */
const SHARED_TABLES = new Set([
  'app_user',
  'event_position',
  'ingest_log',
  'ingest_partition',
  'quarantine',
  'oidc_payload',
  'signing_key',
  'server_secret',
  // Of accounts, or of people who have none yet: only the system's role reads them.
  'email',
  'one_time_link',
  'photo',
  'recovery_code',
  'sign_in_source',
  'taken_name_answer',
  'job_turn',
  'migration',
])

describe('the database', () => {
  let test: TestDatabase

  before(async () => {
    test = await createTestDatabase()
    await test.database.inSystem(async (tx) => {
      for (const id of [ACME, OTHER]) {
        await tx.insertInto('company').values({ id, name: id, country: 'ua' }).execute()
        await tx
          .insertInto('team')
          .values({ company_id: id, name: `team of ${id}` })
          .execute()
      }
    })
  })
  after(() => test.drop())

  it('shows a company its own rows to a query that forgot the company', async () => {
    const names = await test.database.inTenant(ACME, ({ tx }) => tx.selectFrom('team').select('name').execute())
    assert.deepEqual(names, [{ name: 'team of ACME1' }])
  })

  it('shows no row of any table to the app role without a company', async () => {
    await test.database.inTenant(ACME, async ({ tx }) => {
      await sql`select set_config('app.tenant', '', true)`.execute(tx)
      assert.deepEqual(await tx.selectFrom('team').select('name').execute(), [])
      assert.deepEqual(await tx.selectFrom('company').select('id').execute(), [])
    })
  })

  it('forgets the company at the end of a transaction, also on the same connection', async () => {
    const one = await openDatabase({ url: test.url, poolSize: 2 })
    try {
      for (const [company, expected] of [
        [ACME, 'team of ACME1'],
        [OTHER, 'team of OTHER'],
        [ACME, 'team of ACME1'],
      ] as const) {
        const rows = await one.inTenant(company, ({ tx }) => tx.selectFrom('team').select('name').execute())
        assert.deepEqual(rows, [{ name: expected }])
      }
    } finally {
      await one.close()
    }
  })

  it('says that it is busy, not away, while others hold all of its connections', async () => {
    const small = await openDatabase({ url: test.url, poolSize: 1 })
    const [begun, hold] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    try {
      const holding = small.inTenant(ACME, async ({ tx }) => {
        const read = await tx.selectFrom('team').select('name').execute()
        begun.resolve(undefined)
        await hold.promise
        return read
      })
      await Promise.race([begun.promise, holding])
      let isBegun = false
      const waiting = small.inTenant(ACME, () => Promise.resolve((isBegun = true)))
      await assert.rejects(waiting, (error) => error instanceof Refusal && error.code === 'SERVER_BUSY')
      assert.equal(isBegun, false)
      hold.resolve(undefined)
      assert.deepEqual(await holding, [{ name: 'team of ACME1' }])
    } finally {
      hold.resolve(undefined)
      await small.close()
    }
  })

  it('refuses to write a row of another company', async () => {
    await assert.rejects(
      test.database.inTenant(ACME, ({ tx }) => tx.insertInto('team').values({ company_id: OTHER, name: 'intruder' }).execute()),
      /row-level security/,
    )
    const changed = await test.database.inTenant(ACME, ({ tx }) =>
      tx.updateTable('team').set({ name: 'x' }).where('company_id', '=', OTHER).executeTakeFirst(),
    )
    assert.equal(changed.numUpdatedRows, 0n)
  })

  it('rolls everything back when the work throws', async () => {
    const failing = test.database.inTenant(ACME, async ({ tx }) => {
      await tx.insertInto('team').values({ company_id: ACME, name: 'half' }).execute()
      throw new Error('changed my mind')
    })
    await assert.rejects(failing, /changed my mind/)
    const rows = await test.database.inTenant(ACME, ({ tx }) => tx.selectFrom('team').select('name').where('name', '=', 'half').execute())
    assert.deepEqual(rows, [])
  })

  it('shows the system role every company', async () => {
    const rows = await test.database.inSystem((tx) => tx.selectFrom('team').select('company_id').orderBy('company_id').execute())
    assert.deepEqual(
      rows.map((row) => row.company_id),
      [ACME, OTHER],
    )
  })

  it('runs as roles that own nothing and may not pass by row-level security', async () => {
    const { rows } = await test.database.pool.query<{ rolname: string; owned: number; rolsuper: boolean; rolbypassrls: boolean }>(
      `select rolname, rolsuper, rolbypassrls, (select count(*)::int from pg_class where relowner = r.oid) as owned
       from pg_roles r where rolname in ('trueline_app', 'trueline_system') order by rolname`,
    )
    assert.deepEqual(rows, [
      { rolname: 'trueline_app', rolsuper: false, rolbypassrls: false, owned: 0 },
      { rolname: 'trueline_system', rolsuper: false, rolbypassrls: false, owned: 0 },
    ])
    const who = await test.database.inTenant(ACME, ({ tx }) => sql<{ name: string }>`select current_user as name`.execute(tx))
    assert.deepEqual(who.rows, [{ name: 'trueline_app' }])
  })

  it('lets requests add to what was done and confirmed, and never rewrite it', async () => {
    for (const text of [
      'delete from audit_log',
      `update audit_log set action = 'NOTHING'`,
      'delete from shift_revision',
      `update shift_revision set record = '{}'`,
    ]) {
      await assert.rejects(
        test.database.inTenant(ACME, ({ tx }) => sql.raw(text).execute(tx)),
        /permission denied/,
        text,
      )
    }
  })

  it('guards every table of a company with row-level security', async () => {
    const { rows } = await test.database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and not relrowsecurity`,
    )
    assert.deepEqual(
      rows.map((row) => row.name).filter((name) => !SHARED_TABLES.has(name)),
      [],
    )
  })

  it('runs a transaction again that a deadlock ended, so that both writers get through', async () => {
    const [left, right] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let attempts = 0
    const both = (first: string, second: string, mine: PromiseWithResolvers<void>, other: PromiseWithResolvers<void>) =>
      test.database.inTenant(ACME, async ({ tx }) => {
        attempts++
        await tx
          .insertInto('team')
          .values({ company_id: ACME, name: `meets ${first}`, color: '#76828f', id: first })
          .execute()
        mine.resolve()
        await other.promise
        await tx
          .insertInto('team')
          .values({ company_id: ACME, name: `meets ${second}`, color: '#76828f', id: second })
          .onConflict((on) => on.doNothing())
          .execute()
      })
    const [a, b] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b']
    const outcomes = await Promise.allSettled([both(a, b, left, right), both(b, a, right, left)])
    assert.ok(attempts > 2, 'there was a deadlock')
    // Run again, the second meets the rows of the first: that is its own affair and no deadlock any more.
    assert.ok(outcomes.some((one) => one.status === 'fulfilled'))
    for (const one of outcomes) if (one.status === 'rejected') assert.match(String(one.reason), /duplicate key/)
    await test.database.inTenant(ACME, ({ tx }) => tx.deleteFrom('team').where('name', 'like', 'meets %').execute())
  })

  describe('when statements that were sent together fail', () => {
    const fails = (tx: Transaction<DB>, code: string) =>
      sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(tx)
    /** So many steps stand between a statement and whoever waits for it, as in a service over a service over a store. */
    const farOff = async <T>(asked: Promise<T>, steps = 12): Promise<T> => await (steps === 0 ? asked : farOff(asked, steps - 1))
    /** Sent together; both answers are there when the first is read. */
    const together = async <T>(...asked: readonly Promise<T>[]): Promise<unknown> => {
      const all = Promise.all(asked)
      all.catch(() => undefined)
      await nextTurn()
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
      return await all
    }
    const look = (tx: Transaction<DB>) => sql`select 1`.execute(tx)
    const isRefusedAs = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code
    const aloneWith = (code: string) => (tx: Transaction<DB>) => together(farOff(fails(tx, code)), look(tx))

    it('runs the transaction again after a deadlock, whichever promise hears of it', async () => {
      let attempts = 0
      const done = await test.database.inTenant(ACME, async ({ tx }) => {
        attempts++
        if (attempts < 3) await aloneWith('40P01')(tx)
        return 'done'
      })
      assert.deepEqual([done, attempts], ['done', 3])
    })

    it('says that the statement waited too long, in each kind of transaction', async () => {
      const work = aloneWith('57014')
      for (const asked of [
        () => test.database.inTenant(ACME, ({ tx }) => work(tx)),
        () => test.database.inSnapshot(ACME, ({ tx }) => work(tx)),
        () => test.database.inSystem(work),
      ])
        await assert.rejects(asked, isRefusedAs('SERVICE_UNAVAILABLE'))
    })

    it('gives the caller what was made of the first failure', async () => {
      const refusing = (tx: Transaction<DB>) =>
        fails(tx, '23505').catch(() => {
          throw new Refusal({ code: 'CONFLICT' })
        })
      const asked = test.database.inTenant(ACME, ({ tx }) => together(farOff(refusing(tx)), look(tx)))
      await assert.rejects(asked, isRefusedAs('CONFLICT'))
    })

    it('gives the caller the first failure where only a later statement was awaited, and where none was', async () => {
      const overlooked = async (tx: Transaction<DB>, isAwaited: boolean) => {
        fails(tx, '57014').catch(() => undefined)
        if (isAwaited) await look(tx)
      }
      for (const isAwaited of [true, false]) {
        await assert.rejects(
          test.database.inSystem((tx) => overlooked(tx, isAwaited)),
          isRefusedAs('SERVICE_UNAVAILABLE'),
        )
      }
    })

    it('keeps what the work threw of its own', async () => {
      const asked = test.database.inTenant(ACME, async ({ tx }) => {
        await fails(tx, '23505').catch(() => undefined)
        throw new Refusal({ code: 'CONFLICT' })
      })
      await assert.rejects(asked, isRefusedAs('CONFLICT'))
    })

    it('sends nothing once the work has thrown, so that no row is written outside of its transaction', async () => {
      const late = Promise.withResolvers<unknown>()
      const goingOn = async (tx: Transaction<DB>) => {
        // By then ROLLBACK is on its way, and not answered.
        await farOff(Promise.resolve(), 40)
        return tx.insertInto('team').values({ company_id: ACME, name: 'too late' }).execute()
      }
      const work = async (tx: Transaction<DB>) => {
        await look(tx)
        goingOn(tx).then(late.resolve, late.reject)
        throw new Error('changed my mind')
      }
      await Promise.all([
        assert.rejects(test.database.inSystem(work), /changed my mind/),
        assert.rejects(late.promise, /the work of the transaction is over/),
      ])
      const rows = await test.database.inSystem((tx) => tx.selectFrom('team').select('name').where('name', '=', 'too late').execute())
      assert.deepEqual(rows, [])
    })
  })

  it('lets requests read what is derived, and write none of it', async () => {
    const tables = ['status_interval', 'hour_record', 'output_segment', 'engine_state', 'engine_checkpoint', 'sample_chunk']
    const { rows } = await test.database.pool.query<{ name: string }>(
      `select name from unnest($1::text[]) as name
       where not has_table_privilege('trueline_app', name, 'select') or has_table_privilege('trueline_app', name, 'insert, update, delete')`,
      [tables],
    )
    assert.deepEqual(rows, [])
  })

  it('hands values over as the generated types say', async () => {
    const { rows } = await test.database.pool.query<Record<string, unknown>>(
      `select 9007199254740991::int8 as big, 12.5::numeric as decimal, date '2026-03-29' as day, '{"a":[1]}'::jsonb as json,
              array[1, null]::int8[] as bigs, array[0.5]::numeric[] as decimals, array[date '2026-01-02'] as days, timestamptz '2026-01-01T00:00:00Z' as instant`,
    )
    assert.deepEqual(rows[0], {
      big: Number.MAX_SAFE_INTEGER,
      decimal: 12.5,
      day: '2026-03-29',
      json: { a: [1] },
      bigs: [1, null],
      decimals: [0.5],
      days: ['2026-01-02'],
      instant: new Date('2026-01-01T00:00:00Z'),
    })
    await assert.rejects(test.database.pool.query('select 9007199254740993::int8'), /outside the whole numbers/)
  })

  it('goes on by itself after all its connections were cut', async () => {
    const cutter = await connectAsOwner(test.url)
    try {
      await Promise.all([1, 2, 3].map(() => test.database.inTenant(ACME, ({ tx }) => tx.selectFrom('team').select('id').execute())))
      await cutter.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      // A request in the same instant may still be given a connection whose end has not arrived yet.
      await setTimeout(100)
      const rows = await Promise.all(
        [1, 2, 3].map(() => test.database.inTenant(ACME, ({ tx }) => tx.selectFrom('team').select('id').execute())),
      )
      assert.deepEqual(
        rows.map((row) => row.length),
        [1, 1, 1],
      )
    } finally {
      await cutter.end()
    }
  })

  it('answers a connection that is cut in the middle with SERVICE_UNAVAILABLE', async () => {
    const cut = test.database.inTenant(ACME, async ({ tx }) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const cutter = await connectAsOwner(test.url)
      await cutter.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await cutter.end()
      return sql`select 1`.execute(tx)
    })
    await assert.rejects(cut, (error) => error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE')
  })

  it('counts a connection that stays silent as lost, and goes on when the database answers again', async () => {
    const line = await startFreezableLine(test.url)
    const frozen = await openDatabase({ url: line.url, poolSize: 2, answerLimitMs: 400 })
    const read = () => [
      frozen.inTenant(ACME, ({ tx }) => tx.selectFrom('team').select('id').execute()),
      frozen.inSystem((tx) => tx.selectFrom('team').select('id').execute()),
    ]
    try {
      await Promise.all(read())
      line.freeze()
      await Promise.all(
        read().map((answer) => assert.rejects(answer, (error) => error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE')),
      )
      await assert.rejects(frozen.ping(100), /no answer within 100 ms/)
      line.thaw()
      assert.deepEqual(
        (await Promise.all(read())).map((rows) => rows.length),
        [1, 2],
      )
    } finally {
      line.end()
      await frozen.close()
    }
  })

  it('refuses everything at once while the database is silent, and goes on when it speaks again', async () => {
    const line = await startFreezableLine(test.url)
    const watched = await openDatabase({ url: line.url, poolSize: 2, watchesSilence: true })
    const ask = () => watched.inTenant(ACME, ({ tx }) => tx.selectFrom('team').select('id').execute())
    const isRefused = (error: unknown) => error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE'
    try {
      await ask()
      await watched.pool.query('select 1')
      const told: boolean[] = []
      watched.silence.subscribe((isSilent) => told.push(isSilent))
      line.freeze()
      // One that is on its way, on each road, and then one that comes later.
      await Promise.all([assert.rejects(ask(), isRefused), assert.rejects(watched.pool.query('select 1'), isOutage)])
      assert.deepEqual([told, watched.silence.isSilent], [[true], true])
      await Promise.all([assert.rejects(ask(), isRefused), assert.rejects(watched.pool.query('select 1'), isRefused)])
      line.thaw()
      while (watched.silence.isSilent) await setTimeout(50)
      assert.equal((await ask()).length, 1)
    } finally {
      line.end()
      await watched.close()
    }
  })

  it('refuses who waits for a first connection as soon as the database is known to be silent', async () => {
    const line = await startFreezableLine(test.url)
    line.freeze()
    const watched = await openDatabase({ url: line.url, poolSize: 2, watchesSilence: true })
    const told = new Promise<void>((resolve) => void watched.silence.subscribe(() => resolve()))
    const refused: unknown[] = []
    const waiting = [
      watched.inTenant(ACME, ({ tx }) => tx.selectFrom('team').select('id').execute()),
      watched.inSystem((tx) => tx.selectFrom('team').select('id').execute()),
      watched.pool.query('select 1'),
    ]
    for (const one of waiting) one.catch((error: unknown) => refused.push(error))
    try {
      await told
      // A few turns of the loop, and far less than the connection may take.
      await setTimeout(50)
      assert.deepEqual(
        refused.map((error) => (error instanceof Refusal ? error.code : error)),
        waiting.map(() => 'SERVICE_UNAVAILABLE'),
      )
    } finally {
      line.end()
      await watched.close()
    }
  })

  it('says of a full disk what it is', () => {
    const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
    const refused = asRefusal(full)
    assert.ok(refused instanceof Refusal)
    assert.deepEqual([refused.code, isDiskFull(full), isOutage(full), isStatementError(full)], ['NO_DISK_SPACE', true, false, false])
    const damaged = Object.assign(new Error('invalid page in block 0'), { code: 'XX001' })
    assert.deepEqual([asRefusal(damaged), isOutage(damaged), isStatementError(damaged)], [damaged, false, true])
  })

  it('refuses a text that no column can hold', async () => {
    await assert.rejects(
      test.database.inTenant(ACME, ({ tx }) => tx.selectFrom('team').select('id').where('name', '=', 'a\u0000b').execute()),
      (error) => error instanceof Refusal && error.code === 'INVALID_FORMAT',
    )
  })

  it('refuses with SERVICE_UNAVAILABLE, after waiting a moment, while nothing listens', async () => {
    const away = await openDatabase({ url: 'postgresql://nobody:nothing@127.0.0.1:20199/none' })
    await assert.rejects(
      away.inSystem((tx) => tx.selectFrom('company').select('id').execute()),
      (error) => error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE',
    )
    await away.close()
  })
})

async function connectAsOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** A way to the database on which, while it is frozen, nothing moves: as to a stopped process or a machine that is gone without a word. */
async function startFreezableLine(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => (isFrozen ? undefined : to.write(bytes)))
      from.on('close', () => to.destroy())
      from.on('error', () => undefined)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line = new URL(url)
  line.port = String((server.address() as AddressInfo).port)
  return {
    url: line.href,
    freeze: () => void (isFrozen = true),
    thaw: () => void (isFrozen = false),
    end: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
