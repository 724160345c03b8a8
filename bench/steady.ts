/**
 * What a machine costs while nothing special happens: many machines with a message each five seconds, as factories have them. Processor time of server and
 * database, WAL and rows a message, and how soon messages are acknowledged. A flood hides all of it, because it shares each write among thousands.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import type { DurableDatabase } from '#server/testing/durableDatabase.ts'
import { startIngestProcess } from '#server/testing/serverProcess.ts'
import { addCompany, addFleet } from '#server/testing/testMachines.ts'
import { startBareBroker } from './ingest/bareBroker.ts'
import { cpuMs, databaseCpuMs } from './ingest/processorTime.ts'

/** A process may open fewer than 20,000 sockets in some places, so the largest fleet sends twice as often. */
const FLEETS = [
  { machines: 2_000, everyMs: 5_000 },
  { machines: 10_000, everyMs: 5_000 },
  { machines: 10_000, everyMs: 2_500 },
]
const wanted = (process.env['BENCH_RATES'] ?? '400,2000,4000').split(',').map(Number)
const WARM_UP_MS = Number(process.env['BENCH_WARM_UP_SECONDS'] ?? 90) * 1_000
const MEASURED_MS = Number(process.env['BENCH_SECONDS'] ?? 120) * 1_000
/** Flags of the measured server, for a profile of it. */
const FLAGS = (process.env['BENCH_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '')
const TARGET = { cpuMs: 0.15, walBytes: 500, p99Ms: 50 }

for (const fleet of FLEETS) if (wanted.includes((fleet.machines * 1_000) / fleet.everyMs)) await measure(fleet)

type Fleet = { readonly machines: number; readonly everyMs: number }
type Device = { readonly id: string; readonly secret: string }
type Load = {
  readonly port: number
  readonly everyMs: number
  readonly devices: readonly Device[]
  readonly begun: () => Promise<void>
  readonly ended: () => Promise<void>
}
type Told = { readonly acknowledged: number; readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number }

/** Sends as the fleet does, calls `begun` and `ended` around the measured time, and returns what the senders saw. */
async function underLoad({ port, everyMs, devices, begun, ended }: Load): Promise<Told> {
  const file = join(tmpdir(), `steady-bench-fleet-${process.pid}.json`)
  await writeFile(file, JSON.stringify(devices))
  const load = spawn(
    process.execPath,
    [join(import.meta.dirname, 'ingest/steadyLoad.ts'), '--port', String(port), '--fleet', file, '--every', String(everyMs)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  try {
    const lines = createInterface({ input: load.stdout })[Symbol.asyncIterator]()
    await lines.next()
    await sleep(WARM_UP_MS)
    load.stdin.write('measure\n')
    await begun()
    await sleep(MEASURED_MS)
    await ended()
    load.stdin.end()
    const told: Told = JSON.parse((await lines.next()).value ?? '{}')
    await once(load, 'close')
    return told
  } finally {
    await rm(file, { force: true })
  }
}

/** Returns the processor time of a message (ms) in the listener alone. */
async function measureBroker(databaseUrl: string, everyMs: number, devices: readonly Device[]): Promise<number> {
  const broker = await startBareBroker(databaseUrl)
  let usedMs = 0
  const told = await underLoad({
    port: broker.mqttPort,
    everyMs,
    devices,
    begun: async () => void (usedMs = -cpuMs(broker.pid)),
    ended: async () => void (usedMs += cpuMs(broker.pid)),
  })
  await broker.end()
  return round(usedMs / told.acknowledged)
}

async function measure({ machines, everyMs }: Fleet): Promise<void> {
  const durable = await createDurableDatabase()
  try {
    const fleet = await addFleet(durable.database, await addCompany(durable.database, 'BENCH'), machines)
    const devices = fleet.map(({ deviceId: id, secret }) => ({ id, secret }))
    const brokerCpuMs = await measureBroker(durable.postgres.url, everyMs, devices)
    const { server, ports } = await startIngestProcess({ databaseUrl: durable.postgres.url, flags: FLAGS })
    let before = await used(durable, server.child.pid)
    let after = before
    const told = await underLoad({
      port: ports.mqtt,
      everyMs,
      devices,
      begun: async () => void (before = await used(durable, server.child.pid)),
      ended: async () => void (after = await used(durable, server.child.pid)),
    })
    const each = (of: keyof typeof before): number => (after[of] - before[of]) / told.acknowledged
    const line = {
      bench: 'steady',
      machines,
      everySeconds: everyMs / 1_000,
      messagesPerSecond: Math.round((told.acknowledged * 1_000) / MEASURED_MS),
      cpuMs: round(each('server') + each('database')),
      serverCpuMs: round(each('server')),
      databaseCpuMs: round(each('database')),
      brokerCpuMs,
      ofOneCore: round((after.server + after.database - before.server - before.database) / MEASURED_MS, 2),
      walBytes: Math.round(each('wal')),
      fullPages: round(each('fullPages'), 4),
      rowsWritten: round(each('rows')),
      commits: round(each('commits')),
      ...told,
      target: TARGET,
      ratios: {
        cpu: round((each('server') + each('database')) / TARGET.cpuMs, 2),
        cpuToBroker: round((each('server') + each('database')) / brokerCpuMs, 2),
        wal: round(each('wal') / TARGET.walBytes, 2),
      },
    }
    process.stdout.write(`${JSON.stringify(line)}\n`)
    if (process.env['BENCH_TABLES'] !== undefined) await printTables(durable)
    await server.kill()
  } finally {
    await durable.drop()
  }
}

function round(value: number, places = 3): number {
  return Number(value.toFixed(places))
}

async function used({ database, postgres }: DurableDatabase, pid: number | undefined) {
  const { rows } = await database.pool.query<{ wal: number; full_pages: number; rows: number; commits: number }>(
    `select (pg_current_wal_lsn() - '0/0')::float8 as wal, (select wal_fpi from pg_stat_wal)::float8 as full_pages,
       (select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_user_tables)::float8 as rows,
       (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits`,
  )
  const [row] = rows
  return {
    server: cpuMs(pid),
    database: databaseCpuMs(postgres.pid),
    wal: row?.wal ?? 0,
    fullPages: row?.full_pages ?? 0,
    rows: row?.rows ?? 0,
    commits: row?.commits ?? 0,
  }
}

/** Which tables the rows went to. */
async function printTables({ database }: DurableDatabase): Promise<void> {
  const { rows } = await database.pool.query<object>(
    `select relname, n_tup_ins::int as ins, n_tup_upd::int as upd, n_tup_hot_upd::int as hot, n_tup_del::int as del, n_live_tup::int as live,
       pg_total_relation_size(relid)::int as bytes
     from pg_stat_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 100 order by n_tup_ins + n_tup_upd + n_tup_del desc limit 20`,
  )
  for (const row of rows) console.error(JSON.stringify(row))
}
