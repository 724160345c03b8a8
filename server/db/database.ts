import { Kysely, sql } from 'kysely'
import type { Transaction } from 'kysely'
import pg from 'pg'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { FullDisk } from '#server/db/diskRoom.ts'
import { gatherWrites } from '#server/db/gatherWrites.ts'
import { keepPlans } from '#server/db/keptPlans.ts'
import { asRefusal, isDiskFull, throughCollisions } from '#server/db/outage.ts'
import { typeParsers } from '#server/db/parsers.ts'
import { PipelinedDialect, pipelining } from '#server/db/pipelinedDriver.ts'
import type { DB } from '#server/db/schema.ts'
import { NEVER_SILENT, SilenceWatch } from '#server/db/silence.ts'
import type { Silence } from '#server/db/silence.ts'
import type { Logger } from '#server/log.ts'
import { Refusal } from '#server/refusal.ts'
import { NO_VAULT } from '#server/vault.ts'
import type { Vault } from '#server/vault.ts'

/** A transaction that sees the rows of one company; the first argument of every store function of a company's data. */
export type Tenant = {
  readonly companyId: CompanyId
  readonly tx: Transaction<DB>
  /** Present where records are read for somebody; absent where they are changed: whoever holds locks must not wait for ingest. */
  readonly settle?: Settle
  /** Whether nothing can be written, not even what would be kept for the next reader. */
  readonly isSnapshot?: true
}

/**
 * Resolves once the rows of the work centers (null = all) that grow with each sample hold up to the instant `end` (ms UTC) or the present. They are written
 * rarely, so whoever reads them asks for it first (docs/decisions/growing-rows.md).
 */
export type Settle = (workCenterIds: readonly WorkCenterId[] | null, end: number) => Promise<void>

export type Database = {
  /** Runs the work in a transaction as a role to which row-level security shows the company's rows only. Commits when it returns, rolls back when it throws. */
  inTenant<T>(companyId: CompanyId, work: (tenant: Tenant) => Promise<T>, options?: TenantOptions): Promise<T>
  /** Runs reading work on one snapshot of the company's rows: whatever is written meanwhile, all that it reads agrees. It may not write. */
  inSnapshot<T>(companyId: CompanyId, work: (tenant: Tenant) => Promise<T>): Promise<T>
  /** Runs the work in a transaction that sees all companies: for sign-in, ingest and jobs. */
  inSystem<T>(work: (tx: Transaction<DB>) => Promise<T>): Promise<T>
  /** Connections of the system role for hand-written SQL on hot paths. */
  readonly pool: pg.Pool
  /** Returns a connection of its own with the system role, for advisory locks and LISTEN; the caller ends it. */
  connect(): Promise<pg.Client>
  /** Resolves when the database answers a query; throws when it does not within the time. */
  ping(limitMs: number): Promise<void>
  /** Whether the database is there and does not answer: then everything that asks it is refused at once. */
  readonly silence: Silence
  /** Opens the secrets of the server that lie sealed in the database; until it is opened by their key, none. */
  readonly vault: Vault
  /** Returns whether a transaction of the last minute was refused because there is no room on the disk of the database. */
  wasFullLately(): boolean
  close(): Promise<void>
}

export type TenantOptions = {
  /**
   * Whether the plans of its statements are kept: for acts that many people do all day on a few rows by their keys, of which planning is the greater part
   * (docs/decisions/kept-plans.md). A question whose best plan depends on how much it asks for is planned each time.
   */
  readonly keepsPlans?: boolean
}

export type DatabaseOptions = {
  readonly url: string
  /** Connections of each of the three pools. */
  readonly poolSize?: number
  readonly log?: Logger
  /** How long a statement may stay unanswered before its connection counts as lost; by default a little longer than the statement may run. */
  readonly answerLimitMs?: number
  /** Whether to watch for a database that does not answer, on a connection of its own. */
  readonly watchesSilence?: boolean
}

/** A statement that runs longer is ended by the server: of a screen, of sign-in and jobs, of ingest. */
const TENANT_STATEMENT_LIMIT_MS = 15_000
const SYSTEM_STATEMENT_LIMIT_MS = 30_000
const INGEST_STATEMENT_LIMIT_MS = 120_000
/** A frozen database, or a machine that is gone without a word, ends no statement: then we end the connection. */
const SILENCE_LIMIT_MS = 2_000
/** A transaction whose client went silent must not hold its locks for ever. */
const IDLE_TRANSACTION_LIMIT_MS = 60_000
const CONNECT_LIMIT_MS = 5_000
const SILENT = 'the database does not answer'

