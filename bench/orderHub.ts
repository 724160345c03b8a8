/**
 * Prints what the hub of job orders works for 5,000 pages (4,500 of a machine, 500 of the list) while 500 orders count: as often as ingest writes what only grows,
 * and each once a second, as while somebody asks for it all the time. Beside it what the same pages cost while nothing counts.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { asId } from '#engine/ids.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { generateOrders, PLACES } from '#server/testing/manyOrders.ts'
import { countOnSegments, openOrderPages } from '#server/testing/orderPages.ts'
import { gatherStatistics } from '#server/testing/millionLosses.ts'
import { cpuMs, databaseCpuMs } from './ingest/processorTime.ts'
import { print } from './report/figure.ts'

const COMPANY = asId<CompanyId>('BENCH')
const MACHINE_PAGES = 4_500
const LIST_PAGES = 500
const SECONDS = 10
/** Rows that only grow are written once in two minutes (docs/decisions/growing-rows.md). */
const WRITTEN_EACH_S = 120
const LIMIT_PERCENT = 10

const { database, postgres, drop } = await createDurableDatabase()
const server = createServer()
try {
  await generateOrders(database, COMPANY, { closed: 0, open: 2_000 })
  const places = await countOnSegments(database, COMPANY)
  await gatherStatistics(postgres.url)
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  const pages = openOrderPages(database, COMPANY)
  sockets.on('connection', (socket) => pages.open(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  const script = join(import.meta.dirname, 'orderHub', 'listeners.ts')
  const args = [script, address, String(MACHINE_PAGES), String(LIST_PAGES), String(places[0]), String(PLACES)]
  const clients = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    let [frames, bytes] = [0, 0]
    const lines = createInterface({ input: clients.stdout })
    await new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        if (line === 'ready') return resolve()
        const [some = 0, more = 0] = line.split(' ').map(Number)
        frames += some
        bytes += more
      })
    })
    await sleep(3_000)
    const shareOf = async (
      count: (second: number) => readonly WorkCenterId[],
    ): Promise<{ readonly percent: number; readonly stored: number }> => {
      ;[frames, bytes] = [0, 0]
      const [before, stored, began] = [cpuMs(process.pid), databaseCpuMs(postgres.pid), performance.now()]
      for (let second = 0; second < SECONDS; second++) {
        const counting = count(second)
        if (counting.length > 0) await pages.count(counting)
        await sleep(Math.max(0, began + (second + 1) * 1_000 - performance.now()))
      }
      const seconds = (performance.now() - began) / 1_000
      return { percent: (cpuMs(process.pid) - before) / seconds / 10, stored: (databaseCpuMs(postgres.pid) - stored) / seconds / 10 }
    }
    const quiet = await shareOf(() => [])
    const a = Math.ceil(PLACES / WRITTEN_EACH_S)
    const usual = await shareOf((second) => places.slice(second * a, (second + 1) * a))
    const told = [frames, bytes] as const
    const each = await shareOf(() => places)
    const name = `${(MACHINE_PAGES + LIST_PAGES).toLocaleString('en')} pages, ${PLACES} orders counting`
    const noteOf = (share: { readonly stored: number }, [some, more]: readonly [number, number]) =>
      `${Math.round(quiet.percent * 10) / 10} % while nothing counts; ${Math.round(some / SECONDS)} frames and ${Math.round(more / SECONDS / 1024)} KiB a second; PostgreSQL ${Math.round(share.stored)} %`
    print({
      bench: `hub of orders, ${name}, written as ingest does`,
      value: usual.percent - quiet.percent,
      unit: '% of a core more',
      limit: LIMIT_PERCENT,
      runs: SECONDS,
      note: noteOf(usual, told),
    })
    print({
      bench: `hub of orders, ${name}, each written every second`,
      value: each.percent - quiet.percent,
      unit: '% of a core more',
      runs: SECONDS,
      note: noteOf(each, [frames, bytes]),
    })
  } finally {
    clients.kill()
    sockets.close()
    for (const socket of sockets.clients) socket.terminate()
  }
} finally {
  server.close()
  await drop()
}
