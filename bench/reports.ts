/**
 * Prints how long files of reports take in the thread for heavy work, stored part by part as a job stores them: 50,000 losses as XLSX and CSV, the
 * downtime, losses and efficiency of a month, a shift day, a view of analytics, and the archive of all data. Beside the time of the clock, which other
 * work of the machine stretches: the processor time of the process, and the longest stall of the main loop, which answers everybody else meanwhile.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { gatherStatistics, generateLosses, generateShifts } from '#server/testing/millionLosses.ts'
import { createReportMaker, type AskedFile } from '#server/testing/reportFile.ts'
import { median, print } from './report/figure.ts'

const LOSSES = 50_000
const WORLD = { workCenters: 50, days: 30 }
const RUNS = 5
const FILE_LIMIT_MS = 3000
const STALL_LIMIT_MS = 50
const COMPANY = asId<CompanyId>('BENCH')
const MONTH = { from: '2026-04-01', to: '2026-05-06' } as const

const FILES: readonly (readonly [name: string, asked: AskedFile])[] = [
  ['XLSX of 50,000 losses', { type: 'LOSSES', format: 'XLSX', ...MONTH }],
  ['CSV of 50,000 losses', { type: 'LOSSES', format: 'CSV', ...MONTH }],
  ['PDF of 2,000 losses', { type: 'LOSSES', format: 'PDF', ...MONTH }],
  ['PDF of downtime, 50 work centers by reason', { type: 'DOWNTIME', format: 'PDF', ...MONTH }],
  ['PDF of efficiency, 50 work centers', { type: 'GENERAL', format: 'PDF', ...MONTH }],
  ['XLSX of efficiency, 50 work centers', { type: 'GENERAL', format: 'XLSX', ...MONTH }],
  ['PDF of a shift of 50 work centers', { type: 'SHIFT', format: 'PDF', from: '2026-05-02', to: '2026-05-03' }],
  ['XLSX of a view, days by reason', { type: 'VIEW', format: 'XLSX', ...MONTH, view: { name: 'Days', search: 'by=DAY&and=REASON' } }],
  ['archive of all data, 50,000 losses', { type: null }],
]

const { database, postgres, drop } = await createDurableDatabase()
const maker = createReportMaker({ url: postgres.url, database }, COMPANY)
try {
  await generateLosses(database, COMPANY, LOSSES, WORLD)
  await generateShifts(database, COMPANY, WORLD)
  await gatherStatistics(postgres.url)
  for (const [name, asked] of FILES) {
    // The thread starts, and loads what it needs, with the first file.
    const bytes = await maker.make(asked)
    const runs: Measured[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await measured(asked))
    const note = `${(bytes / 1024 ** 2).toFixed(1)} MiB`
    const figure = (what: keyof Measured) => median(runs.map((run) => run[what]))
    print({
      bench: `reports, ${name}`,
      value: figure('wallMs'),
      unit: 'ms',
      ...(asked.type !== null && { limit: FILE_LIMIT_MS }),
      runs: RUNS,
      note,
    })
    print({ bench: `reports, ${name}, processor`, value: figure('cpuMs'), unit: 'ms', runs: RUNS })
    print({ bench: `reports, ${name}, processor of the main loop`, value: figure('mainMs'), unit: 'ms', runs: RUNS })
    print({
      bench: `reports, ${name}, longest stall of the main loop`,
      value: figure('stallMs'),
      unit: 'ms',
      limit: STALL_LIMIT_MS,
      runs: RUNS,
    })
  }
} finally {
  await maker.close()
  await drop()
}

type Measured = { readonly wallMs: number; readonly cpuMs: number; readonly mainMs: number; readonly stallMs: number }

async function measured(asked: AskedFile): Promise<Measured> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const [startedAt, cpu, own] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()]
  delay.enable()
  await maker.make(asked)
  delay.disable()
  const [all, main] = [process.cpuUsage(cpu), process.threadCpuUsage(own)]
  return {
    wallMs: performance.now() - startedAt,
    cpuMs: (all.user + all.system) / 1000,
    mainMs: (main.user + main.system) / 1000,
    stallMs: delay.max / 1e6,
  }
}
