import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/db/embeddedPostgres.ts'
import type { EmbeddedPostgres } from '#server/db/embeddedPostgres.ts'
import { createLog } from '#server/log.ts'
import { makeBackup, restoreBackup } from './onlineBackup.ts'

const log = createLog('silent')

suite('a backup of the running database', () => {
  let directory: string
  let source: EmbeddedPostgres
  const homes: string[] = []
  const at = (name: string) => join(directory, name)

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'trueline-backup-'))
    source = await start('source')
    await query(source, 'create table written (id bigint primary key, text text not null)')
    await query(source, `insert into written select id, repeat('x', 500) from generate_series(1, 20000) id`)
  })
  after(async () => {
    await source.close()
    for (const path of [...homes, directory]) await rm(path, { recursive: true, force: true })
  })

  async function start(name: string): Promise<EmbeddedPostgres> {
    const started = await startEmbeddedPostgres({ dataDir: at(name), log })
    homes.push(started.home)
    return started
  }

  async function query<Row extends object = object>(postgres: EmbeddedPostgres, text: string): Promise<readonly Row[]> {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  /** Writes row after row, each in a transaction of its own, until it is told to stop; answers the last one that was committed at any moment. */
  async function writeOn(postgres: EmbeddedPostgres) {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    let [last, isOver] = [20_000, false]
    const written = (async () => {
      while (!isOver) {
        await client.query('insert into written values ($1, $2)', [last + 1, `row ${last + 1}`])
        await client.query('update written set text = $2 where id = $1', [1 + (last % 20_000), `changed by ${last + 1}`])
        last++
      }
    })()
    return {
      last: () => last,
      stop: async () => {
        isOver = true
        await written
        await client.end()
      },
    }
  }

  test('has everything that was committed before it ended, whole, while rows are written all the time', async () => {
    const writer = await writeOn(source)
    const before = writer.last()
    // What a backup has to stand: tables that come and go, and a log that is recycled.
    await query(source, `create table passing as select repeat('y', 500) from generate_series(1, 20000)`)
    const backup = makeBackup(source.url, at('backup'))
    await query(source, 'drop table passing')
    await query(source, 'checkpoint')
    await backup
    const meanwhile = writer.last()
    await writer.stop()
    assert.ok(meanwhile > before, 'rows were written during the backup')
    await restoreBackup(at('backup'), at('restored'))
    const restored = await start('restored')
    const [row] = await query<{ count: number; last: number }>(restored, 'select count(*)::int as count, max(id)::int as last from written')
    assert.ok(row)
    assert.equal(row.count, row.last, 'no row is missing')
    assert.ok(row.last >= before && row.last <= meanwhile + 1, `${before} ≤ ${row.last} ≤ ${meanwhile}`)
    await query(restored, 'reindex table written')
    await query(restored, `insert into written values (0, 'it goes on')`)
    await restored.close()
    const again = await start('restored')
    assert.equal((await query(again, 'select from written where id = 0')).length, 1)
    await again.close()
    const slots = await query(source, 'select from pg_replication_slots')
    assert.equal(slots.length, 0, 'nothing is left behind that keeps the log')
  })

  test('is refused when a byte of it changed, a file is missing or it is not finished, and leaves no data directory then', async () => {
    const damaged = at('damaged')
    await makeBackup(source.url, damaged)
    const file = join(damaged, 'postgres', 'global', 'pg_control')
    const bytes = await readFile(file)
    bytes[100] = (bytes[100] ?? 0) ^ 1
    await writeFile(file, bytes)
    const refused = (from: string, message: RegExp) => assert.rejects(restoreBackup(from, at('none')), { name: 'StartRefusal', message })
    await refused(damaged, /pg_control of the backup is damaged/)
    await rm(file)
    await refused(damaged, /pg_control of the backup is missing/)
    await rm(join(damaged, 'backup.json'))
    await refused(damaged, /is no backup/)
    await assert.rejects(readFile(join(at('none'), 'postgres.json')))
  })

  test('that is cut off leaves nothing behind, on the disk or in the database, and the next one is whole', async () => {
    const backup = makeBackup(source.url, at('cut'))
    const cut = async (): Promise<void> => {
      const ended = await query(source, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trueline backup'`)
      if (ended.length === 0) await cut()
    }
    await Promise.all([assert.rejects(backup), cut()])
    assert.deepEqual(
      (await readdir(directory)).filter((name) => name.startsWith('cut')),
      [],
    )
    assert.equal((await query(source, 'select from pg_replication_slots')).length, 0)
    await makeBackup(source.url, at('after'))
    await restoreBackup(at('after'), at('restored-after'))
    const restored = await start('restored-after')
    assert.ok((await query(restored, 'select from written')).length >= 20_000)
    await restored.close()
  })

  test('never overwrites a backup or a database', async () => {
    await assert.rejects(makeBackup(source.url, at('source')), { name: 'StartRefusal', message: /is there already/ })
    await mkdir(at('second'))
    await cp(join(at('backup'), 'backup.json'), join(at('second'), 'backup.json'))
    await assert.rejects(restoreBackup(at('second'), at('source')), { name: 'StartRefusal', message: /holds a database already/ })
  })
})
