/**
 * Prints how long an import of 20,000 job orders takes in its thread, on a real database with 10,000 open orders beside it: to read and check the file, to
 * apply it and to take it back; how much memory that needs, how long the main loop waits, and what other requests notice.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { openImportSite } from '#server/testing/importSite.ts'
import { percentile, print } from './report/figure.ts'

const ROWS = 20_000
const SIZE = { places: 40, items: 500, openOrders: 10_000 } as const
const READ_AND_CHECK_MS = 6000
const APPLY_MS = 10_000
const MEMORY_MB = 150
const STALL_MS = 50

const cells = cellsOf(ROWS)
const csv = new TextEncoder().encode(cells.map((row) => row.join(';')).join('\r\n'))
const xlsx = await writeXlsx({ sheets: [{ name: 'Orders', rows: cells.map((row) => [...row]) }] })
const site = await openImportSite(SIZE)
try {
  // What a busy machine makes the loop wait by itself.
  const idle = monitorEventLoopDelay({ resolution: 5 })
  idle.enable()
  const before = percentile(await requestTimes(sleep(3000)), 0.95)
  idle.disable()
  // The thread is warm, as after the first file of a day.
  await site.read(csv.subarray(0, 2000))
  for (const [kind, bytes] of [
    ['CSV', csv],
    ['XLSX', xlsx],
  ] as const) {
    const bench = `import of ${ROWS} rows (${kind})`
    const rss = process.memoryUsage().rss
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    let id = 0
    const checked = await timed(async () => {
      id = await site.read(bytes)
      await site.check(id)
    })
    print({ bench: `${bench}, read and check`, value: checked, unit: 'ms', limit: READ_AND_CHECK_MS })
    const applying = timed(() => site.apply(id))
    const during = await requestTimes(applying)
    delay.disable()
    print({ bench: `${bench}, apply`, value: await applying, unit: 'ms', limit: APPLY_MS })
    const beside = percentile(during, 0.95)
    print({
      bench: `${bench}, other requests beside it`,
      value: beside,
      unit: 'ms p95',
      limit: 2 * before,
      peer: before,
      runs: during.length,
    })
    print({ bench: `${bench}, longest wait of the main loop`, value: delay.max / 1e6, unit: 'ms', limit: STALL_MS, peer: idle.max / 1e6 })
    const memory = Math.max(0, process.memoryUsage().rss - rss) / 2 ** 20
    print({ bench: `${bench}, memory more than before`, value: memory, unit: 'MB', limit: MEMORY_MB })
    print({ bench: `${bench}, taken back`, value: await timed(() => site.undo(id)), unit: 'ms' })
  }
} finally {
  await site.close()
}

/** A quarter of the rows changes orders that are there. */
function cellsOf(count: number): readonly (readonly string[])[] {
  const header = ['Order number', 'SKU', 'Quantity', 'Work center', 'Planned start', 'Due date', 'Cycle time', 'Description']
  const rows = Array.from({ length: count }, (_none, at) => {
    const isOpen = at % 4 === 0 && at < SIZE.openOrders
    const day = String(5 + (at % 20)).padStart(2, '0')
    return [
      isOpen ? `OPEN-${at + 1}` : `NEW-${at}`,
      `P-${1 + (at % SIZE.items)}`,
      String(50 + (at % 900)),
      `press-${1 + ((isOpen ? at + 1 : at) % SIZE.places)}`,
      `2026-05-${day} 06:00`,
      `${day}.06.2026`,
      '12.6',
      `Order of the bench, row ${at}`,
    ]
  })
  return [header, ...rows]
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

/** Returns how long each of a row of small requests takes while something goes on. */
async function requestTimes(work: Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  let isOver = false
  void work.finally(() => (isOver = true))
  while (!isOver) {
    times.push(await timed(() => site.request()))
    await sleep(10)
  }
  return times
}
