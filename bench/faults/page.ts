import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { post, postAll, sampleAt } from '#server/testing/publisher.ts'
import { settleAll } from '#server/testing/settleAll.ts'
import { startIngestProcess } from '#server/testing/serverProcess.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import { print } from '../report/figure.ts'

const HOURS_STORED = 3
const NEIGHBOURS = 5
const WATCHED_MS = 20_000
const ASK_EVERY_MS = 200
/** Behind the header of the page and its item pointers. */
const FLIPPED_BYTE = 6_000
const health = z.object({
  status: z.string(),
  parts: z.record(z.string(), z.object({ status: z.string(), detail: z.string().optional() })),
})

/** Flips one bit in a page of the table of samples, as a failing disk does, and has a late sample meet it. */
export async function page(): Promise<void> {
  const durable = await createDurableDatabase()
  const { database, postgres } = durable
  const { server, ports } = await startIngestProcess({ databaseUrl: postgres.url })
  const url = `http://127.0.0.1:${ports.http}`
  try {
    const hurt = await addMachine(database, await addCompany(database, 'HURT1'))
    const others = await Promise.all(
      Array.from({ length: NEIGHBOURS }, async () => addMachine(database, await addCompany(database, 'OTHER'))),
    )
    const numbers = Array.from({ length: HOURS_STORED * 3_600 }, (_, index) => index)
    // One after the other, so that the first page is the hurt one's alone.
    for (const machine of [hurt, ...others]) {
      await postAll(machine, url, machine === hurt ? numbers : numbers.slice(0, 600))
      await settleAll(database, [machine])
    }
    const { rows } = await database.pool.query<{ path: string; page: string }>(
      `select pg_relation_filepath(c.tableoid) as path, (c.ctid::text::point)[0]::text as page
       from sensor s join sample_chunk c on c.company_id = s.company_id and c.sensor_id = s.id where s.work_center_id = $1 order by c.ctid limit 1`,
      [hurt.workCenterId],
    )
    await checkpoint(postgres.url)
    await flip(join(postgres.home, 'postgres', rows[0]?.path ?? ''), Number(rows[0]?.page) * 8_192 + FLIPPED_BYTE)
    // Killed, it forgets the page that it has in memory.
    const { pid } = postgres
    if (pid !== null) process.kill(pid, 'SIGKILL')
    await eventually(async () =>
      postgres.pid !== pid && postgres.state().status === 'ready' && (await server.health()) === 200 ? true : undefined,
    )
    await eventually(async () =>
      (await post(hurt, url, [{ ...sampleAt(0), at: sampleAt(0).at + 500 }])).status === 202 ? true : undefined,
    )
    const statuses: number[] = []
    for (const until = performance.now() + WATCHED_MS; performance.now() < until; await sleep(ASK_EVERY_MS)) {
      for (const other of others) statuses.push((await post(other, url, [sampleAt(600 + statuses.length)])).status)
    }
    const { status, parts } = health.parse(await (await fetch(`${url}/api/health`)).json())
    print({
      bench: 'faults: requests of other companies refused while one page is damaged',
      value: statuses.filter((one) => one !== 202).length,
      unit: 'requests',
      limit: 0,
      runs: statuses.length,
      note: `health ${status}: ${parts['ingest']?.detail ?? ''}`,
    })
  } finally {
    await server.kill('SIGKILL')
    await durable.drop()
  }
}

async function checkpoint(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query('checkpoint')
  await owner.end()
}

async function flip(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const byte = Buffer.alloc(1)
    await file.read(byte, 0, 1, at)
    byte[0] = (byte[0] ?? 0) ^ 0x10
    await file.write(byte, 0, 1, at)
    await file.sync()
  } finally {
    await file.close()
  }
}
