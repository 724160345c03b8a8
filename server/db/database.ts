import { Kysely, sql } from 'kysely'
import type { Transaction } from 'kysely'
import pg from 'pg'
import type { CompanyId } from '#engine/ids.ts'
import { withoutOutage } from '#server/db/outage.ts'
import { typeParsers } from '#server/db/parsers.ts'
import { PipelinedDialect } from '#server/db/pipelinedDriver.ts'
import type { DB } from '#server/db/schema.ts'
import type { Logger } from '#server/log.ts'

/** A transaction that sees the rows of one company; the first argument of every store function of a company's data. */
export type Tenant = { readonly companyId: CompanyId; readonly tx: Transaction<DB> }

export type Database = {
  /** Runs the work in a transaction as a role to which row-level security shows the company's rows only. Commits when it returns, rolls back when it throws. */
  inTenant<T>(companyId: CompanyId, work: (tenant: Tenant) => Promise<T>): Promise<T>
  /** Runs the work in a transaction that sees all companies: for sign-in, ingest and jobs. */
  inSystem<T>(work: (tx: Transaction<DB>) => Promise<T>): Promise<T>
  /** Connections of the system role for hand-written SQL on hot paths. */
  readonly pool: pg.Pool
  /** Returns a connection of its own with the system role, for advisory locks and LISTEN; the caller ends it. */
  connect(): Promise<pg.Client>
  /** Resolves when the database answers a query; throws when it does not within the time. */
  ping(limitMs: number): Promise<void>
  close(): Promise<void>
}

export type DatabaseOptions = {
  readonly url: string
  /** Connections of each of the two pools. */
  readonly poolSize?: number
  readonly log?: Logger
}

/** A statement of a screen that runs longer is ended by the server. */
const TENANT_STATEMENT_LIMIT_MS = 15_000
const SYSTEM_STATEMENT_LIMIT_MS = 120_000
/** A transaction whose client went silent must not hold its locks for ever. */
const IDLE_TRANSACTION_LIMIT_MS = 60_000
const CONNECT_LIMIT_MS = 5_000

/** Returns the two pools of a migrated database behind one object; connects when first used. A database that is away is the refusal SERVICE_UNAVAILABLE. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const tenantPool = createPool(options, 'trueline_app', TENANT_STATEMENT_LIMIT_MS, true)
  const pool = createPool(options, 'trueline_system', SYSTEM_STATEMENT_LIMIT_MS, false)
  const tenantKysely = new Kysely<DB>({ dialect: new PipelinedDialect({ pool: tenantPool }) })
  const systemKysely = new Kysely<DB>({ dialect: new PipelinedDialect({ pool }) })
  return {
    pool,
    inTenant: (companyId, work) => available(tenantKysely.transaction().execute((tx) => runAsTenant({ companyId, tx }, work))),
    inSystem: (work) => available(systemKysely.transaction().execute(work)),
    connect: () => available(connectAlone(options)),
    ping: (limitMs) => ping(pool, limitMs),
    close: async () => {
      await Promise.all([tenantKysely.destroy(), systemKysely.destroy()])
      // Kysely ends only the pools that it has used.
      await Promise.all([tenantPool, pool].filter((one) => !one.ending).map((one) => one.end()))
    },
  }
}

/** The setting is local to the transaction and travels with the first statement of the work; if it failed, the work would see no rows. */
async function runAsTenant<T>(tenant: Tenant, work: (tenant: Tenant) => Promise<T>): Promise<T> {
  const entered = sql`select set_config('app.tenant', ${tenant.companyId}, true)`.execute(tenant.tx)
  entered.catch(() => undefined)
  const result = await work(tenant)
  await entered
  return result
}

function createPool(options: DatabaseOptions, role: string, statementLimitMs: number, isPipelined: boolean): pg.Pool {
  const pool = new pg.Pool({
    ...connection(options, role, statementLimitMs),
    max: options.poolSize ?? 10,
    idleTimeoutMillis: 60_000,
    ...(isPipelined ? { pipeline: true } : {}),
  })
  const hear = (error: Error): void => options.log?.debug({ error: error.message, role }, 'a database connection was closed')
  // The pool takes a lost connection out by itself and a query on it fails; without these listeners it would end the process, too.
  pool.on('error', hear)
  pool.on('connect', (client) => void client.on('error', hear))
  return pool
}

function connection(options: DatabaseOptions, role: string, statementLimitMs: number): pg.ClientConfig {
  const settings = {
    role,
    statement_timeout: statementLimitMs,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
    timezone: 'UTC',
  }
  return {
    connectionString: options.url,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    application_name: `trueline ${role.replace('trueline_', '')}`,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    types: typeParsers,
  }
}

async function connectAlone(options: DatabaseOptions): Promise<pg.Client> {
  const client = new pg.Client(connection(options, 'trueline_system', 0))
  client.on('error', (error) => options.log?.debug({ error: error.message }, 'a dedicated database connection was closed'))
  await client.connect()
  return client
}

async function ping(pool: pg.Pool, limitMs: number): Promise<void> {
  const timeout = AbortSignal.timeout(limitMs)
  const isLate = new Promise<never>((_resolve, reject) => {
    timeout.addEventListener('abort', () => reject(new Error(`no answer within ${limitMs} ms`)), { once: true })
  })
  await Promise.race([pool.query('select 1'), isLate])
}

async function available<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    throw withoutOutage(error)
  }
}
