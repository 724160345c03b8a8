import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { median, print } from '../report/figure.ts'
import type { Crowd } from './crowd.ts'

const SECONDS = 10
const ROUNDS = 5
const LIMIT_PERCENT = 25

const VIEWS = [
  { name: 'cards', path: '/boxes' },
  { name: 'table', path: '/boxes?view=table' },
  { name: 'cards by group', path: '/boxes?by=group' },
] as const

/** Prints which share of a core a page spends while every machine of the list sends a changed value once a second. */
export async function measureLiveCards(crowd: Crowd): Promise<void> {
  const stop = publishEverySecond(crowd)
  try {
    for (const view of VIEWS) {
      const shares = await sharesOf(crowd, view.path)
      const bench = `${crowd.devices.length} live ${view.name} at 1 Hz`
      print({
        bench,
        value: median(shares),
        unit: '% of a core',
        limit: LIMIT_PERCENT,
        runs: ROUNDS,
        note: `worst ${Math.max(...shares).toFixed(1)}`,
      })
    }
  } finally {
    await stop()
  }
}

async function sharesOf(crowd: Crowd, path: string): Promise<readonly number[]> {
  return await coreShares(await crowd.openContext(), { path, isLive })
}

/** Resolves when the list shows its cards and is live. */
export async function isLive(page: Page): Promise<void> {
  await page.locator('[data-row]').first().waitFor()
  await page.getByText('Live', { exact: true }).first().waitFor()
}

/** Returns the shares of a core, in percent, that a page spends in each of some stretches of time once it is live; closes the context. */
export async function coreShares(
  context: BrowserContext,
  { path, isLive }: { readonly path: string; readonly isLive: (page: Page) => Promise<void> },
): Promise<readonly number[]> {
  try {
    const page = await context.newPage()
    await page.goto(path)
    await isLive(page)
    await sleep(5000)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    const shares: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const [before, start] = [await busySeconds(session), performance.now()]
      await sleep(SECONDS * 1000)
      shares.push((((await busySeconds(session)) - before) * 100_000) / (performance.now() - start))
    }
    return shares
  } finally {
    await context.close()
  }
}

/** Processor time of the page with its raster and compositor threads. On a busy machine the duration of tasks says more about other processes. */
async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ProcessTime')?.value ?? Number.NaN
}

/** Has every machine send changed values once a second; returns what ends it. */
export function publishEverySecond(crowd: Crowd): () => Promise<void> {
  let isEnded = false
  let pulses = 400
  const run = async (): Promise<void> => {
    while (!isEnded) {
      const start = performance.now()
      pulses += 1
      await Promise.all(
        crowd.devices.map((device, index) =>
          device.publish({ values: { POWER: (pulses + index) % 60 < 5 ? 3 : 8, TOTAL_OUTPUT: pulses } }),
        ),
      )
      await sleep(Math.max(0, start + 1000 - performance.now()))
    }
  }
  const running = run()
  return async () => {
    isEnded = true
    await running
  }
}
