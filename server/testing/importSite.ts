import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { decidedMapping } from '#engine/jobOrder/import/suggestMapping.ts'
import type { ImportTask } from '#server/jobOrder/import/importTask.ts'
import { createImportThread } from '#server/jobOrder/import/importThread.ts'
import { findImport } from '#server/jobOrder/import/orderImport.store.ts'
import { listQueue } from '#server/jobOrder/jobOrderEdit.store.ts'
import { createLog } from '#server/log.ts'
import { createDurableDatabase } from './durableDatabase.ts'
import { gatherStatistics } from './millionLosses.ts'

/** A company with work centers, products and open orders on a durable database, and the thread that imports for it. */
export type ImportSite = {
  /** Returns the id of the import of the file. */
  read(bytes: Uint8Array): Promise<number>
  check(id: number): Promise<void>
  apply(id: number): Promise<void>
  undo(id: number): Promise<void>
  /** A small request of somebody else. */
  request(): Promise<void>
  close(): Promise<void>
}

export type SiteSize = { readonly places: number; readonly items: number; readonly openOrders: number }

const COMPANY = asId<CompanyId>('BENCH')

/** Returns the site: orders `OPEN-1` … of products `P-1` … at work centers `press-1` …, in turns. */
export async function openImportSite(size: SiteSize): Promise<ImportSite> {
  const { database, postgres, drop } = await createDurableDatabase()
  const thread = createImportThread({ url: postgres.url, log: createLog('silent') })
  const userId = await seed(database.pool, size)
  await gatherStatistics(postgres.url)
  const asked = { member: { companyId: COMPANY, userId, role: 'ADMIN' }, visible: null, at: Date.UTC(2026, 4, 4) } as const
  const run = (task: ImportTask) => thread.run(task, () => undefined)
  const choicesOf = async (id: number) => {
    const stored = await database.inTenant(COMPANY, (tenant) => findImport(tenant, id))
    if (stored === null) throw new Error('the import is not there')
    const { mapping } = decidedMapping({ headers: stored.headers, rows: [] }, stored.mapping)
    return { mapping, importType: 'UPDATE', scope: 'FILE', mayCreateItems: false } as const
  }
  return {
    read: async (bytes) => (await run({ ...asked, name: 'READ', file: { fileName: 'bench', bytes, sheet: null } })).id,
    check: async (id) => void (await run({ ...asked, name: 'CHECK', id, choices: await choicesOf(id) })),
    apply: async (id) => {
      const options = { ...(await choicesOf(id)), checkToken: null, skipsRefused: false }
      await run({ ...asked, name: 'APPLY', id, options, request: null, sentAt: Date.now() })
    },
    undo: async (id) => void (await run({ ...asked, name: 'UNDO', id, request: null })),
    request: async () => void (await database.inTenant(COMPANY, (tenant) => listQueue(tenant, null))),
    close: async () => {
      await thread.close()
      await drop()
    },
  }
}

type Pool = Awaited<ReturnType<typeof createDurableDatabase>>['database']['pool']

async function seed(pool: Pool, { places, items, openOrders }: SiteSize): Promise<UserId> {
  await pool.query(`insert into company (id, name, country) values ($1, 'Bench', 'pl')`, [COMPANY])
  const { rows } = await pool.query<{ id: UserId }>(`insert into app_user (email) values ('bench@trueline.example') returning id`)
  await pool.query(
    `insert into work_center (company_id, name, external_code, target_speed) select $1, 'Press ' || n, 'press-' || n, 5 from generate_series(1, ${places}) n`,
    [COMPANY],
  )
  await pool.query(
    `insert into item (company_id, name, sku, measurement_unit) select $1, 'Part ' || n, 'P-' || n, 'pcs' from generate_series(1, ${items}) n`,
    [COMPANY],
  )
  await pool.query(
    `insert into job_order (company_id, order_code, external_code, item_id, work_center_id, plan_output, status, queue_rank)
     select $1, 'OPEN-' || n, 'OPEN-' || n, i.id, w.id, 100, 'PLANNED', n * 1048576::int8 from generate_series(1, ${openOrders}) n
     join (select id, row_number() over (order by id) as place from work_center where company_id = $1) w on w.place = 1 + n % ${places}
     join (select id, row_number() over (order by id) as place from item where company_id = $1) i on i.place = 1 + n % ${items}`,
    [COMPANY],
  )
  return rows[0]?.id ?? asId<UserId>('')
}
