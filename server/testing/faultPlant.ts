import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { openDatabase } from '#server/db/database.ts'
import type { Database } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embeddedPostgres.ts'
import type { EmbeddedPostgres } from '#server/db/embeddedPostgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { isRoot, unprivilegedAccount } from '#server/db/postgresAccount.ts'
import { choosePort } from '#server/freePort.ts'
import { createLog } from '#server/log.ts'
import { assertSameFacts, postAll, publishUntilStopped, storedNumbers } from './publisher.ts'
import type { Publisher } from './publisher.ts'
import { settleAll } from './settleAll.ts'
import { ServerProcess, startIngestProcess } from './serverProcess.ts'
import type { IngestPorts } from './serverProcess.ts'
import { addCompany, addMachine } from './testMachines.ts'

const POSTGRES_MAJOR = 18

/** A database that lies where it is told to, a server of the role ingest on it, and machines that publish to it. */
export type Plant = {
  readonly postgres: EmbeddedPostgres
  readonly database: Database
  readonly publishers: readonly Publisher[]
  readonly ports: IngestPorts
  server: ServerProcess
  /** Starts a server on the ports of the last one. */
  startServer(): Promise<void>
  /** Ends all of it, and removes the files. */
  end(): Promise<void>
}

export type PlantOptions = {
  readonly machines: number
  /** Where the files of the database are to be; anywhere by default. */
  readonly home?: string
  readonly settings?: Readonly<Record<string, string>>
}

/** Whether this process may mount file systems of its own, which full disks and power cuts are made with. */
export const MAY_MOUNT = process.platform === 'linux' && isRoot()

/** Returns a plant whose machines publish. */
export async function startPlant({ machines, home, settings = {} }: PlantOptions): Promise<Plant> {
  const { postgres, database, drop } = await openPostgres(home ?? null, settings)
  await migrate(postgres.url)
  const companyId = await addCompany(database, 'FAULT')
  const started = await startIngestProcess({ databaseUrl: postgres.url })
  const publishers: Publisher[] = []
  for (let count = 0; count < machines; count++) {
    publishers.push(await publishUntilStopped(await addMachine(database, companyId), started.ports.mqtt))
  }
  const plant: Plant = {
    postgres,
    database,
    publishers,
    ports: started.ports,
    server: started.server,
    startServer: async () => {
      plant.server = (await startIngestProcess({ databaseUrl: postgres.url, ports: started.ports })).server
    },
    end: async () => {
      for (const publisher of publishers) publisher.end()
      await plant.server.kill('SIGKILL')
      await drop()
    },
  }
  return plant
}

/** Returns a PostgreSQL whose files are below `home` (null = in a temporary directory), new or as they are there. */
export async function openPostgres(home: string | null, settings: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'trueline-faults-'))
  if (home !== null) await pointTo(dataDir, home)
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('fatal'), settings })
  const database = await openDatabase({ url: postgres.url, poolSize: 4 })
  return {
    postgres,
    database,
    drop: async () => {
      await database.close()
      await postgres.close()
      await rm(postgres.home, { recursive: true, force: true }).catch(() => undefined)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same password for each home, so that a copy of it opens. */
async function pointTo(dataDir: string, home: string): Promise<void> {
  const pointer = { format: 1, postgresMajor: POSTGRES_MAJOR, home, password: 'of-a-bench', port: 0 }
  await writeFile(join(dataDir, 'postgres.json'), JSON.stringify(pointer), { mode: 0o600 })
  await mkdir(home, { recursive: true, mode: 0o700 })
  if (!isRoot()) return
  const { uid, gid } = await unprivilegedAccount()
  await chown(home, uid, gid)
}

/** What became of acknowledged messages: how many, how many of them are not stored, stored twice; and of how many machines the facts are wrong. */
export type Audit = { readonly acknowledged: number; readonly lost: number; readonly doubled: number; readonly wrongFacts: number }

/** Returns the audit of machines that stopped, after a server has taken up all that is in the log. */
export async function audit(database: Database, publishers: readonly Publisher[], ports: IngestPorts): Promise<Audit> {
  const sums = { acknowledged: 0, lost: 0, doubled: 0, wrongFacts: 0 }
  for (const publisher of publishers) {
    const { machine } = publisher
    const ledger = publisher.ledger()
    await settleAll(database, [machine])
    const stored = await storedNumbers(database, machine)
    const power = stored.get('POWER') ?? []
    sums.acknowledged += ledger.length
    for (const one of [power, stored.get('TOTAL_OUTPUT') ?? []]) {
      const known = new Set(one)
      sums.lost = sums.lost + ledger.filter((number) => !known.has(number)).length
      sums.doubled += one.length - known.size
    }
    const reference = await addMachine(database, machine.companyId)
    await postAll(reference, `http://127.0.0.1:${ports.http}`, power)
    await settleAll(database, [machine, reference])
    const isSame = await assertSameFacts(database, [machine, reference], Math.max(0, ...power) + 1).then(
      () => true,
      () => false,
    )
    if (!isSame) sums.wrongFacts++
  }
  return sums
}

/** Returns how many messages are acknowledged by now. */
export function acknowledged({ publishers }: Pick<Plant, 'publishers'>): number {
  return publishers.reduce((sum, publisher) => sum + publisher.acknowledged(), 0)
}

const pointerFile = z.object({ home: z.string().nullable(), password: z.string(), port: z.number() })

/** The whole product with its embedded database, and machines that publish to it; killed, it is started again on the same data. */
export type ProductPlant = Pick<Plant, 'database' | 'end' | 'ports' | 'publishers' | 'startServer'> & { server: ServerProcess }

/** Returns the product once it is ready; `environment` has further settings of it. */
export async function startProductPlant(machines: number, environment: Readonly<Record<string, string>> = {}): Promise<ProductPlant> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trueline-faults-'))
  const ports = { http: await choosePort(0), mqtt: await choosePort(0) }
  const start = async (): Promise<ServerProcess> => {
    const server = new ServerProcess(ports.http, {
      dataDir,
      environment: { LOG_LEVEL: 'error', ...environment, MQTT_PORT: String(ports.mqtt) },
    })
    await server.untilReady()
    return server
  }
  const server = await start()
  const { home, password, port } = pointerFile.parse(JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')))
  const database = await openDatabase({ url: `postgresql://trueline:${password}@127.0.0.1:${port}/trueline`, poolSize: 4 })
  const companyId = await addCompany(database, 'FAULT')
  const publishers: Publisher[] = []
  for (let count = 0; count < machines; count++)
    publishers.push(await publishUntilStopped(await addMachine(database, companyId), ports.mqtt))
  const plant: ProductPlant = {
    database,
    publishers,
    ports,
    server,
    startServer: async () => void (plant.server = await start()),
    end: async () => {
      for (const publisher of publishers) publisher.end()
      await database.close()
      await plant.server.kill('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
      if (home !== null) await rm(home, { recursive: true, force: true })
    },
  }
  return plant
}
