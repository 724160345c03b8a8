/**
 * Prints how long an import of 20,000 job orders takes in its thread, on a real database with 10,000 open orders beside it: to read and check the file, to
 * apply it, to check it again and to take it back; how much memory that needs, how long the main loop waits, and what other requests notice.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { decidedMapping } from '#engine/jobOrder/import/suggestMapping.ts'
import { createImportThread } from '#server/jobOrder/import/importThread.ts'
import type { ImportTask } from '#server/jobOrder/import/importTask.ts'
import { findImport } from '#server/jobOrder/import/orderImport.store.ts'
import { listQueue } from '#server/jobOrder/jobOrderEdit.store.ts'
import { createLog } from '#server/log.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { percentile, print } from './report/figure.ts'

const ROWS = 20_000
const OPEN_ORDERS = 10_000
const PLACES = 40
const ITEMS = 500
const COMPANY = asId<CompanyId>('BENCH')
const READ_AND_CHECK_MS = 6000
const APPLY_MS = 10_000
const MEMORY_MB = 150
const STALL_MS = 50

const { database, postgres, drop } = await createDurableDatabase()
const thread = createImportThread({ url: postgres.url, log: createLog('silent') })
try {
  const userId = await seed()
  const member = { companyId: COMPANY, userId, role: 'ADMIN' } as const
  const asked = { member, visible: null, at: Date.UTC(2026, 4, 4) }
  const before = await requestTimes(sleep(3000))
  // The thread is warm, as after the first file of a day.
  await timed({ ...asked, name: 'READ', file: fileOf(csvOf(10)) })
  for (const [name, bytes] of [
    ['CSV', csvOf(ROWS)],
    ['XLSX', await xlsxOf(ROWS)],
  ] as const) {
    const rssBefore = process.memoryUsage().rss
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const read = await timed({ ...asked, name: 'READ', file: fileOf(bytes) })
    const choices = { mapping: await mappingOf(read.id), importType: 'UPDATE', scope: 'FILE', mayCreateItems: false } as const
    const check = await timed({ ...asked, name: 'CHECK', id: read.id, choices })
    print({ bench: `import of ${ROWS} rows (${name}), read and check`, value: read.ms + check.ms, unit: 'ms', limit: READ_AND_CHECK_MS })
    const options = { ...choices, checkToken: null, skipsRefused: false }
    const applying = timed({ ...asked, name: 'APPLY', id: read.id, options, request: null })
    const during = await requestTimes(applying)
    const applied = await applying
    delay.disable()
    print({ bench: `import of ${ROWS} rows (${name}), apply`, value: applied.ms, unit: 'ms', limit: APPLY_MS })
    print({
      bench: `import of ${ROWS} rows (${name}), other requests beside it`,
      value: percentile(during, 0.95),
      unit: 'ms p95',
      limit: 2 * percentile(before, 0.95),
      peer: percentile(before, 0.95),
      runs: during.length,
    })
    print({ bench: `import of ${ROWS} rows (${name}), longest wait of the main loop`, value: delay.max / 1e6, unit: 'ms', limit: STALL_MS })
    const memory = Math.max(0, process.memoryUsage().rss - rssBefore) / 2 ** 20
    print({ bench: `import of ${ROWS} rows (${name}), memory more than before`, value: memory, unit: 'MB', limit: MEMORY_MB })
    const undone = await timed({ ...asked, name: 'UNDO', id: read.id, request: null })
    print({ bench: `import of ${ROWS} rows (${name}), taken back`, value: undone.ms, unit: 'ms' })
  }
} finally {
  await thread.close()
  await drop()
}

async function seed(): Promise<UserId> {
  const { pool } = database
  await pool.query(`insert into company (id, name, country) values ($1, 'Bench', 'pl')`, [COMPANY])
  const { rows } = await pool.query<{ id: UserId }>(`insert into app_user (email) values ('bench@trueline.example') returning id`)
  await pool.query(
    `insert into work_center (company_id, name, external_code, target_speed) select $1, 'Press ' || n, 'press-' || n, 5 from generate_series(1, ${PLACES}) n`,
    [COMPANY],
  )
  await pool.query(
    `insert into item (company_id, name, sku, measurement_unit) select $1, 'Part ' || n, 'P-' || n, 'pcs' from generate_series(1, ${ITEMS}) n`,
    [COMPANY],
  )
  await pool.query(
    `insert into job_order (company_id, order_code, external_code, item_id, work_center_id, plan_output, status, queue_rank)
     select $1, 'OPEN-' || n, 'OPEN-' || n, i.id, w.id, 100, 'PLANNED', n * 1048576::int8 from generate_series(1, ${OPEN_ORDERS}) n
     join (select id, row_number() over (order by id) as place from work_center where company_id = $1) w on w.place = 1 + n % ${PLACES}
     join (select id, row_number() over (order by id) as place from item where company_id = $1) i on i.place = 1 + n % ${ITEMS}`,
    [COMPANY],
  )
  await pool.query('analyze')
  return rows[0]?.id ?? asId<UserId>('')
}

function cellsOf(count: number): readonly (readonly string[])[] {
  const header = ['Order number', 'SKU', 'Quantity', 'Work center', 'Planned start', 'Due date', 'Cycle time', 'Description']
  const rows = Array.from({ length: count }, (_none, at) => [
    // A quarter changes orders that are there.
    at % 4 === 0 && at < OPEN_ORDERS ? `OPEN-${at + 1}` : `NEW-${at}`,
    `P-${1 + (at % ITEMS)}`,
    String(50 + (at % 900)),
    `press-${at % 4 === 0 && at < OPEN_ORDERS ? 1 + ((at + 1) % PLACES) : 1 + (at % PLACES)}`,
    `2026-05-${String(5 + (at % 20)).padStart(2, '0')} 06:00`,
    `${String(5 + (at % 20)).padStart(2, '0')}.06.2026`,
    '12.6',
    `Order of the bench, row ${at}`,
  ])
  return [header, ...rows]
}

function csvOf(count: number): Uint8Array {
  return new TextEncoder().encode(
    cellsOf(count)
      .map((cells) => cells.join(';'))
      .join('\r\n'),
  )
}

async function xlsxOf(count: number): Promise<Uint8Array> {
  return await writeXlsx({ sheets: [{ name: 'Orders', rows: cellsOf(count).map((cells) => [...cells]) }] })
}

function fileOf(bytes: Uint8Array): { readonly fileName: string; readonly bytes: Uint8Array; readonly sheet: null } {
  return { fileName: 'bench', bytes, sheet: null }
}

async function mappingOf(id: number) {
  const stored = await database.inTenant(COMPANY, (tenant) => findImport(tenant, id))
  if (stored === null) throw new Error('the import is not there')
  return decidedMapping({ headers: stored.headers, rows: [] }, stored.mapping).mapping
}

async function timed(task: ImportTask): Promise<{ readonly id: number; readonly ms: number }> {
  const startedAt = performance.now()
  const { id } = await thread.run(task, () => undefined)
  return { id, ms: performance.now() - startedAt }
}

/** Returns how long each of a row of small requests takes while something goes on. */
async function requestTimes(work: Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  let isOver = false
  void work.finally(() => (isOver = true))
  while (!isOver) {
    const startedAt = performance.now()
    await database.inTenant(COMPANY, (tenant) => listQueue(tenant, null))
    times.push(performance.now() - startedAt)
    await sleep(10)
  }
  return times
}
