/** Prints how long it takes to try a rule on the past: one of stops, of phases and of a battery, which are judged value by value, also of a device that tells more often. */
import { previewDays } from '#engine/notification/previewDays.ts'
import { startPreviewBench } from '#server/testing/rulePreviews.ts'
import { median, print } from './report/figure.ts'

const RUNS = 3
const LIMIT_MS = 300
/** How often the device tells its phases, in ms: each ten seconds, and ten times as often. */
const PERIODS_MS = (process.env['BENCH_PERIODS_MS'] ?? '10000,1000').split(',').map(Number)

const bench = await startPreviewBench()
try {
  for (const periodMs of PERIODS_MS) {
    const place = await bench.addTold(periodMs)
    for (const type of ['STATUS_DURATION', 'BATTERY_LOW', 'DE_PHASING'] as const) {
      const took: number[] = []
      let episodes = 0
      for (let run = 0; run < RUNS; run++) {
        const began = performance.now()
        episodes = await bench.preview(place, type)
        took.push(performance.now() - began)
      }
      print({
        bench: `a rule of ${type} tried on ${previewDays(type).usual} days, currents each ${periodMs} ms`,
        value: median(took),
        unit: 'ms',
        limit: LIMIT_MS,
        runs: RUNS,
        note: `${episodes} episodes, at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB so far`,
      })
    }
  }
} finally {
  await bench.close()
}
