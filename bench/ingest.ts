/** What ingest carries: acknowledged messages with everything derived, against the same broker without storage; disk, reads and memory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asId } from '#engine/ids.ts'
import type { SensorId } from '#engine/ids.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { startIngestProcess } from '#server/testing/serverProcess.ts'
import type { ServerProcess } from '#server/testing/serverProcess.ts'
import { countSensorDay, createDurableDatabase } from '#server/testing/durableDatabase.ts'
import type { DurableDatabase } from '#server/testing/durableDatabase.ts'
import { startBareBroker } from './ingest/bareBroker.ts'
import { cpuMs, databaseCpuMs } from './ingest/processorTime.ts'
import { addCompany, addFleet } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

type Load = { readonly acknowledged: number; readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number }

const PROJECT = join(import.meta.dirname, '..')
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6)
const DAY_MS = 24 * HOUR_MS

const durable = await createDurableDatabase()
const files: string[] = []
try {
  const companyId = await addCompany(durable.database, 'BENCH')
  const fleet = await addFleet(durable.database, companyId, 200)
  await throughput(fleet)
  await overload(fleet, await addFleet(durable.database, companyId, 200))
  await manyDevices(await addFleet(durable.database, await addCompany(durable.database, 'MANY1'), 5_000))
  await disk(durable, (await addFleet(durable.database, await addCompany(durable.database, 'DISK1'), 1))[0])
  await memory(await addFleet(durable.database, await addCompany(durable.database, 'MEMRY'), 1_000))
} finally {
  await durable.drop()
  for (const file of files) await rm(file, { force: true })
}

/** The two take turns, so that what else the machine does falls on both. */
async function throughput(fleet: readonly TestMachine[]): Promise<void> {
  const bare = await startBareBroker(durable.postgres.url)
  const full = await startIngest()
  const fleetFile = await writeFleet(fleet)
  const cpu: number[][] = []
  const rounds: { bare: Load; full: Load }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const onBare = await load(bare.mqttPort, fleetFile, { window: 16 })
    const before = [cpuMs(full.server.child.pid), databaseCpuMs(durable.postgres.pid)]
    const onFull = await load(full.ports.mqtt, fleetFile, { window: 16 })
    cpu.push(
      [cpuMs(full.server.child.pid) - (before[0] ?? 0), databaseCpuMs(durable.postgres.pid) - (before[1] ?? 0)].map(
        (ms) => Math.round((ms * 10_000) / onFull.acknowledged) / 10,
      ),
    )
    rounds.push({ bare: onBare, full: onFull })
  }
  const figures = {
    messagesPerSecond: median(rounds.map((round) => round.full.perSecond)),
    withoutStorage: median(rounds.map((round) => round.bare.perSecond)),
    ratio: Math.round(median(rounds.map((round) => round.full.perSecond / round.bare.perSecond)) * 100) / 100,
    p50Ms: median(rounds.map((round) => round.full.p50Ms)),
    p99Ms: median(rounds.map((round) => round.full.p99Ms)),
    // Processor time, which does not depend on what else the machine does.
    serverCpuUs: median(cpu.map(([server]) => server ?? 0)),
    databaseCpuUs: median(cpu.map(([, database]) => database ?? 0)),
  }
  print({
    bench: 'ingest',
    connections: fleet.length,
    inFlight: 16,
    valuesPerMessage: 10,
    ...figures,
    target: { messagesPerSecond: 120_000, ratio: 0.6 },
  })
  await bare.end()
  await full.server.kill()
}

/** Each connection has so many messages in flight that together they exceed the server's capacity: it must slow them down without getting slower. */
async function overload(fleet: readonly TestMachine[], others: readonly TestMachine[]): Promise<void> {
  const { server, ports } = await startIngest()
  // Two fleets: the flood's clocks run ahead (a sample a millisecond), and what is late afterwards is another measurement.
  const [file, otherFile] = [await writeFleet(fleet), await writeFleet(others)]
  const rounds: { normal: Load; flooded: Load }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ normal: await load(ports.mqtt, file, { window: 16 }), flooded: await load(ports.mqtt, otherFile, { window: 1_536 }) })
    await untilStored(server)
  }
  print({
    bench: 'ingest-overload',
    inFlight: fleet.length * 1_536,
    messagesPerSecond: median(rounds.map((round) => round.flooded.perSecond)),
    ofNormal: Math.round(median(rounds.map((round) => round.flooded.perSecond / round.normal.perSecond)) * 100) / 100,
    target: { ofNormal: 0.8 },
  })
  await server.kill()
}

