/** A recorded week of three machine tools, fed through the public interfaces of the running product, gives the recorded seconds. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serverDatabaseUrl } from '../tools/serverDatabase.ts'
import { ROOT } from '../tools/sourceTree.ts'
import { cleanEnvironment, startProduct, type Product } from './harness.ts'

const WEEK = 'engine/fixtures/nist/execution_2016W44.csv'
const TRUTH = 'engine/fixtures/nist/truth_shift_2016W44.csv'
const DAILY_TRUTH = 'engine/fixtures/nist/truth_daily_2016W44.csv'
const MAPPING = 'sim/mappings/nist.json'
/** What is derived of the time after the recording grows with the clock. */
const RECORDING_END = Date.UTC(2016, 10, 8)
const DERIVED_LIMIT_MS = 120_000

type Run = { readonly code: number; readonly stdout: string; readonly stderr: string }

suite('a recorded week', { timeout: 600_000 }, () => {
  let product: Product
  let database: pg.Client

  before(async () => {
    product = await startProduct({ isLive: false })
    const dataDir = product.settings['DATA_DIR'] ?? ''
    database = new pg.Client({ connectionString: await serverDatabaseUrl({ databaseUrl: null, dataDir }) })
    await database.connect()
  })

  after(async () => {
    await database.end()
    await product.end()
  })

  function replay(...args: readonly string[]): Promise<Run> {
    return new Promise((resolve) => {
      const options = { cwd: ROOT, env: cleanEnvironment(product.settings), maxBuffer: 16 * 1024 * 1024 }
      execFile(process.execPath, ['sim/replay.ts', WEEK, ...args], options, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, stdout, stderr })
      })
    })
  }

  /** Returns the facts of the machines whose names begin with the prefix, by machine and status name. */
  async function derived(prefix: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
    await untilDerived(database)
    const rows: Record<string, readonly unknown[]> = {}
    for (const [table, sql] of Object.entries(DERIVED)) rows[table] = (await database.query(sql, [prefix, RECORDING_END])).rows
    return rows
  }

  test('gives the recorded seconds of each state in each shift, within one second', async (context) => {
    const run = await replay('--truth', TRUTH)
    assert.equal(run.code, 0, run.stderr)
    assert.match(run.stderr, /Compared 630 figures: 0 differ/)
    context.diagnostic(run.stderr.trim().split('\n').at(-1) ?? '')
    assert.match(run.stdout, /^device,shift_date,shift,status,seconds$/m)
    const rows = await derived('NIST ')
    for (const [table, found] of Object.entries(rows))
      assert.ok(found.length > (table === 'output_segment' ? -1 : 50), `${table} ${found.length}`)
  })

  test('fed twice more it changes nothing', async () => {
    const before = digests(await derived('NIST '))
    const run = await replay('--truth', DAILY_TRUTH, '--repeat', '2')
    assert.equal(run.code, 0, run.stderr)
    assert.match(run.stderr, /Compared 100 figures: 0 differ/)
    assert.deepEqual(digests(await derived('NIST ')), before)
  })

  test('fed to other machines with each sample up to five minutes late it gives the same rows', async () => {
    const mapping = join(product.settings['DATA_DIR'] ?? '', 'shuffled.json')
    writeFileSync(mapping, JSON.stringify({ ...(JSON.parse(readFileSync(join(ROOT, MAPPING), 'utf8')) as object), prefix: 'Shuffled ' }))
    const ordered = await derived('NIST ')
    const run = await replay('--mapping', mapping, '--truth', TRUTH, '--shuffle-minutes', '5', '--seed', '2016')
    assert.equal(run.code, 0, run.stderr)
    assert.deepEqual(await derived('Shuffled '), ordered)
  })

  test('a truth that differs is found', async () => {
    const wrong = join(product.settings['DATA_DIR'] ?? '', 'wrong.csv')
    writeFileSync(wrong, readFileSync(join(ROOT, TRUTH), 'utf8').replace('816.257', '818.257'))
    const run = await replay('--truth', wrong)
    assert.equal(run.code, 1)
    assert.match(run.stderr, /Mazak01 2016-10-31 shift 1 Active: 816\.257 s instead of 818\.257 s/)
  })

  test('nothing of it was refused, and an administrator who mistypes the password is told', async () => {
    const { rows } = await database.query('select reason, count(*) from quarantine group by reason')
    assert.deepEqual(rows, [])
    const run = await replay('--password', 'wrong')
    assert.equal(run.code, 1)
    assert.match(run.stderr, /401|WRONG_CREDENTIALS/)
  })
})

const OWNED = `join work_center as work on work.company_id = fact.company_id and work.id = fact.work_center_id
  where work.company_id = 'ACME1' and starts_with(work.name, $1) and fact.start_at < $2`
const STATUS = `(select name from status_rule as rule where rule.company_id = fact.company_id and rule.id = fact.status_rule_id)`

/** Derived columns, without ids and people's input. A machine is named for its recording. */
const DERIVED: Readonly<Record<string, string>> = {
  status_interval: `select substr(work.name, length($1) + 1) as machine, fact.start_at, fact.end_at, fact.kind, ${STATUS} as status
    from status_interval as fact ${OWNED} and coalesce(fact.end_at, $2 + 1) <= $2 order by 1, 2`,
  loss: `select substr(work.name, length($1) + 1) as machine, fact.start_at, fact.end_at, fact.source, fact.chain_start_at, fact.shift_start_at, fact.kind, ${STATUS} as status
    from loss as fact ${OWNED} order by 1, 2, 4`,
  output_segment: `select substr(work.name, length($1) + 1) as machine, fact.start_at, fact.end_at, fact.shift_start_at, fact.total, fact.accepted, fact.rejected
    from output_segment as fact ${OWNED} order by 1, 2`,
  shift: `select substr(work.name, length($1) + 1) as machine, to_jsonb(fact) - 'id' - 'work_center_id' - 'late_samples' as record
    from shift as fact ${OWNED} order by 1, fact.start_at`,
  hour_record: `select substr(work.name, length($1) + 1) as machine, to_jsonb(fact) - 'work_center_id' as record
    from hour_record as fact ${OWNED} order by 1, fact.start_at, fact.shift_start_at`,
}

function digests(rows: Readonly<Record<string, readonly unknown[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rows).map(([table, found]) => [table, createHash('sha256').update(JSON.stringify(found)).digest('hex')]),
  )
}

/** Resolves when everything that the devices of the company sent is in the derived rows. */
async function untilDerived(database: pg.Client): Promise<void> {
  const giveUpAt = performance.now() + DERIVED_LIMIT_MS
  while (performance.now() < giveUpAt) {
    // What only grew is written when somebody asks for it.
    await database.query('select pg_notify($1, $2)', [
      'trueline_settle',
      JSON.stringify({ id: 'replay', companyId: 'ACME1', workCenterIds: null, end: null }),
    ])
    const { rows } = await database.query(
      `select from ingest_log as log join ingest_partition as own on own.partition = any(log.partitions)
       where log.position > own.derived_position and own.partition in (select partition from device where company_id = 'ACME1') limit 1`,
    )
    // What passed since the last sample follows a moment after the device paused.
    if (rows.length === 0) return sleep(3_000)
    await sleep(500)
  }
  throw new Error(`not everything was derived within ${DERIVED_LIMIT_MS / 1000} s`)
}