/** Returns the pools of a migrated database behind one object; connects when first used. A database that is away is the refusal SERVICE_UNAVAILABLE. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const watch = options.watchesSilence === true ? new SilenceWatch(() => connectAlone(options)) : null
  const silence = watch ?? NEVER_SILENT
  const tenantPool = createPipelinedPool(options, 'trueline_app', TENANT_STATEMENT_LIMIT_MS)
  const systemPool = createPipelinedPool(options, 'trueline_system', SYSTEM_STATEMENT_LIMIT_MS)
  const pool = createPool(options, 'trueline_system', connection(options, 'trueline_system', INGEST_STATEMENT_LIMIT_MS))
  for (const one of [tenantPool, systemPool, pool]) refuseInSilence(one, silence)
  const fullDisk = new FullDisk()
  const available = async <T>(result: Promise<T>): Promise<T> => {
    try {
      return await result
    } catch (error) {
      if (isDiskFull(error)) fullDisk.seen()
      throw asRefusal(error)
    }
  }
  const tenantDialect = new PipelinedDialect({ pool: tenantPool })
  const tenantKysely = new Kysely<DB>({ dialect: tenantDialect })
  const actKysely = new Kysely<DB>({ dialect: new PipelinedDialect({ pool: keepPlans(tenantPool) }) })
  const systemKysely = new Kysely<DB>({ dialect: new PipelinedDialect({ pool: systemPool }) })
  const inPipeline = pipelining<DB>(tenantDialect)
  return {
    pool,
    inTenant: (companyId, work, { keepsPlans = false } = {}) => {
      const kysely = keepsPlans ? actKysely : tenantKysely
      return available(throughCollisions(() => inPipeline(kysely.transaction(), (tx) => runAsTenant({ companyId, tx }, work))))
    },
    inSnapshot: (companyId, work) =>
      available(
        inPipeline(tenantKysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'), (tx) =>
          runAsTenant({ companyId, tx, isSnapshot: true }, work),
        ),
      ),
    inSystem: (work) => available(inPipeline(systemKysely.transaction(), work)),
    connect: () => available(connectAlone(options)),
    ping: (limitMs) => ping(systemPool, limitMs),
    silence,
    vault: NO_VAULT,
    wasFullLately: () => fullDisk.isRecent,
    close: async () => {
      await watch?.close()
      await Promise.all([actKysely.destroy(), tenantKysely.destroy(), systemKysely.destroy()])
      // Kysely ends only the pools that it has used.
      await Promise.all([tenantPool, systemPool, pool].filter((one) => !one.ending).map((one) => one.end()))
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

/** In a pipelined connection the driver's own limit closes the connection, so nothing stays behind that never ends. */
function createPipelinedPool(options: DatabaseOptions, role: string, statementLimitMs: number): pg.Pool {
  const pool = createPool(options, role, {
    ...connection(options, role, statementLimitMs),
    query_timeout: options.answerLimitMs ?? statementLimitMs + SILENCE_LIMIT_MS,
    pipeline: true,
  })
  pool.on('connect', ({ connection: { stream } }) => gatherWrites(stream))
  return pool
}

function createPool(options: DatabaseOptions, role: string, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, max: options.poolSize ?? 10, idleTimeoutMillis: 60_000 })
  const hear = (error: Error): void => options.log?.debug({ error: error.message, role }, 'a database connection was closed')
  // The pool takes a lost connection out by itself and a query on it fails; without these listeners it would end the process, too.
  pool.on('error', hear)
  pool.on('connect', (client) => void client.on('error', hear))
  return pool
}

/** Ends the connections of the pool when the database falls silent, and hands out none until it answers again: nobody waits for what may never come. */
function refuseInSilence(pool: pg.Pool, silence: Silence): void {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => void clients.add(client))
  pool.on('remove', (client) => void clients.delete(client))
  silence.subscribe((isSilent) => {
    if (isSilent) for (const client of clients) client.connection.stream.destroy(new Error(SILENT))
  })
  const connect = pool.connect.bind(pool)
  type Callback = Parameters<typeof connect>[0]
  const connectUnlessSilent = (callback: Callback): void => {
    let isSettled = false
    const settle: Callback = (error, client, release) => {
      // A connection that came after its refusal goes back to the pool.
      if (isSettled) return client === undefined ? undefined : release()
      isSettled = true
      stop()
      callback(error, client, release)
    }
    const refuse = (): void =>
      settle(new Refusal({ code: 'SERVICE_UNAVAILABLE' }, { cause: new Error(SILENT) }), undefined, () => undefined)
    const stop = silence.subscribe((isSilent) => (isSilent ? refuse() : undefined))
    if (silence.isSilent) refuse()
    else connect(settle)
  }
  Object.assign(pool, {
    connect: (callback?: Callback): Promise<pg.PoolClient> | undefined => {
      if (callback === undefined) {
        return new Promise((resolve, reject) => {
          connectUnlessSilent((error, client) => (client === undefined ? reject(error ?? new Error(SILENT)) : resolve(client)))
        })
      }
      connectUnlessSilent(callback)
      return undefined
    },
  })
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