/** A message in flight each, as devices without a gateway send. */
async function manyDevices(fleet: readonly TestMachine[]): Promise<void> {
  const { server, ports } = await startIngest()
  const figures = await load(ports.mqtt, await writeFleet(fleet), { window: 1, ramp: 250 })
  print({
    bench: 'ingest-devices',
    connections: fleet.length,
    inFlight: 1,
    messagesPerSecond: figures.perSecond,
    p50Ms: figures.p50Ms,
    p99Ms: figures.p99Ms,
    target: { messagesPerSecond: 35_000, p99Ms: 350 },
  })
  await server.kill()
}

/** One machine's day of ten-second samples of ten channels. */
async function disk({ database }: DurableDatabase, machine: TestMachine | undefined): Promise<void> {
  if (machine === undefined) return
  const { server, ports } = await startIngest()
  const start = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS
  await load(ports.mqtt, await writeFleet([machine]), { start, window: 64, limit: 8_640, step: 10_000, seconds: 60 })
  await server.kill()
  const { rows } = await database.pool.query<{ bytes: number; samples: number; id: number }>(
    `select sum(length(c.bytes))::int as bytes, sum(c.sample_count)::int as samples, min(c.sensor_id)::int as id
     from sample_chunk c where c.company_id = $1`,
    [machine.companyId],
  )
  const [row] = rows
  if (row === undefined) return
  print({
    bench: 'ingest-disk',
    samples: row.samples,
    bytesPerSample: Math.round((row.bytes / row.samples) * 1000) / 1000,
    target: { bytesPerSample: 1 },
  })
  const sensorId = asId<SensorId>(row.id)
  const times: number[] = []
  let count = 0
  for (let run = 0; run < 21; run++) {
    const startedAt = performance.now()
    count = await countSensorDay(database, machine.companyId, sensorId, start)
    times.push(performance.now() - startedAt)
  }
  print({
    bench: 'ingest-sensor-day',
    samples: count,
    firstMs: Math.round((times[0] ?? 0) * 10) / 10,
    warmMs: Math.round(median(times.slice(1)) * 10) / 10,
    target: { coldMs: 15 },
  })
}

/** Resident memory that a thousand machines with two minutes of samples each add. */
async function memory(fleet: readonly TestMachine[]): Promise<void> {
  const { server, ports } = await startIngest(['--expose-gc', '--import', join(PROJECT, 'bench/ingest/heapReport.ts')])
  const small = await writeFleet(fleet.slice(0, 10))
  const start = Date.now() - HOUR_MS
  await load(ports.mqtt, small, { start, window: 4, limit: 100, seconds: 30 })
  const before = await settledHeap(server)
  await load(ports.mqtt, await writeFleet(fleet.slice(10)), { start, window: 4, limit: 100, seconds: 60 })
  const after = await settledHeap(server)
  print({
    bench: 'ingest-memory',
    workCenters: fleet.length - 10,
    kibPerWorkCenter: Math.round((after - before) / (fleet.length - 10) / 102.4) / 10,
    target: { kib: 20 },
  })
  await server.kill()
}

/** Returns the bytes in use after the samples are in their chunks. */
async function settledHeap(server: ServerProcess): Promise<number> {
  await untilStored(server)
  const known = server.output.length
  server.child.kill('SIGUSR2')
  const report = () => /^heap (\d+)$/m.exec(server.output.slice(known))
  await server.until(async () => report() !== null, 10_000)
  return Number(report()?.[1])
}

async function untilStored({ url }: ServerProcess): Promise<void> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 500) {
    await sleep(500)
    // Samples wait for their chunks for minutes, unless another process asks for them.
    await durable.database.pool.query(
      `select pg_notify('trueline_settle', json_build_object('id', 'bench', 'companyId', id, 'workCenterIds', null, 'end', null)::text) from company`,
    )
    const text = await (await fetch(`${url}/api/metrics`)).text()
    if (/^trueline_ingest_waiting_samples 0$/m.test(text)) break
  }
}

function startIngest(flags: readonly string[] = []) {
  return startIngestProcess({ databaseUrl: durable.postgres.url, flags })
}

async function writeFleet(fleet: readonly TestMachine[]): Promise<string> {
  const file = join(tmpdir(), `ingest-bench-fleet-${process.pid}-${files.length}.json`)
  await writeFile(file, JSON.stringify(fleet.map((machine) => ({ id: machine.deviceId, secret: machine.secret }))))
  files.push(file)
  return file
}

async function load(
  mqttPort: number,
  fleet: string,
  options: {
    readonly start?: number
    readonly window: number
    readonly limit?: number
    readonly step?: number
    readonly seconds?: number
    readonly ramp?: number
  },
): Promise<Load> {
  const args = Object.entries({ port: mqttPort, fleet, seconds: SECONDS, ...options }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ])
  const child = spawn(process.execPath, [join(PROJECT, 'bench/ingest/loadGenerator.ts'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  await once(child, 'close')
  return JSON.parse(output)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function print(figures: object): void {
  process.stdout.write(`${JSON.stringify(figures)}\n`)
}
